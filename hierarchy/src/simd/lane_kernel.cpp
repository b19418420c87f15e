// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "simd/lane_kernel.hpp"

#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/lane_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

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

HWY_ATTR void Raise(std::uint32_t* estimate, const Landmarks::Potentials* nodes, const PotentialRange& range,
                    std::size_t count) {
  const hn::CappedTag<std::int32_t, Landmarks::count> d;
  const std::size_t step = hn::Lanes(d);
  for (std::size_t i = 0; i < count; ++i) {
    auto best = hn::Zero(d);
    for (std::size_t slot = 0; slot < Landmarks::count; slot += step) {
      const auto at = hn::LoadU(d, reinterpret_cast<const std::int32_t*>(nodes[i].data()) + slot);
      best = hn::Max(best, hn::Sub(hn::Load(d, range.upper + slot), at));
      best = hn::Max(best, hn::Sub(at, hn::Load(d, range.lower + slot)));
    }
    const auto bound = static_cast<std::uint32_t>(hn::GetLane(hn::MaxOfLanes(d, best)));
    if (bound > estimate[i]) estimate[i] = bound < Lanes::most ? bound : Lanes::most - 1;
  }
}

HWY_ATTR void RaiseNear(std::uint32_t* estimate, const PotentialRow* nodes,
                        const BasePotentials::Bases& bases, const PotentialRange& range, std::size_t count) {
  const hn::CappedTag<std::int32_t, Landmarks::count> d;
  const hn::Rebind<std::uint16_t, decltype(d)> half;
  const std::size_t step = hn::Lanes(d);
  const auto unknown = hn::Set(d, std::int32_t{PotentialRow::unknown});
  for (std::size_t i = 0; i < count; ++i) {
    auto best = hn::Zero(d);
    for (std::size_t lane = 0; lane < Landmarks::count; lane += step) {
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

HWY_ATTR void AddEndOfTop(PotentialRange& agent, const Landmarks::Potentials& node, std::int32_t cost) {
  const hn::CappedTag<std::int32_t, Landmarks::count> d;
  for (std::size_t lane = 0; lane < Landmarks::count; lane += hn::Lanes(d)) {
    const auto at = hn::LoadU(d, reinterpret_cast<const std::int32_t*>(node.data()) + lane);
    AddEnd(d, agent, lane, at, at, cost);
  }
}

// An unknown potential is at least what it stands for, and at most anything.
HWY_ATTR void AddEndNear(PotentialRange& agent, const PotentialRow& node, const BasePotentials::Bases& bases,
                         std::int32_t cost) {
  const hn::CappedTag<std::int32_t, Landmarks::count> d;
  const hn::Rebind<std::uint16_t, decltype(d)> half;
  const auto unknown = hn::Set(d, std::int32_t{PotentialRow::unknown});
  const auto most = hn::Set(d, PotentialRange::most);
  for (std::size_t lane = 0; lane < Landmarks::count; lane += hn::Lanes(d)) {
    const auto offset = hn::PromoteTo(d, hn::LoadU(half, node.offsets.data() + lane));
    const auto base = hn::LoadU(d, reinterpret_cast<const std::int32_t*>(bases.data()) + lane);
    const auto at = hn::Add(hn::Min(base, hn::Sub(most, unknown)), offset);
    AddEnd(d, agent, lane, at, hn::IfThenElse(hn::Eq(offset, unknown), most, at), cost);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace portolan::detail {

namespace {
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
}  // namespace

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

void raise_by_landmarks(std::uint32_t* estimate, const Landmarks::Potentials* nodes,
                        const PotentialRange& range, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(Raise)(estimate, nodes, range, count);
}

void raise_by_offsets(std::uint32_t* estimate, const PotentialRow* nodes, const BasePotentials::Bases& bases,
                      const PotentialRange& range, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(RaiseNear)(estimate, nodes, bases, range, count);
}

void add_end(PotentialRange& agent, const Landmarks::Potentials& node, std::uint64_t cost) {
  HWY_DYNAMIC_DISPATCH(AddEndOfTop)(agent, node, cut(cost));
}

void add_end(PotentialRange& agent, const PotentialRow& node, const BasePotentials::Bases& bases,
             std::uint64_t cost) {
  HWY_DYNAMIC_DISPATCH(AddEndNear)(agent, node, bases, cut(cost));
}

void join(PotentialRange& agents, const PotentialRange& more) {
  for (std::size_t slot = 0; slot < Landmarks::count; ++slot) {
    agents.upper[slot] = std::min(agents.upper[slot], more.upper[slot]);
    agents.lower[slot] = std::max(agents.lower[slot], more.lower[slot]);
  }
}

}  // namespace portolan::detail

#endif
