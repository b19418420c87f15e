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
  // Values are raised by the costliest step, so that no legal step saturates here.
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
// by how much. So a cell is a byte here: seven bits and open_bit, or closed_byte. A register holds two rows
// woven into each other: words of which row y is the lower byte, row y + 16 the upper one. Then to put two
// rows into one takes no more than to look at them, and a neighbour in the row is a word away. (With one row
// behind the other in the register it took a tenth longer: all shuffles and comparisons wait for the same
// port.)
inline constexpr int half = lanes / 2;

// Bit by bit, mask ? a : c. The first operand is overwritten: it should be one that nobody needs any more,
// since a copy takes as long as the rest.
PORTOLAN_INLINE __m512i keep_where(__m512i a, __m512i mask, __m512i c) {
  return _mm512_ternarylogic_epi32(a, mask, c, 0xE2);
}
// mask ? c : a.
PORTOLAN_INLINE __m512i keep_but(__m512i a, __m512i mask, __m512i c) {
  return _mm512_ternarylogic_epi32(a, mask, c, 0xB8);
}

// Words that hold such bytes: the low bits of `moved`, and whether v is a value.
PORTOLAN_INLINE __m512i near_words(__m512i v, __m512i moved) {
  // No value that is reachable has both of its upper bits set.
  static_assert(narrow_limit < 0xC000);
  // 0x6A: (a and b) xor c.
  const __m512i open = _mm512_ternarylogic_epi32(_mm512_srli_epi16(v, 8), _mm512_srli_epi16(v, 7),
                                                 _mm512_set1_epi16(open_bit), 0x6A);
  return keep_where(moved, _mm512_set1_epi16(0x7F), open);
}

PORTOLAN_INLINE __m512i near_row(const std::uint16_t* values, int y) {
  const __m512i v = _mm512_loadu_si512(values + y * lanes);
  return near_words(v, v);
}

PORTOLAN_INLINE __m512i near_side(const OpenHalo& halo, int side) {
  if (halo.side[side] == nullptr) return _mm512_set1_epi16(closed_byte);
  const __m512i v = _mm512_loadu_si512(halo.side[side]), all = _mm512_set1_epi16(-1);
  const __m512i by = _mm512_set1_epi16(static_cast<short>(halo.shift[side]));
  const __m512i moved = _mm512_mask_add_epi16(v, _mm512_cmpneq_epi16_mask(v, all), v, by);
  return near_words(v, moved);
}

PORTOLAN_INLINE __m512i woven(__m512i lower, __m512i upper) {
  return _mm512_or_si512(lower, _mm512_slli_epi16(upper, 8));
}

// Rows y and y + 16. As near_words of each, woven.
PORTOLAN_INLINE __m512i near_rows(const std::uint16_t* values, int y) {
  const __m512i a = _mm512_loadu_si512(values + y * lanes);
  const __m512i b = _mm512_loadu_si512(values + (y + half) * lanes);
  const __m512i lower = _mm512_set1_epi16(0xFF);
  const __m512i low = keep_but(_mm512_slli_epi16(b, 8), lower, a);
  const __m512i high = keep_where(_mm512_srli_epi16(a, 8), lower, b);
  const __m512i open = _mm512_ternarylogic_epi32(_mm512_add_epi8(high, high), high,
                                                 _mm512_set1_epi8(static_cast<char>(open_bit)), 0x6A);
  return keep_where(low, _mm512_set1_epi8(0x7F), open);
}

// A column of the halo: word y is what lies beside rows y and y + 16; y from -1 to 16.
struct NearColumn {
  static constexpr int first = lanes;  // where word 0 is kept: registers that end with one begin before it
  alignas(64) std::uint16_t words[first + half + 1 + lanes];

  PORTOLAN_INLINE void put(__m512i column, std::uint8_t above, std::uint8_t beneath) {
    const __m256i lower = _mm512_castsi512_si256(column), upper = _mm512_extracti64x4_epi64(column, 1);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(words + first),
                        _mm256_or_si256(lower, _mm256_slli_epi16(upper, 8)));
    words[first - 1] = static_cast<std::uint16_t>(above | (words[first + half - 1] & 0xFFU) << 8U);
    words[first + half] = static_cast<std::uint16_t>(words[first] >> 8U | beneath << 8U);
  }
  PORTOLAN_INLINE __m512i from(int y) const { return _mm512_loadu_si512(words + first + y); }
  PORTOLAN_INLINE __m512i until(int y) const { return _mm512_loadu_si512(words + first + y - (lanes - 1)); }
};

// Constants of the loop over rows that compilers make again for each row when they see what is in them, at
// the port that everything else waits for.
struct NearConstants {
  __m512i apart;
  __mmask32 but_first = 0xFFFFFFFE, but_last = 0x7FFFFFFF;

  PORTOLAN_INLINE NearConstants()
      : apart(_mm512_broadcast_i32x4(_mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15))) {
#if defined(__GNUC__)
    asm("" : "+v"(apart), "+Yk"(but_first), "+Yk"(but_last));
#endif
  }
};

