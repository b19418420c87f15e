// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "tables/ways_around.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include <portolan/hierarchy/detail/cost_tables.hpp>
#include "simd/open_ways.hpp"

namespace portolan::detail {

namespace {

constexpr std::int32_t tile_side = TileGrid::max_side;
constexpr std::size_t corners = WallBox::corners;
constexpr std::int32_t no_way = 1 << 20;  // more than any way in a tile where cells cost one

// A way around a box clockwise, from where one node lies to where another does: the first corner and the last
// one that it leads over.
struct Turn {
  std::uint8_t first = 0;
  std::uint8_t last = 0;
  std::uint8_t sides = 0;  // of the box, in between; all but one: from there the box is not in the way

  // Where nodes lie is numbered row by row, the box itself in the middle.
  static constexpr Turn between(std::size_t from, std::size_t to) {
    constexpr std::array<std::uint8_t, 9> clockwise{1, 1, 2, 0, 0, 2, 0, 3, 3};
    constexpr std::array<std::uint8_t, 9> counterclockwise{3, 0, 0, 3, 0, 1, 2, 2, 1};
    const std::size_t first = clockwise[from];
    const std::size_t last = counterclockwise[to];
    return {clockwise[from], counterclockwise[to],
            static_cast<std::uint8_t>((last + corners - first) % corners)};
  }
};

// From one to the other, and back.
struct Turns {
  Turn there;
  Turn back;
  unsigned around = 0;  // 0: the box is not in the way

  using Table = std::array<std::array<Turns, 9>, 9>;
  static constexpr Table all() {
    Table turns{};
    for (std::size_t from = 0; from < turns.size(); ++from) {
      for (std::size_t to = 0; to < turns.size(); ++to) {
        const Turn there = Turn::between(from, to);
        const Turn back = Turn::between(to, from);
        const bool free = from == to || there.sides == corners - 1 || back.sides == corners - 1;
        turns[from][to] = {there, back, free ? 0U : 1U};
      }
    }
    return turns;
  }
};
constexpr Turns::Table all_turns = Turns::all();

// Nodes of the tile, for a row of lanes.
struct Places {
  static constexpr std::size_t most = TileNodes::most;
  static_assert(most % WayPlaces::width == 0);
  alignas(64) std::array<std::int16_t, most> x{};
  alignas(64) std::array<std::int16_t, most> y{};
  std::size_t count = 0;

  Places(const TileNodes& nodes, std::size_t node_count) : count(node_count) {
    for (std::size_t i = 0; i < count; ++i) {
      x[i] = static_cast<std::int16_t>(nodes.x[i]);
      y[i] = static_cast<std::int16_t>(nodes.y[i]);
    }
  }
  [[nodiscard]] WayPlaces padded() const {
    return {x.data(), y.data(), (count + WayPlaces::width - 1) / WayPlaces::width * WayPlaces::width};
  }
};

// Of ground that costs one, in half the units; bits of what is open are in the lowest place.
class BoxWays {
 public:
  struct Way {
    std::int32_t units = 0;   // at least
    std::uint64_t open = 0;   // it is there
    std::uint64_t bends = 0;  // else a straight way that leads past is shorter
  };

  BoxWays(const WallBox& box, const Places& places, const std::uint64_t* joined) : places_(places) {
    corner_x_ = {box.west, box.east, box.east, box.west};
    corner_y_ = {box.north, box.north, box.south, box.south};
    for (std::size_t k = 0; k < corners; ++k) {
      joined_[k] = box.node[k] == WallBox::outside ? 0 : joined[box.node[k]];
      const WayStart start{static_cast<std::int16_t>(corner_x_[k]), static_cast<std::int16_t>(corner_y_[k]),
                           0, straight_factor, diagonal_factor - straight_factor};
      way_units(places.padded(), start, to_corner_[k].data());
    }
    follow_sides(box);
    for (std::size_t i = 0; i < places.count; ++i) {
      const int column = (places.x[i] > box.west ? 1 : 0) + (places.x[i] >= box.east ? 1 : 0);
      const int row = (places.y[i] > box.north ? 1 : 0) + (places.y[i] >= box.south ? 1 : 0);
      region_[i] = static_cast<std::uint8_t>(3 * row + column);
    }
  }
  [[nodiscard]] const Turns& turns(std::size_t from, std::size_t to) const {
    return all_turns[region_[from]][region_[to]];
  }
  [[nodiscard]] Way way(std::size_t from, const Turn& turn, std::size_t to) const {
    const Along& along = along_[turn.first][turn.sides];
    // Over one corner alone it bends where that is on its left.
    const std::int32_t dx = corner_x_[turn.first] - places_.x[from];
    const std::int32_t dy = corner_y_[turn.first] - places_.y[from];
    const bool left = (places_.x[to] - places_.x[from]) * dy < (places_.y[to] - places_.y[from]) * dx;
    return {along.units + to_corner_[turn.first][from] + to_corner_[turn.last][to],
            along.open & joined_[turn.first] >> from & joined_[turn.last] >> to,
            static_cast<std::uint64_t>(left) | static_cast<std::uint64_t>(turn.sides != 0)};
  }

