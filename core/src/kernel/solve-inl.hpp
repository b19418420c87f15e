// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The tile kernel, written once over the Row of one instruction set (see rows-inl.hpp). Included inside that
// set's namespace, once per set; PORTOLAN_INLINE carries the set's function attributes.
//
// A tile is solved by sweeping rows down and up until nothing changes. The idea of relaxing whole rows
// follows the fast sweeping methods for the Eikonal equation; here costs are integers and the fixpoint is
// Dijkstra's.

// Ground of one cost: passable lanes are bits, so the legality of every step follows by shifting and masking.
#if defined(PORTOLAN_ROWS_HAVE_MASKS)
struct Plain {
  static constexpr bool may_turn_back = false;
  const std::uint32_t* rows;
  std::uint16_t straight, diagonal;

  // Most rows arrive closed: on open ground the row before was. One step tells, and saves the other eight.
  // Where it gains to one side alone, so do the others: what turns back costs more than where it turned.
  PORTOLAN_INLINE bool close(int y, Row& d) const {
    const std::uint32_t m = rows[y];
    std::uint32_t r = m & (m << 1U), l = m & (m >> 1U);
    const Row w = fill(straight);
    const Row from_west = relax(d, from_left<1>(d), w, r);
    const Row one = relax(from_west, from_right<1>(d), w, l);
    if (same(one, d)) return false;
    if (same(from_west, d)) return d = to_west(one, w, l), true;
    if (same(one, from_west)) return d = to_east(one, w, r), true;
    return d = lesser(to_east(one, w, r), to_west(one, w, l)), true;
  }
  PORTOLAN_INLINE Row to_east(Row d, Row w, std::uint32_t m) const {
    m &= m << 1U, w = adds(w, w), d = relax(d, from_left<2>(d), w, m);
    m &= m << 2U, w = adds(w, w), d = relax(d, from_left<4>(d), w, m);
    m &= m << 4U, w = adds(w, w), d = relax(d, from_left<8>(d), w, m);
    m &= m << 8U, w = adds(w, w);
    return relax(d, from_left<16>(d), w, m);
  }
  PORTOLAN_INLINE Row to_west(Row d, Row w, std::uint32_t m) const {
    m &= m >> 1U, w = adds(w, w), d = relax(d, from_right<2>(d), w, m);
    m &= m >> 2U, w = adds(w, w), d = relax(d, from_right<4>(d), w, m);
    m &= m >> 4U, w = adds(w, w), d = relax(d, from_right<8>(d), w, m);
    m &= m >> 8U, w = adds(w, w);
    return relax(d, from_right<16>(d), w, m);
  }
  // Row `to` after taking steps from the row next to it; `upper` is the number of the upper of the two.
  PORTOLAN_INLINE Row cross(int upper, Row from, Row to) const {
    const std::uint32_t m = rows[upper] & rows[upper + 1];
    const Row w = fill(diagonal);
    Row out = relax(to, from, fill(straight), m);
    out = relax(out, from_left<1>(from), w, m & (m << 1U));
    return relax(out, from_right<1>(from), w, m & (m >> 1U));
  }
  PORTOLAN_INLINE Row down(int y, Row from, Row to) const { return cross(y, from, to); }
  PORTOLAN_INLINE Row up(int y, Row from, Row to) const { return cross(y, from, to); }
  bool keeps_closed(int from, int to) const { return (rows[to] & ~rows[from]) == 0; }
};
#else
// The same without mask registers: sums of lanes that are shut saturate. To build weights for it, as where
// costs differ, takes twice as long as the solve; rows of walls, a tenth of it.
struct Plain {
  static constexpr bool may_turn_back = false;
  const std::uint32_t* rows;
  std::uint16_t straight, diagonal;
  alignas(64) std::uint16_t walls[lanes][lanes];  // all bits where a wall is

