// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One beam through one tile. Included once per instruction set, inside that set's namespace, after
// `compare`, `set_where`, `lanes_with` and `pass_rows`.
//
// Rows are met one after the other, in the direction of travel, by gaps: intervals of slopes. What a row's
// walls leave of a gap goes on to the next row. Compare Anya (Harabor, Grastien, Öz, Aksakalli, "Optimal
// any-angle pathfinding in practice", 2016), whose intervals lie on rows as well.

#include "cone_row-inl.hpp"

// What is rare is by itself (HWY_NOINLINE), so that there is less code in what runs for each row.
class ConeCast : private ConeRow {
 public:
  PORTOLAN_INLINE ConeCast(ConeBoard& board, const Beam& beam) : ConeRow(board, beam) {
    board.light(tile_);
    place_ = ConeBoard::next_place(tile_);
    // One after the other: copied as one, what was just written as two would stall.
    gaps_[0][0].low = beam.gap.low;
    gaps_[0][0].high = beam.gap.high;
  }

  PORTOLAN_INLINE void run() {
    for (int row = beam_.first_row; row < side_ && count_ != 0;) {
      enter(row);
      if (count_ == 1 && glide(row)) continue;
      next_count_ = 0;
      for (int i = 0; i < count_; ++i) cross(gaps_[current_][i]);
      turn();
      ++row;
    }
    for (int i = 0; i < count_; ++i) leave(gaps_[current_][i]);
    if (has_claimed_ && tile_.feet != 0) board_.take_links(tile_);
  }

 private:
  static constexpr int most_gaps = 128;
  static constexpr Fixed least_sliver = one_cell / 64;

  // A gap that is being cut, from the left to the right.
  struct Rest {
    Gap gap;             // low: where what is left begins
    Fixed seen_from;     // the lowest slope that still gets to the row's near side
    std::uint32_t left;  // middles not passed yet
    int corner;          // on the far side, where what is left begins; -1: nowhere
    bool is_whole;       // nothing has been cut away yet
  };

  // What goes on from this row is what meets the next one.
  PORTOLAN_INLINE void turn() {
    current_ = 1 - current_;
    count_ = next_count_;
  }

  // From a row that is entered, row after row, as long as there is a single gap: what nearly all rows are
  // like. False where a row is of another kind.
  PORTOLAN_INLINE bool glide(int& row) {
    if (near_ == 0) return false;
    Gap gap = gaps_[current_][0];
    Ray left = ray(gap.low), right = ray(gap.high);
    bool is_plain = rows_at_once != 0 && tile_.high_places.empty();
    for (;;) {
      const std::uint32_t middles = middles_between(left, right);
      if (const std::uint32_t walls = touched_by(left, right) & walls_; walls != 0) {
        next_count_ = 0;
        cut(gap, middles, walls);
        turn();
        if (++row == side_ || count_ != 1) return true;
        gap = gaps_[current_][0];
      } else {
        if (is_out(gap, left, right)) return false;
        const std::uint32_t of_use = middles == 0 ? 0 : serve(middles);
        if (of_use != middles) {
          next_count_ = 0;
          trim(gap, middles, of_use);
          turn();
        }
        graze(left.far);
        graze(right.far);
        if (++row == side_ || of_use != middles) return true;
        if (is_plain && side_ - row >= rows_at_once) {
          const int from = row;
          if (glide_far(row, gap, left.far, right.far)) return true;
          is_plain = row - from > 1;
        }
      }
      enter(row);
      left = ray(gap.low);
      right = ray(gap.high);
    }
  }

  // Many rows at once, as long as they meet nothing at all, from where the ends of a gap enter the first of
  // them. True behind the last row.
  PORTOLAN_INLINE bool glide_far(int& row, Gap gap, Fixed left, Fixed right) {
    const bool down = beam_.towards > 0;
    for (int passed = rows_at_once; passed == rows_at_once && side_ - row >= rows_at_once;) {
      std::uint64_t middles[rows_at_once + 1];
      const int first = down ? row : side_ - 1 - row;
      passed = pass_rows(tile_, side_, first, down, gap, left, right, middles);
      for (int i = 0; i < passed; ++i)
        take(down ? first + i : first - i, static_cast<std::uint32_t>(middles[i]));
      row += passed;
      left += 2 * passed * gap.low;
      right += 2 * passed * gap.high;
    }
    if (row != side_) return false;
    enter(side_ - 1);
    return true;
  }

