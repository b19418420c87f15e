// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "board_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace portolan::tool {
namespace {

using detail::Board;
using detail::BoardShape;

constexpr Color side_color = rgb(0x222732);

/// A tile is what lies nearer to its centre than to others: for hexagons that is a hexagon, for squares a
/// square, for staggered tiles a rhomb.
class Tiling final : public BoardLayout {
 public:
  Tiling(const Board& board, int size)
      : graph_(board.graph),
        columns_(board.extent.width),
        rows_(board.extent.height),
        scale_(static_cast<float>(std::clamp(size / std::max(columns_, rows_), 1, 32))) {
    if (columns_ > 2) pitch_.x = (place(2, 0).x - place(0, 0).x) / 2;
    if (rows_ > 2) pitch_.y = (place(0, 2).y - place(0, 0).y) / 2;
  }

  [[nodiscard]] Rect area() const override {
    const auto cells = [&](float tiles) { return static_cast<int>(std::ceil((tiles + 0.6F) * scale_)); };
    return {0, 0, cells(static_cast<float>(columns_) * pitch_.x), cells(static_cast<float>(rows_) * pitch_.y),
            0};
  }
  [[nodiscard]] float scale() const override { return scale_; }
  [[nodiscard]] Vec2 centre(std::uint32_t vertex) const override {
    const Vec2 at = position(vertex, graph_);
    return {(at.x + margin) * scale_, (at.y + margin) * scale_};
  }
  void paint(Canvas& canvas, const WaypointGraph&, std::span<const Color> colors) const override {
    canvas.cells([&](Cell start, std::span<Color> row) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        const Spot spot = at(start.x + static_cast<int>(i), start.y);
        if (spot.vertex == none) continue;
        const bool is_side = scale_ >= 6 && spot.to_side < 0.04F;
        row[i] = is_side ? mix(colors[spot.vertex], side_color, 0.35) : colors[spot.vertex];
      }
    });
  }

 private:
  static constexpr std::uint32_t none = ~0U;
  static constexpr float margin = 0.6F;
  struct Spot {
    std::uint32_t vertex = none;
    float to_side = 0;  // in tiles
  };

  // What lies at the middle of a cell of the canvas.
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

/// Slabs, seen from above one corner. Where floors lie over each other they are drawn so far apart that one
/// can look in between.
class Slabs final : public BoardLayout {
 public:
  Slabs(const Board& board, int size) : cells_(board.cells), extent_(board.extent) {
    const int sides = extent_.width + extent_.height;
    half_ = static_cast<float>(std::clamp(size / (sides + 2), 2, 32));
    int lowest = extent_.layers, highest = 0, gap = extent_.layers;
    std::vector<int> below(extent_.cell_count() / static_cast<std::size_t>(extent_.layers), -1);
    for (const Cell c : cells_) {
      lowest = std::min(lowest, c.layer);
      highest = std::max(highest, c.layer);
      int& last = below[static_cast<std::size_t>(c.y * extent_.width + c.x)];
      if (last >= 0) gap = std::min(gap, c.layer - last);
      last = c.layer;
    }
    const float apart = 0.6F * half_ * static_cast<float>(sides) / 2;
    const bool stacked = gap < extent_.layers;
    lift_ = stacked ? std::max(0.7F * half_, apart / static_cast<float>(gap)) : 0.7F * half_;
    const float tallest = static_cast<float>(sides) * half_ * 1.5F;
    lift_ = std::min(lift_, tallest / static_cast<float>(std::max(1, highest - lowest)));
    origin_ = {half_ * static_cast<float>(extent_.height + 1), half_ + lift_ * static_cast<float>(highest)};
    bottom_ = origin_.y + half_ * static_cast<float>(sides) / 2 - lift_ * static_cast<float>(lowest) + half_;
  }

  [[nodiscard]] Rect area() const override {
    const float width = half_ * static_cast<float>(extent_.width + extent_.height + 2);
    return {0, 0, static_cast<int>(std::ceil(width)), static_cast<int>(std::ceil(bottom_)), 0};
  }
  [[nodiscard]] float scale() const override { return half_; }
  [[nodiscard]] Vec2 centre(std::uint32_t vertex) const override {
    const Cell c = cells_[vertex];
    const auto x = static_cast<float>(c.x), y = static_cast<float>(c.y);
    return {origin_.x + (x - y) * half_,
            origin_.y + (x + y + 1) * half_ / 2 - lift_ * static_cast<float>(c.layer)};
  }
  // From below and from behind, as vertices are numbered, so that what is in front covers what is not.
  void paint(Canvas& canvas, const WaypointGraph&, std::span<const Color> colors) const override {
    const Rect shown = area();
    std::vector<Color> picture(static_cast<std::size_t>(shown.width) *
                               static_cast<std::size_t>(shown.height));
    for (std::uint32_t v = 0; v < cells_.size(); ++v) slab(shown, centre(v), colors[v], picture);
    canvas.cells([&](Cell start, std::span<Color> row) {
      const auto first = picture.begin() + (start.y * shown.width + start.x);
      std::copy_n(first, row.size(), row.begin());
    });
  }

