// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What goes over the borders of tiles. Included by solve-inl.hpp, in its namespace.

// What the giver's row offers each lane of the receiver's, in the giver's offsets; lane_max where no step is
// legal.
#if defined(PORTOLAN_ROWS_HAVE_MASKS)
PORTOLAN_INLINE Row candidates(const std::uint16_t* giver, const std::uint8_t* giver_costs,
                               const std::uint8_t* receiver_costs) {
  const Row wall = fill(impassable), seventeen = fill(diagonal_factor);
  const Row g = load(giver), cg = bytes_to_row(giver_costs), cr = bytes_to_row(receiver_costs);
  const std::uint32_t m = bits(both(below(cg, wall), below(cr, wall)));
  Row out = relax(fill(lane_max), g, times(fill(straight_factor), adds(cg, cr)), m);
  out = relax(out, from_left<1>(g), times(seventeen, adds(cr, from_left<1>(cg))), m & (m << 1U));
  return relax(out, from_right<1>(g), times(seventeen, adds(cr, from_right<1>(cg))), m & (m >> 1U));
}
#else
PORTOLAN_INLINE Row candidates(const std::uint16_t* giver, const std::uint8_t* giver_costs,
                               const std::uint8_t* receiver_costs) {
  alignas(64) static constexpr std::uint16_t first_lane[lanes] = {lane_max};
  alignas(64) static constexpr std::uint16_t last_lane[lanes] = {
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, lane_max};
  const Row wall = fill(impassable), none = fill(0), all = fill(lane_max);
  const Row g = load(giver);
  const Row cg = bytes_to_row(giver_costs), cr = bytes_to_row(receiver_costs);
  const Row shut = adds(choose(equal(cg, wall), all, none), choose(equal(cr, wall), all, none));
  const Row straight = adds(adds(g, times(fill(straight_factor), adds(cg, cr))), shut);
  const Row seventeen = fill(diagonal_factor);
  Row left = adds(from_left<1>(g), times(seventeen, adds(cr, from_left<1>(cg))));
  left = adds(adds(left, load(first_lane)), adds(shut, from_left<1>(shut)));
  Row right = adds(from_right<1>(g), times(seventeen, adds(cr, from_right<1>(cg))));
  right = adds(adds(right, load(last_lane)), adds(shut, from_right<1>(shut)));
  return lesser(straight, lesser(left, right));
}
#endif

inline std::uint16_t offer(const std::uint16_t* giver, const std::uint8_t* giver_costs,
                           const std::uint8_t* receiver_costs, std::uint16_t* out) {
  const Row c = candidates(giver, giver_costs, receiver_costs);
  store(c, out);
  return lowest(c);
}

inline void accept(const std::uint16_t* offered, std::int32_t shift, std::uint16_t* receiver,
                   EdgeOffer& result) {
  const Row c = load(offered), all = fill(lane_max), old = load(receiver);
  const std::uint16_t amount = static_cast<std::uint16_t>(shift < 0 ? -shift : shift);
  const Row moved = shift < 0 ? choose(equal(c, all), all, subs(c, fill(amount))) : adds(c, fill(amount));
  const Row better = lesser(old, moved);
  const Flags improved = below(better, old);
  result.improved = bits(improved);
  result.lowest = lowest(choose(improved, better, all));
  result.highest = static_cast<std::uint16_t>(lane_max - lowest(choose(improved, subs(all, better), all)));
  result.misfit = bits(both(equal(better, all), below(c, all)));
  store(better, receiver);
}

