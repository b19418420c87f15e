// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/goal_shape.hpp>

#include <algorithm>
#include <tuple>

namespace portolan {

namespace {

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
  void add(const Rect& rect) {
    for_each_cell(rect, [this](Cell c) { add(c); });
  }
  void add(const Disc& disc) {
    const std::int64_t r = disc.radius;
    if (r < 0) return;
    const auto low = [&](std::int32_t at) { return std::max<std::int64_t>(0, at - r); };
    const auto size = [&](std::int32_t at, std::int32_t most) {
      return static_cast<std::int32_t>(std::min<std::int64_t>(at + r + 1, most) - low(at));
    };
    const Cell o = disc.centre;
    const Rect box{static_cast<std::int32_t>(low(o.x)), static_cast<std::int32_t>(low(o.y)),
                   size(o.x, world_.extent().width), size(o.y, world_.extent().height), o.layer};
    for_each_cell(box, [&](Cell c) {
      const std::int64_t dx = c.x - o.x, dy = c.y - o.y;
      if (dx * dx + dy * dy <= r * r) add(c);
    });
  }
  void add(const TerrainArea& area) {
    const Extent extent = world_.extent();
    for (std::int32_t layer = 0; layer < extent.layers; ++layer) {
      for_each_cell({0, 0, extent.width, extent.height, layer}, [&](Cell c) {
        if (world_.terrain(c) == area.terrain) add(c);
      });
    }
  }

  // Those of a rectangle that lie inside the world.
  template <class Body>
  void for_each_cell(const Rect& rect, Body&& body) const {
    const Extent extent = world_.extent();
    if (rect.layer < 0 || rect.layer >= extent.layers) return;
    const auto end = [](std::int32_t start, std::int32_t length, std::int32_t most) {
      return static_cast<std::int32_t>(std::min<std::int64_t>(std::int64_t{start} + length, most));
    };
    const std::int32_t right = end(rect.x, rect.width, extent.width);
    const std::int32_t bottom = end(rect.y, rect.height, extent.height);
    for (std::int32_t y = std::max(rect.y, 0); y < bottom; ++y) {
      for (std::int32_t x = std::max(rect.x, 0); x < right; ++x) body(Cell{x, y, rect.layer});
    }
  }

  const World& world_;
  GridView view_;
  Distance offset_;
  std::vector<Goal> goals_;
};

}  // namespace

std::vector<Goal> goals_of(const World& world, ProfileId profile, std::span<const GoalShape> shapes) {
  Collector collector(world, profile);
  for (const GoalShape& shape : shapes) collector.collect(shape);
  return collector.take();
}

std::vector<Goal> goals_of(const World& world, ProfileId profile, const GoalShape& shape) {
  return goals_of(world, profile, {&shape, 1});
}

}  // namespace portolan