  PORTOLAN_INLINE void cross(Gap gap) {
    const Ray left = ray(gap.low), right = ray(gap.high);
    const std::uint32_t touched = touched_by(left, right);
    std::uint32_t middles = middles_between(left, right);
    if (middle_ == 0) {
      // Everything beside the anchor's own cell lies on level rays.
      const int first = first_middle(left.middle), end = end_of_middles(right.middle);
      middles = lanes_between(gap.low == -level ? 0 : first, gap.high == level ? side_ : end);
    }
    if (near_ == 0 && middle_ == 1) touch_along(gap);
    if ((touched & walls_) != 0) return cut(gap, middles, touched & walls_);
    go_on(gap, middles);
    graze(left.far);
    graze(right.far);
  }

  // Serves what a gap sees of a row, and lets it go on, as far as it is of use.
  PORTOLAN_INLINE void go_on(Gap gap, std::uint32_t middles) {
    if (middles == 0) return keep(gap);
    const std::uint32_t of_use = serve(middles);
    // Of the row of the anchor's own cell only level rays see any: they tell nothing of the others.
    if (of_use == middles || middle_ == 0) return keep(gap);
    trim(gap, middles, of_use);
  }

  // The cells that are not served better by another. What the distance of a cell is, is not kept: mostly
  // nobody asks, and what serves it tells.
  PORTOLAN_INLINE std::uint32_t serve(std::uint32_t middles) {
    const std::uint32_t fresh = middles & ~tile_.served[y_];
    Claim made{fresh, fresh};
    if (fresh != middles) made = contest(middles & tile_.served[y_], made);
    if (made.better != 0) take(y_, made.better);
    return made.not_worse;
  }

  // Cells of a row are this anchor's own from now on.
  PORTOLAN_INLINE void take(int y, std::uint32_t cells) {
    if (cells == 0) return;
    set_where(cells, static_cast<std::uint8_t>(place_), tile_.cells->places + y * lanes);
    if (!tile_.high_places.empty())
      set_where(cells, static_cast<std::uint8_t>(place_ >> 8U), tile_.high_places.data() + y * lanes);
    tile_.served[y] |= cells;
    if (!has_claimed_) tile_.anchors.push_back(beam_.anchor);
    has_claimed_ = true;
  }

  // Cells that are served already, those of one anchor after the other.
  HWY_NOINLINE Claim contest(std::uint32_t cells, Claim made) {
    while (cells != 0) {
      const auto offset = static_cast<std::uint32_t>(y_ * lanes + std::countr_zero(cells));
      const std::uint16_t place = tile_.place_of(offset);
      std::uint32_t same =
          cells & lanes_with(static_cast<std::uint8_t>(place), tile_.cells->places + y_ * lanes);
      if (!tile_.high_places.empty())
        same &= lanes_with(static_cast<std::uint8_t>(place >> 8U), tile_.high_places.data() + y_ * lanes);
      const std::uint32_t by = tile_.anchors[place];
      if (by == beam_.anchor) {
        made.not_worse |= same;
      } else {
        compare(front(beam_.anchor), front(by), same, made);
      }
      cells &= ~same;
    }
    return made;
  }
  [[nodiscard]] PORTOLAN_INLINE Front front(std::uint32_t number) const {
    const Anchor& anchor = board_.anchor(number);
    const float rise = 0.5F * static_cast<float>(2 * (tile_.origin.y + y_) + 1 - anchor.y2);
    return {0.5F - 0.5F * static_cast<float>(anchor.x2 - 2 * tile_.origin.x), rise * rise,
            static_cast<float>(anchor.distance)};
  }

  // Takes rays away that get to cells which are served better: nothing behind those is for this anchor.
  // Single cells at an end are not worth a division.
  HWY_NOINLINE void trim(Gap gap, std::uint32_t middles, std::uint32_t of_use) {
    constexpr int worth_it = 4;
    const int first = std::countr_zero(middles), last = 31 - std::countl_zero(middles);
    if (of_use == 0) {
      keep_left(gap, first);
      keep_right(gap, last);
      return;
    }
    const int first_used = std::countr_zero(of_use), last_used = 31 - std::countl_zero(of_use);
    Gap rest = gap;
    if (first_used - first >= worth_it) {
      keep_left(gap, first);
      if (const Fixed end = slope_to_middle(first_used - 1); end > rest.low) rest.low = end;
    }
    if (last - last_used >= worth_it) {
      keep_right(gap, last);
      if (const Fixed end = slope_to_middle(last_used + 1); end < rest.high) rest.high = end;
    }
    if (width(rest.low, rest.high) > slack) keep(rest);
  }

