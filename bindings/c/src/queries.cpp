// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <optional>
#include <span>

#include <portolan/core/straight_queries.hpp>
#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/portal_graph.hpp>

#include "ground.hpp"

using namespace portolan;
using namespace portolan::c;

struct portolan_path_finder {
  std::shared_ptr<Ground> ground;
  std::uint32_t profile = 0;
  std::uint64_t restored = 0;
  std::optional<PathFinder> finder{};
  PlanRequest request{};
  // What the finder keeps of its last answer.
  const FoundPath* found = nullptr;
  const Polyline* straight = nullptr;

  void search(Cell from, Cell to, Quality quality) {
    // A game that was restored has other hierarchies, or, where it went back, other ones in their place.
    if (!finder || restored != ground->restored) {
      found = nullptr, straight = nullptr;
      finder.emplace(ground->hierarchy(profile));
    }
    restored = ground->restored;
    request.agents.assign(1, from);
    request.goals = {{to}};
    request.quality = quality;
    found = &finder->find(request);
    straight = &finder->polyline();
  }
  [[nodiscard]] std::span<const Cell> cells() const {
    return found != nullptr ? std::span(found->path.cells) : std::span<const Cell>();
  }
  [[nodiscard]] std::span<const PathPoint> points() const {
    return straight != nullptr ? std::span(straight->points) : std::span<const PathPoint>();
  }
};

namespace {

// The cell at the end of the run, and the one beyond the border from its first.
portolan_portal portal_of(const Portal& portal) {
  const bool eastern = portal.b.x > portal.a.x;
  const std::int32_t further = portal.width - 1;
  Cell last = portal.first, other = portal.first;
  (eastern ? last.y : last.x) += further;
  (eastern ? other.x : other.y) += 1;
  return {cell_of(portal.first), cell_of(last), cell_of(other)};
}

portolan_path_info info_of(const portolan_path_finder& finder, Cell from) {
  const FoundPath& found = *finder.found;
  const std::span<const Cell> cells = finder.cells();
  portolan_path_info info{};
  info.cost = found.path.cost.units;
  info.length = finder.straight->length;
  info.outcome = static_cast<std::uint32_t>(found.outcome);
  info.cells = static_cast<std::uint32_t>(cells.size());
  info.points = static_cast<std::uint32_t>(finder.points().size());
  info.end = cell_of(cells.empty() ? from : cells.back());
  return info;
}

}  // namespace

portolan_status portolan_read_costs(const portolan_world* world, uint32_t profile, portolan_rect rect,
                                    uint8_t* costs, size_t size) {
  PORTOLAN_C_NEED(world);
  PORTOLAN_C_NEED(costs);
  PORTOLAN_C_TRY(check_profile(*world->ground, profile));
  PORTOLAN_C_TRY(check_rect(*world->ground->world, rect, 1, size));
  const GridView grid = world->ground->world->view(ProfileId{profile});
  for_each_cell(rect, [&](Cell c, std::size_t i) { costs[i] = grid.cost(c); });
  return PORTOLAN_OK;
}

portolan_status portolan_read_portals(const portolan_world* world, uint32_t profile, portolan_portal* portals,
                                      size_t capacity, size_t* count) {
  PORTOLAN_C_NEED(world);
  PORTOLAN_C_NEED(count);
  PORTOLAN_C_TRY(check_profile(*world->ground, profile));
  const PortalGraph& graph = world->ground->hierarchy(profile).graph();
  *count = 0;
  for (std::uint32_t i = 0; i < graph.id_end(); ++i) {
    if (!graph.contains({i})) continue;
    const Portal portal = graph.portal({i});
    if (portal.is_link()) continue;
    if (portals != nullptr && *count < capacity) portals[*count] = portal_of(portal);
    ++*count;
  }
  return PORTOLAN_OK;
}