  PORTOLAN_INLINE Plain(const std::uint32_t* open, std::uint16_t straight_units, std::uint16_t diagonal_units)
      : rows(open), straight(straight_units), diagonal(diagonal_units) {
    for (int y = 0; y < lanes; ++y) store(shut(rows[y]), walls[y]);
  }
  PORTOLAN_INLINE bool close(int y, Row& d) const {
    const Row wall = load(walls[y]), by = fill(straight);
    const Row from_west = lesser(d, either(adds(from_left<1, false>(d), by), wall));
    const Row one = lesser(from_west, either(adds(from_right<1, false>(d), by), wall));
    if (same(one, d)) return false;
    if (same(from_west, d)) return d = to_west(wall, one), true;
    if (same(one, from_west)) return d = to_east(wall, one), true;
    return d = lesser(to_east(wall, one), to_west(wall, one)), true;
  }
  PORTOLAN_INLINE Row to_east(Row past, Row d) const {
    Row by = fill(straight);
    past = either(past, from_left<1, false>(past)), by = adds(by, by);
    d = lesser(d, either(adds(from_left<2, false>(d), by), past));
    past = either(past, from_left<2, false>(past)), by = adds(by, by);
    d = lesser(d, either(adds(from_left<4, false>(d), by), past));
    past = either(past, from_left<4, false>(past)), by = adds(by, by);
    d = lesser(d, either(adds(from_left<8, false>(d), by), past));
    past = either(past, from_left<8, false>(past)), by = adds(by, by);
    return lesser(d, either(adds(from_left<16, false>(d), by), past));
  }
  PORTOLAN_INLINE Row to_west(Row past, Row d) const {
    Row by = fill(straight);
    past = either(past, from_right<1, false>(past)), by = adds(by, by);
    d = lesser(d, either(adds(from_right<2, false>(d), by), past));
    past = either(past, from_right<2, false>(past)), by = adds(by, by);
    d = lesser(d, either(adds(from_right<4, false>(d), by), past));
    past = either(past, from_right<4, false>(past)), by = adds(by, by);
    d = lesser(d, either(adds(from_right<8, false>(d), by), past));
    past = either(past, from_right<8, false>(past)), by = adds(by, by);
    return lesser(d, either(adds(from_right<16, false>(d), by), past));
  }
  // From one row to another beside it. Walls have no value; both cells beside a diagonal step are open, as
  // are its ends.
  PORTOLAN_INLINE Row cross(int own, int other, Row from, Row to) const {
    const Row wall = load(walls[other]), turning = either(from, wall);
    const Row aside = lesser(from_left<1, false>(turning), from_right<1, false>(turning));
    const Row across = either(adds(aside, fill(diagonal)), load(walls[own]));
    return lesser(to, either(lesser(adds(from, fill(straight)), across), wall));
  }
  PORTOLAN_INLINE Row down(int y, Row from, Row to) const { return cross(y, y + 1, from, to); }
  PORTOLAN_INLINE Row up(int y, Row from, Row to) const { return cross(y + 1, y, from, to); }
  bool keeps_closed(int from, int to) const { return (rows[to] & ~rows[from]) == 0; }
};
#endif

struct Weighted {
  static constexpr bool may_turn_back = true;
  const TileWeights& w;

  PORTOLAN_INLINE bool close(int y, Row& d) const {
    const Row w1 = load(w.across[0][y]);
    const Row from_west = lesser(d, adds(from_left<1>(d), w1));
    const Row one = lesser(from_west, from_right<1>(adds(d, w1)));
    if (same(one, d)) return false;
    if (same(from_west, d)) return d = to_west(y, one), true;
    if (same(one, from_west)) return d = to_east(y, one), true;
    return d = lesser(to_east(y, one), to_west(y, one)), true;
  }
  PORTOLAN_INLINE Row to_east(int y, Row d) const {
    d = lesser(d, adds(from_left<2>(d), load(w.across[1][y])));
    d = lesser(d, adds(from_left<4>(d), load(w.across[2][y])));
    d = lesser(d, adds(from_left<8>(d), load(w.across[3][y])));
    return lesser(d, adds(from_left<16>(d), load(w.across[4][y])));
  }
  PORTOLAN_INLINE Row to_west(int y, Row d) const {
    d = lesser(d, from_right<2>(adds(d, load(w.across[1][y]))));
    d = lesser(d, from_right<4>(adds(d, load(w.across[2][y]))));
    d = lesser(d, from_right<8>(adds(d, load(w.across[3][y]))));
    return lesser(d, from_right<16>(adds(d, load(w.across[4][y]))));
  }
  PORTOLAN_INLINE Row down(int y, Row from, Row to) const {
    const Row straight = adds(from, load(w.down[y]));
    const Row left = adds(from_left<1>(from), load(w.down_from_left[y]));
    const Row right = adds(from_right<1>(from), load(w.down_from_right[y]));
    return lesser(lesser(to, straight), lesser(left, right));
  }
  // The same steps walked the other way: the weight belongs to the lower row's lane.
  PORTOLAN_INLINE Row up(int y, Row from, Row to) const {
    const Row straight = adds(from, load(w.down[y]));
    const Row left = from_right<1>(adds(from, load(w.down_from_left[y])));
    const Row right = from_left<1>(adds(from, load(w.down_from_right[y])));
    return lesser(lesser(to, straight), lesser(left, right));
  }
  static bool keeps_closed(int, int) { return false; }
};