// Two rows, and what lies beside their cells.
struct NearRows {
  __m512i left, here, right;
};

PORTOLAN_INLINE NearRows beside(__m512i here, int y, const NearColumn& west, const NearColumn& east,
                                const NearConstants& constants) {
  alignas(64) static constexpr std::uint16_t one_left[lanes] = {0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                                                10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                                                                21, 22, 23, 24, 25, 26, 27, 28, 29, 30};
  alignas(64) static constexpr std::uint16_t one_right[lanes] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                                                 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                                                                 23, 24, 25, 26, 27, 28, 29, 30, 31, 31};
  return {
      _mm512_mask_permutexvar_epi16(west.from(y), constants.but_first, _mm512_load_si512(one_left), here),
      here,
      _mm512_mask_permutexvar_epi16(east.until(y), constants.but_last, _mm512_load_si512(one_right), here)};
}

// What a neighbour that the step leads to must be. Closed cells have none: all closed bytes are alike, and
// differ from this.
PORTOLAN_INLINE __m512i less_by(__m512i values, std::uint32_t step) {
  const __m512i bit = _mm512_set1_epi8(static_cast<char>(open_bit));
  return keep_but(_mm512_sub_epi8(values, _mm512_set1_epi8(static_cast<char>(step))), bit, values);
}

// As choose_steps.
PORTOLAN_INLINE __m512i choose_near_steps(const NearRows& above, const NearRows& row,
                                          const NearRows& beneath) {
  const __m512i straight = less_by(row.here, 2 * straight_factor);
  const __m512i diagonal = less_by(row.here, 2 * diagonal_factor);
  const __mmask64 e = _mm512_movepi8_mask(row.right), w = _mm512_movepi8_mask(row.left);
  const __mmask64 s = _mm512_movepi8_mask(beneath.here), n = _mm512_movepi8_mask(above.here);
  __m512i dir = _mm512_set1_epi8(static_cast<char>(Direction::none));
  const auto put = [&](int d, __mmask64 right) {
    dir = _mm512_mask_mov_epi8(dir, right, _mm512_set1_epi8(static_cast<char>(d)));
  };
  put(7, _mm512_mask_cmpeq_epi8_mask(_kand_mask64(n, e), above.right, diagonal));
  put(5, _mm512_mask_cmpeq_epi8_mask(_kand_mask64(n, w), above.left, diagonal));
  put(3, _mm512_mask_cmpeq_epi8_mask(_kand_mask64(s, w), beneath.left, diagonal));
  put(1, _mm512_mask_cmpeq_epi8_mask(_kand_mask64(s, e), beneath.right, diagonal));
  put(6, _mm512_cmpeq_epi8_mask(above.here, straight));
  put(4, _mm512_cmpeq_epi8_mask(row.left, straight));
  put(2, _mm512_cmpeq_epi8_mask(beneath.here, straight));
  put(0, _mm512_cmpeq_epi8_mask(row.right, straight));
  return dir;
}

// Takes two rows apart again.
PORTOLAN_INLINE void put_directions(__m512i dir, const NearConstants& constants, std::uint8_t* out) {
  const __m512i rows = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7),
                                                _mm512_shuffle_epi8(dir, constants.apart));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_castsi512_si256(rows));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + half * lanes), _mm512_extracti64x4_epi64(rows, 1));
}

inline void open_directions(const std::uint16_t* values, const OpenHalo& halo, std::uint8_t* out) {
  const NearConstants constants;
  NearColumn west, east;
  west.put(near_side(halo, 2), halo.corner[2], halo.corner[1]);
  east.put(near_side(halo, 0), halo.corner[3], halo.corner[0]);
  const auto rows = [&](__m512i here, int y) { return beside(here, y, west, east, constants); };
  const auto put = [&](const NearRows& above, const NearRows& row, const NearRows& beneath, int y) {
    put_directions(choose_near_steps(above, row, beneath), constants, out + y * lanes);
  };
  NearRows a = rows(woven(near_side(halo, 3), near_row(values, half - 1)), -1);
  NearRows b = rows(near_rows(values, 0), 0), c;
  // Three at a time, since to hand rows on from one step to the next takes copies.
  static_assert((half - 1) % 3 == 0);
  for (int y = 0; y < half - 1; y += 3) {
    c = rows(near_rows(values, y + 1), y + 1);
    put(a, b, c, y);
    a = rows(near_rows(values, y + 2), y + 2);
    put(b, c, a, y + 1);
    b = rows(near_rows(values, y + 3), y + 3);
    put(c, a, b, y + 2);
  }
  put(a, b, rows(woven(near_row(values, half), near_side(halo, 1)), half), half - 1);
}
#else
inline constexpr void (*open_directions)(const std::uint16_t*, const OpenHalo&, std::uint8_t*) = nullptr;
#endif
