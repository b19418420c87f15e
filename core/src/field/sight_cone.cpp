// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Exact shadow casting. Seen from the goal, a line is d cells away and a cell on it t cells aside. A ray of
// slope s, |s| <= 1, runs through the centre of cell (d, t) when s = t / d, and through every line before
// that one on its whole width: from d - 1/2 to d + 1/2. So it touches the square of (d, t), sides and corners
// included, when s lies in a closed interval whose ends are odd numbers over odd numbers. What is left open
// after taking these intervals out is a list of open intervals, sorted, and always exact.
#include <algorithm>
#include <bit>
#include <limits>

#include "sight_board.hpp"

namespace portolan::detail {

namespace {

struct Slope {
  std::int32_t num;
  std::int32_t den;  // above 0
};

bool less(Slope a, Slope b) { return std::int64_t{a.num} * b.den < std::int64_t{b.num} * a.den; }

// The slopes strictly between two.
struct Gap {
  Slope low, high;
};

// Slopes just beyond the diagonal: rays of slope 1 themselves must stay in, and no other centre lies so
// close.
constexpr Slope beyond{(1 << 20) + 1, 1 << 20};

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }
std::int64_t below(std::int64_t num, std::int64_t den) { return -floor_div(-num, den) - 1; }
std::int64_t above(std::int64_t num, std::int64_t den) { return floor_div(num, den) + 1; }

// Least and greatest slope that touches cell t of line d.
Slope lowest(std::int32_t t, std::int32_t d) { return {2 * t - 1, t > 0 ? 2 * d + 1 : 2 * d - 1}; }
Slope highest(std::int32_t t, std::int32_t d) { return {2 * t + 1, t < 0 ? 2 * d + 1 : 2 * d - 1}; }

struct Span {
  std::int32_t first, last;
};

// Cells of line d that the rays of a gap touch.
Span touched(const Gap& gap, std::int32_t d) {
  const std::int64_t near = 2 * d - 1, far = 2 * d + 1;
  const std::int64_t low = gap.low.num * (gap.low.num < 0 ? far : near);
  const std::int64_t high = gap.high.num * (gap.high.num > 0 ? far : near);
  return {static_cast<std::int32_t>(above(low - gap.low.den, 2 * std::int64_t{gap.low.den})),
          static_cast<std::int32_t>(below(high + gap.high.den, 2 * std::int64_t{gap.high.den}))};
}

// Cells of line d whose centres the rays of a gap meet.
Span met(const Gap& gap, std::int32_t d) {
  return {static_cast<std::int32_t>(above(std::int64_t{gap.low.num} * d, gap.low.den)),
          static_cast<std::int32_t>(below(std::int64_t{gap.high.num} * d, gap.high.den))};
}

// Bits first..last of a word, of which some may lie outside of it.
std::uint32_t mask(std::int32_t first, std::int32_t last) {
  first = std::max(first, 0), last = std::min(last, 31);
  if (first > last) return 0;
  return (~std::uint32_t{0} >> static_cast<unsigned>(31 - (last - first))) << static_cast<unsigned>(first);
}

class Cone {
 public:
  Cone(SightBoard& board, Cell from, SightBoard::Axis axis, std::int32_t towards)
      : board_(board),
        axis_(axis),
        towards_(towards),
        line_from_(axis == SightBoard::rows ? from.y : from.x),
        side_from_(axis == SightBoard::rows ? from.x : from.y),
        shift_(board.grid().shift()) {}

  void look(std::int32_t range) {
    start();
    for (std::int32_t d = 1; d <= range && !gaps_.empty(); ++d) {
      next_.clear();
      enter_line(d);
      for (const Gap& gap : gaps_) pass(gap, d);
      gaps_.swap(next_);
    }
  }

 private:
  // Beside the goal a blocked cell takes away the diagonal.
  void start() {
    enter_line(0);
    Gap all{{-beyond.num, beyond.den}, beyond};
    if (!is_open(-1)) all.low = {-1, 1};
    if (!is_open(1)) all.high = {1, 1};
    if (SightTile* tile = tile_of(side_from_)) *seen_word(*tile) |= bit_of(side_from_);
    gaps_.push_back(all);
  }

  void enter_line(std::int32_t d) { line_ = line_from_ + towards_ * d; }

  SightTile* tile_of(std::int32_t side) {
    return axis_ == SightBoard::rows ? board_.find(side >> shift_, line_ >> shift_)
                                     : board_.find(line_ >> shift_, side >> shift_);
  }
  [[nodiscard]] int line_in_tile() const { return line_ & ((1 << shift_) - 1); }
  [[nodiscard]] std::uint32_t bit_of(std::int32_t side) const {
    return std::uint32_t{1} << static_cast<unsigned>(side & ((1 << shift_) - 1));
  }
  std::uint32_t* seen_word(SightTile& tile) { return &tile.seen[axis_][line_in_tile()]; }
  bool is_open(std::int32_t t) {
    const SightTile* tile = tile_of(side_from_ + t);
    return tile != nullptr && (tile->open[axis_][line_in_tile()] & bit_of(side_from_ + t)) != 0;
  }

  // Marks what a gap sees on a line, and keeps what the line's blocked cells leave of it.
  void pass(const Gap& gap, std::int32_t d) {
    const Span span = touched(gap, d);
    Span centres = met(gap, d);
    // A ray along the diagonal touches the cell beside its last one only with a corner, on this very line.
    if (centres.first <= -d) centres.first = is_open(1 - d) ? -d : 1 - d;
    if (centres.last >= d) centres.last = is_open(d - 1) ? d : d - 1;
    left_ = gap.low;
    const std::int32_t first = side_from_ + span.first, last = side_from_ + span.last;
    for (std::int32_t block = first >> shift_; block <= last >> shift_; ++block) {
      const std::int32_t origin = block << shift_;
      const std::uint32_t within = mask(first - origin, std::min(last - origin, (1 << shift_) - 1));
      SightTile* tile = tile_of(origin);
      std::uint32_t shut = within;
      if (tile != nullptr) {
        const std::uint32_t open = tile->open[axis_][line_in_tile()];
        *seen_word(*tile) |=
            open & within & mask(side_from_ + centres.first - origin, side_from_ + centres.last - origin);
        shut &= ~open;
      }
      while (shut != 0) shut = cut(shut, origin - side_from_, d);
    }
    if (less(left_, gap.high)) next_.push_back({left_, gap.high});
  }

  // Takes the lowest run of blocked cells out of the current gap; returns the others.
  std::uint32_t cut(std::uint32_t shut, std::int32_t origin, std::int32_t d) {
    const int first = std::countr_zero(shut);
    const std::uint32_t rest = shut + (std::uint32_t{1} << static_cast<unsigned>(first));
    const int end = rest == 0 ? 32 : std::countr_zero(rest);
    const Slope low = lowest(origin + first, d), high = highest(origin + end - 1, d);
    if (less(left_, low)) next_.push_back({left_, low});
    if (less(left_, high)) left_ = high;
    return rest & shut;
  }

  SightBoard& board_;
  SightBoard::Axis axis_;
  std::int32_t towards_;
  std::int32_t line_from_;
  std::int32_t side_from_;
  int shift_;
  std::int32_t line_ = 0;
  Slope left_{};  // what is left of the current gap begins here
  std::vector<Gap> gaps_;
  std::vector<Gap> next_;
};

}  // namespace

void look_along(SightBoard& board, Cell from, SightBoard::Axis axis, std::int32_t towards,
                std::int32_t range) {
  Cone(board, from, axis, towards).look(range);
}

}  // namespace portolan::detail
