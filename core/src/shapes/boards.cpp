// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <array>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/graph/shapes.hpp>

namespace portolan {

namespace {

struct Step {
  int dx, dy;
};

/// A board of columns and rows, and the edges that are found on it.
class Board {
 public:
  Board(std::uint32_t columns, std::uint32_t rows, std::span<const Cost> costs)
      : columns_(static_cast<int>(columns)), rows_(static_cast<int>(rows)), costs_(costs) {
    PORTOLAN_ASSERT(costs.size() == static_cast<std::size_t>(columns) * rows, "one cost per tile");
  }

  [[nodiscard]] std::size_t at(int x, int y) const { return static_cast<std::size_t>(y) * width() + at_x(x); }
  [[nodiscard]] bool passable(int x, int y) const {
    return x >= 0 && y >= 0 && x < columns_ && y < rows_ && costs_[at(x, y)] != impassable;
  }
  void join(int x, int y, Step to, bool diagonal) {
    if (!passable(x + to.dx, y + to.dy)) return;
    const std::size_t here = at(x, y), there = at(x + to.dx, y + to.dy);
    edges_.push_back({here, there, step_units(costs_[here], costs_[there], diagonal)});
  }
  template <class Visit>
  void for_each_passable(const Visit& visit) const {
    for (int y = 0; y < rows_; ++y) {
      for (int x = 0; x < columns_; ++x) {
        if (passable(x, y)) visit(x, y);
      }
    }
  }
  template <class Where>
  [[nodiscard]] WaypointGraph graph(const Where& where) const {
    std::vector<Vec2> positions;
    positions.reserve(costs_.size());
    for (int y = 0; y < rows_; ++y) {
      for (int x = 0; x < columns_; ++x)
        positions.push_back(where(static_cast<float>(x), static_cast<float>(y)));
    }
    return WaypointGraph(costs_.size(), edges_, std::move(positions));
  }

 private:
  [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(columns_); }
  static std::size_t at_x(int x) { return static_cast<std::size_t>(x); }

  int columns_, rows_;
  std::span<const Cost> costs_;
  std::vector<GraphEdge> edges_;
};

// A row (or column) of this number is pushed by half a tile.
bool is_pushed(int number, bool odd) { return (number % 2 != 0) == odd; }

using Steps = std::array<Step, 4>;

// Sides clockwise; each corner lies between the side of its number and the next.
void join_square(Board& board, int x, int y, const Steps& sides, const Steps& corners) {
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Step &a = sides[i], &b = sides[(i + 1) % sides.size()];
    board.join(x, y, a, false);
    if (board.passable(x + a.dx, y + a.dy) && board.passable(x + b.dx, y + b.dy))
      board.join(x, y, corners[i], true);
  }
}

}  // namespace

WaypointGraph hex_graph(std::uint32_t columns, std::uint32_t rows, std::span<const Cost> costs,
                        HexLayout layout) {
  const bool in_rows = layout == HexLayout::odd_rows || layout == HexLayout::even_rows;
  const bool odd = layout == HexLayout::odd_rows || layout == HexLayout::odd_columns;
  Board board(columns, rows, costs);
  board.for_each_passable([&](int x, int y) {
    // Along the row, then to the two rows beside it: there one hexagon stands left of this, one right.
    const int left = is_pushed(in_rows ? y : x, odd) ? 0 : -1;
    const std::array<Step, 6> steps{{{1, 0}, {-1, 0}, {left, -1}, {left + 1, -1}, {left, 1}, {left + 1, 1}}};
    for (const Step& step : steps) board.join(x, y, in_rows ? step : Step{step.dy, step.dx}, false);
  });
  constexpr float row_gap = 0.8660254F;
  return board.graph([&](float x, float y) {
    const auto push = [&](float number) { return is_pushed(static_cast<int>(number), odd) ? 0.5F : 0.0F; };
    return in_rows ? Vec2{x + push(y), y * row_gap} : Vec2{x * row_gap, y + push(x)};
  });
}

WaypointGraph square_graph(std::uint32_t columns, std::uint32_t rows, std::span<const Cost> costs) {
  Board board(columns, rows, costs);
  const Steps sides{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  const Steps corners{{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
  board.for_each_passable([&](int x, int y) { join_square(board, x, y, sides, corners); });
  return board.graph([](float x, float y) { return Vec2{x, y}; });
}

WaypointGraph staggered_graph(std::uint32_t columns, std::uint32_t rows, std::span<const Cost> costs,
                              bool odd_rows_pushed) {
  Board board(columns, rows, costs);
  board.for_each_passable([&](int x, int y) {
    const int left = is_pushed(y, odd_rows_pushed) ? 0 : -1;
    const Steps sides{{{left + 1, -1}, {left + 1, 1}, {left, 1}, {left, -1}}};
    const Steps corners{{{1, 0}, {0, 2}, {-1, 0}, {0, -2}}};
    join_square(board, x, y, sides, corners);
  });
  return board.graph([&](float x, float y) {
    return Vec2{x + (is_pushed(static_cast<int>(y), odd_rows_pushed) ? 0.5F : 0.0F), y * 0.5F};
  });
}

}  // namespace portolan