// Rows that must be closed, and rows whose new values have not yet gone down or up.
struct Pending {
  std::uint32_t close, down, up, changed;
};

template <class Ground>
PORTOLAN_INLINE bool close_row(std::uint16_t* values, const Ground& ground, Pending& p, int y, Row& row) {
  const bool is_due = (p.close >> y & 1U) != 0;
  p.close &= ~(1U << y);
  if (!is_due || !ground.close(y, row)) return false;
  store(row, values + y * lanes);
  return true;
}

// From one row on, while that changes the next. On ground of one cost little is left to do there:
//  - What came from the row before gains nothing by going back: beside it lies a cell of that row from which
//    the same one is reached for no more. Only what closing the row brings may.
//  - Where each open cell has an open one beside it in the row before, the row needs no closing: from there
//    the next cell is reached for no more than by a step along the row.
template <bool downwards, class Ground>
PORTOLAN_INLINE void sweep_from(std::uint16_t* values, const Ground& ground, Pending& p, int y) {
  std::uint32_t &along = downwards ? p.down : p.up, &against = downwards ? p.up : p.down;
  Row row = load(values + y * lanes);
  for (;;) {
    const std::uint32_t bit = 1U << y;
    if (close_row(values, ground, p, y, row)) against |= bit;
    if ((along & bit) == 0) return;
    along &= ~bit;
    if (y == (downwards ? lanes - 1 : 0)) return;
    const int from = y;
    y += downwards ? 1 : -1;
    const Row next = load(values + y * lanes);
    row = downwards ? ground.down(from, row, next) : ground.up(y, row, next);
    if (same(row, next)) return;
    store(row, values + y * lanes);
    along |= 1U << y, p.changed |= 1U << y;
    if (Ground::may_turn_back) against |= 1U << y;
    if (!ground.keeps_closed(from, y)) p.close |= 1U << y;
  }
}

template <bool downwards, class Ground>
PORTOLAN_INLINE void sweep(std::uint16_t* values, const Ground& ground, Pending& p) {
  while (const std::uint32_t due = p.close | (downwards ? p.down : p.up))
    sweep_from<downwards>(values, ground, p, downwards ? std::countr_zero(due) : 31 - std::countl_zero(due));
}

// Closes a row of which nothing but one end was reached: each cell costs a step more, up to a wall.
PORTOLAN_INLINE bool close_from_end(std::uint16_t* values, std::uint32_t open, const Row& to_east,
                                    const Row& to_west) {
  const bool is_west = values[0] != lane_max;
  if (is_west == (values[lanes - 1] != lane_max)) return false;
  if (!same(either(load(values), shut(is_west ? ~1U : ~(1U << 31U))), fill(lane_max))) return false;
  const int run = is_west ? std::countr_one(open) : std::countl_one(open);
  if (run == 0) return false;
  const std::uint32_t cells = is_west ? ~0U >> (lanes - run) : ~0U << (lanes - run);
  store(either(adds(fill(values[is_west ? 0 : lanes - 1]), is_west ? to_east : to_west), shut(cells)),
        values);
  return true;
}

// The rows that are left to close. Where a tile is entered by a column, those are few or none.
PORTOLAN_INLINE std::uint32_t close_ends(std::uint16_t* values, const Plain& ground, std::uint32_t dirty) {
  alignas(64) static constexpr std::uint16_t lane[lanes] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                            11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                                            22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  constexpr std::uint16_t longest = lanes - 1, few = 4;
  if (std::popcount(dirty) < few || ground.straight > lane_max / longest) return dirty;
  const Row to_east = times(fill(ground.straight), load(lane));
  const Row to_west = subs(fill(static_cast<std::uint16_t>(longest * ground.straight)), to_east);
  std::uint32_t left = dirty;
  for (std::uint32_t rows = dirty; rows != 0; rows &= rows - 1) {
    const int y = std::countr_zero(rows);
    if (close_from_end(values + y * lanes, ground.rows[y], to_east, to_west)) left &= ~(1U << y);
  }
  return left;
}
PORTOLAN_INLINE std::uint32_t close_ends(std::uint16_t*, const Weighted&, std::uint32_t dirty) {
  return dirty;
}

