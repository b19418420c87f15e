// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "simd/rows.hpp"
#include "simd/min_plus.hpp"

#include <portolan/core/detail/instruction_sets.hpp>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// ---- rows of tables ----

HWY_ATTR void MinPlusRow(std::uint32_t* least, const std::uint16_t* row, std::uint32_t add,
                         std::size_t size) {
  const hn::ScalableTag<std::uint32_t> d;
  const hn::Rebind<std::uint16_t, decltype(d)> half;
  const std::size_t lanes = hn::Lanes(d);
  const auto plus = hn::Set(d, add);
  const auto none = hn::Set(d, 65535U);
  const auto most = hn::Set(d, min_plus_no_path<std::uint32_t>);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto step = hn::PromoteTo(d, hn::LoadU(half, row + i));
    const auto sum = hn::IfThenElse(hn::Eq(step, none), most, hn::Add(step, plus));
    hn::StoreU(hn::Min(hn::LoadU(d, least + i), sum), d, least + i);
  }
  for (; i < size; ++i) {
    if (row[i] != 65535U && row[i] + add < least[i]) least[i] = row[i] + add;
  }
}

HWY_ATTR void MinPlusRows(std::uint32_t* least, const std::uint16_t* table, std::size_t size,
                          const AddedRow* rows, std::size_t count) {
  const hn::CappedTag<std::uint32_t, 16> d;
  const hn::Rebind<std::uint16_t, decltype(d)> half;
  const auto none = hn::Set(d, 65535U);
  const auto most = hn::Set(d, min_plus_no_path<std::uint32_t>);
  for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
    auto best = hn::LoadU(d, least + i);
    for (const AddedRow* r = rows; r != rows + count; ++r) {
      const auto step = hn::PromoteTo(d, hn::LoadU(half, table + r->row * size + i));
      const auto sum = hn::IfThenElse(hn::Eq(step, none), most, hn::Add(step, hn::Set(d, r->add)));
      best = hn::Min(best, sum);
    }
    hn::StoreU(best, d, least + i);
  }
}

// ---- lanes of a search ----

template <class D>
HWY_INLINE hn::Vec<D> LoadRow(D d, const std::uint32_t* row) {
  return hn::LoadU(d, row);
}
template <class D>
HWY_INLINE hn::Vec<D> LoadRow(D d, const std::uint16_t* row) {
  const hn::Rebind<std::uint16_t, D> half;
  return hn::PromoteTo(d, hn::LoadU(half, row));
}

template <class T>
HWY_INLINE std::uint32_t Relax(const Lanes& lanes, const T* row, std::uint32_t add, std::uint32_t parent,
                               std::size_t count) {
  const hn::CappedTag<std::uint32_t, Lanes::width> d;
  const std::size_t step = hn::Lanes(d);
  const auto plus = hn::Set(d, add);
  const auto none = hn::Set(d, std::uint32_t{static_cast<T>(~T{0})});
  const auto far = hn::Set(d, Lanes::far);
  const auto from = hn::Set(d, parent);
  auto least = far;
  for (std::size_t i = 0; i < count; i += step) {
    const auto edge = LoadRow(d, row + i);
    const auto cost = hn::IfThenElse(hn::Eq(edge, none), far, hn::Add(edge, plus));
    const auto known = hn::Load(d, lanes.cost + i);
    const auto better = hn::Lt(cost, known);
    if (hn::AllFalse(d, better)) continue;
    hn::Store(hn::IfThenElse(better, cost, known), d, lanes.cost + i);
    const auto bound = hn::Add(cost, hn::Load(d, lanes.estimate + i));
    hn::Store(hn::IfThenElse(better, bound, hn::Load(d, lanes.bound + i)), d, lanes.bound + i);
    least = hn::Min(least, hn::IfThenElse(better, bound, far));
    hn::Store(hn::IfThenElse(better, from, hn::Load(d, lanes.parent + i)), d, lanes.parent + i);
  }
  return hn::GetLane(hn::MinOfLanes(d, least));
}

