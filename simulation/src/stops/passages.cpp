// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "passages.hpp"

#include <algorithm>
#include <array>

#include <portolan/core/assert.hpp>
#include <portolan/core/astar.hpp>

namespace portolan::detail {
namespace {

constexpr std::int64_t renewal = 64;  // ticks for which a finding without an end is kept
constexpr int region_shift = 5;       // agents in the same 32 by 32 cells are told the same

// Terrain and links alone.
std::unique_ptr<World> without_obstacles(const World& world) {
  const Extent extent = world.extent();
  auto copy = std::make_unique<World>(extent);
  std::array<TerrainId, BlockArray::side> row{};
  for (std::int32_t layer = 0; layer < extent.layers; ++layer) {
    for (std::int32_t y = 0; y < extent.height; ++y) {
      for (std::int32_t x = 0; x < extent.width; x += BlockArray::side) {
        const auto count = static_cast<std::size_t>(std::min(BlockArray::side, extent.width - x));
        for (std::size_t k = 0; k < count; ++k)
          row[k] = world.terrain({x + static_cast<std::int32_t>(k), y, layer});
        copy->set_terrain_run({x, y, layer}, std::span(row).first(count));
      }
    }
  }
  const LinkTable& links = world.view(ProfileId{0}).links();
  for (const LinkTable::Entry& entry : links.all()) copy->add_link(links[entry.id]);
  return copy;
}

// A path between two areas that are connected on this ground; links are taken as they are.
std::vector<Cell> path_on(const GridView& grid, const Areas& areas, Cell from, const GoalSet& goals) {
  AStar search;
  for (const Goal& goal : goals) {
    if (areas.of(goal.cell) != areas.of(from)) continue;
    FoundPath found = search.search(grid, from, goal.cell);
    if (found.outcome == Outcome::complete) return std::move(found.path.cells);
  }
  return {};
}

bool joined(const Areas& areas, Cell from, const GoalSet& goals) {
  const std::uint32_t home = areas.of(from);
  return home != Areas::none && std::any_of(goals.begin(), goals.end(),
                                            [&](const Goal& goal) { return areas.of(goal.cell) == home; });
}

// Where an obstacle lies after a while, as its course and its script have it.
struct Timetable {
  const Simulation& simulation;
  std::int32_t ring;  // cells that clearance adds