portolan_status portolan_can_reach(const portolan_world* world, uint32_t profile, portolan_cell from,
                                   portolan_cell to, int32_t* reachable) {
  PORTOLAN_C_NEED(world);
  PORTOLAN_C_NEED(reachable);
  PORTOLAN_C_TRY(check_profile(*world->ground, profile));
  return guarded(
      [&] { *reachable = world->ground->hierarchy(profile).can_reach(cell_of(from), cell_of(to)) ? 1 : 0; });
}

portolan_status portolan_look(const portolan_world* world, uint32_t profile, int32_t layer,
                              const float from[2], const float to[2], int32_t* blocked, float at[2]) {
  PORTOLAN_C_NEED(world);
  PORTOLAN_C_NEED(from);
  PORTOLAN_C_NEED(to);
  PORTOLAN_C_NEED(blocked);
  PORTOLAN_C_TRY(check_profile(*world->ground, profile));
  for (const float value : {from[0], from[1], to[0], to[1]}) {
    if (!(std::abs(value) < 1e6F))
      return fail(PORTOLAN_BAD_ARGUMENT, "a position is no number, or far outside");
  }
  const GridView grid = world->ground->world->view(ProfileId{profile});
  const auto wall = straight(grid, {{from[0], from[1]}, layer}, {to[0], to[1]});
  *blocked = wall ? 1 : 0;
  if (at != nullptr) {
    at[0] = wall ? wall->at.x : to[0];
    at[1] = wall ? wall->at.y : to[1];
  }
  return PORTOLAN_OK;
}

portolan_path_finder* portolan_path_finder_create(portolan_world* world, uint32_t profile) {
  return making<portolan_path_finder>([&]() -> portolan_path_finder* {
    if (world == nullptr) return static_cast<void>(fail_null("world")), nullptr;
    if (check_profile(*world->ground, profile) != PORTOLAN_OK) return nullptr;
    return new portolan_path_finder{world->ground, profile};
  });
}

void portolan_path_finder_destroy(portolan_path_finder* finder) { delete finder; }

portolan_status portolan_find_path(portolan_path_finder* finder, portolan_cell from, portolan_cell to,
                                   int32_t quality, portolan_path_info* info) {
  PORTOLAN_C_NEED(finder);
  PORTOLAN_C_NEED(info);
  if (quality < PORTOLAN_PATH || quality > PORTOLAN_EXACT)
    return fail(PORTOLAN_BAD_ARGUMENT, "quality %d is none: PORTOLAN_PATH to PORTOLAN_EXACT are", quality);
  return guarded([&] {
    finder->search(cell_of(from), cell_of(to), static_cast<Quality>(quality));
    *info = info_of(*finder, cell_of(from));
  });
}

portolan_status portolan_path_cells(const portolan_path_finder* finder, portolan_cell* cells,
                                    size_t capacity) {
  PORTOLAN_C_NEED(finder);
  const std::span<const Cell> found = finder->cells();
  if (capacity < found.size())
    return fail(PORTOLAN_WRONG_SIZE, "capacity is %zu: the path has %zu cells", capacity, found.size());
  if (found.empty()) return PORTOLAN_OK;
  PORTOLAN_C_NEED(cells);
  for (std::size_t i = 0; i < found.size(); ++i) cells[i] = cell_of(found[i]);
  return PORTOLAN_OK;
}

portolan_status portolan_path_points(const portolan_path_finder* finder, float* xy, int32_t* layers,
                                     size_t capacity) {
  PORTOLAN_C_NEED(finder);
  const std::span<const PathPoint> found = finder->points();
  if (capacity < found.size())
    return fail(PORTOLAN_WRONG_SIZE, "capacity is %zu: the path has %zu points", capacity, found.size());
  if (found.empty()) return PORTOLAN_OK;
  PORTOLAN_C_NEED(xy);
  for (std::size_t i = 0; i < found.size(); ++i) {
    xy[2 * i] = found[i].at.x;
    xy[2 * i + 1] = found[i].at.y;
    if (layers != nullptr) layers[i] = found[i].layer;
  }
  return PORTOLAN_OK;
}