HWY_ATTR std::uint32_t RelaxNarrow(const Lanes& lanes, const std::uint16_t* row, std::uint32_t add,
                                   std::uint32_t parent, std::size_t count) {
  return Relax(lanes, row, add, parent, count);
}
HWY_ATTR std::uint32_t RelaxWide(const Lanes& lanes, const std::uint32_t* row, std::uint32_t add,
                                 std::uint32_t parent, std::size_t count) {
  return Relax(lanes, row, add, parent, count);
}

HWY_ATTR LeastLane Least(const Lanes& lanes, std::size_t count) {
  const hn::CappedTag<std::uint32_t, Lanes::width> d;
  const std::size_t step = hn::Lanes(d);
  auto least = hn::Set(d, Lanes::far);
  for (std::size_t i = 0; i < count; i += step) least = hn::Min(least, hn::Load(d, lanes.bound + i));
  LeastLane found;
  found.bound = hn::GetLane(hn::MinOfLanes(d, least));
  if (found.bound == Lanes::far) return found;
  // Ties go to the least estimate, then to the first lane. By reductions only: where the lane lies, and how
  // many are as good, no processor predicts.
  const auto wanted = hn::Set(d, found.bound), far = hn::Set(d, Lanes::far);
  auto nearest = far;
  for (std::size_t i = 0; i < count; i += step) {
    const auto equal = hn::Eq(hn::Load(d, lanes.bound + i), wanted);
    nearest = hn::Min(nearest, hn::IfThenElse(equal, hn::Load(d, lanes.estimate + i), far));
  }
  found.estimate = hn::GetLane(hn::MinOfLanes(d, nearest));
  const auto estimate = hn::Set(d, found.estimate);
  for (std::size_t i = 0; i < count; i += step) {
    const auto is = hn::And(hn::Eq(hn::Load(d, lanes.bound + i), wanted),
                            hn::Eq(hn::Load(d, lanes.estimate + i), estimate));
    const std::intptr_t at = hn::FindFirstTrue(d, is);
    if (at < 0) continue;
    found.lane = static_cast<std::uint32_t>(i + static_cast<std::size_t>(at));
    break;
  }
  return found;
}

HWY_ATTR void Raise(std::uint32_t* estimate, const Potentials* nodes, const PotentialRange& range,
                    std::size_t count) {
  const hn::CappedTag<std::int32_t, potential_lanes> d;
  const std::size_t step = hn::Lanes(d);
  for (std::size_t i = 0; i < count; ++i) {
    auto best = hn::Zero(d);
    for (std::size_t slot = 0; slot < potential_lanes; slot += step) {
      const auto at = hn::LoadU(d, reinterpret_cast<const std::int32_t*>(nodes[i].data()) + slot);
      best = hn::Max(best, hn::Sub(hn::Load(d, range.upper + slot), at));
      best = hn::Max(best, hn::Sub(at, hn::Load(d, range.lower + slot)));
    }
    const auto bound = static_cast<std::uint32_t>(hn::GetLane(hn::MaxOfLanes(d, best)));
    if (bound > estimate[i]) estimate[i] = bound < Lanes::most ? bound : Lanes::most - 1;
  }
}