  [[nodiscard]] bool covers(std::size_t k, Cell c, double later) const {
    const ObstacleId id = simulation.obstacle(k);
    const Obstacles& all = simulation.obstacles();
    if (!all.alive(id) || !all.effect(id).blocks || all.layer(id) != c.layer) return false;
    const double time = all.clock(id) + later;
    if (later > 0 ? !all.presence(id).present(time) : !all.present(id)) return false;
    const Cell anchor = cell_at(later > 0 ? all.course(id).at(time) : all.position(id), c.layer);
    const Footprint& shape = all.footprint(id);
    for (std::int32_t dy = -ring; dy <= ring; ++dy) {
      for (std::int32_t dx = -ring; dx <= ring; ++dx) {
        if (shape.covers(anchor, {c.x + dx, c.y + dy, c.layer})) return true;
      }
    }
    return false;
  }
  [[nodiscard]] std::uint32_t first(Cell c, double later) const {
    for (std::size_t k = 0; k < simulation.scenario().obstacles.size(); ++k) {
      if (covers(k, c, later)) return static_cast<std::uint32_t>(k);
    }
    return Stop::nobody;
  }
};

}  // namespace

Passages::Bare& Passages::bare(const Simulation& simulation, ProfileId profile) {
  Bare& bare = bare_[profile.value];
  if (bare.world) return bare;
  bare.world = without_obstacles(simulation.world());
  Profile own = simulation.world().profile(profile);
  Profile thin = own;
  thin.clearance = 1;
  bare.world->add_profile(own);
  bare.world->add_profile(thin);
  bare.world->commit();
  bare.own = std::make_unique<Areas>(bare.world->view(ProfileId{0}));
  bare.thin = std::make_unique<Areas>(bare.world->view(ProfileId{1}));
  return bare;
}

Stop Passages::why(const Simulation& simulation, std::size_t group, Cell from, const GoalSet& goals) {
  Known& known = known_[{group, from.x >> region_shift, from.y >> region_shift, from.layer}];
  const std::int64_t now = simulation.ticks();
  const std::int64_t end = known.stop.until >= 0 ? known.stop.until : known.tick + renewal;
  if (known.stop.reason != StopReason::none && now < end) return known.stop;
  PORTOLAN_ASSERT(group < simulation.scenario().groups.size(), "a group of the scenario");
  known = {look(simulation, group, from, goals), now};
  return known.stop;
}

Stop Passages::look(const Simulation& simulation, std::size_t group, Cell from, const GoalSet& goals) {
  Stop stop;
  stop.reason = StopReason::walled_off;
  const World& world = simulation.world();
  if (world.is_streamed() || world.extent().cell_count() > largest) return stop;
  const ProfileId profile{simulation.scenario().groups[group].profile};
  const Bare& ground = bare(simulation, profile);
  if (joined(*ground.own, from, goals))
    return closed(simulation, profile, path_on(ground.world->view(ProfileId{0}), *ground.own, from, goals));
  if (!joined(*ground.thin, from, goals)) return stop;
  stop.reason = StopReason::gap_too_narrow;
  stop.at = mouth(ground, world.profile(profile).clearance, from,
                  path_on(ground.world->view(ProfileId{1}), *ground.thin, from, goals));
  return stop;
}

// The first cell of the way that something lies on, and when nothing lies on any of them.
Stop Passages::closed(const Simulation& simulation, ProfileId profile, std::span<const Cell> path) {
  Stop stop;
  stop.reason = StopReason::passage_closed;
  const GridView now = simulation.world().view(profile);
  std::vector<Cell> covered;
  std::copy_if(path.begin(), path.end(), std::back_inserter(covered),
               [&](Cell c) { return !now.passable(c); });
  if (covered.empty()) return stop;
  stop.at = covered.front();
  PORTOLAN_ASSERT(simulation.world().profile(profile).clearance >= 1, "an agent takes a cell at least");
  const Timetable table{simulation, simulation.world().profile(profile).clearance - 1};
  stop.obstacle = table.first(stop.at, 0);
  const auto tick = static_cast<double>(simulation.scenario().tick_seconds);
  for (std::int64_t later = 1; later <= farthest; ++later) {
    const double time = static_cast<double>(later) * tick;
    const bool open = std::all_of(covered.begin(), covered.end(),
                                  [&](Cell c) { return table.first(c, time) == Stop::nobody; });
    if (!open) continue;
    stop.until = simulation.ticks() + later;
    break;
  }
  return stop;
}

// Of a way that a smaller body could take: the first cell that lies farther from where the agent can walk
// than its clearance, and so is beyond the edge of the gap.
Cell Passages::mouth(const Bare& bare, std::int32_t clearance, Cell from, std::span<const Cell> path) {
  const std::uint32_t home = bare.own->of(from);
  const Extent extent = bare.own->extent();
  const auto near_home = [&](Cell c) {
    for (std::int32_t dy = -clearance; dy <= clearance; ++dy) {
      for (std::int32_t dx = -clearance; dx <= clearance; ++dx) {
        const Cell beside{c.x + dx, c.y + dy, c.layer};
        if (extent.contains(beside) && bare.own->of(beside) == home) return true;
      }
    }
    return false;
  };
  const auto found = std::find_if(path.begin(), path.end(), [&](Cell c) { return !near_home(c); });
  return found != path.end() ? *found : Cell{-1, -1, -1};
}

}  // namespace portolan::detail
