// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "passages.hpp"

#include <algorithm>
#include <array>

#include <portolan/core/assert.hpp>
#include <portolan/core/astar.hpp>
#include <portolan/simulation/simulation.hpp>

namespace portolan::detail {
namespace {

constexpr int square_shift = 5;       // in a run agents in the same 32 by 32 cells are told the same
constexpr std::int64_t renewal = 64;  // ticks for which a finding without an end is kept

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

Passages::Bare& Passages::bare(const World& world, ProfileId profile) {
  Bare& bare = bare_[profile.value];
  if (bare.world) return bare;
  bare.world = without_obstacles(world);
  bare.world->add_profile(world.profile(profile));
  bare.world->commit();
  bare.own = std::make_unique<Areas>(bare.world->view(ProfileId{0}));
  return bare;
}

const Areas& Passages::thin_areas(Bare& bare) {
  if (bare.thin) return *bare.thin;
  Profile thin = bare.world->profile(ProfileId{0});
  thin.clearance = 1;
  bare.thin = std::make_unique<Areas>(bare.world->view(bare.world->add_profile(thin)));
  return *bare.thin;
}

Stop Passages::why(const StopScene& scene, AgentId agent) {
  const StopScene::Task task = scene.task_of(agent);
  const Cell from = scene.crowd().cell(agent);
  const Cell square{from.x >> square_shift, from.y >> square_shift, from.layer};
  const Cell region = scene.run() != nullptr ? square : room_of(scene.hierarchy_of(agent), from);
  Known& known = known_[{scene.group_of(agent), region}];
  const std::int64_t now = scene.run() != nullptr ? scene.run()->ticks() : 0;
  const std::int64_t end = known.stop.until >= 0 ? known.stop.until : known.tick + renewal;
  if (known.stop.reason != StopReason::none && now < end && known.task == task) return known.stop;
  known = {look(scene, task, from), now, task};
  return known.stop;
}

// A cell for all that can be reached from each other: a path leads on from each of them, or from none.
Cell Passages::room_of(const Hierarchy& hierarchy, Cell from) {
  const auto known = std::find_if(rooms_.begin(), rooms_.end(), [&](Cell c) {
    return hierarchy.can_reach(from, c) && hierarchy.can_reach(c, from);
  });
  if (known != rooms_.end()) return *known;
  rooms_.push_back(from);
  return from;
}

Stop Passages::look(const StopScene& scene, const StopScene::Task& task, Cell from) {
  Stop stop;
  stop.reason = StopReason::walled_off;
  const World& world = scene.world();
  if (world.is_streamed() || world.extent().cell_count() > largest) return stop;
  Bare& ground = bare(world, task.profile);
  if (joined(*ground.own, from, task.goals))
    return closed(scene, task.profile,
                  path_on(ground.world->view(ProfileId{0}), *ground.own, from, task.goals));
  const Areas& thin = thin_areas(ground);
  if (!joined(thin, from, task.goals)) return stop;
  stop.reason = StopReason::gap_too_narrow;
  stop.at = mouth(ground, world.profile(task.profile).clearance, from,
                  path_on(ground.world->view(ProfileId{1}), thin, from, task.goals));
  return stop;
}

// The first cell of the way that something lies on, and when nothing lies on any of them.
Stop Passages::closed(const StopScene& scene, ProfileId profile, std::span<const Cell> path) {
  Stop stop;
  stop.reason = StopReason::passage_closed;
  const GridView now = scene.world().view(profile);
  std::vector<Cell> covered;
  std::copy_if(path.begin(), path.end(), std::back_inserter(covered),
               [&](Cell c) { return !now.passable(c); });
  if (covered.empty()) return stop;
  stop.at = covered.front();
  if (scene.run() == nullptr) return stop;
  const Simulation& run = *scene.run();
  PORTOLAN_ASSERT(run.world().profile(profile).clearance >= 1, "an agent takes a cell at least");
  const Timetable table{run, run.world().profile(profile).clearance - 1};
  stop.obstacle = table.first(stop.at, 0);
  const auto tick = static_cast<double>(run.scenario().tick_seconds);
  for (std::int64_t later = 1; later <= farthest; ++later) {
    const double time = static_cast<double>(later) * tick;
    const bool open = std::all_of(covered.begin(), covered.end(),
                                  [&](Cell c) { return table.first(c, time) == Stop::nobody; });
    if (!open) continue;
    stop.until = run.ticks() + later;
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
