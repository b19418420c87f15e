// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "sleeve.hpp"

#include <bit>
#include <cstring>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/flag_bits.hpp>

namespace portolan::detail {

namespace {

bool is_same_run(const Ground& ground, std::int32_t y, Run seen, std::int32_t x) {
  if (x >= seen.right) return ground.right_end(seen.right - 1, y, x + 1) > x;
  return x >= seen.left || ground.left_end(seen.left + 1, y, x) == x;
}

bool holds(const Ground& ground, std::int32_t y, Run run) {
  return ground.right_end(run.left, y, run.right) == run.right;
}

// Beyond all columns, in the west and in the east; twice as far is a number still.
constexpr std::int32_t nowhere = 1 << 28;

bool is_straight_on(FinePoint before, FinePoint here, FinePoint p) {
  const auto along = [](std::int32_t from, std::int32_t by, std::int32_t to) {
    return std::int64_t{by - from} * (to - by);
  };
  return cross(before, here, p) == 0 && along(before.x, here.x, p.x) + along(before.y, here.y, p.y) > 0;
}

}  // namespace

// By a word, or to the wall in it.
void Sleeve::follow_west(const Ground& ground, std::uint32_t row) {
  PORTOLAN_ASSERT(goes_on_west(row) && west_[row] > 0);
  const std::int32_t end = west_[row] >> 1, column = (end - 1) >> 5;
  const std::uint32_t walls = ~ground.word(column, row_y(row))
                              << (31U - (static_cast<unsigned>(end - 1) & 31U));
  west_[row] = walls != 0 ? 2 * (end - std::countl_zero(walls)) + 1 : 64 * column + (column == 0 ? 1 : 0);
}
void Sleeve::follow_east(const Ground& ground, std::uint32_t row) {
  PORTOLAN_ASSERT(goes_on_east(row));
  const std::int32_t end = east_[row] >> 1, column = end >> 5;
  const std::uint32_t walls = ~ground.word(column, row_y(row)) >> (static_cast<unsigned>(end) & 31U);
  const std::int32_t next = (column + 1) << 5;
  east_[row] =
      walls != 0 ? 2 * (end + std::countr_zero(walls)) : 2 * next + (next < ground.extent().width ? 1 : 0);
}

/// Two words of each row, side by side: those that are nearest to a run.
class Sleeve::Window {
 public:
  explicit Window(const Ground& ground) : ground_(ground), width_(ground.extent().width) {}

  /// False for a run that is longer.
  bool open(std::int32_t y, Run visited) {
    left_ = visited.left;
    last_ = visited.right - 1;
    const std::int32_t column = std::max((left_ + last_) / 2 - 16, 0) >> 5;
    first_ = column << 5;
    if (left_ < first_ || last_ >= first_ + 64) return false;
    walls_ = walls_at(column, y);
    return true;
  }
  [[nodiscard]] bool has_walls_inside() const {
    return (walls_ >> from(left_) & ~std::uint64_t{0} >> (63U - static_cast<unsigned>(last_ - left_))) != 0;
  }
  [[nodiscard]] std::int32_t west() const {
    const std::uint64_t walls = walls_ << (63U - from(left_));
    return walls != 0 ? 2 * (left_ + 1 - std::countl_zero(walls)) + 1 : 2 * first_ + (first_ == 0 ? 1 : 0);
  }
  [[nodiscard]] std::int32_t east() const {
    const std::uint64_t walls = walls_ >> from(last_);
    const std::int32_t next = first_ + 64;
    return walls != 0 ? 2 * (last_ + std::countr_zero(walls)) : 2 * next + (next < width_ ? 1 : 0);
  }

 private:
  [[nodiscard]] unsigned from(std::int32_t x) const { return static_cast<unsigned>(x - first_); }
  std::uint64_t walls_at(std::int32_t column, std::int32_t y) {
    if (column != column_ || y >> 5 != row_) {
      column_ = column;
      row_ = y >> 5;
      west_ = ground_.block(column, y);
      east_ = ground_.block(column + 1, y);
    }
    const std::size_t offset = BlockArray::offset({0, y, 0});
    const std::uint64_t east = east_ != nullptr ? ground_.bits_of(east_ + offset) : 0;
    return ~(east << 32U | ground_.bits_of(west_ + offset));
  }

