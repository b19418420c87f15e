// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "sleeve.hpp"

#include <algorithm>
#include <bit>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

bool is_same_run(const Ground& ground, std::int32_t y, Run seen, std::int32_t x) {
  if (x >= seen.right) return ground.right_end(seen.right - 1, y, x + 1) > x;
  return x >= seen.left || ground.left_end(seen.left + 1, y, x) == x;
}

bool is_straight_on(FinePoint before, FinePoint here, FinePoint p) {
  const auto along = [](std::int32_t from, std::int32_t by, std::int32_t to) {
    return std::int64_t{by - from} * (to - by);
  };
  return cross(before, here, p) == 0 && along(before.x, here.x, p.x) + along(before.y, here.y, p.y) > 0;
}

}  // namespace

// By a word, or to the wall in it.
void Sleeve::Row::follow_west(const Ground& ground) {
  PORTOLAN_ASSERT(goes_on_west() && west > 0);
  const std::int32_t end = west >> 1, column = (end - 1) >> 5;
  const std::uint32_t walls = ~ground.word(column, y) << (31U - (static_cast<unsigned>(end - 1) & 31U));
  west = walls != 0 ? 2 * (end - std::countl_zero(walls)) + 1 : 64 * column + (column == 0 ? 1 : 0);
}
void Sleeve::Row::follow_east(const Ground& ground) {
  PORTOLAN_ASSERT(goes_on_east());
  const std::int32_t end = east >> 1, column = end >> 5;
  const std::uint32_t walls = ~ground.word(column, y) >> (static_cast<unsigned>(end) & 31U);
  const std::int32_t next = (column + 1) << 5;
  east = walls != 0 ? 2 * (end + std::countr_zero(walls)) : 2 * next + (next < ground.extent().width ? 1 : 0);
}

/// Two words of each row, side by side.
class Sleeve::Window {
 public:
  explicit Window(const Ground& ground) : ground_(ground), width_(ground.extent().width) {}

  /// Looks at the run of a row within the two words that are nearest.
  void look(Row& row) {
    const std::int32_t left = row.visited.left, last = row.visited.right - 1;
    const std::int32_t column = std::max((left + last) / 2 - 16, 0) >> 5, first = column << 5;
    if (left < first || last >= first + 64) return look_along(row);
    const std::uint64_t walls = walls_at(column, row.y);
    const std::uint64_t before = walls << (63U - static_cast<unsigned>(left - first));
    const std::uint64_t behind = walls >> static_cast<unsigned>(last - first);
    row.west = before != 0 ? 2 * (left + 1 - std::countl_zero(before)) + 1 : 2 * first + (first == 0 ? 1 : 0);
    row.east = behind != 0 ? 2 * (last + std::countr_zero(behind))
                           : 2 * (first + 64) + (first + 64 < width_ ? 1 : 0);
  }

 private:
  // One that is longer.
  void look_along(Row& row) const {
    row.west = 2 * row.visited.left + 2;
    row.east = 2 * row.visited.right - 1;
    row.follow_west(ground_);
    row.follow_east(ground_);
  }
  std::uint64_t walls_at(std::int32_t column, std::int32_t y) {
    if (column != column_ || y >> 5 != row_) {
      column_ = column;
      row_ = y >> 5;
      west_ = ground_.block(column, y);
      east_ = ground_.block(column + 1, y);
    }
    const std::size_t offset = BlockArray::offset({0, y, 0});
    const std::uint64_t east = east_ != nullptr ? ground_.equal_bits(east_ + offset) : 0;
    return ~(east << 32U | ground_.equal_bits(west_ + offset));
  }

  const Ground& ground_;
  std::int32_t width_;
  std::int32_t column_ = -1, row_ = -1;
  const std::uint8_t* west_ = nullptr;
  const std::uint8_t* east_ = nullptr;
};

void Sleeve::list_rows(const Ground& ground, std::span<const Cell> path) {
  if (rows_.size() < path.size()) rows_.resize(path.size());
  count_ = 0;
  std::int32_t y = path.front().y;
  Run visited{path.front().x, path.front().x + 1};
  for (const Cell c : path) {
    const bool changes = c.y != y;
    if (changes && count_ > 0 && rows_[count_ - 1].y == c.y &&
        is_same_run(ground, c.y, rows_[count_ - 1].visited, c.x)) {
      visited = rows_[--count_].visited;
    } else if (changes) {
      rows_[count_++] = {y, visited, 0, 0};
      visited = {c.x, c.x + 1};
    }
    y = c.y;
    visited = {std::min(visited.left, c.x), std::max(visited.right, c.x + 1)};
  }
  rows_[count_++] = {y, visited, 0, 0};
}

// Where the path turns back, there is a wall between.
void Sleeve::look_at_rows(const Ground& ground) {
  Window window(ground);
  for (std::uint32_t i = 0; i < count_; ++i) {
    window.look(rows_[i]);
    if (i < 2 || rows_[i - 2].y != rows_[i].y) continue;
    Row &before = rows_[i - 2], &behind = rows_[i];
    const bool eastwards = before.visited.left < behind.visited.left;
    Row &in_west = eastwards ? before : behind, &in_east = eastwards ? behind : before;
    while (in_west.goes_on_east()) in_west.follow_east(ground);
    while (in_east.goes_on_west()) in_east.follow_west(ground);
  }
}

