// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "graph_picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <portolan/view/canvas.hpp>

#include "picture.hpp"

namespace portolan::tool {
namespace {

using detail::GraphMap;
using detail::TileBoard;

/// Where the tiles of a board lie on a canvas. A tile is what lies nearer to its centre than to others: for
/// hexagons that is a hexagon, for squares a square, for staggered tiles a rhomb.
class Tiling {
 public:
  static constexpr std::uint32_t none = ~0U;
  struct Spot {
    std::uint32_t vertex = none;
    float to_side = 0;  // in tiles
  };

  // A picture of some 1024 cells, of tiles whose shape can be seen.
  explicit Tiling(const GraphMap& map)
      : graph_(map.graph),
        columns_(static_cast<int>(map.board->columns)),
        rows_(static_cast<int>(map.board->rows)),
        scale_(static_cast<float>(std::clamp(1024 / std::max(columns_, rows_), 1, 32))) {
    if (columns_ > 2) pitch_.x = (place(2, 0).x - place(0, 0).x) / 2;
    if (rows_ > 2) pitch_.y = (place(0, 2).y - place(0, 0).y) / 2;
  }

  [[nodiscard]] Rect area() const {
    const auto cells = [&](float tiles) { return static_cast<int>(std::ceil((tiles + 0.6F) * scale_)); };
    return {0, 0, cells(static_cast<float>(columns_) * pitch_.x), cells(static_cast<float>(rows_) * pitch_.y),
            0};
  }
  [[nodiscard]] Vec2 centre(std::uint32_t vertex) const {
    const Vec2 at = position(vertex, graph_);
    return {(at.x + margin) * scale_, (at.y + margin) * scale_};
  }
  /// What lies at the middle of a cell of the canvas.
  [[nodiscard]] Spot at(int x, int y) const {
    const Vec2 p{(static_cast<float>(x) + 0.5F) / scale_ - margin,
                 (static_cast<float>(y) + 0.5F) / scale_ - margin};
    const int column = static_cast<int>(std::floor(p.x / pitch_.x)),
              row = static_cast<int>(std::floor(p.y / pitch_.y));
    float nearest = std::numeric_limits<float>::max(), second = nearest;
    Spot spot;
    for (int r = row - 2; r <= row + 2; ++r) {
      for (int c = column - 1; c <= column + 2; ++c) {
        const Vec2 tile = place(c, r);
        const float off = (tile.x - p.x) * (tile.x - p.x) + (tile.y - p.y) * (tile.y - p.y);
        second = std::min(second, std::max(off, nearest));
        if (off >= nearest) continue;
        nearest = off;
        spot.vertex = is_on_board(c, r) ? static_cast<std::uint32_t>(r * columns_ + c) : none;
      }
    }
    spot.to_side = (second - nearest) / 2;  // neighbours are about a tile apart
    return spot;
  }
  [[nodiscard]] float scale() const { return scale_; }

 private:
  static constexpr float margin = 0.6F;

  [[nodiscard]] bool is_on_board(int column, int row) const {
    return column >= 0 && row >= 0 && column < columns_ && row < rows_;
  }
  // Of tiles beyond the edge too: every other row and column repeats.
  [[nodiscard]] Vec2 place(int column, int row) const {
    if (is_on_board(column, row)) return position(static_cast<std::size_t>(row * columns_ + column), graph_);
    const int x = std::min(column & 1, columns_ - 1), y = std::min(row & 1, rows_ - 1);
    const Vec2 like = position(static_cast<std::size_t>(y * columns_ + x), graph_);
    return {like.x + static_cast<float>(column - x) * pitch_.x,
            like.y + static_cast<float>(row - y) * pitch_.y};
  }

  const WaypointGraph& graph_;
  int columns_, rows_;
  float scale_;
  Vec2 pitch_{1, 1};
};

Color ground_of(Cost cost) {
  if (cost == impassable) return rgb(0x3B4048);
  return mix(rgb(0xEFE9D6), rgb(0x9C8F6E), std::min(1.0, (cost - 1) / 8.0));
}

}  // namespace

std::optional<Error> save_board_picture(const std::filesystem::path& file, const GraphMap& map,
                                        const std::function<Distance(std::uint32_t)>& cost_at,
                                        std::span<const std::uint32_t> path, std::uint32_t from,
                                        std::uint32_t to) {
  const Tiling tiling(map);
  Distance farthest{0};
  std::vector<Color> colors;
  for (std::uint32_t v = 0; v < map.board->costs.size(); ++v) {
    if (const Distance cost = cost_at(v); reachable(cost)) farthest = std::max(farthest, cost);
  }
  for (std::uint32_t v = 0; v < map.board->costs.size(); ++v) {
    const Color ground = ground_of(map.board->costs[v]);
    const Distance cost = cost_at(v);
    const double share =
        static_cast<double>(cost.units) / static_cast<double>(std::max<std::uint64_t>(farthest.units, 1));
    colors.push_back(reachable(cost) ? mix(ground, distance_color(share), 0.75) : ground);
  }
  return save_picture(file, tiling.area(), 0, [&](Canvas& canvas) {
    canvas.cells([&](Cell start, std::span<Color> row) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        const Tiling::Spot spot = tiling.at(start.x + static_cast<int>(i), start.y);
        if (spot.vertex == Tiling::none) continue;
        const bool is_side = tiling.scale() >= 6 && spot.to_side < 0.04F;
        row[i] = is_side ? mix(colors[spot.vertex], rgb(0x222732), 0.35) : colors[spot.vertex];
      }
    });
    std::vector<Vec2> points;
    for (const std::uint32_t v : path) points.push_back(tiling.centre(v));
    const float width = std::max(2.0F, 0.2F * tiling.scale() * canvas.scale());
    canvas.stroke(points, width, group_color(0));
    canvas.disc(tiling.centre(from), 1.5F * width, group_color(1));
    canvas.disc(tiling.centre(to), 1.5F * width, group_color(0));
    const std::vector<LegendEntry> legend{field_legend(farthest),
                                          {"path", group_color(0), LegendEntry::Mark::line},
                                          {"start", group_color(1), LegendEntry::Mark::dot},
                                          {"goal", group_color(0), LegendEntry::Mark::dot}};
    canvas.legend(legend);
  });
}

}  // namespace portolan::tool