HWY_ATTR void RaiseNear(std::uint32_t* estimate, const PotentialRow* nodes, const PotentialBases& bases,
                        const PotentialRange& range, std::size_t count) {
  const hn::CappedTag<std::int32_t, potential_lanes> d;
  const hn::Rebind<std::uint16_t, decltype(d)> half;
  const std::size_t step = hn::Lanes(d);
  const auto unknown = hn::Set(d, std::int32_t{PotentialRow::unknown});
  for (std::size_t i = 0; i < count; ++i) {
    auto best = hn::Zero(d);
    for (std::size_t lane = 0; lane < potential_lanes; lane += step) {
      const auto base = hn::LoadU(d, reinterpret_cast<const std::int32_t*>(bases.data()) + lane);
      const auto upper = hn::Sub(hn::Load(d, range.upper + lane), base);
      const auto lower = hn::Sub(hn::Load(d, range.lower + lane), base);
      const auto at = hn::PromoteTo(d, hn::LoadU(half, nodes[i].offsets.data() + lane));
      const auto says = hn::Max(hn::Sub(upper, at), hn::Sub(at, lower));
      best = hn::Max(best, hn::IfThenElse(hn::Eq(at, unknown), hn::Zero(d), says));
    }
    const auto bound = static_cast<std::uint32_t>(hn::GetLane(hn::MaxOfLanes(d, best)));
    if (bound > estimate[i]) estimate[i] = bound < Lanes::most ? bound : Lanes::most - 1;
  }
}

// Both cuts, to where sums fit, make bounds smaller.
template <class D>
HWY_INLINE void AddEnd(D d, PotentialRange& agent, std::size_t lane, hn::Vec<D> potential, hn::Vec<D> highest,
                       std::int32_t cost) {
  const auto most = hn::Set(d, PotentialRange::most - cost);
  const auto upper = hn::Add(hn::Min(potential, most), hn::Set(d, cost));
  hn::Store(hn::Min(upper, hn::Load(d, agent.upper + lane)), d, agent.upper + lane);
  const auto lower = hn::Sub(highest, hn::Set(d, cost));
  hn::Store(hn::Max(lower, hn::Load(d, agent.lower + lane)), d, agent.lower + lane);
}

HWY_ATTR void AddEndOfTop(PotentialRange& agent, const Potentials& node, std::int32_t cost) {
  const hn::CappedTag<std::int32_t, potential_lanes> d;
  for (std::size_t lane = 0; lane < potential_lanes; lane += hn::Lanes(d)) {
    const auto at = hn::LoadU(d, reinterpret_cast<const std::int32_t*>(node.data()) + lane);
    AddEnd(d, agent, lane, at, at, cost);
  }
}

// An unknown potential is at least what it stands for, and at most anything.
HWY_ATTR void AddEndNear(PotentialRange& agent, const PotentialRow& node, const PotentialBases& bases,
                         std::int32_t cost) {
  const hn::CappedTag<std::int32_t, potential_lanes> d;
  const hn::Rebind<std::uint16_t, decltype(d)> half;
  const auto unknown = hn::Set(d, std::int32_t{PotentialRow::unknown});
  const auto most = hn::Set(d, PotentialRange::most);
  for (std::size_t lane = 0; lane < potential_lanes; lane += hn::Lanes(d)) {
    const auto offset = hn::PromoteTo(d, hn::LoadU(half, node.offsets.data() + lane));
    const auto base = hn::LoadU(d, reinterpret_cast<const std::int32_t*>(bases.data()) + lane);
    const auto at = hn::Add(hn::Min(base, hn::Sub(most, unknown)), offset);
    AddEnd(d, agent, lane, at, hn::IfThenElse(hn::Eq(offset, unknown), most, at), cost);
  }
}

// ---- potentials ----

// In place: a row that was lowered already may lower the next. Tables are exact, so that one pass is enough
// all the same.
HWY_ATTR void LowerRows(std::span<PotentialRow* const> rows, std::span<const std::uint32_t> from,
                        const std::uint16_t* table, std::size_t stride, std::uint8_t* lowered) {
  const hn::CappedTag<std::uint16_t, potential_lanes> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint16_t* const costs = table + i * stride;
    bool lower = false;
    for (std::size_t lane = 0; lane < potential_lanes; lane += lanes) {
      const auto known = hn::Load(d, rows[i]->offsets.data() + lane);
      auto least = known;
      for (const std::uint32_t j : from) {
        const auto end = hn::Load(d, rows[j]->offsets.data() + lane);
        least = hn::Min(least, hn::SaturatedAdd(end, hn::Set(d, costs[j])));
      }
      lower = lower || !hn::AllTrue(d, hn::Eq(least, known));
      hn::Store(least, d, rows[i]->offsets.data() + lane);
    }
    lowered[i] = lower ? 1 : 0;
  }
}

