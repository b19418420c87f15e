// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One row of 32 lanes of 16 bits, and what the tile kernel does with it. Included once per instruction set,
// inside that set's namespace, by rows-inl.hpp (Highway) and rows_scalar.hpp (plain C++). Both give the same
// names: Row, Flags, load, store, from_left<k>, from_right<k>, adds, subs, lesser, fill, times, same, equal,
// below, both, equal_where, choose, either, shut, bits, bytes_to_row, row_to_bytes, lowest.
//
// from_left<k> rotates: lane x takes lane x - k (mod 32). Lanes that wrap must be made unreachable by their
// weight. Without mask registers from_left<k, false> gives those all bits.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX3

inline constexpr Isa this_isa = Isa::avx512;

struct Row {
  __m512i v;
};
using Flags = __mmask32;

HWY_INLINE Row load(const std::uint16_t* p) { return {_mm512_loadu_si512(p)}; }
HWY_INLINE void store(Row r, std::uint16_t* p) { _mm512_storeu_si512(p, r.v); }
HWY_INLINE Row fill(std::uint16_t value) { return {_mm512_set1_epi16(static_cast<short>(value))}; }

template <int k>
HWY_INLINE Row from_left(Row r) {
  static_assert(k == 1 || k == 2 || k == 4 || k == 8 || k == 16);
  if constexpr (k == 1) {
    alignas(64) static constexpr std::uint16_t index[32] = {31, 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                                            10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                                                            21, 22, 23, 24, 25, 26, 27, 28, 29, 30};
    return {_mm512_permutexvar_epi16(_mm512_load_si512(index), r.v)};
  } else if constexpr (k == 2) {
    return {_mm512_alignr_epi32(r.v, r.v, 15)};
  } else {
    return {_mm512_alignr_epi64(r.v, r.v, 8 - k / 4)};
  }
}
template <int k>
HWY_INLINE Row from_right(Row r) {
  static_assert(k == 1 || k == 2 || k == 4 || k == 8 || k == 16);
  if constexpr (k == 1) {
    alignas(64) static constexpr std::uint16_t index[32] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                                            12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                                                            23, 24, 25, 26, 27, 28, 29, 30, 31, 0};
    return {_mm512_permutexvar_epi16(_mm512_load_si512(index), r.v)};
  } else if constexpr (k == 2) {
    return {_mm512_alignr_epi32(r.v, r.v, 1)};
  } else {
    return {_mm512_alignr_epi64(r.v, r.v, k / 4)};
  }
}
HWY_INLINE Row adds(Row a, Row b) { return {_mm512_adds_epu16(a.v, b.v)}; }
HWY_INLINE Row subs(Row a, Row b) { return {_mm512_subs_epu16(a.v, b.v)}; }
HWY_INLINE Row lesser(Row a, Row b) { return {_mm512_min_epu16(a.v, b.v)}; }
HWY_INLINE Row times(Row a, Row b) { return {_mm512_mullo_epi16(a.v, b.v)}; }
HWY_INLINE Row either(Row a, Row b) { return {_mm512_or_si512(a.v, b.v)}; }
/// All bits in the lanes whose bit is not set.
HWY_INLINE Row shut(std::uint32_t open) { return {_mm512_movm_epi16(~open)}; }
HWY_INLINE bool same(Row a, Row b) { return _mm512_cmpneq_epi16_mask(a.v, b.v) == 0; }
HWY_INLINE Flags equal(Row a, Row b) { return _mm512_cmpeq_epi16_mask(a.v, b.v); }
HWY_INLINE Flags below(Row a, Row b) { return _mm512_cmplt_epu16_mask(a.v, b.v); }
HWY_INLINE Flags both(Flags a, Flags b) { return a & b; }
HWY_INLINE Flags equal_where(Flags f, Row a, Row b) { return _mm512_mask_cmpeq_epi16_mask(f, a.v, b.v); }
HWY_INLINE Row choose(Flags f, Row yes, Row no) { return {_mm512_mask_blend_epi16(f, no.v, yes.v)}; }
HWY_INLINE std::uint32_t bits(Flags f) { return f; }
HWY_INLINE Row bytes_to_row(const std::uint8_t* p) {
  return {_mm512_cvtepu8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)))};
}
HWY_INLINE void row_to_bytes(Row r, std::uint8_t* p) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_cvtepi16_epi8(r.v));
}
HWY_INLINE std::uint16_t lowest(Row r) {
  const __m256i half = _mm256_min_epu16(_mm512_castsi512_si256(r.v), _mm512_extracti64x4_epi64(r.v, 1));
  const __m128i quarter = _mm_min_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  return static_cast<std::uint16_t>(_mm_extract_epi16(_mm_minpos_epu16(quarter), 0));
}
/// min(d, t + w) in the lanes of m: one masked instruction instead of a weight row.
HWY_INLINE Row relax(Row d, Row t, Row w, std::uint32_t m) {
  return {_mm512_mask_min_epu16(d.v, m, d.v, _mm512_adds_epu16(t.v, w.v))};
}
/// Least of 64 bytes.
HWY_INLINE std::uint8_t lowest_byte(__m512i v) {
  const __m256i half = _mm256_min_epu8(_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64(v, 1));
  const __m128i quarter = _mm_min_epu8(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  const __m128i words = _mm_min_epu8(quarter, _mm_srli_epi16(quarter, 8));
  return static_cast<std::uint8_t>(_mm_extract_epi16(_mm_minpos_epu16(words), 0));
}
/// The bits that all 64 bytes have.
HWY_INLINE std::uint8_t common_byte(__m512i v) {
  const __m256i half = _mm256_and_si256(_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64(v, 1));
  const __m128i quarter = _mm_and_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  auto bytes = static_cast<std::uint64_t>(_mm_cvtsi128_si64(quarter) & _mm_extract_epi64(quarter, 1));
  bytes &= bytes >> 32U;
  bytes &= bytes >> 16U;
  return static_cast<std::uint8_t>(bytes & bytes >> 8U);
}
#define PORTOLAN_ROWS_HAVE_MASKS 1

#else  // every other instruction set, through Highway

#undef PORTOLAN_ROWS_HAVE_MASKS
#undef PORTOLAN_ROWS_HAVE_BYTES
#undef PORTOLAN_ROWS_HAVE_LANES
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_AVX2
inline constexpr Isa this_isa = Isa::avx2;
inline constexpr int vector_lanes = 16;
#else
inline constexpr Isa this_isa = HWY_TARGET == HWY_NEON   ? Isa::neon
                                : HWY_TARGET == HWY_WASM ? Isa::wasm
                                                         : Isa::sse4;
inline constexpr int vector_lanes = 8;
#endif
inline constexpr int vectors = lanes / vector_lanes;
using Tag = hn::CappedTag<std::uint16_t, vector_lanes>;
using V = hn::Vec<Tag>;

// The constructors stand here because those that the compiler makes are not compiled for this instruction
// set, so that g++ does not let them call those of NEON's vectors.
struct Row {
  HWY_INLINE Row() {}
  V v[vectors];
};
struct Flags {
  HWY_INLINE Flags() {}
  hn::Mask<Tag> m[vectors];
};

HWY_INLINE Row load(const std::uint16_t* p) {
  Row r;
  for (int i = 0; i < vectors; ++i) r.v[i] = hn::LoadU(Tag(), p + i * vector_lanes);
  return r;
}
HWY_INLINE void store(Row r, std::uint16_t* p) {
  for (int i = 0; i < vectors; ++i) hn::StoreU(r.v[i], Tag(), p + i * vector_lanes);
}
HWY_INLINE Row fill(std::uint16_t value) {
  Row r;
  for (int i = 0; i < vectors; ++i) r.v[i] = hn::Set(Tag(), value);
  return r;
}
// A vector of the row; beyond its ends those at the other end, or all bits.
template <bool wraps>
HWY_INLINE V vector_at(const Row& r, int i) {
  if (!wraps && (i < 0 || i >= vectors)) return hn::Set(Tag(), lane_max);
  return r.v[(i + vectors) % vectors];
}
// The vector whose lanes stand k = 8 lanes to the left of (right of) vector i of the row.
template <bool wraps>
HWY_INLINE V eight_left(const Row& r, int i) {
#if HWY_TARGET == HWY_AVX2
  return hn::ConcatLowerUpper(Tag(), r.v[i], vector_at<wraps>(r, i - 1));
#else
  return vector_at<wraps>(r, i - 1);
#endif
}
template <bool wraps>
HWY_INLINE V eight_right(const Row& r, int i) {
#if HWY_TARGET == HWY_AVX2
  return hn::ConcatLowerUpper(Tag(), vector_at<wraps>(r, i + 1), r.v[i]);
#else
  return vector_at<wraps>(r, i + 1);
#endif
}
template <int k, bool wraps = true>
HWY_INLINE Row from_left(Row r) {
  Row out;
  for (int i = 0; i < vectors; ++i) {
    if constexpr (k == 16) {
      out.v[i] = vector_at<wraps>(r, i - 16 / vector_lanes);
    } else if constexpr (k == 8) {
      out.v[i] = eight_left<wraps>(r, i);
    } else {
      out.v[i] = hn::CombineShiftRightBytes<16 - 2 * k>(Tag(), r.v[i], eight_left<wraps>(r, i));
    }
  }
  return out;
}
template <int k, bool wraps = true>
HWY_INLINE Row from_right(Row r) {
  Row out;
  for (int i = 0; i < vectors; ++i) {
    if constexpr (k == 16) {
      out.v[i] = vector_at<wraps>(r, i + 16 / vector_lanes);
    } else if constexpr (k == 8) {
      out.v[i] = eight_right<wraps>(r, i);
    } else {
      out.v[i] = hn::CombineShiftRightBytes<2 * k>(Tag(), eight_right<wraps>(r, i), r.v[i]);
    }
  }
  return out;
}
#define PORTOLAN_LANEWISE(name, expression)                \
  HWY_INLINE Row name(Row a, Row b) {                      \
    Row r;                                                 \
    for (int i = 0; i < vectors; ++i) r.v[i] = expression; \
    return r;                                              \
  }
PORTOLAN_LANEWISE(adds, hn::SaturatedAdd(a.v[i], b.v[i]))
PORTOLAN_LANEWISE(subs, hn::SaturatedSub(a.v[i], b.v[i]))
PORTOLAN_LANEWISE(lesser, hn::Min(a.v[i], b.v[i]))
PORTOLAN_LANEWISE(times, hn::Mul(a.v[i], b.v[i]))
PORTOLAN_LANEWISE(either, hn::Or(a.v[i], b.v[i]))
#undef PORTOLAN_LANEWISE

/// All bits in the lanes whose bit is not set.
HWY_INLINE Row shut(std::uint32_t open) {
  alignas(64) static constexpr std::uint16_t bit_of_lane[16] = {
      1U << 0U, 1U << 1U, 1U << 2U,  1U << 3U,  1U << 4U,  1U << 5U,  1U << 6U,  1U << 7U,
      1U << 8U, 1U << 9U, 1U << 10U, 1U << 11U, 1U << 12U, 1U << 13U, 1U << 14U, 1U << 15U};
  const V bit = hn::Load(Tag(), bit_of_lane);
  Row r;
  for (int i = 0; i < vectors; ++i) {
    const V word = hn::Set(Tag(), static_cast<std::uint16_t>(open >> (i * vector_lanes)));
    r.v[i] = hn::VecFromMask(Tag(), hn::Eq(hn::And(word, bit), hn::Zero(Tag())));
  }
  return r;
}
HWY_INLINE bool same(Row a, Row b) {
  V difference = hn::Xor(a.v[0], b.v[0]);
  for (int i = 1; i < vectors; ++i) difference = hn::Or(difference, hn::Xor(a.v[i], b.v[i]));
#if HWY_TARGET == HWY_WASM
  return !wasm_v128_any_true(difference.raw);
#else
  return hn::AllTrue(Tag(), hn::Eq(difference, hn::Zero(Tag())));
#endif
}
HWY_INLINE Flags equal(Row a, Row b) {
  Flags f;
  for (int i = 0; i < vectors; ++i) f.m[i] = hn::Eq(a.v[i], b.v[i]);
  return f;
}
HWY_INLINE Flags below(Row a, Row b) {
  Flags f;
  for (int i = 0; i < vectors; ++i) f.m[i] = hn::Lt(a.v[i], b.v[i]);
  return f;
}
HWY_INLINE Flags both(Flags a, Flags b) {
  Flags f;
  for (int i = 0; i < vectors; ++i) f.m[i] = hn::And(a.m[i], b.m[i]);
  return f;
}
HWY_INLINE Flags equal_where(Flags f, Row a, Row b) { return both(f, equal(a, b)); }
HWY_INLINE Row choose(Flags f, Row yes, Row no) {
  Row r;
  for (int i = 0; i < vectors; ++i) r.v[i] = hn::IfThenElse(f.m[i], yes.v[i], no.v[i]);
  return r;
}
#if HWY_TARGET == HWY_WASM
// Highway 1.0.3 makes the bits of a mask by multiplication, in memory, and waits for that.
HWY_INLINE std::uint32_t bits(Flags f) {
  const auto half = [&](int i) {
    return static_cast<std::uint32_t>(
        wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(f.m[i].raw, f.m[i + 1].raw)));
  };
  return half(0) | half(2) << 16U;
}
#else
HWY_INLINE std::uint32_t bits(Flags f) {
  std::uint32_t out = 0;
  for (int i = 0; i < vectors; ++i) {
    std::uint8_t packed[8] = {};
    hn::StoreMaskBits(Tag(), f.m[i], packed);
    for (int b = 0; b < vector_lanes / 8; ++b) {
      out |= static_cast<std::uint32_t>(packed[b]) << (i * vector_lanes + b * 8);
    }
  }
  return out;
}
#endif
HWY_INLINE Row bytes_to_row(const std::uint8_t* p) {
  const hn::Rebind<std::uint8_t, Tag> narrow;
  Row r;
  for (int i = 0; i < vectors; ++i) r.v[i] = hn::PromoteTo(Tag(), hn::LoadU(narrow, p + i * vector_lanes));
  return r;
}
HWY_INLINE void row_to_bytes(Row r, std::uint8_t* p) {
  const hn::Rebind<std::uint8_t, Tag> narrow;
  const hn::RebindToSigned<Tag> wide;
  for (int i = 0; i < vectors; ++i) {
    hn::StoreU(hn::DemoteTo(narrow, hn::BitCast(wide, r.v[i])), narrow, p + i * vector_lanes);
  }
}
HWY_INLINE std::uint16_t lowest(Row r) {
  V least = r.v[0];
  for (int i = 1; i < vectors; ++i) least = hn::Min(least, r.v[i]);
#if HWY_TARGET == HWY_WASM
  v128_t v = least.raw;
  v = wasm_u16x8_min(v, wasm_i64x2_shuffle(v, v, 1, 0));
  v = wasm_u16x8_min(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2));
  v = wasm_u16x8_min(v, wasm_i16x8_shuffle(v, v, 1, 0, 3, 2, 5, 4, 7, 6));
  return static_cast<std::uint16_t>(wasm_u16x8_extract_lane(v, 0));