 private:
  // From one corner on.
  struct Along {
    std::int32_t units = 0;
    std::uint64_t open = 0;
  };

  void follow_sides(const WallBox& box) {
    const std::array<std::int32_t, 2> lengths{box.east - box.west, box.south - box.north};
    for (std::size_t k = 0; k < corners; ++k) {
      Along along{0, 1};
      for (std::size_t sides = 0; sides < corners; ++sides) {
        const std::size_t here = (k + sides) % corners;
        const std::uint8_t next = box.node[(here + 1) % corners];
        const bool outside = box.node[here] == WallBox::outside;
        if (outside) along = {no_way, 0};
        along_[k][sides] = along;
        along.units += std::int32_t{straight_factor} * lengths[here % 2];
        along.open &= next == WallBox::outside ? 0 : joined_[here] >> next;
      }
    }
  }

  const Places& places_;
  std::array<std::int32_t, corners> corner_x_{};
  std::array<std::int32_t, corners> corner_y_{};
  std::array<std::uint64_t, corners> joined_{};
  std::array<std::array<Along, corners>, corners> along_{};  // by corner and sides
  std::array<std::uint8_t, Places::most> region_;
  std::array<std::array<std::int16_t, Places::most>, corners> to_corner_;
};

}  // namespace

void WaysAround::find(const TileCells& fresh, const TileCells& walls) {
  box_count_ = 0;
  TileCells left = fresh;
  const auto wall = [&](std::int32_t row) { return walls[static_cast<std::size_t>(row)]; };
  for (std::int32_t y = 0; y < tile_side && box_count_ < most;) {
    const std::uint32_t bits = left[static_cast<std::size_t>(y)];
    if (bits == 0) {
      ++y;
      continue;
    }
    // The first run of the row, as far up and down as there are walls, and then as far to both sides.
    const int first = std::countr_zero(bits);
    const std::uint32_t run = bits & ~(bits + (1U << first));
    std::int32_t north = y;
    std::int32_t south = y;
    std::uint32_t all = wall(y);
    for (; north > 0 && (wall(north - 1) & run) == run; --north) all &= wall(north - 1);
    for (; south < tile_side - 1 && (wall(south + 1) & run) == run; ++south) all &= wall(south + 1);
    const int west = first - std::countl_one(static_cast<std::uint32_t>(std::uint64_t{all} << (32 - first)));
    const int east = first + std::countr_one(all >> first) - 1;
    for (std::int32_t row = north; row <= south; ++row)
      left[static_cast<std::size_t>(row)] &= ~(~0U >> (31 - east + west) << west);
    boxes_[box_count_++] = {west - 1, east + 1, north - 1, south + 1, {}};
  }
}

void WaysAround::add_corners(TileNodes& nodes) {
  node_count_ = nodes.count;
  box_count_ = std::min(box_count_, (TileNodes::most - node_count_) / corners);
  for (WallBox& box : std::span(boxes_).first(box_count_)) {
    const auto add = [&](std::size_t k, std::int32_t x, std::int32_t y) {
      const bool inside = x >= 0 && x < tile_side && y >= 0 && y < tile_side;
      box.node[k] = inside ? static_cast<std::uint8_t>(nodes.count) : WallBox::outside;
      if (inside) nodes.add(x, y, 0);
    };
    add(0, box.west, box.north);
    add(1, box.east, box.north);
    add(2, box.east, box.south);
    add(3, box.west, box.south);
  }
}

// Conditions are put together without branches: nobody can foretell which of them holds.
void WaysAround::settle(const TileNodes& nodes, const std::uint64_t* joined, Cost least, std::uint64_t* open,
                        std::uint64_t* units) const {
  const std::size_t n = node_count_;
  if (box_count_ == 0 || std::all_of(open, open + n, [](std::uint64_t bits) { return bits == 0; })) return;
  const Places places(nodes, n);
  for (const WallBox& box : std::span(boxes_).first(box_count_)) {
    const BoxWays ways(box, places, joined);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::uint64_t left = open[i] & ((std::uint64_t{1} << i) - 1); left != 0; left &= left - 1) {
        const auto j = static_cast<std::size_t>(std::countr_zero(left));
        const Turns& turns = ways.turns(i, j);
        const BoxWays::Way one = ways.way(i, turns.there, j);
        const BoxWays::Way other = ways.way(j, turns.back, i);
        const std::int32_t less = std::min(one.units, other.units);
        const std::uint64_t there = (one.open & static_cast<std::uint64_t>(one.units == less)) |
                                    (other.open & static_cast<std::uint64_t>(other.units == less));
        const auto none = static_cast<std::uint64_t>(less >= no_way);
        if ((turns.around & one.bends & other.bends & (there | none)) == 0) continue;
        const std::uint64_t cost = std::uint64_t{2} * least * static_cast<std::uint64_t>(less) +
                                   nodes.half_step[i] + nodes.half_step[j];
        units[i * n + j] = units[j * n + i] = none != 0 ? CostTable::no_path : cost;
        open[i] &= ~(std::uint64_t{1} << j);
        open[j] &= ~(std::uint64_t{1} << i);
      }
    }
  }
}

}  // namespace portolan::detail