HWY_ATTR void LeastSums(const std::uint16_t* row, std::size_t size, std::size_t skip,
                        const std::uint32_t* potentials, std::uint32_t* least) {
  const hn::CappedTag<std::uint32_t, potential_lanes> d;
  for (std::size_t lane = 0; lane < potential_lanes; lane += hn::Lanes(d)) {
    auto best = hn::LoadU(d, least + lane);
    for (std::size_t i = 0; i < size; ++i) {
      if (row[i] == 65535 || i == skip) continue;
      const auto end = hn::LoadU(d, potentials + i * potential_lanes + lane);
      best = hn::Min(best, hn::Add(end, hn::Set(d, std::uint32_t{row[i]})));
    }
    hn::StoreU(best, d, least + lane);
  }
}

HWY_ATTR std::uint32_t LeastSum(const std::uint16_t* row, const std::uint32_t* values, std::size_t size) {
  const hn::CappedTag<std::uint32_t, 16> d;
  const hn::Rebind<std::uint16_t, decltype(d)> half;
  const std::size_t lanes = hn::Lanes(d);
  const auto none = hn::Set(d, 65535U), most = hn::Set(d, min_plus_no_path<std::uint32_t>);
  auto best = most;
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto step = hn::PromoteTo(d, hn::LoadU(half, row + i));
    best = hn::Min(best, hn::IfThenElse(hn::Eq(step, none), most, hn::Add(step, hn::LoadU(d, values + i))));
  }
  std::uint32_t least = hn::GetLane(hn::MinOfLanes(d, best));
  for (; i < size; ++i) {
    if (row[i] != 65535U && row[i] + values[i] < least) least = row[i] + values[i];
  }
  return least;
}

