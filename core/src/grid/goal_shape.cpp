// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/detail/cell_runs.hpp>
#include <portolan/core/goal_shape.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace portolan {

namespace {

// [begin, end) of a line of so many cells that starts at 0.
struct Span {
  std::int32_t begin = 0;
  std::int32_t end = 0;
};

// From `first` to `last`, both included and of any size.
Span cut(double first, double last, std::int32_t size) {
  const auto most = static_cast<double>(size);
  return {static_cast<std::int32_t>(std::clamp(first, 0.0, most)),
          static_cast<std::int32_t>(std::clamp(last + 1, 0.0, most))};
}

// Adds the passable cells of one area after another.
class Collector {
 public:
  Collector(const World& world, ProfileId profile) : world_(world), view_(world.view(profile)) {}

  void collect(const GoalShape& shape) {
    offset_ = shape.offset;
    std::visit([this](const auto& area) { add(area); }, shape.area);
  }

  std::vector<Goal> take() {
    const auto order = [](const Goal& g) {
      return std::make_tuple(g.cell.layer, g.cell.y, g.cell.x, g.offset.units);
    };
    std::sort(goals_.begin(), goals_.end(),
              [&](const Goal& a, const Goal& b) { return order(a) < order(b); });
    const auto same_cell = [](const Goal& a, const Goal& b) { return a.cell == b.cell; };
    goals_.erase(std::unique(goals_.begin(), goals_.end(), same_cell), goals_.end());
    return std::move(goals_);
  }

 private:
  void add(Cell c) {
    if (view_.passable(c)) goals_.push_back({c, offset_});
  }
  void add(const std::vector<Goal>& cells) {
    for (const Goal& goal : cells) {
      const Distance sum = goal.offset + offset_;
      if (view_.passable(goal.cell) && reachable(sum)) goals_.push_back({goal.cell, sum});
    }
  }
  void add(const Rect& rect) { add(runs_of(rect, world_.extent())); }
  void add(const Disc& disc) { add(runs_of(disc, world_.extent())); }
  void add(const std::vector<CellRun>& runs) {
    for (const CellRun& run : runs) {
      for (std::int32_t x = run.begin; x < run.end; ++x) add(Cell{x, run.y, run.layer});
    }
  }
  void add(TerrainId terrain) {
    const Extent extent = world_.extent();
    for (std::int32_t layer = 0; layer < extent.layers; ++layer) {
      for (const CellRun& run : runs_of(Rect{0, 0, extent.width, extent.height, layer}, extent)) {
        for (std::int32_t x = run.begin; x < run.end; ++x) {
          if (world_.terrain({x, run.y, layer}) == terrain) add(Cell{x, run.y, layer});
        }
      }
    }
  }

  const World& world_;
  GridView view_;
  Distance offset_;
  std::vector<Goal> goals_;
};

}  // namespace

std::vector<CellRun> runs_of(const Rect& rect, const Extent& extent) {
  std::vector<CellRun> runs;
  if (rect.layer < 0 || rect.layer >= extent.layers) return runs;
  const auto span_of = [](std::int32_t begin, std::int32_t length, std::int32_t size) {
    return cut(begin, static_cast<double>(begin) + length - 1, size);
  };
  const Span columns = span_of(rect.x, rect.width, extent.width);
  const Span rows = span_of(rect.y, rect.height, extent.height);
  if (columns.begin >= columns.end) return runs;
  for (std::int32_t y = rows.begin; y < rows.end; ++y)
    runs.push_back({y, rect.layer, columns.begin, columns.end});
  return runs;
}

std::vector<CellRun> runs_of(const Disc& disc, const Extent& extent) {
  std::vector<CellRun> runs;
  const Cell o = disc.centre;
  if (o.layer < 0 || o.layer >= extent.layers || !(disc.radius >= 0)) return runs;
  const double reach = std::floor(disc.radius);
  const Span rows = cut(o.y - reach, o.y + reach, extent.height);
  for (std::int32_t y = rows.begin; y < rows.end; ++y) {
    const double dy = static_cast<double>(y) - o.y;
    const double half = std::floor(std::sqrt(disc.radius * disc.radius - dy * dy));
    const Span columns = cut(o.x - half, o.x + half, extent.width);
    if (columns.begin < columns.end) runs.push_back({y, o.layer, columns.begin, columns.end});
  }
  return runs;
}

std::vector<Goal> goals_of(const World& world, ProfileId profile, std::span<const GoalShape> shapes) {
  Collector collector(world, profile);
  for (const GoalShape& shape : shapes) collector.collect(shape);
  return collector.take();
}

std::vector<Goal> goals_of(const World& world, ProfileId profile, const GoalShape& shape) {
  return goals_of(world, profile, {&shape, 1});
}

}  // namespace portolan