  // What remains of a gap between its own end and the first cell, or the last, that is served better: rays
  // that are not in the tile yet, or not any more, and those that still serve what lies at the gap's end.
  // Those that leave the tile within this row, level ones too, count by who serves the cell beyond: such used
  // to be dropped, and cells beside the boundary of a tile were up to half as far again.
  HWY_NOINLINE void keep_left(Gap gap, int lane) {
    if (x_ + gap.low * (x_ < 0 ? far_ : near_) >= 0 && !is_of_use(gap.low, lane, -1)) return;
    const Fixed cell = slope_to_middle(lane), end = cell < gap.high ? cell : gap.high;
    if ((end - gap.low) * middle_ > least_sliver) keep({gap.low, end});
  }
  HWY_NOINLINE void keep_right(Gap gap, int lane) {
    if (x_ + gap.high * (x_ > tile_end() ? far_ : near_) <= tile_end() && !is_of_use(gap.high, lane, 1))
      return;
    const Fixed cell = slope_to_middle(lane), begin = cell > gap.low ? cell : gap.low;
    if ((gap.high - begin) * middle_ > least_sliver) keep({begin, gap.high});
  }
  [[nodiscard]] PORTOLAN_INLINE bool is_of_use(Fixed slope, int lane, int step) const {
    return board_.is_of_use(tile_, beam_, {slope, y_, lane, step});
  }

  // Lets a gap go on to the next row, unless all of it has left the tile.
  PORTOLAN_INLINE void keep(Gap gap) {
    if (gap.low >= 0 && x_ + gap.low * far_ >= tile_end() - slack)
      return board_.leave_by_side(tile_, beam_, 0, gap);
    if (gap.high <= 0 && x_ + gap.high * far_ <= slack) return board_.leave_by_side(tile_, beam_, 2, gap);
    // More than a row can hold; a gap that is left out is found at the end (start_at_rest).
    if (next_count_ < most_gaps) gaps_[1 - current_][next_count_++] = gap;
  }

  // A ray that ends at a corner of cells on the far side of the row.
  PORTOLAN_INLINE void graze(Fixed x) {
    if (((x + slack) & (one_cell - 1)) < 2 * slack && x > -slack && x < tile_end() + slack) {
      board_.touch(tile_, beam_, cell_before(x + slack), far_line());
    }
  }

  // Takes what the walls of a row hide out of a gap.
  void cut(const Gap whole, std::uint32_t middles, std::uint32_t walls) {
    Rest rest{whole, whole.low, middles, -1, true};
    while (walls != 0) {
      const Shade shade = take_shade(walls, whole);
      serve_before(rest, whole, shade);
      touch_shade(rest.gap.low, whole, shade);
      if (shade.high > rest.gap.low) {
        rest.gap.low = shade.high;
        rest.corner = shade.high_is_near ? -1 : shade.end;
        rest.is_whole = false;
      }
      if (shade.high_is_near && shade.high > rest.seen_from) rest.seen_from = shade.high;
      rest.left &= ~below(shade.high_is_near ? first_behind(shade.high) : shade.end);
    }
    rest.gap.high = whole.high;
    pass(rest, whole.high, rest.left, whole.low);
    if (width(rest.gap.low, whole.high) > slack) graze(x_ + whole.high * far_);
  }

  // What is left of the gap before a shade.
  PORTOLAN_INLINE void serve_before(Rest& rest, Gap whole, const Shade& shade) {
    std::uint32_t middles = rest.left;
    Fixed seen_to = whole.high;
    if (shade.low_is_far) {
      middles &= below(shade.first);
    } else {
      middles &= middle_ == 0 ? 0 : below(in_tile(end_of_middles(x_ + shade.low * middle_)));
      if (shade.low < seen_to) seen_to = shade.low;
    }
    rest.gap.high = shade.low;
    pass(rest, seen_to, middles, whole.low);
  }

