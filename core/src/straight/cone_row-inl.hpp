// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The rows of a tile, as the rays of one beam meet them. Included once per instruction set, inside that set's
// namespace.
//
// A row is `h` half rows away from the anchor where it is met (near), at its middles, and where it is left
// (far); a ray of slope s is there at x = anchor + s * h. Slopes and positions are whole numbers (slope.hpp),
// so that a ray that touches a corner is told from one that does not. The ends of walls in a row are corners
// of their near side, or of their far side, depending on which the rays meet last.

class ConeRow {
 protected:
  PORTOLAN_INLINE ConeRow(ConeBoard& board, const Beam& beam)
      : board_(board),
        beam_(beam),
        tile_(board.tile(beam.tile)),
        side_(board.tiles().side()),
        x2_(board.anchor(beam.anchor).x2 - 2 * tile_.origin.x),
        y2_(board.anchor(beam.anchor).y2),
        x_(x2_ * half_cell) {}

  // Where a ray is as it meets a row, at its middles, and as it leaves it.
  struct Ray {
    Fixed near, middle, far;
  };

  [[nodiscard]] PORTOLAN_INLINE Ray ray(Fixed slope) const {
    return {x_ + slope * near_, x_ + slope * middle_, x_ + slope * far_};
  }
  [[nodiscard]] PORTOLAN_INLINE Fixed tile_end() const { return position(side_); }
  // The slope that meets a position at a height above 0.
  [[nodiscard]] PORTOLAN_INLINE Fixed slope_to(Fixed x, int height) const { return quotient(x - x_, height); }
  [[nodiscard]] PORTOLAN_INLINE Fixed slope_to_middle(int lane) const {
    return slope_to(position(lane) + half_cell, middle_);
  }

  [[nodiscard]] static PORTOLAN_INLINE std::uint32_t below(int lane) {
    return static_cast<std::uint32_t>((std::uint64_t{1} << static_cast<unsigned>(lane)) - 1);
  }
  [[nodiscard]] PORTOLAN_INLINE int in_tile(int lane) const {
    return lane < 0 ? 0 : lane > side_ ? side_ : lane;
  }
  // Lanes from `first` to before `end`; both may lie outside of the tile.
  [[nodiscard]] PORTOLAN_INLINE std::uint32_t lanes_between(int first, int end) const {
    return below(in_tile(end)) & ~below(in_tile(first));
  }
  // The first lane whose middle is at or beyond a position, and the one behind the last before it.
  [[nodiscard]] static PORTOLAN_INLINE int first_middle(Fixed x) {
    return cell_before(x + half_cell - slack - 1);
  }
  [[nodiscard]] static PORTOLAN_INLINE int end_of_middles(Fixed x) {
    return cell_before(x + half_cell + slack);
  }

  // The lines of corners on both sides of the row.
  [[nodiscard]] PORTOLAN_INLINE int near_line() const { return beam_.towards > 0 ? y_ : y_ + 1; }
  [[nodiscard]] PORTOLAN_INLINE int far_line() const { return beam_.towards > 0 ? y_ + 1 : y_; }

  PORTOLAN_INLINE void enter(int row) {
    const bool down = beam_.towards > 0;
    y_ = down ? row : side_ - 1 - row;
    const int line = 2 * (tile_.origin.y + y_ + (down ? 0 : 1));
    const int height = down ? line - y2_ : y2_ - line;
    near_ = height < 0 ? 0 : height;  // -1: the row of the anchor's own cell
    middle_ = height + 1;
    far_ = height + 2;
    walls_ = static_cast<std::uint32_t>(tile_.walls[y_ + 1] >> 1U);
  }

  // Cells of the row that rays between two pass through, and those whose middles lie between them.
  [[nodiscard]] PORTOLAN_INLINE std::uint32_t touched_by(const Ray& left, const Ray& right) const {
    const Fixed leftmost = left.near < left.far ? left.near : left.far;
    const Fixed rightmost = right.near > right.far ? right.near : right.far;
    return lanes_between(cell_before(leftmost + slack), cell_before(rightmost - slack) + 1);
  }
  [[nodiscard]] PORTOLAN_INLINE std::uint32_t middles_between(const Ray& left, const Ray& right) const {
    return lanes_between(first_middle(left.middle), end_of_middles(right.middle));
  }
  // True when all of a gap has left the tile by its sides.
  [[nodiscard]] PORTOLAN_INLINE bool is_out(Gap gap, const Ray& left, const Ray& right) const {
    return (gap.low >= 0 && left.far >= tile_end() - slack) || (gap.high <= 0 && right.far <= slack);
  }

  // How far two rays are apart where the row is left; not below slack: they are two.
  [[nodiscard]] PORTOLAN_INLINE Fixed width(Fixed low, Fixed high) const { return (high - low) * far_; }

  [[nodiscard]] PORTOLAN_INLINE int first_behind(Fixed slope) const {
    return middle_ == 0 ? side_ : in_tile(first_middle(x_ + slope * middle_));
  }

  // True where a plumb ray would change sides at a corner between two walls: the one of this row, and one of
  // the row before on the other side.
  [[nodiscard]] PORTOLAN_INLINE bool slips(Fixed slope, int other_lane) const {
    return slope == 0 &&
           (tile_.walls[y_ + 1 - beam_.towards] >> static_cast<unsigned>(other_lane + 1) & 1U) != 0;
  }

  // What a run of walls hides: all slopes between two. Each end is a corner on the near or on the far side of
  // the row.
  struct Shade {
    int first, end;  // lanes
    bool low_is_far, high_is_near;
    Fixed low, high;
  };
  // Takes the first run out of a row of walls. Ends that lie clearly outside of the gap are told from its
  // rays, without a division: mostly one of the two is such.
  PORTOLAN_INLINE Shade take_shade(std::uint32_t& walls, Gap gap) const {
    constexpr Fixed clearly = one_cell / 256;
    Shade shade;
    shade.first = std::countr_zero(walls);
    const std::uint32_t carried = walls + (std::uint32_t{1} << static_cast<unsigned>(shade.first));
    shade.end = carried == 0 ? 32 : std::countr_zero(carried);
    walls &= carried;
    shade.low_is_far = position(shade.first) >= x_;
    shade.high_is_near = position(shade.end) > x_;
    const int low_height = shade.low_is_far ? far_ : near_, high_height = shade.high_is_near ? near_ : far_;
    if (low_height == 0) {
      shade.low = -level;
    } else {
      const bool is_out = position(shade.first) < x_ + gap.low * low_height - clearly;
      shade.low = is_out ? gap.low - clearly : slope_to(position(shade.first), low_height);
    }
    if (high_height == 0) {
      shade.high = level;
    } else {
      const bool is_out = position(shade.end) > x_ + gap.high * high_height + clearly;
      shade.high = is_out ? gap.high + clearly : slope_to(position(shade.end), high_height);
    }
    return shade;
  }

  ConeBoard& board_;
  const Beam& beam_;
  ConeTile& tile_;
  const int side_;
  const std::int32_t x2_, y2_;  // of the anchor, in half cells: from the tile's left, and in the world
  const Fixed x_;
  // Of the row.
  int y_ = 0;
  int near_ = 0, middle_ = 0, far_ = 0;
  std::uint32_t walls_ = 0;
};
