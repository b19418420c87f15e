// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Flow directions of a tile. Included by solve-inl.hpp, in its namespace.

// A row with its two neighbours in view: lane x of `left` is the cell at x - 1.
struct Seen {
  Row left, here, right;
};

PORTOLAN_INLINE Seen seen(Row row, std::uint16_t west, std::uint16_t east) {
  alignas(64) static constexpr std::uint16_t first_lane[lanes] = {1};
  alignas(64) static constexpr std::uint16_t last_lane[lanes] = {
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  const Row none = fill(0);
  return {choose(below(none, load(first_lane)), fill(west), from_left<1>(row)), row,
          choose(below(none, load(last_lane)), fill(east), from_right<1>(row))};
}

// The three rows around one row, of values or of costs.
struct Window {
  Seen above, here, beneath;
};

// The steps of a window's middle row by direction: e, se, s, sw, w, nw, n, ne.
template <int d>
PORTOLAN_INLINE Row next(const Window& w) {
  const Seen& row = step_dy[d] < 0 ? w.above : step_dy[d] > 0 ? w.beneath : w.here;
  return step_dx[d] < 0 ? row.left : step_dx[d] > 0 ? row.right : row.here;
}

struct PlainSteps {
  Row straight, diagonal;
  template <int d>
  PORTOLAN_INLINE Row weight() const {
    return d % 2 == 0 ? straight : diagonal;
  }
};

struct WeightedSteps {
  const Window& costs;
  template <int d>
  PORTOLAN_INLINE Row weight() const {
    return times(fill(d % 2 == 0 ? straight_factor : diagonal_factor), adds(costs.here.here, next<d>(costs)));
  }
};

// Direction d is right where stepping there costs exactly what the cell has more than its neighbour. Later
// choices win: straight ones over diagonals, so that ties are broken the same everywhere. A diagonal is legal
// where both orthogonal neighbours are reachable: next to a reachable cell that is the same as passable.
template <class Steps>
PORTOLAN_INLINE Row choose_steps(const Window& w, const Steps& steps) {
  const Row all = fill(lane_max), v = w.here.here;
  const Flags east = below(w.here.right, all), west = below(w.here.left, all);
  const Flags south = below(w.beneath.here, all), north = below(w.above.here, all);
  Row dir = fill(static_cast<std::uint16_t>(Direction::none));
  // Values are raised by the dearest step, so that no legal step saturates here.
#define PORTOLAN_BELOW(d) next<d>(w), subs(v, steps.template weight<d>())
  dir = choose(equal_where(both(north, east), PORTOLAN_BELOW(7)), fill(7), dir);
  dir = choose(equal_where(both(north, west), PORTOLAN_BELOW(5)), fill(5), dir);
  dir = choose(equal_where(both(south, west), PORTOLAN_BELOW(3)), fill(3), dir);
  dir = choose(equal_where(both(south, east), PORTOLAN_BELOW(1)), fill(1), dir);
  dir = choose(equal(PORTOLAN_BELOW(6)), fill(6), dir);
  dir = choose(equal(PORTOLAN_BELOW(4)), fill(4), dir);
  dir = choose(equal(PORTOLAN_BELOW(2)), fill(2), dir);
  dir = choose(equal(PORTOLAN_BELOW(0)), fill(0), dir);
#undef PORTOLAN_BELOW
  return choose(equal(v, all), fill(static_cast<std::uint16_t>(Direction::none)), dir);
}

inline void directions(const std::uint16_t* values, std::uint16_t raise_amount, const Halo& halo,
                       const std::uint8_t* costs, const Halo& halo_costs, std::uint32_t plain_cost,
                       std::uint8_t* out) {
  const PlainSteps plain{fill(static_cast<std::uint16_t>(2 * straight_factor * plain_cost)),
                         fill(static_cast<std::uint16_t>(2 * diagonal_factor * plain_cost))};
  const Row raise_by = fill(raise_amount);
  Window w{}, c{};
  w.here = seen(load(halo.north), halo.west[0], halo.east[0]);
  w.beneath = seen(adds(load(values), raise_by), halo.west[1], halo.east[1]);
  if (plain_cost == 0) {
    c.here = seen(load(halo_costs.north), halo_costs.west[0], halo_costs.east[0]);
    c.beneath = seen(bytes_to_row(costs), halo_costs.west[1], halo_costs.east[1]);
  }
  for (int y = 0; y < lanes; ++y) {
    const bool last = y == lanes - 1;
    w.above = w.here, w.here = w.beneath;
    const Row under = last ? load(halo.south) : adds(load(values + (y + 1) * lanes), raise_by);
    w.beneath = seen(under, halo.west[y + 2], halo.east[y + 2]);
    if (plain_cost != 0) {
      row_to_bytes(choose_steps(w, plain), out + y * lanes);
      continue;
    }
    c.above = c.here, c.here = c.beneath;
    const Row cost_under = last ? load(halo_costs.south) : bytes_to_row(costs + (y + 1) * lanes);
    c.beneath = seen(cost_under, halo_costs.west[y + 2], halo_costs.east[y + 2]);
    row_to_bytes(choose_steps(w, WeightedSteps{c}), out + y * lanes);
  }
}

#if defined(PORTOLAN_ROWS_HAVE_MASKS)
// Values of cells next to each other on ground of cost 1 differ by at most 34, so their low seven bits tell
// by how much. So a cell is a byte here: seven bits and open_bit, or closed_byte. A register holds two rows:
// row y in its lower half, row y + 16 in its upper half, so that both have their neighbours in the registers
// before and after it.
inline constexpr int half = lanes / 2;

// Words that hold such bytes: the low bits of `moved`, and whether v is a value.
PORTOLAN_INLINE __m512i near_words(__m512i v, __m512i moved) {
  // No value that is reachable has both of its upper bits set.
  static_assert(narrow_limit < 0xC000);
  // 0x6A: (a and b) xor c, 0xCA: a ? b : c, bit by bit.
  const __m512i open = _mm512_ternarylogic_epi32(_mm512_srli_epi16(v, 8), _mm512_srli_epi16(v, 7),
                                                 _mm512_set1_epi16(open_bit), 0x6A);
  return _mm512_ternarylogic_epi32(_mm512_set1_epi16(0x7F), moved, open, 0xCA);
}

PORTOLAN_INLINE __m512i near_row(const std::uint16_t* values, int y) {
  const __m512i v = _mm512_loadu_si512(values + y * lanes);
  return near_words(v, v);
}

PORTOLAN_INLINE __m256i near_side(const OpenHalo& halo, int side) {
  if (halo.side[side] == nullptr) return _mm256_set1_epi8(static_cast<char>(closed_byte));
  const __m512i v = _mm512_loadu_si512(halo.side[side]), all = _mm512_set1_epi16(-1);
  const __m512i by = _mm512_set1_epi16(static_cast<short>(halo.shift[side]));
  const __m512i moved = _mm512_mask_add_epi16(v, _mm512_cmpneq_epi16_mask(v, all), v, by);
  return _mm512_cvtepi16_epi8(near_words(v, moved));
}

PORTOLAN_INLINE __m512i halves(__m256i lower, __m256i upper) {
  return _mm512_inserti64x4(_mm512_castsi256_si512(lower), upper, 1);
}

// A column of the halo, read so that entries y and y + 16 come to lie 32 bytes apart; y from -1 to 16.
struct NearColumn {
  static constexpr int lower = lanes, upper = 2 * lanes;  // where entries 0 and 16 are kept
  alignas(64) std::uint8_t bytes[2 * 64];

  PORTOLAN_INLINE void put(__m256i column, std::uint8_t above, std::uint8_t beneath) {
    _mm_store_si128(reinterpret_cast<__m128i*>(bytes + lower), _mm256_castsi256_si128(column));
    _mm_store_si128(reinterpret_cast<__m128i*>(bytes + upper), _mm256_extracti128_si256(column, 1));
    bytes[lower - 1] = above;
    bytes[upper - 1] = static_cast<std::uint8_t>(_mm256_extract_epi8(column, half - 1));
    bytes[lower + half] = static_cast<std::uint8_t>(_mm256_extract_epi8(column, half));
    bytes[upper + half] = beneath;
  }
  // Entry y at a byte of the lower half, entry y + 16 at the same of the upper half; the others are of no
  // use.
  PORTOLAN_INLINE __m512i at(int y, int byte) const { return _mm512_loadu_si512(bytes + lower + y - byte); }
};

// Two rows, and what lies beside their cells.
struct NearRows {
  __m512i left, here, right;
};

PORTOLAN_INLINE NearRows near_rows(__m512i here, int y, const NearColumn& west, const NearColumn& east) {
  // Bytes are shifted within quarters: here are the quarters before and after each, or the halo's.
  const __m512i before =
      _mm512_mask_permutexvar_epi64(west.at(y, 15), 0xCC, _mm512_setr_epi64(0, 0, 0, 1, 0, 0, 4, 5), here);
  const __m512i after =
      _mm512_mask_permutexvar_epi64(east.at(y, 16), 0x33, _mm512_setr_epi64(2, 3, 0, 0, 6, 7, 0, 0), here);
  return {_mm512_alignr_epi8(here, before, 15), here, _mm512_alignr_epi8(after, here, 1)};
}

PORTOLAN_INLINE NearRows near_rows(const std::uint16_t* values, int y, const NearColumn& west,
                                   const NearColumn& east) {
  const __m512i packed = _mm512_packus_epi16(near_row(values, y), near_row(values, y + half));
  const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
  return near_rows(_mm512_permutexvar_epi64(order, packed), y, west, east);
}

// What a neighbour that the step leads to must be. Closed cells have none: all closed bytes are alike, and
// differ from this.
PORTOLAN_INLINE __m512i less_by(__m512i values, std::uint32_t step) {
  const __m512i bit = _mm512_set1_epi8(static_cast<char>(open_bit));
  const __m512i less = _mm512_sub_epi8(values, _mm512_set1_epi8(static_cast<char>(step)));
  return _mm512_ternarylogic_epi32(bit, values, less, 0xCA);
}

template <int d>
PORTOLAN_INLINE __m512i put_where(__m512i dir, __mmask64 right) {
  return _mm512_mask_mov_epi8(dir, right, _mm512_set1_epi8(d));
}

// As choose_steps.
PORTOLAN_INLINE __m512i choose_near_steps(const NearRows& above, const NearRows& row,
                                          const NearRows& beneath) {
  const __m512i straight = less_by(row.here, 2 * straight_factor);
  const __m512i diagonal = less_by(row.here, 2 * diagonal_factor);
  const __mmask64 e = _mm512_movepi8_mask(row.right), w = _mm512_movepi8_mask(row.left);
  const __mmask64 s = _mm512_movepi8_mask(beneath.here), n = _mm512_movepi8_mask(above.here);
  __m512i dir = _mm512_set1_epi8(static_cast<char>(Direction::none));
  dir = put_where<7>(dir, _mm512_mask_cmpeq_epi8_mask(_kand_mask64(n, e), above.right, diagonal));
  dir = put_where<5>(dir, _mm512_mask_cmpeq_epi8_mask(_kand_mask64(n, w), above.left, diagonal));
  dir = put_where<3>(dir, _mm512_mask_cmpeq_epi8_mask(_kand_mask64(s, w), beneath.left, diagonal));
  dir = put_where<1>(dir, _mm512_mask_cmpeq_epi8_mask(_kand_mask64(s, e), beneath.right, diagonal));
  dir = put_where<6>(dir, _mm512_cmpeq_epi8_mask(above.here, straight));
  dir = put_where<4>(dir, _mm512_cmpeq_epi8_mask(row.left, straight));
  dir = put_where<2>(dir, _mm512_cmpeq_epi8_mask(beneath.here, straight));
  return put_where<0>(dir, _mm512_cmpeq_epi8_mask(row.right, straight));
}

PORTOLAN_INLINE void put_directions(__m512i dir, std::uint8_t* out) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_castsi512_si256(dir));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + half * lanes), _mm512_extracti64x4_epi64(dir, 1));
}

inline void open_directions(const std::uint16_t* values, const OpenHalo& halo, std::uint8_t* out) {
  NearColumn west, east;
  west.put(near_side(halo, 2), halo.corner[2], halo.corner[1]);
  east.put(near_side(halo, 0), halo.corner[3], halo.corner[0]);
  const __m256i middle = _mm512_cvtepi16_epi8(near_row(values, half - 1));
  const __m256i after_middle = _mm512_cvtepi16_epi8(near_row(values, half));
  NearRows above = near_rows(halves(near_side(halo, 3), middle), -1, west, east);
  NearRows row = near_rows(values, 0, west, east);
  for (int y = 0; y < half - 1; ++y) {
    const NearRows beneath = near_rows(values, y + 1, west, east);
    put_directions(choose_near_steps(above, row, beneath), out + y * lanes);
    above = row, row = beneath;
  }
  const NearRows beneath = near_rows(halves(after_middle, near_side(halo, 1)), half, west, east);
  put_directions(choose_near_steps(above, row, beneath), out + (half - 1) * lanes);
}
#else
inline constexpr void (*open_directions)(const std::uint16_t*, const OpenHalo&, std::uint8_t*) = nullptr;
#endif