  const Ground& ground_;
  std::int32_t width_;
  std::int32_t column_ = -1, row_ = -1;
  const std::uint8_t* west_ = nullptr;
  const std::uint8_t* east_ = nullptr;
  std::int32_t left_ = 0, last_ = 0, first_ = 0;
  std::uint64_t walls_ = 0;
};

void Sleeve::make_room(std::size_t rows) {
  if (visited_.size() >= rows) return;
  visited_.resize(rows);
  y_.resize(rows + 2);
  for (auto* const by_row : {&west_, &east_}) by_row->resize(rows);
  for (auto* const by_gate : {&west_walls_, &east_walls_}) by_gate->resize(rows + 1);
  flags_.resize(rows + sizeof(std::uint64_t));
}

bool Sleeve::list_rows(const Ground& ground, std::span<const Cell> path) {
  make_room(path.size());
  count_ = 0;
  std::int32_t y = path.front().y;
  Run visited{path.front().x, path.front().x + 1};
  for (const Cell c : path) {
    const bool changes = c.y != y;
    if (changes && count_ > 0 && row_y(count_ - 1) == c.y &&
        is_same_run(ground, c.y, visited_[count_ - 1], c.x)) {
      if (!holds(ground, y, visited)) return false;
      visited = visited_[--count_];
    } else if (changes) {
      add_row(y, visited);
      visited = {c.x, c.x + 1};
    }
    y = c.y;
    visited = {std::min(visited.left, c.x), std::max(visited.right, c.x + 1)};
  }
  add_row(y, visited);
  y_[0] = y_[count_ + 1] = -nowhere;
  return true;
}

bool Sleeve::look_at_rows(const Ground& ground) {
  Window window(ground);
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Run visited = visited_[i];
    if (window.open(row_y(i), visited)) {
      if (window.has_walls_inside()) return false;
      west_[i] = window.west();
      east_[i] = window.east();
    } else {
      if (!holds(ground, row_y(i), visited)) return false;
      west_[i] = 2 * visited.left + 2;
      east_[i] = 2 * visited.right - 1;
      follow_west(ground, i);
      follow_east(ground, i);
    }
  }
  follow_at_turns(ground);
  return true;
}

// Where the path turns back, there is a wall between.
void Sleeve::follow_at_turns(const Ground& ground) {
  for (std::uint32_t i = 2; i < count_; ++i) {
    if (row_y(i - 2) != row_y(i)) continue;
    const bool eastwards = visited_[i - 2].left < visited_[i].left;
    const std::uint32_t in_west = eastwards ? i - 2 : i, in_east = eastwards ? i : i - 2;
    while (goes_on_east(in_west)) follow_east(ground, in_west);
    while (goes_on_west(in_east)) follow_west(ground, in_east);
  }
}

// Without branches, which nobody can guess here: compilers make vectors of it.
void Sleeve::list_walls() {
  const std::size_t count = count_;
  west_walls_[0] = west_walls_[count] = -nowhere;
  east_walls_[0] = east_walls_[count] = nowhere;
  const std::int32_t *const west = west_.data(), *const east = east_.data();
  std::int32_t *const west_walls = west_walls_.data(), *const east_walls = east_walls_.data();
  for (std::size_t i = 1; i < count; ++i) {
    const std::int32_t in_west = std::max(west[i - 1], west[i]), in_east = std::min(east[i - 1], east[i]);
    west_walls[i] = (in_west & 1) != 0 ? in_west : -nowhere;
    east_walls[i] = (in_east & 1) == 0 ? in_east : nowhere;
  }
}

// Where the path turns back, both ends count. Gates beside others are one row apart everywhere else. Without
// branches, too.
void Sleeve::flag_gates() {
  const std::size_t count = count_;
  const std::int32_t *const west = west_walls_.data(), *const east = east_walls_.data(), *const y = y_.data();
  std::uint8_t* const flags = flags_.data();
  for (std::size_t i = 1; i < count; ++i) {
    const std::int32_t turns = (y[i - 1] == y[i + 1] ? west_counts | east_counts : 0) |
                               (y[i] == y[i + 2] ? west_counts | east_counts : 0);
    const std::int32_t in_west = 2 * west[i] > west[i - 1] + west[i + 1] ? west_counts : 0;
    const std::int32_t in_east = 2 * east[i] < east[i - 1] + east[i + 1] ? east_counts : 0;
    const std::int32_t open = (west[i] == -nowhere ? is_open : 0) | (east[i] == nowhere ? is_open : 0);
    flags[i] = static_cast<std::uint8_t>(turns | in_west | in_east | open);
  }
  flags_[0] = 0;
  std::fill_n(flags_.begin() + count_, sizeof(std::uint64_t), std::uint8_t{0});
}