  // A part of a cut gap: some slopes go on; more may see the middles of the row. No ray slips through where
  // two walls meet at a corner on the near side.
  PORTOLAN_INLINE void pass(const Rest& rest, Fixed seen_to, std::uint32_t middles, Fixed whole_low) {
    const Fixed open = width(rest.gap.low, rest.gap.high);
    if (width(rest.seen_from, seen_to) <= slack) middles = 0;
    if (rest.corner >= 0 && open >= -slack && !(open <= slack && slips(rest.gap.low, rest.corner))) {
      board_.touch(tile_, beam_, rest.corner, far_line());
    }
    if (open > slack) {
      go_on(rest.gap, middles);
      if (rest.is_whole) graze(x_ + whole_low * far_);
    } else if (middles != 0) {
      serve(middles);
    }
  }

  // The ends of a shade: those on the near side are seen wherever the gap gets to the row, those on the far
  // side only where the gap goes on beside them; on the right of a shade, that is found out later.
  PORTOLAN_INLINE void touch_shade(Fixed low, Gap whole, const Shade& shade) {
    if (shade.low > -level && width(shade.low, whole.high) >= -slack) {
      const Fixed beside = width(shade.low_is_far ? low : whole.low, shade.low);
      const bool blocked = shade.low_is_far && beside <= slack && slips(shade.low, shade.first - 1);
      if (beside >= -slack && !blocked) {
        board_.touch(tile_, beam_, shade.first, shade.low_is_far ? far_line() : near_line());
      }
    }
    if (shade.high_is_near && shade.high < level && shade.high > low &&
        width(whole.low, shade.high) >= -slack && width(shade.high, whole.high) >= -slack) {
      board_.touch(tile_, beam_, shade.end, near_line());
    }
  }

  // A level ray runs along the near side of the first row: it touches the corners of walls on the other side,
  // as far as the row is open.
  HWY_NOINLINE void touch_along(Gap gap) {
    const std::uint64_t front = tile_.walls[y_ + 1], behind = tile_.walls[y_ + 1 - beam_.towards];
    const std::uint64_t both_open = ~front & ~(front << 1U);  // bit x + 1: on both sides of corner x
    const int here = cell_before(x_);
    if (gap.high == level) {
      const int from = here < -1 ? -1 : here;
      const std::uint64_t ahead = front >> static_cast<unsigned>(from + 1);
      const int open = ahead == 0 ? 40 : std::countr_zero(ahead);
      touch_all((behind << 1U) & ~behind & both_open, from + 1, from + open - 1);
    }
    if (gap.low == -level) {
      const int from = here > side_ + 1 ? side_ + 1 : here;
      const std::uint64_t ahead = front << static_cast<unsigned>(63 - from);
      const int open = ahead == 0 ? 40 : std::countl_zero(ahead);
      touch_all(behind & ~(behind << 1U) & both_open, from - open + 1, from - 1);
    }
  }
  // Corners first..last of the near side, where bit x + 1 is set.
  void touch_all(std::uint64_t corners, int first, int last) {
    const int from = first < 0 ? 0 : first, end = (last < side_ ? last : side_) + 1;
    if (from >= end) return;
    corners &= ((std::uint64_t{2} << static_cast<unsigned>(end)) - 1) &
               ~std::uint64_t{0} << static_cast<unsigned>(from + 1);
    for (; corners != 0; corners &= corners - 1)
      board_.touch(tile_, beam_, std::countr_zero(corners) - 1, near_line());
  }

  // What is left behind the last row.
  HWY_NOINLINE void leave(Gap gap) {
    const int far_side = beam_.towards > 0 ? side_ : 0;
    if (x_ <= tile_end() && x_ + gap.high * far_ > tile_end() + slack) {
      const Fixed edge = slope_to(tile_end(), far_);
      if (edge >= gap.low) board_.touch(tile_, beam_, side_, far_side);
      board_.leave_by_side(tile_, beam_, 0, {edge > gap.low ? edge : gap.low, gap.high});
      if (edge < gap.high) gap.high = edge;
    }
    if (x_ >= 0 && x_ + gap.low * far_ < -slack) {
      const Fixed edge = slope_to(0, far_);
      if (edge <= gap.high) board_.touch(tile_, beam_, 0, far_side);
      board_.leave_by_side(tile_, beam_, 2, {gap.low, edge < gap.high ? edge : gap.high});
      if (edge > gap.low) gap.low = edge;
    }
    if (gap.low < gap.high) board_.leave_ahead(tile_, beam_, gap, far_);
  }

  std::uint16_t place_;
  bool has_claimed_ = false;
  int next_count_ = 0;
  int count_ = 1;
  int current_ = 0;
  Gap gaps_[2][most_gaps];
};

inline void cast_beam(ConeBoard& board, const Beam& beam) { ConeCast(board, beam).run(); }