// Costs of a column of ground of one cost, in one piece, since they are read at once.
inline void plain_column(const std::uint32_t* rows, int x, std::uint8_t cost, std::uint8_t* out) {
#if defined(PORTOLAN_ROWS_HAVE_MASKS)
  const __m512i bit = _mm512_set1_epi32(static_cast<int>(1U << x));
  const __mmask32 upper = _mm512_test_epi32_mask(_mm512_loadu_si512(rows), bit);
  const __mmask32 lower = _mm512_test_epi32_mask(_mm512_loadu_si512(rows + 16), bit);
  const __m256i wall = _mm256_set1_epi8(static_cast<char>(impassable));
  _mm256_storeu_si256(
      reinterpret_cast<__m256i*>(out),
      _mm256_mask_mov_epi8(wall, upper | lower << 16U, _mm256_set1_epi8(static_cast<char>(cost))));
#else
  for (int y = 0; y < lanes; ++y) out[y] = (rows[y] >> x & 1U) != 0 ? cost : impassable;
#endif
}

// A column of a tile.
PORTOLAN_INLINE Row column(const std::uint16_t* values, int x) {
#if defined(PORTOLAN_ROWS_HAVE_MASKS)
  // Two lanes at a time, of which one is wanted.
  const __m512i at =
      _mm512_setr_epi32(0, 64, 128, 192, 256, 320, 384, 448, 512, 576, 640, 704, 768, 832, 896, 960);
  const std::uint16_t* from = values + (x & ~1);
  const __m128i by = _mm_cvtsi32_si128(x % 2 == 0 ? 16 : 0);
  __m512i upper = _mm512_sll_epi32(_mm512_i32gather_epi32(at, from, 1), by);
  __m512i lower = _mm512_sll_epi32(_mm512_i32gather_epi32(at, from + tile_cells / 2, 1), by);
  upper = _mm512_srli_epi32(upper, 16), lower = _mm512_srli_epi32(lower, 16);
  const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
  return {_mm512_permutexvar_epi64(order, _mm512_packus_epi32(upper, lower))};
#elif defined(PORTOLAN_ROWS_HAVE_LANES)
  return row_of(values + x, lanes);
#else
  alignas(64) std::uint16_t out[lanes];
  for (int y = 0; y < lanes; ++y) out[y] = values[y * lanes + x];
  return load(out);
#endif
}

// Stores a row, and tells whether it differs from what was there.
PORTOLAN_INLINE bool renew(Row row, std::uint16_t* kept) {
  const bool differs = !same(row, load(kept));
  store(row, kept);
  return differs;
}

inline std::uint32_t columns(const std::uint16_t* values, int last, std::uint16_t* west,
                             std::uint16_t* east) {
  std::uint32_t changed = 0;
  if (east != nullptr && renew(column(values, last), east)) changed |= 1U;
  if (west != nullptr && renew(column(values, 0), west)) changed |= 4U;
  return changed;
}

inline void exchange(const std::uint16_t* giver, const std::uint8_t* giver_costs,
                     const std::uint8_t* receiver_costs, std::int32_t shift, std::uint16_t* values,
                     std::uint32_t first, bool is_column, EdgeOffer& result) {
  const Row all = fill(lane_max), c = candidates(giver, giver_costs, receiver_costs);
  const Row old = is_column ? column(values, static_cast<int>(first)) : load(values + first);
  const Row by = fill(static_cast<std::uint16_t>(shift < 0 ? -shift : shift));
  Row moved = adds(c, by);
  if (shift < 0) {
    result.misfit = bits(below(c, by));
    moved = choose(equal(c, all), all, subs(c, by));
  } else {
    result.misfit = bits(both(equal(lesser(old, moved), all), below(c, all)));
  }
  const Flags improved = below(moved, old);
  result.improved = bits(improved);
  if (result.misfit != 0 || result.improved == 0) return;
  result.lowest = lowest(choose(improved, moved, all));
  result.highest = static_cast<std::uint16_t>(lane_max - lowest(choose(improved, subs(all, moved), all)));
  if (!is_column) return store(lesser(old, moved), values + first);
  alignas(64) std::uint16_t better[lanes];
  store(lesser(old, moved), better);
  for (int y = 0; y < lanes; ++y) values[y * lanes + static_cast<int>(first)] = better[y];
}