// Few entries rest on any: most registers are passed by.
HWY_ATTR void FindResting(const std::uint16_t* row, const std::uint32_t* values, std::uint32_t add,
                          std::size_t size, std::vector<std::uint32_t>& places) {
  const hn::CappedTag<std::uint32_t, 16> d;
  const hn::Rebind<std::uint16_t, decltype(d)> half;
  const std::size_t lanes = hn::Lanes(d);
  const auto plus = hn::Set(d, add);
  for (std::size_t begin = 0; begin < size; begin += lanes) {
    if (begin + lanes <= size) {
      const auto sum = hn::Add(hn::PromoteTo(d, hn::LoadU(half, row + begin)), plus);
      if (hn::AllTrue(d, hn::Lt(hn::LoadU(d, values + begin), sum))) continue;
    }
    for (std::size_t i = begin; i < size && i < begin + lanes; ++i) {
      if (row[i] != 65535U && values[i] != min_plus_no_path<std::uint32_t> && row[i] + add <= values[i])
        places.push_back(static_cast<std::uint32_t>(i));
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {
HWY_EXPORT(MinPlusRow);
HWY_EXPORT(MinPlusRows);
HWY_EXPORT(RelaxNarrow);
HWY_EXPORT(RelaxWide);
HWY_EXPORT(Least);
HWY_EXPORT(Raise);
HWY_EXPORT(RaiseNear);
HWY_EXPORT(AddEndOfTop);
HWY_EXPORT(AddEndNear);
// Costlier ends say nothing.
std::int32_t cut(std::uint64_t cost) {
  return static_cast<std::int32_t>(std::min<std::uint64_t>(cost, PotentialRange::most));
}
HWY_EXPORT(LowerRows);
HWY_EXPORT(LeastSums);
HWY_EXPORT(LeastSum);
HWY_EXPORT(FindResting);
}  // namespace

void min_plus_row(std::uint32_t* least, const std::uint16_t* row, std::uint32_t add, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(MinPlusRow)(least, row, add, size);
}

void min_plus_rows(std::uint32_t* least, const std::uint16_t* table, std::size_t size, const AddedRow* rows,
                   std::size_t count) {
  HWY_DYNAMIC_DISPATCH(MinPlusRows)(least, table, size, rows, count);
}

void min_plus_row(std::uint32_t* least, const std::uint32_t* row, std::uint32_t add, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    // No path, and what would not fit, is more than `least` can be.
    const std::uint64_t sum = std::uint64_t{row[i]} + add;
    if (sum < least[i] && row[i] != ~0U) least[i] = static_cast<std::uint32_t>(sum);
  }
}

void min_plus_row(std::uint32_t* least, const std::uint64_t* row, std::uint32_t add, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    if (row[i] < least[i] && row[i] + add < least[i]) least[i] = static_cast<std::uint32_t>(row[i] + add);
  }
}

std::uint32_t relax_lanes(const Lanes& lanes, const std::uint16_t* row, std::uint32_t add,
                          std::uint32_t parent, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(RelaxNarrow)(lanes, row, add, parent, count);
}

std::uint32_t relax_lanes(const Lanes& lanes, const std::uint32_t* row, std::uint32_t add,
                          std::uint32_t parent, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(RelaxWide)(lanes, row, add, parent, count);
}

LeastLane least_lane(const Lanes& lanes, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(Least)(lanes, count);
}

void raise_by_landmarks(std::uint32_t* estimate, const Potentials* nodes, const PotentialRange& range,
                        std::size_t count) {
  HWY_DYNAMIC_DISPATCH(Raise)(estimate, nodes, range, count);
}

void raise_by_offsets(std::uint32_t* estimate, const PotentialRow* nodes, const PotentialBases& bases,
                      const PotentialRange& range, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(RaiseNear)(estimate, nodes, bases, range, count);
}

void add_end(PotentialRange& agent, const Potentials& node, std::uint64_t cost) {
  HWY_DYNAMIC_DISPATCH(AddEndOfTop)(agent, node, cut(cost));
}

void add_end(PotentialRange& agent, const PotentialRow& node, const PotentialBases& bases,
             std::uint64_t cost) {
  HWY_DYNAMIC_DISPATCH(AddEndNear)(agent, node, bases, cut(cost));
}

void join(PotentialRange& agents, const PotentialRange& more) {
  for (std::size_t slot = 0; slot < potential_lanes; ++slot) {
    agents.upper[slot] = std::min(agents.upper[slot], more.upper[slot]);
    agents.lower[slot] = std::max(agents.lower[slot], more.lower[slot]);
  }
}

void lower_rows(std::span<PotentialRow* const> rows, std::span<const std::uint32_t> from,
                const std::uint16_t* table, std::size_t stride, std::span<std::uint8_t> lowered) {
  PORTOLAN_ASSERT(lowered.size() >= rows.size());
  HWY_DYNAMIC_DISPATCH(LowerRows)(rows, from, table, stride, lowered.data());
}

void least_sums(const std::uint16_t* row, std::size_t size, std::size_t skip,
                std::span<const std::uint32_t> potentials, Potentials& least) {
  PORTOLAN_ASSERT(potentials.size() >= size * potential_lanes);
  HWY_DYNAMIC_DISPATCH(LeastSums)(row, size, skip, potentials.data(), least.data());
}

std::uint32_t least_sum(const std::uint16_t* row, const std::uint32_t* values, std::size_t size) {
  PORTOLAN_ASSERT(row != nullptr && values != nullptr);
  return HWY_DYNAMIC_DISPATCH(LeastSum)(row, values, size);
}

void find_resting(const std::uint16_t* row, const std::uint32_t* values, std::uint32_t add, std::size_t size,
                  std::vector<std::uint32_t>& places) {
  HWY_DYNAMIC_DISPATCH(FindResting)(row, values, add, size, places);
}

}  // namespace portolan::detail

#endif
