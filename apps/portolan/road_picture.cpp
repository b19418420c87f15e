// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <portolan/view/canvas.hpp>

#include "graph_picture.hpp"
#include "picture.hpp"

namespace portolan::tool {
namespace {

constexpr Color paper = rgb(0xF4F1E8);
constexpr Color beyond_corridor = rgb(0xC4BEB0);

/// Where nodes lie on a canvas of 1024 cells or so.
class RoadSheet {
 public:
  explicit RoadSheet(const WaypointGraph& graph) : graph_(graph) {
    Vec2 end;
    for (std::size_t v = 0; v < num_vertices(graph); ++v) {
      const Vec2 at = position(v, graph);
      end = {std::max(end.x, at.x), std::max(end.y, at.y)};
    }
    scale_ = (side - 2 * margin) / std::max({end.x, end.y, 1.0F});
    const auto cells = [&](float metres) {
      return static_cast<int>(std::ceil(metres * scale_ + 2 * margin));
    };
    area_ = {0, 0, cells(end.x), cells(end.y), 0};
  }
  [[nodiscard]] Rect area() const { return area_; }
  [[nodiscard]] Vec2 at(std::size_t vertex) const {
    const Vec2 p = position(vertex, graph_);
    return {p.x * scale_ + margin, p.y * scale_ + margin};
  }

 private:
  static constexpr float side = 1024, margin = 16;
  const WaypointGraph& graph_;
  float scale_ = 1;
  Rect area_;
};

// Of each street both directions would be drawn; the second one finds the first one's colour below it.
void draw_streets(Canvas& canvas, const RoadSheet& sheet, const WaypointGraph& graph,
                  const std::function<Distance(std::uint32_t)>& cost_at, Distance farthest,
                  bool in_corridor) {
  for (std::size_t v = 0; v < num_vertices(graph); ++v) {
    const Distance cost = cost_at(static_cast<std::uint32_t>(v));
    for (auto [edge, end] = out_edges(v, graph); edge != end; ++edge) {
      const std::size_t to = (*edge).target;
      const bool reached = reachable(cost) && reachable(cost_at(static_cast<std::uint32_t>(to)));
      if (reached != in_corridor) continue;
      const double share =
          static_cast<double>(cost.units) / static_cast<double>(std::max<std::uint64_t>(farthest.units, 1));
      const std::array<Vec2, 2> ends{sheet.at(v), sheet.at(to)};
      canvas.stroke(ends, reached ? 2.5F : 1.2F, reached ? distance_color(share) : beyond_corridor);
    }
  }
}

}  // namespace

std::optional<Error> save_road_picture(const std::filesystem::path& file, const WaypointGraph& graph,
                                       const std::function<Distance(std::uint32_t)>& cost_at,
                                       std::span<const std::uint32_t> path, std::uint32_t from,
                                       std::uint32_t to) {
  const RoadSheet sheet(graph);
  Distance farthest{0};
  for (std::uint32_t v = 0; v < num_vertices(graph); ++v) {
    if (const Distance cost = cost_at(v); reachable(cost)) farthest = std::max(farthest, cost);
  }
  return save_picture(file, sheet.area(), 0, [&](Canvas& canvas) {
    canvas.cells([](Cell, std::span<Color> row) { std::fill(row.begin(), row.end(), paper); });
    draw_streets(canvas, sheet, graph, cost_at, farthest, false);
    draw_streets(canvas, sheet, graph, cost_at, farthest, true);
    std::vector<Vec2> points;
    for (const std::uint32_t v : path) points.push_back(sheet.at(v));
    canvas.stroke(points, 5, group_color(0));
    canvas.disc(sheet.at(from), 8, group_color(1));
    canvas.disc(sheet.at(to), 8, group_color(0));
    const std::vector<LegendEntry> legend{
        {"cost to the goal, 0 to " + std::to_string(farthest.units) + " units", {}, LegendEntry::Mark::ramp},
        {"no part of the corridor", beyond_corridor, LegendEntry::Mark::line},
        {"path", group_color(0), LegendEntry::Mark::line},
        {"start", group_color(1), LegendEntry::Mark::dot},
        {"goal", group_color(0), LegendEntry::Mark::dot}};
    canvas.legend(legend);
  });
}

}  // namespace portolan::tool