// Calls visit(gate) for those from `first` to before `end` that have one of these flags.
template <class Visit>
void Sleeve::for_each_flagged(std::uint32_t first, std::uint32_t end, unsigned flags, Visit&& visit) const {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  for (std::uint32_t at = first & ~7U; at < end; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, flags_.data() + at, sizeof word);
    word &= ones * flags;
    if (word == 0) continue;
    std::uint32_t bits = bits_of_flags((word | word >> 1U | word >> 2U) & ones);
    for (; bits != 0; bits &= bits - 1) {
      const std::uint32_t gate = at + static_cast<std::uint32_t>(std::countr_zero(bits));
      if (gate >= first && gate < end) visit(gate);
    }
  }
}

void Sleeve::list_ends() {
  list_walls();
  flag_gates();
  ends_.clear();
  for_each_flagged(1, count_, west_counts | east_counts, [this](std::uint32_t gate) {
    const bool down = row_y(gate) > row_y(gate - 1);
    if ((flags_[gate] & west_counts) != 0) {
      const std::int32_t west = std::max(west_[gate - 1], west_[gate]);
      ends_.push_back({corner_point(west >> 1, gate_y(gate)), gate, !down, true, (west & 1) == 0});
    }
    if ((flags_[gate] & east_counts) != 0) {
      const std::int32_t east = std::min(east_[gate - 1], east_[gate]);
      ends_.push_back({corner_point(east >> 1, gate_y(gate)), gate, down, false, (east & 1) != 0});
    }
  });
}

void Sleeve::pull_once(FinePoint start, FinePoint end) {
  list_ends();
  funnel_.begin(start, ends_.size());
  for (const Funnel::End& p : ends_) funnel_.pass(p);
  funnel_.finish(end);
}

// Follows runs to the curve where it leaves them: between its bends only at gates that are open, as it keeps
// within the others. True where there is a wall on the way.
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
    while (to.west && goes_on_west(i)) follow_west(ground, i);
    while (!to.west && goes_on_east(i)) follow_east(ground, i);
  }
  bool walls = to.open;
  if (from.at.y == to.at.y) return walls;
  const double by = double(to.at.x - from.at.x) / double(to.at.y - from.at.y);
  for_each_flagged(from.gate + 1, to.gate, is_open, [&](std::uint32_t gate) {
    const double x = from.at.x + double(gate_y(gate) * fine - from.at.y) * by;
    // Ends are doubled; one unit is more than rounding.
    const auto twice = static_cast<std::int32_t>(x) / (fine / 2);
    if (twice > std::max(west_[gate - 1], west_[gate]) + 1 &&
        twice < std::min(east_[gate - 1], east_[gate]) - 1)
      return;
    walls = follow_to(ground, gate, x, from, to) || walls;
  });
  return walls;
}

bool Sleeve::follow_to(const Ground& ground, std::uint32_t gate, double x, const Funnel::End& from,
                       const Funnel::End& to) {
  const std::int32_t y = gate_y(gate);
  // Above 0 where the curve passes in the west.
  const auto passes = [&](std::int32_t end) {
    const std::int64_t turn = cross(from.at, to.at, corner_point(end >> 1, y));
    return to.at.y > from.at.y ? -turn : turn;
  };
  bool walls = false;
  for (std::uint32_t row = gate - 1; row <= gate; ++row) {
    while (goes_on_west(row) && x < (west_[row] >> 1) * fine + 1) follow_west(ground, row);
    while (goes_on_east(row) && x > (east_[row] >> 1) * fine - 1) follow_east(ground, row);
    walls = walls || passes(west_[row]) > 0 || passes(east_[row]) < 0;
  }
  return walls;
}

bool Sleeve::pull(const Ground& ground, std::span<const Cell> path, FinePoint start, FinePoint end,
                  std::vector<FinePoint>& out) {
  if (!list_rows(ground, path) || !look_at_rows(ground)) return false;
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
  return true;
}

}  // namespace portolan::detail