/// The ends of gates in the west, or in the east. Along a wall that goes straight on, the first and the last
/// count.
struct Sleeve::Side {
  bool west;
  std::int32_t x = 0;      // of the last one
  std::uint32_t gate = 0;  // its number
  bool waits = false;

  void flush(std::vector<Funnel::End>& ends, std::int32_t y, bool down) {
    if (waits) ends.push_back({corner_point(x, y), gate, west != down, west});
    waits = false;
  }
};

void Sleeve::list_ends() {
  ends_.clear();
  gates_.resize(count_);
  Side west{true}, east{false};
  bool down = false;
  for (std::uint32_t i = 1; i < count_; ++i) {
    const Row &from = rows_[i - 1], &to = rows_[i];
    const Gate gate{std::max(from.y, to.y), std::max(from.west, to.west), std::min(from.east, to.east)};
    gates_[i] = gate;
    down = to.y > from.y;
    const bool turns = turns_back(i), west_open = (gate.west & 1) == 0, east_open = (gate.east & 1) != 0;
    const std::int32_t y_before = down ? gate.y - 1 : gate.y + 1, left = gate.west >> 1,
                       right = gate.east >> 1;
    const bool same_west = !west_open && !turns && west.gate + 1 == i && west.x == left;
    const bool same_east = !east_open && !turns && east.gate + 1 == i && east.x == right;
    if (!same_west) west.flush(ends_, y_before, down);
    if (!same_east) east.flush(ends_, y_before, down);
    if (!west_open || turns) {
      if (!same_west) ends_.push_back({corner_point(left, gate.y), i, !down, true, west_open});
      west = {true, left, i, same_west};
    }
    if (!east_open || turns) {
      if (!same_east) ends_.push_back({corner_point(right, gate.y), i, down, false, east_open});
      east = {false, right, i, same_east};
    }
  }
  if (count_ < 2) return;
  west.flush(ends_, gates_[count_ - 1].y, down);
  east.flush(ends_, gates_[count_ - 1].y, down);
}

void Sleeve::pull_once(FinePoint start, FinePoint end) {
  list_ends();
  funnel_.begin(start, ends_.size());
  for (const Funnel::End& p : ends_) funnel_.pass(p);
  funnel_.finish(end);
}

// Follows runs to the curve where it leaves them. True where there is a wall on the way.
bool Sleeve::meets_walls(const Ground& ground, FinePoint start, FinePoint end) {
  bool walls = false;
  Funnel::End from{start};
  for (const Funnel::End& bend : funnel_.bends()) {
    walls = meets_walls(ground, from, bend) || walls;
    from = bend;
  }
  return meets_walls(ground, from, {end, count_}) || walls;
}

bool Sleeve::meets_walls(const Ground& ground, const Funnel::End& from, const Funnel::End& to) {
  for (std::uint32_t i = to.gate - 1; to.open && i <= to.gate; ++i) {
    while (to.west && rows_[i].goes_on_west()) rows_[i].follow_west(ground);
    while (!to.west && rows_[i].goes_on_east()) rows_[i].follow_east(ground);
  }
  bool walls = to.open;
  if (from.at.y == to.at.y) return walls;
  const double by = double(to.at.x - from.at.x) / double(to.at.y - from.at.y);
  for (std::uint32_t i = from.gate + 1; i < to.gate; ++i) {
    const Gate& gate = gates_[i];
    const double x = from.at.x + double(gate.y * fine - from.at.y) * by;
    // Ends are doubled; one unit is more than rounding.
    const auto twice = static_cast<std::int32_t>(x) / (fine / 2);
    if (twice > gate.west + 1 && twice < gate.east - 1) continue;
    walls = follow_to(ground, i, x, from, to) || walls;
  }
  return walls;
}

bool Sleeve::follow_to(const Ground& ground, std::uint32_t gate, double x, const Funnel::End& from,
                       const Funnel::End& to) {
  const std::int32_t y = gates_[gate].y;
  // Above 0 where the curve passes in the west.
  const auto passes = [&](std::int32_t end) {
    const std::int64_t turn = cross(from.at, to.at, corner_point(end >> 1, y));
    return to.at.y > from.at.y ? -turn : turn;
  };
  bool walls = false;
  for (Row* const row : {&rows_[gate - 1], &rows_[gate]}) {
    while (row->goes_on_west() && x < (row->west >> 1) * fine + 1) row->follow_west(ground);
    while (row->goes_on_east() && x > (row->east >> 1) * fine - 1) row->follow_east(ground);
    walls = walls || passes(row->west) > 0 || passes(row->east) < 0;
  }
  return walls;
}

void Sleeve::pull(const Ground& ground, std::span<const Cell> path, FinePoint start, FinePoint end,
                  std::vector<FinePoint>& out) {
  list_rows(ground, path);
  look_at_rows(ground);
  do {
    pull_once(start, end);
  } while (meets_walls(ground, start, end));
  const std::size_t first = out.size();
  FinePoint before = start, here = start;
  const auto add = [&](FinePoint p) {
    if (p == here) return;
    if (out.size() > first && is_straight_on(before, here, p)) {
      out.pop_back();
    } else {
      before = here;
    }
    out.push_back(here = p);
  };
  for (const Funnel::End& bend : funnel_.bends()) add(bend.at);
  add(end);
}

}  // namespace portolan::detail