 private:
  void slab(const Rect& shown, Vec2 middle, Color color, std::vector<Color>& picture) const {
    const float thick = 0.3F * half_;
    const auto cell = [](float at) { return static_cast<int>(std::floor(at)); };
    const int left = std::max(0, cell(middle.x - half_)),
              right = std::min(shown.width - 1, cell(middle.x + half_));
    const int top = std::max(0, cell(middle.y - half_)),
              low = std::min(shown.height - 1, cell(middle.y + half_ + thick));
    for (int y = top; y <= low; ++y) {
      for (int x = left; x <= right; ++x) {
        const float dx = std::abs(static_cast<float>(x) + 0.5F - middle.x) / half_;
        const float dy = (static_cast<float>(y) + 0.5F - middle.y) / (half_ / 2);
        if (dx > 1) continue;
        Color& place = picture[static_cast<std::size_t>(y * shown.width + x)];
        if (dx + std::abs(dy) <= 1) {
          place = dx + std::abs(dy) > 0.93F ? mix(color, side_color, 0.35) : color;
        } else if (dy > 0 && dx + dy - thick / (half_ / 2) <= 1) {
          const bool is_left = static_cast<float>(x) + 0.5F < middle.x;
          place = mix(color, side_color, is_left ? 0.35 : 0.55);
        }
      }
    }
  }

  std::span<const Cell> cells_;
  Extent extent_;
  float half_ = 1;  // of a slab's width; its height is half of that
  float lift_ = 1;
  Vec2 origin_;
  float bottom_ = 0;
};

/// Edges as lines between where their ends lie, darker than ground is on tiles: thin light lines are not
/// seen.
class Roads final : public BoardLayout {
 public:
  Roads(const Board& board, int size) : graph_(board.graph) {
    Vec2 least = position(0, graph_), most = least;
    for (std::uint32_t v = 0; v < board.size(); ++v) {
      const Vec2 at = position(v, graph_);
      least = {std::min(least.x, at.x), std::min(least.y, at.y)};
      most = {std::max(most.x, at.x), std::max(most.y, at.y)};
    }
    const Vec2 span = most - least;
    const auto room = static_cast<float>(size) - 2 * margin;
    zoom_ = room / std::max({span.x, span.y, 1e-6F});
    least_ = least;
    size_ = {span.x * zoom_ + 2 * margin, span.y * zoom_ + 2 * margin};
    const float per_side = std::sqrt(static_cast<float>(board.size()));
    scale_ = std::clamp(0.4F * room / std::max(1.0F, per_side), 2.0F, 24.0F);
  }

  [[nodiscard]] Rect area() const override {
    return {0, 0, static_cast<int>(std::ceil(size_.x)), static_cast<int>(std::ceil(size_.y)), 0};
  }
  [[nodiscard]] float scale() const override { return scale_; }
  [[nodiscard]] Vec2 centre(std::uint32_t vertex) const override {
    const Vec2 at = position(vertex, graph_);
    return {(at.x - least_.x) * zoom_ + margin, (at.y - least_.y) * zoom_ + margin};
  }
  void paint(Canvas& canvas, const WaypointGraph& graph, std::span<const Color> colors) const override {
    const float width = std::max(1.0F, 0.12F * scale_ * canvas.scale());
    for (std::uint32_t v = 0; v < colors.size(); ++v) {
      for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
        const auto to = static_cast<std::uint32_t>((*e).target);
        canvas.stroke(std::array<Vec2, 2>{{centre(v), centre(to)}}, width,
                      mix(mix(colors[v], colors[to], 0.5), side_color, 0.2));
      }
    }
  }

 private:
  static constexpr float margin = 16;

  const WaypointGraph& graph_;
  float zoom_ = 1, scale_ = 1;
  Vec2 least_, size_;
};

}  // namespace

std::unique_ptr<BoardLayout> layout_of(const Board& board, int size) {
  if (board.shape == BoardShape::voxels) return std::make_unique<Slabs>(board, size);
  if (board.shape >= BoardShape::nodes) return std::make_unique<Roads>(board, size);
  return std::make_unique<Tiling>(board, size);
}

}  // namespace portolan::tool