#else
  alignas(32) std::uint16_t out[vector_lanes];
  hn::Store(least, Tag(), out);
  std::uint16_t answer = out[0];
  for (int i = 1; i < vector_lanes; ++i) answer = out[i] < answer ? out[i] : answer;
  return answer;
#endif
}

#if HWY_TARGET == HWY_WASM
#define PORTOLAN_ROWS_HAVE_LANES 1
/// Values that lie so far apart, put together in registers: what is written one by one cannot be read as a
/// whole at once.
HWY_INLINE Row row_of(const std::uint16_t* from, int pitch) {
  Row r;
  for (int i = 0; i < vectors; ++i) {
    const std::uint16_t* const p = from + i * vector_lanes * pitch;
    r.v[i] = V{wasm_u16x8_make(p[0], p[pitch], p[2 * pitch], p[3 * pitch], p[4 * pitch], p[5 * pitch],
                               p[6 * pitch], p[7 * pitch])};
  }
  return r;
}
#endif

#define PORTOLAN_ROWS_HAVE_BYTES 1
inline constexpr int byte_lanes = 2 * vector_lanes, byte_vectors = lanes / byte_lanes;
using ByteTag = hn::CappedTag<std::uint8_t, byte_lanes>;
using Bytes = hn::Vec<ByteTag>;