template <class Ground>
PORTOLAN_INLINE std::uint32_t solve(std::uint16_t* values, const Ground& ground, std::uint32_t dirty) {
  Pending p{close_ends(values, ground, dirty), dirty, dirty, dirty};
  while ((p.close | p.down | p.up) != 0) {
    sweep<true>(values, ground, p);
    sweep<false>(values, ground, p);
  }
  return p.changed;
}

inline void build_weights(const std::uint8_t* costs, TileWeights& weights) {
  alignas(64) static constexpr std::uint16_t first_lane[lanes] = {lane_max};
  alignas(64) static constexpr std::uint16_t last_lane[lanes] = {
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, lane_max};
  const Row wall = fill(impassable), none = fill(0), all = fill(lane_max);
  const Row twelve = fill(straight_factor), seventeen = fill(diagonal_factor);
  const Row first = load(first_lane), last = load(last_lane);
  Row above = all, above_blocked = all;
  for (int y = 0; y < lanes; ++y) {
    const Row c = bytes_to_row(costs + y * lanes);
    const Row blocked = choose(equal(c, wall), all, none);
    Row a = times(twelve, adds(c, from_left<1>(c)));
    a = adds(adds(a, first), adds(blocked, from_left<1>(blocked)));
    store(a, weights.across[0][y]);
    store(a = adds(a, from_left<1>(a)), weights.across[1][y]);
    store(a = adds(a, from_left<2>(a)), weights.across[2][y]);
    store(a = adds(a, from_left<4>(a)), weights.across[3][y]);
    store(a = adds(a, from_left<8>(a)), weights.across[4][y]);
    if (y > 0) {
      const Row shut = adds(blocked, above_blocked);
      store(adds(times(twelve, adds(c, above)), shut), weights.down[y - 1]);
      const Row from_left_weight = times(seventeen, adds(c, from_left<1>(above)));
      store(adds(adds(from_left_weight, first), adds(shut, from_left<1>(shut))),
            weights.down_from_left[y - 1]);
      const Row from_right_weight = times(seventeen, adds(c, from_right<1>(above)));
      store(adds(adds(from_right_weight, last), adds(shut, from_right<1>(shut))),
            weights.down_from_right[y - 1]);
    }
    above = c;
    above_blocked = blocked;
  }
}

inline std::uint32_t solve_weighted(std::uint16_t* values, const TileWeights& weights, std::uint32_t dirty) {
  return solve(values, Weighted{weights}, dirty);
}

inline std::uint32_t solve_plain(std::uint16_t* values, const std::uint32_t* rows, std::uint32_t cost,
                                 std::uint32_t dirty) {
  const auto straight = static_cast<std::uint16_t>(2 * straight_factor * cost),
             diagonal = static_cast<std::uint16_t>(2 * diagonal_factor * cost);
  return solve(values, Plain{rows, straight, diagonal}, dirty);
}

#include "borders-inl.hpp"

inline void clear(std::uint16_t* values) {
  const Row all = fill(lane_max);
  for (int y = 0; y < lanes; ++y) {
    store(all, values + y * lanes);
#if defined(__GNUC__)
    // Otherwise it becomes a string instruction, which takes 6 ns to begin.
    asm("" ::: "memory");
#endif
  }
}

inline std::uint16_t lowest_of(const std::uint16_t* values) { return lowest(load(values)); }

inline std::uint16_t highest(const std::uint16_t* values) {
  // The highest is the lowest of the complements, unreachable lanes counting as zero.
  const Row all = fill(lane_max), none = fill(0);
  Row least = all;
  for (int y = 0; y < lanes; ++y) {
    const Row v = load(values + y * lanes);
    least = lesser(least, subs(all, choose(equal(v, all), none, v)));
  }
  return static_cast<std::uint16_t>(lane_max - lowest(least));
}

inline void raise(const std::uint16_t* values, std::uint16_t amount, std::uint16_t* out) {
  const Row by = fill(amount);
  for (int y = 0; y < lanes; ++y) store(adds(load(values + y * lanes), by), out + y * lanes);
}

