// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <variant>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/cell_runs.hpp>
#include <portolan/core/detail/random.hpp>
#include <portolan/simulation/detail/placement.hpp>

#include "areas.hpp"
#include "cell_text.hpp"

namespace portolan {

namespace {

using detail::Areas;
using detail::Random;
using detail::written;

constexpr std::uint64_t max_goal_cells = 1'000'000;

/// Passable cells of one area inside a region, as runs: cells are drawn from it by number.
class Region {
 public:
  void add(const CellRun& run) {
    runs_.push_back({{run.begin, run.y, run.layer}, count_});
    count_ += static_cast<std::uint64_t>(run.end - run.begin);
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] Cell cell(std::uint64_t number) const {
    PORTOLAN_ASSERT(number < count_, "a region has so many cells");
    const auto after = std::upper_bound(runs_.begin(), runs_.end(), number,
                                        [](std::uint64_t n, const Run& run) { return n < run.before; });
    Cell c = (after - 1)->first;
    c.x += static_cast<std::int32_t>(number - (after - 1)->before);
    return c;
  }

 private:
  struct Run {
    Cell first;
    std::uint64_t before = 0;
  };
  std::vector<Run> runs_;
  std::uint64_t count_ = 0;
};

// The rows of a place that is a region of the map.
std::vector<CellRun> rows_of(const ScenarioPlace& place, const Extent& extent) {
  if (const auto* const rect = std::get_if<Rect>(&place.at)) return runs_of(*rect, extent);
  if (const auto* const disc = std::get_if<Disc>(&place.at)) return runs_of(*disc, extent);
  std::vector<CellRun> all;
  for (std::int32_t layer = 0; layer < extent.layers; ++layer) {
    const std::vector<CellRun> rows = runs_of(Rect{0, 0, extent.width, extent.height, layer}, extent);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

// Visits the passable runs of some rows, each with its area.
template <class Visit>
void for_runs(std::span<const CellRun> rows, const Areas& areas, const Visit& visit) {
  for (const CellRun& row : rows) {
    for (const Areas::Run& run : areas.row(row.y, row.layer)) {
      const CellRun part{row.y, row.layer, std::max(run.begin, row.begin), std::min(run.end, row.end)};
      if (part.begin < part.end) visit(part, run.area);
    }
  }
}

/// Places one group. All randomness comes from the scenario's seed and the group's number.
class Placer {
 public:
  Placer(const ScenarioGroup& group, const World& world, std::uint64_t seed, std::unique_ptr<Areas>& areas)
      : group_(&group), world_(&world), grid_(world.view({group.profile})), random_(seed), areas_(&areas) {}

  std::optional<Error> starts(std::vector<Cell>& out, std::unordered_set<std::size_t>& taken) {
    const ScenarioPlace& place = group_->start;
    if (place.names_cells() || std::holds_alternative<Cell>(place.at)) {
      std::vector<Cell> cells;
      if (auto error = named_cells(place, cells, Areas::none)) return error;
      for (std::size_t i = 0; i < static_cast<std::size_t>(group_->count); ++i)
        out.push_back(cells[i % cells.size()]);
      return std::nullopt;
    }
    Region region;
    if (auto error = region_of(place, Areas::none, region)) return error;
    return draw(region, out, taken);
  }

  std::optional<Error> goals(const ScenarioPlace& place, Cell start, std::vector<Cell>& out) {
    if (place.names_cells()) return named_cells(place, out, Areas::none);
    const std::uint32_t home = areas().of(start);
    if (std::holds_alternative<Cell>(place.at)) return named_cells(place, out, home);
    Region region;
    if (auto error = region_of(place, home, region)) return error;
    if (std::holds_alternative<std::monostate>(place.at)) {
      out.push_back(region.cell(random_.next() % region.count()));
      return std::nullopt;
    }
    if (region.count() > max_goal_cells) {
      return place.where.with("expected a goal of at most " + std::to_string(max_goal_cells) +
                              " cells, found " + std::to_string(region.count()) + "; make it smaller");
    }
    for (std::uint64_t i = 0; i < region.count(); ++i) out.push_back(region.cell(i));
    return std::nullopt;
  }

  // What agents are to see.
  std::optional<Error> target(std::optional<PathPoint>& out) {
    if (!group_->manner.target) return std::nullopt;
    const Cell c = *group_->manner.target;
    const ScenarioPlace place{{}, group_->manner.target_where};
    if (!grid_.contains(c)) return outside(place, c);
    if (!grid_.passable(c)) return blocked(place, c, ": nobody sees a target within a wall");
    out = PathPoint{centre_of(c), c.layer};
    return std::nullopt;
  }

 private:
  const Areas& areas() {
    if (*areas_ == nullptr) *areas_ = std::make_unique<Areas>(grid_);
    return **areas_;
  }

  [[nodiscard]] Error outside(const ScenarioPlace& place, Cell c) const {
    const Extent extent = world_->extent();
    if (c.layer >= extent.layers) {
      return place.where.with("cell " + written(c) + " lies outside the map: layer " +
                              std::to_string(c.layer) + " does not exist; layers are below " +
                              std::to_string(extent.layers));
    }
    const std::string layers =
        extent.layers == 1 ? std::string() : " and " + std::to_string(extent.layers) + " layers";
    return place.where.with("cell " + written(c) + " lies outside the map of " +
                            std::to_string(extent.width) + " x " + std::to_string(extent.height) + " cells" +
                            layers + "; x is below " + std::to_string(extent.width) + ", y below " +
                            std::to_string(extent.height));
  }

  std::optional<Error> named_cells(const ScenarioPlace& place, std::vector<Cell>& out, std::uint32_t area) {
    if (const auto* const near = std::get_if<Cell>(&place.at)) {
      if (!grid_.contains(*near)) return outside(place, *near);
      const auto found = nearest(*near, area);
      if (!found)
        return place.where.with("no cell of the map is passable for " + profile() + "; give it costs" +
                                (clearance() > 1 ? ", or less clearance" : ""));
      out.push_back(*found);
      return std::nullopt;
    }
    for (const Cell c : std::get<std::vector<Cell>>(place.at)) {
      if (!grid_.contains(c)) return outside(place, c);
      if (!grid_.passable(c)) return blocked(place, c);
      out.push_back(c);
    }
    return std::nullopt;
  }

  [[nodiscard]] std::string profile() const {
    const std::string named = "profile '" + world_->profile({group_->profile}).name + "'";
    return clearance() > 1 ? named + ", whose clearance is " + std::to_string(clearance()) : named;
  }
  [[nodiscard]] int clearance() const { return world_->profile({group_->profile}).clearance; }

  [[nodiscard]] Error blocked(const ScenarioPlace& place, Cell c,
                              const std::string& cure = ", which `near` finds by itself") {
    const bool is_ground = world_->profile({group_->profile}).cost[world_->terrain(c)] != impassable;
    std::string message =
        "cell " + written(c) + (is_ground ? " is too narrow for " : " is impassable for ") + profile();
    if (const auto free = nearest(c, Areas::none)) {
      message += "; the nearest passable cell is " + written(*free) + cure;
    }
    return place.where.with(message);
  }

  // Nearest passable cell on the same layer, of one area where one is given; ties go to the upper, then the
  // left.
  std::optional<Cell> nearest(Cell from, std::uint32_t area) {
    std::optional<Cell> best;
    std::int64_t best_square = 0;
    const auto look = [&](std::int32_t y) {
      if (y < 0 || y >= world_->extent().height) return;
      for (const Areas::Run& run : areas().row(y, from.layer)) {
        if (area != Areas::none && run.area != area) continue;
        const std::int32_t x = std::clamp(from.x, run.begin, run.end - 1);
        const std::int64_t dx = x - from.x, dy = y - from.y, square = dx * dx + dy * dy;
        if (best && std::tie(square, y, x) >= std::tie(best_square, best->y, best->x)) continue;
        best = Cell{x, y, from.layer};
        best_square = square;
      }
    };
    for (std::int32_t away = 0; away < world_->extent().height; ++away) {
      if (best && static_cast<std::int64_t>(away) * away > best_square) break;
      look(from.y - away);
      look(from.y + away);
    }
    return best;
  }

  // The cells of one area: of `home` where it reaches into the place, else of the largest area that does.
  std::optional<Error> region_of(const ScenarioPlace& place, std::uint32_t home, Region& region) {
    const std::vector<CellRun> rows = rows_of(place, world_->extent());
    std::uint32_t area = Areas::none;
    for_runs(rows, areas(), [&](const CellRun&, std::uint32_t found) {
      if (area == home && area != Areas::none) return;
      const bool better = area == Areas::none || found == home || areas().size(found) > areas().size(area) ||
                          (areas().size(found) == areas().size(area) && found < area);
      if (better) area = found;
    });
    if (area == Areas::none) return empty(place);
    for_runs(rows, areas(), [&](const CellRun& run, std::uint32_t found) {
      if (found == area) region.add(run);
    });
    return std::nullopt;
  }

  Error empty(const ScenarioPlace& place) {
    Cell centre;
    if (const auto* const rect = std::get_if<Rect>(&place.at))
      centre = {rect->x + rect->width / 2, rect->y + rect->height / 2, rect->layer};
    if (const auto* const disc = std::get_if<Disc>(&place.at)) centre = disc->centre;
    if (!grid_.contains(centre)) return outside(place, centre);
    std::string message = "no cell in it is passable for " + profile();
    if (const auto free = nearest(centre, Areas::none))
      message += "; the nearest passable cell is " + written(*free);
    return place.where.with(message);
  }

  std::optional<Error> draw(const Region& region, std::vector<Cell>& out,
                            std::unordered_set<std::size_t>& taken) {
    const auto wanted = static_cast<std::size_t>(group_->count);
    const Extent extent = world_->extent();
    // Far more room than agents: draw and draw again. Else all free cells are shuffled.
    if (region.count() / 4 >= wanted + taken.size()) {
      while (out.size() < wanted) {
        const Cell c = region.cell(random_.next() % region.count());
        if (taken.insert(extent.index(c)).second) out.push_back(c);
      }
      return std::nullopt;
    }
    std::vector<Cell> free;
    for (std::uint64_t i = 0; i < region.count(); ++i) {
      const Cell c = region.cell(i);
      if (taken.count(extent.index(c)) == 0) free.push_back(c);
    }
    if (free.size() < wanted) {
      return group_->start.where.with("expected room for " + std::to_string(wanted) + " agents, found " +
                                      std::to_string(free.size()) +
                                      " free passable cells; enlarge the place or lower `count`");
    }
    random_.shuffle(free);
    for (std::size_t i = 0; i < wanted; ++i) {
      taken.insert(extent.index(free[i]));
      out.push_back(free[i]);
    }
    return std::nullopt;
  }

  const ScenarioGroup* group_;
  const World* world_;
  GridView grid_;
  Random random_;
  std::unique_ptr<Areas>* areas_;
};

}  // namespace

std::vector<PlacedGroup> place_groups(const Scenario& scenario, const World& world,
                                      std::vector<Error>& faults) {
  std::vector<PlacedGroup> placed(scenario.groups.size());
  std::vector<std::unique_ptr<Areas>> areas(world.profile_count());
  std::unordered_set<std::size_t> taken;  // asked for membership only, so its order cannot matter
  Random seeds(scenario.seed);
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const ScenarioGroup& group = scenario.groups[i];
    PORTOLAN_ASSERT(group.profile < world.profile_count(), "a group has a profile of the world");
    PORTOLAN_ASSERT(group.count > 0, "a group has agents");
    Placer placer(group, world, seeds.next(), areas[group.profile]);
    if (world.is_streamed() && !(group.start.names_cells() && group.goal.all_name_cells())) continue;
    const auto no_start = placer.starts(placed[i].starts, taken);
    if (no_start) faults.push_back(*no_start);
    const auto goals_of = [&](const ScenarioPlace& place) {
      std::vector<Cell> goals;
      // Most goals depend on the start; cells that are named do not.
      if (no_start && !place.names_cells()) return GoalSet{};
      if (auto error = placer.goals(place, no_start ? Cell{} : placed[i].starts.front(), goals))
        faults.push_back(*error);
      return GoalSet{goals};
    };
    placed[i].goals = goals_of(group.goal);
    for (const detail::ScenarioLeg& leg : group.goal.then) placed[i].then.push_back(goals_of(leg.goal));
    if (no_start && !group.goal.names_cells()) continue;
    if (auto error = placer.target(placed[i].target)) faults.push_back(*error);
  }
  return placed;
}

Result<std::vector<PlacedGroup>> place_groups(const Scenario& scenario, const World& world) {
  std::vector<Error> faults;
  std::vector<PlacedGroup> placed = place_groups(scenario, world, faults);
  if (!faults.empty()) return joined(std::move(faults), scenario.file);
  return placed;
}

}  // namespace portolan
