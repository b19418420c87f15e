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
// by how much. So a cell is a byte here: seven bits and open_bit, or closed_byte; a row is half a register.
// Rows lie in a board so that no load crosses a line of the cache, with a cell of the halo at either end.
inline constexpr int board_pitch = 64;
inline constexpr int board_first = board_pitch + 16;  // where cell 0 of row 0 lies

PORTOLAN_INLINE __m256i near_bytes(__m512i v, __m512i moved) {
  // No value that is reachable has both of its upper bits set.
  static_assert(narrow_limit < 0xC000);
  const __m512i shut = _mm512_srli_epi16(_mm512_and_si512(v, _mm512_slli_epi16(v, 1)), 8);
  // Bits of `moved` below the seventh, else those of not `shut`.
  return _mm512_cvtepi16_epi8(_mm512_ternarylogic_epi32(_mm512_set1_epi16(0x7F), moved, shut, 0xC5));
}

PORTOLAN_INLINE void put_near_row(std::uint8_t* p, __m256i row) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), row);
}

PORTOLAN_INLINE __m256i near_side(const OpenHalo& halo, int side) {
  if (halo.side[side] == nullptr) return _mm256_set1_epi8(static_cast<char>(closed_byte));
  const __m512i v = _mm512_loadu_si512(halo.side[side]), all = _mm512_set1_epi16(-1);
  const __m512i by = _mm512_set1_epi16(static_cast<short>(halo.shift[side]));
  return near_bytes(v, _mm512_mask_add_epi16(v, _mm512_cmpneq_epi16_mask(v, all), v, by));
}

PORTOLAN_INLINE __m256i near_row(const std::uint8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

// What a neighbour that the step leads to must be. Closed cells have none: all closed bytes are alike, and
// differ from this.
PORTOLAN_INLINE __m256i less_by(__m256i values, std::uint32_t step) {
  const __m256i bit = _mm256_set1_epi8(static_cast<char>(open_bit));
  const __m256i less = _mm256_sub_epi8(values, _mm256_set1_epi8(static_cast<char>(step)));
  return _mm256_ternarylogic_epi32(bit, values, less, 0xCA);
}

template <int d>
PORTOLAN_INLINE __m256i next_bytes(const std::uint8_t* here) {
  return near_row(here + step_dy[d] * board_pitch + step_dx[d]);
}

template <int d>
PORTOLAN_INLINE __m256i put_where(__m256i dir, __mmask32 right) {
  return _mm256_mask_mov_epi8(dir, right, _mm256_set1_epi8(d));
}

// As choose_steps.
PORTOLAN_INLINE __m256i choose_near_steps(const std::uint8_t* here) {
  const __m256i v = near_row(here);
  const __m256i straight = less_by(v, 2 * straight_factor), diagonal = less_by(v, 2 * diagonal_factor);
  const __m256i e = next_bytes<0>(here), s = next_bytes<2>(here);
  const __m256i w = next_bytes<4>(here), n = next_bytes<6>(here);
  const __mmask32 open_e = _mm256_movepi8_mask(e), open_w = _mm256_movepi8_mask(w);
  const __mmask32 open_s = _mm256_movepi8_mask(s), open_n = _mm256_movepi8_mask(n);
  const __mmask32 ne = _kand_mask32(open_n, open_e), nw = _kand_mask32(open_n, open_w);
  const __mmask32 sw = _kand_mask32(open_s, open_w), se = _kand_mask32(open_s, open_e);
  __m256i dir = _mm256_set1_epi8(static_cast<char>(Direction::none));
  dir = put_where<7>(dir, _mm256_mask_cmpeq_epi8_mask(ne, next_bytes<7>(here), diagonal));
  dir = put_where<5>(dir, _mm256_mask_cmpeq_epi8_mask(nw, next_bytes<5>(here), diagonal));
  dir = put_where<3>(dir, _mm256_mask_cmpeq_epi8_mask(sw, next_bytes<3>(here), diagonal));
  dir = put_where<1>(dir, _mm256_mask_cmpeq_epi8_mask(se, next_bytes<1>(here), diagonal));
  dir = put_where<6>(dir, _mm256_cmpeq_epi8_mask(n, straight));
  dir = put_where<4>(dir, _mm256_cmpeq_epi8_mask(w, straight));
  dir = put_where<2>(dir, _mm256_cmpeq_epi8_mask(s, straight));
  return put_where<0>(dir, _mm256_cmpeq_epi8_mask(e, straight));
}

inline void open_directions(const std::uint16_t* values, const OpenHalo& halo, std::uint8_t* out) {
  alignas(64) std::uint8_t board[(lanes + 2) * board_pitch];
  alignas(32) std::uint8_t east[lanes], west[lanes];
  std::uint8_t* first = board + board_first;
  std::uint8_t* last = first + lanes * board_pitch;
  put_near_row(east, near_side(halo, 0));
  put_near_row(west, near_side(halo, 2));
  put_near_row(first - board_pitch, near_side(halo, 3));
  put_near_row(last, near_side(halo, 1));
  last[lanes] = halo.corner[0], last[-1] = halo.corner[1];
  first[-board_pitch - 1] = halo.corner[2], first[lanes - board_pitch] = halo.corner[3];
  for (int y = 0; y < lanes; ++y) {
    const __m512i v = _mm512_loadu_si512(values + y * lanes);
    put_near_row(first + y * board_pitch, near_bytes(v, v));
    first[y * board_pitch - 1] = west[y], first[y * board_pitch + lanes] = east[y];
  }
  for (int y = 0; y < lanes; ++y) put_near_row(out + y * lanes, choose_near_steps(first + y * board_pitch));
}
#else
inline constexpr void (*open_directions)(const std::uint16_t*, const OpenHalo&, std::uint8_t*) = nullptr;
#endif