inline std::uint8_t survey(const std::uint8_t* costs, std::uint32_t* rows) {
#if defined(PORTOLAN_ROWS_HAVE_MASKS)
  // Bytes as they are, two rows at a time. What all costs have in common is at most the least of them: where
  // it is the greatest one, there is but one.
  static_assert(impassable == 0xFF, "walls have all bits, and so take none from what costs have in common");
  const __m512i wall = _mm512_set1_epi8(static_cast<char>(impassable));
  __m512i common = wall, most = _mm512_setzero_si512();
  for (int y = 0; y < lanes; y += 2) {
    const __m512i c = _mm512_loadu_si512(costs + y * lanes);
    const __mmask64 open = _mm512_cmpneq_epi8_mask(c, wall);
    std::memcpy(rows + y, &open, sizeof open);
    common = _mm512_and_si512(common, c);
    most = _mm512_mask_max_epu8(most, open, most, c);
  }
  const std::uint8_t shared = common_byte(common);
  if (shared == impassable) return impassable;
  return shared == impassable - lowest_byte(_mm512_xor_si512(most, wall)) ? shared : std::uint8_t{0};
#elif defined(PORTOLAN_ROWS_HAVE_BYTES)
  // Bytes as they are. Those of walls count as the least cost of all, and as the greatest.
  Bytes least = fill_bytes(impassable), most = fill_bytes(0);
  for (int y = 0; y < lanes; ++y) {
    std::uint32_t walls = 0;
    for (int i = 0; i < byte_vectors; ++i)
      walls |= survey_bytes(costs + y * lanes + i * byte_lanes, least, most) << (i * byte_lanes);
    rows[y] = ~walls;
  }
  const std::uint8_t lo = lowest_byte(least), hi = highest_byte(most);
  if (lo == impassable) return impassable;
  return lo == hi ? lo : std::uint8_t{0};
#else
  const Row wall = fill(impassable);
  Row least = wall, complement = wall;
  for (int y = 0; y < lanes; ++y) {
    const Row c = bytes_to_row(costs + y * lanes);
    const Flags open = below(c, wall);
    rows[y] = bits(open);
    least = lesser(least, c);
    complement = lesser(complement, choose(open, subs(wall, c), wall));
  }
  const std::uint16_t lo = lowest(least), hi = static_cast<std::uint16_t>(impassable - lowest(complement));
  if (lo == impassable) return impassable;
  return static_cast<std::uint8_t>(lo == hi ? lo : 0);
#endif
}

inline void shifted(const std::uint16_t* values, std::int32_t shift, std::uint16_t* out) {
  const Row all = fill(lane_max), v = load(values);
  const Row by = fill(static_cast<std::uint16_t>(shift < 0 ? -shift : shift));
  store(shift < 0 ? choose(equal(v, all), all, subs(v, by)) : adds(v, by), out);
}

#include "directions-inl.hpp"

inline void match(const std::uint8_t* costs, std::uint8_t cost, std::uint32_t* rows) {
  const Row wanted = fill(cost);
  for (int y = 0; y < lanes; ++y) rows[y] = bits(equal(bytes_to_row(costs + y * lanes), wanted));
}

inline std::uint32_t unsupported(const std::uint16_t* values, const std::uint8_t* costs, int y) {
  alignas(64) static constexpr std::uint16_t first_lane[lanes] = {lane_max};
  alignas(64) static constexpr std::uint16_t last_lane[lanes] = {
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, lane_max};
  const std::uint16_t* row = values + y * lanes;
  const std::uint8_t* row_costs = costs + y * lanes;
  const Row v = load(row), c = bytes_to_row(row_costs), twelve = fill(straight_factor);
  const Row blocked = choose(equal(c, fill(impassable)), fill(lane_max), fill(0));
  const Row west = adds(from_left<1>(v), times(twelve, adds(c, from_left<1>(c))));
  const Row east = adds(from_right<1>(v), times(twelve, adds(c, from_right<1>(c))));
  Row best = lesser(adds(adds(west, load(first_lane)), adds(blocked, from_left<1>(blocked))),
                    adds(adds(east, load(last_lane)), adds(blocked, from_right<1>(blocked))));
  if (y > 0) best = lesser(best, candidates(row - lanes, row_costs - lanes, row_costs));
  if (y < lanes - 1) best = lesser(best, candidates(row + lanes, row_costs + lanes, row_costs));
  return bits(below(v, best));
}

inline constexpr TileKernel kernel{this_isa, solve_plain, solve_weighted, build_weights, offer,
                                   accept,   exchange,    columns,        lowest_of,     highest,
                                   raise,    survey,      shifted,        directions,    open_directions,
                                   match,    clear,       plain_column,   unsupported};