HWY_INLINE Bytes fill_bytes(std::uint8_t value) { return hn::Set(ByteTag(), value); }
/// Takes costs into the least and the most of those that are no walls; returns the walls.
HWY_INLINE std::uint32_t survey_bytes(const std::uint8_t* costs, Bytes& least, Bytes& most) {
  const Bytes c = hn::LoadU(ByteTag(), costs);
  const auto wall = hn::Eq(c, fill_bytes(impassable));
  least = hn::Min(least, c);
  most = hn::Max(most, hn::IfThenZeroElse(wall, c));
#if HWY_TARGET == HWY_WASM
  return static_cast<std::uint32_t>(wasm_i8x16_bitmask(wall.raw));
#else
  std::uint8_t packed[8] = {};
  hn::StoreMaskBits(ByteTag(), wall, packed);
  std::uint32_t walls = 0;
  for (unsigned k = 0; k < 4; ++k) walls |= std::uint32_t{packed[k]} << 8U * k;
  return walls;
#endif
}
HWY_INLINE std::uint8_t lowest_byte(Bytes v) {
  alignas(32) std::uint8_t out[byte_lanes];
  hn::Store(v, ByteTag(), out);
  std::uint8_t least = out[0];
  for (const std::uint8_t value : out) least = value < least ? value : least;
  return least;
}
HWY_INLINE std::uint8_t highest_byte(Bytes v) {
  return static_cast<std::uint8_t>(impassable - lowest_byte(hn::Xor(v, fill_bytes(impassable))));
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();
