// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Several rows of a tile at once, as a gap passes them that meets nothing. Included once per instruction set,
// by cone_kernel.cpp. Whole numbers only: what comes out is what row after row gives.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Rows = hn::CappedTag<std::int64_t, 8>;
using RowVec = hn::Vec<Rows>;
using RowMask = hn::Mask<Rows>;

// With two at once nothing is gained.
constexpr int rows_at_once = hn::MaxLanes(Rows()) >= 4 ? static_cast<int>(hn::MaxLanes(Rows())) : 0;

HWY_INLINE RowVec row_set(std::int64_t x) { return hn::Set(Rows(), x); }

// `slope` times 0, 2, 4, ... half rows.
HWY_INLINE RowVec steps_of(Fixed slope) {
  const Rows d;
  const hn::RepartitionToNarrow<hn::RebindToUnsigned<Rows>> u32;
  const hn::RebindToUnsigned<Rows> u64;
  const auto height = hn::BitCast(u32, hn::Add(hn::Iota(d, 0), hn::Iota(d, 0)));
  const auto low = hn::MulEven(hn::BitCast(u32, row_set(slope)), height);
  const auto high = hn::MulEven(hn::BitCast(u32, row_set(slope >> 32U)), height);
  return hn::BitCast(d, hn::Add(low, hn::ShiftLeft<32>(hn::BitCast(u64, high))));
}

// The lanes of a row before a cell.
HWY_INLINE RowVec before_cell(RowVec x, int side) {
  const RowVec lane = hn::Min(hn::Max(hn::ShiftRight<32>(x), hn::Zero(Rows())), row_set(side));
  return hn::Sub(hn::Shl(row_set(1), lane), row_set(1));
}

// Highway 1.0 has no such shift for 64 bits of WebAssembly, where two rows at once are not taken anyway.
template <class V>
HWY_INLINE V shifted_right(V x, V bits) {
#if HWY_TARGET == HWY_WASM
  const hn::DFromV<V> d;
  HWY_ALIGN std::uint64_t lanes[hn::MaxLanes(d)], shifts[hn::MaxLanes(d)];
  hn::Store(x, d, lanes);
  hn::Store(bits, d, shifts);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) lanes[i] >>= shifts[i];
  return hn::Load(d, lanes);
#else
  return hn::Shr(x, bits);
#endif
}

// Where a ray ends at a corner on the far side of a row that may become an anchor.
HWY_INLINE RowMask grazes(RowVec far, RowVec above, RowVec below, int side) {
  const Rows d;
  const hn::RebindToUnsigned<Rows> u;
  const RowVec x = hn::Add(far, row_set(slack)), lane = hn::ShiftRight<32>(x);
  const RowVec corner = hn::Min(hn::Max(lane, hn::Zero(d)), row_set(side));
  const auto shift = hn::BitCast(u, corner), three = hn::Set(u, 3);
  const auto walls = hn::Or(hn::And(shifted_right(hn::BitCast(u, above), shift), three),
                            hn::ShiftLeft<2>(hn::And(shifted_right(hn::BitCast(u, below), shift), three)));
  const auto bends = hn::And(shifted_right(hn::Set(u, corner_walls), walls), hn::Set(u, 1));
  const RowMask near = hn::Lt(hn::And(x, row_set(one_cell - 1)), row_set(2 * slack));
  return hn::And(hn::And(near, hn::Eq(lane, corner)), hn::Ne(hn::BitCast(d, bends), hn::Zero(d)));
}

HWY_INLINE RowVec rows_of(const std::uint64_t* first, bool down) {
  const Rows d;
  const auto* const from = reinterpret_cast<const std::int64_t*>(first);
  return down ? hn::LoadU(d, from) : hn::Reverse(d, hn::LoadU(d, from - (hn::Lanes(d) - 1)));
}

// From row `y` on: how many rows a gap passes that meets no wall, no side of the tile, no corner and no cell
// that is served. Its ends are at `left` and `right` where it enters the first one. `middles`: the cells that
// it sees.
HWY_INLINE int pass_rows(const ConeTile& tile, int side, int y, bool down, Gap gap, Fixed left, Fixed right,
                         std::uint64_t* middles) {
  const Rows d;
  const RowVec near_left = hn::Add(row_set(left), steps_of(gap.low)), low = row_set(gap.low);
  const RowVec near_right = hn::Add(row_set(right), steps_of(gap.high)), high = row_set(gap.high);
  const RowVec middle_left = hn::Add(near_left, low), far_left = hn::Add(middle_left, low);
  const RowVec middle_right = hn::Add(near_right, high), far_right = hn::Add(middle_right, high);
  const RowVec leftmost = gap.low < 0 ? far_left : near_left,
               rightmost = gap.high > 0 ? far_right : near_right;
  const RowVec touched = hn::AndNot(before_cell(hn::Add(leftmost, row_set(slack)), side),
                                    before_cell(hn::Add(rightmost, row_set(one_cell - slack)), side));
  const RowVec seen = hn::AndNot(before_cell(hn::Add(middle_left, row_set(half_cell - slack - 1)), side),
                                 before_cell(hn::Add(middle_right, row_set(half_cell + slack)), side));
  const int step = down ? 1 : -1;
  const RowVec walls = rows_of(tile.walls + y + 1, down), next = rows_of(tile.walls + y + 1 + step, down);
  const hn::Rebind<std::uint32_t, Rows> narrow;
  const auto* const served_rows = tile.served + (down ? y : y - static_cast<int>(hn::Lanes(d)) + 1);
  const auto wide =
      hn::BitCast(d, hn::PromoteTo(hn::RebindToUnsigned<Rows>(), hn::LoadU(narrow, served_rows)));
  const RowVec served = down ? wide : hn::Reverse(d, wide);
  const RowVec met = hn::Or(hn::And(touched, hn::ShiftRight<1>(walls)), hn::And(seen, served));
  RowMask stop = hn::Ne(met, hn::Zero(d));
  if (gap.low >= 0) stop = hn::Or(stop, hn::Gt(far_left, row_set(position(side) - slack - 1)));
  if (gap.high <= 0) stop = hn::Or(stop, hn::Lt(far_right, row_set(slack + 1)));
  const RowVec above = down ? walls : next, below = down ? next : walls;
  stop = hn::Or(stop, hn::Or(grazes(far_left, above, below, side), grazes(far_right, above, below, side)));
  hn::StoreU(seen, d, reinterpret_cast<std::int64_t*>(middles));
  const auto first = hn::FindFirstTrue(d, stop);
  return first < 0 ? static_cast<int>(hn::Lanes(d)) : static_cast<int>(first);
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();
