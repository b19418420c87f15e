// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "simd/strings.hpp"

#include <cstddef>
#include <limits>

#ifndef PORTOLAN_STRING_CONSTANTS
#define PORTOLAN_STRING_CONSTANTS
#include <portolan/core/distance.hpp>
namespace portolan::detail {
// What the table has above the octile distance is rounding of the portals' places, up to so many cells;
// beyond it is a detour. Nine tenths of that in its place: p99 of Aurora and Boston is 0.2 percent worse.
inline constexpr float least_excess = 0.1F;
// No curve is shorter than that share of the octile path: cos(22.5 degrees), rounded down.
inline constexpr float least_share = 0.92F;
}  // namespace portolan::detail
#endif

#include <portolan/core/detail/instruction_sets.hpp>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/strings.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, PortalLanes::width>;
using Lane = hn::Vec<Floats>;
using LaneMask = hn::Mask<Floats>;

HWY_INLINE HWY_ATTR Lane All(float value) { return hn::Set(Floats(), value); }
HWY_INLINE HWY_ATTR Lane Larger(Lane a, Lane b) { return hn::IfThenElse(hn::Lt(a, b), b, a); }
HWY_INLINE HWY_ATTR Lane Smaller(Lane a, Lane b) { return hn::IfThenElse(hn::Lt(b, a), b, a); }

struct StringPoints {
  Lane x, y;
};

// Lines that portals lie on, one per lane.
struct StringLines {
  LaneMask eastern;
  Lane at;
};

HWY_INLINE HWY_ATTR StringLines LineOf(const PortalLine& line) {
  return {hn::Gt(All(line.eastern ? 1.0F : 0.0F), All(0)), All(line.at)};
}

HWY_INLINE HWY_ATTR StringPoints PointsOn(const StringLines& line, Lane along) {
  return {hn::IfThenElse(line.eastern, line.at, along), hn::IfThenElse(line.eastern, along, line.at)};
}

HWY_INLINE HWY_ATTR Lane Apart(const StringPoints& a, const StringPoints& b) {
  const Lane x = hn::Sub(a.x, b.x), y = hn::Sub(a.y, b.y);
  return hn::Sqrt(hn::Add(hn::Mul(x, x), hn::Mul(y, y)));
}

// Where a straight line meets that of portals, or one that is reflected there, within a window.
HWY_INLINE HWY_ATTR Lane Crossing(const StringLines& line, const StringPoints& from, const StringPoints& to,
                                  Lane low, Lane high) {
  const LaneMask eastern = line.eastern;
  const Lane here = hn::Abs(hn::Sub(hn::IfThenElse(eastern, from.x, from.y), line.at));
  const Lane both = hn::Add(here, hn::Abs(hn::Sub(hn::IfThenElse(eastern, to.x, to.y), line.at)));
  const Lane begin = hn::IfThenElse(eastern, from.y, from.x), end = hn::IfThenElse(eastern, to.y, to.x);
  const Lane along = hn::IfThenElse(hn::Gt(both, All(0)),
                                    hn::Add(begin, hn::Mul(hn::Sub(end, begin), hn::Div(here, both))), begin);
  return Smaller(Larger(along, low), high);
}

// A curve to a point (x, y) away is that long at least, where a path by steps is `octile` long. Along the
// nearest of the eight directions it gets `ahead`; whatever it does across adds at most tan(22.5 degrees)
// times as much to a path by steps.
HWY_INLINE HWY_ATTR Lane LeastCurve(const StringPoints& away, Lane octile) {
  const Lane x = hn::Abs(away.x), y = hn::Abs(away.y);
  const Lane ahead = Larger(Larger(x, y), hn::Mul(hn::Add(x, y), All(0.70710678F)));
  const Lane across = hn::Mul(Larger(hn::Sub(octile, ahead), All(0)), All(2.4142135F));
  const Lane least = hn::Sqrt(hn::Add(hn::Mul(ahead, ahead), hn::Mul(across, across)));
  return hn::IfThenElse(hn::Gt(ahead, hn::Mul(All(0.9238795F), least)), least,
                        hn::Mul(All(least_share), octile));
}

// By how much the ways between the portals are longer than over open ground; 0 where that is rounding.
HWY_INLINE HWY_ATTR Lane Excess(const StringQuery& query, const StringEnd& here, const PortalLanes& there,
                                Lane costs, std::size_t i) {
  const hn::RebindToSigned<Floats> whole;
  const auto is_eastern = hn::Gt(hn::LoadU(whole, there.eastern + i), hn::Zero(whole));
  const auto at_here = hn::Set(whole, here.line.at2), along_here = hn::Set(whole, here.along2);
  const auto from_at = here.line.eastern ? hn::IfThenElse(is_eastern, at_here, along_here)
                                         : hn::IfThenElse(is_eastern, along_here, at_here);
  const auto from_along = hn::Sub(hn::Add(at_here, along_here), from_at);
  const auto across = hn::Abs(hn::Sub(hn::LoadU(whole, there.at2 + i), from_at));
  const auto along = hn::Abs(hn::Sub(hn::LoadU(whole, there.along2 + i), from_along));
  constexpr auto straight = std::int32_t{straight_factor}, bend = std::int32_t{diagonal_factor} - straight;
  const auto octile = hn::Add(hn::Mul(hn::Max(across, along), hn::Set(whole, straight)),
                              hn::Mul(hn::Min(across, along), hn::Set(whole, bend)));
  const Lane excess = hn::Sub(hn::Div(costs, All(query.unit)),
                              hn::Mul(hn::ConvertTo(Floats(), octile), All(1.0F / (2 * straight_factor))));
  return hn::IfThenElse(hn::Gt(excess, All(least_excess)), excess, All(0));
}

// What of the portals' runs is seen from the last bend through the window of the portal before.
struct StringSight {
  Lane low, high;                // of the runs; empty where a corner of the window is in the way
  LaneMask below, above, empty;  // the low or the high end of the window is in the way
};

HWY_INLINE HWY_ATTR StringSight SightOf(const StringEnd& here, const StringLines& line, Lane low, Lane high) {
  const float low_x = (here.line.eastern ? here.line.at : here.low) - here.bend_x;
  const float low_y = (here.line.eastern ? here.low : here.line.at) - here.bend_y;
  const float high_x = (here.line.eastern ? here.line.at : here.high) - here.bend_x;
  const float high_y = (here.line.eastern ? here.high : here.line.at) - here.bend_y;
  const bool is_turned = low_x * high_y - low_y * high_x < 0;
  const Lane right_x = All(is_turned ? high_x : low_x), right_y = All(is_turned ? high_y : low_y);
  const Lane left_x = All(is_turned ? low_x : high_x), left_y = All(is_turned ? low_y : high_y);
  const StringPoints bend{All(here.bend_x), All(here.bend_y)};
  const StringPoints a = PointsOn(line, low), b = PointsOn(line, high);
  const Lane ax = hn::Sub(a.x, bend.x), ay = hn::Sub(a.y, bend.y);
  const Lane bx = hn::Sub(b.x, bend.x), by = hn::Sub(b.y, bend.y);
  // On which side of the rays through the window's ends; linear along the line.
  const Lane right_a = hn::Sub(hn::Mul(right_x, ay), hn::Mul(right_y, ax));
  const Lane right_b = hn::Sub(hn::Mul(right_x, by), hn::Mul(right_y, bx));
  const Lane left_a = hn::Sub(hn::Mul(ax, left_y), hn::Mul(ay, left_x));
  const Lane left_b = hn::Sub(hn::Mul(bx, left_y), hn::Mul(by, left_x));
  const Lane none = All(0), width = hn::Sub(high, low);
  StringSight seen{low, high, {}, {}, {}};
  const auto cut = [&](Lane of_a, Lane of_b) HWY_ATTR {
    const Lane end = hn::Add(low, hn::Mul(width, hn::Div(of_a, hn::Sub(of_a, of_b))));
    seen.low = hn::IfThenElse(hn::Lt(of_a, none), Larger(seen.low, end), seen.low);
    seen.high = hn::IfThenElse(hn::Lt(of_b, none), Smaller(seen.high, end), seen.high);
  };
  cut(right_a, right_b);
  cut(left_a, left_b);
  const LaneMask past_right = hn::And(hn::Lt(right_a, none), hn::Lt(right_b, none));
  const LaneMask past_left = hn::AndNot(past_right, hn::And(hn::Lt(left_a, none), hn::Lt(left_b, none)));
  seen.below = is_turned ? past_left : past_right;
  seen.above = is_turned ? past_right : past_left;
  seen.empty = hn::Gt(seen.low, seen.high);
  return seen;
}

// Strings up to their last bends, and what these see of the portals' runs.
struct StringLanes {
  Lane cost;
  StringPoints bend;
  Lane low, high;
};

// How long strings are straight on to the agent, and by way of the portals at least. True for those that are
// not too long.
HWY_INLINE HWY_ATTR LaneMask Measure(const StringQuery& query, const PortalLanes& there,
                                     const StringLines& line, const StringLanes& strings, PulledStrings& out,
                                     std::size_t i) {
  const Floats d;
  const hn::RebindToSigned<Floats> whole;
  const StringPoints agent{All(query.agent_x), All(query.agent_y)};
  const Lane along = Crossing(line, strings.bend, agent, strings.low, strings.high);
  const StringPoints p = PointsOn(line, along);
  const Lane so_far = hn::Add(strings.cost, Apart(strings.bend, p)), left = Apart(p, agent);
  // Landmarks know the portal's own place.
  const Lane own =
      hn::Mul(All(0.5F), hn::ConvertTo(d, hn::Add(hn::LoadU(whole, there.along2 + i), hn::Set(whole, 1))));
  const Lane beyond = hn::Sub(hn::LoadU(d, there.beyond + i), hn::Abs(hn::Sub(along, own)));
  const StringPoints away{hn::Sub(p.x, agent.x), hn::Sub(p.y, agent.y)};
  const Lane least = Larger(left, LeastCurve(away, beyond));
  hn::StoreU(strings.cost, d, out.cost + i);
  hn::StoreU(hn::Add(so_far, left), d, out.length + i);
  hn::StoreU(hn::Add(so_far, hn::Mul(All(query.weight), least)), d, out.bound + i);
  hn::StoreU(strings.bend.x, d, out.bend_x + i);
  hn::StoreU(strings.bend.y, d, out.bend_y + i);
  hn::StoreU(strings.low, d, out.low + i);
  hn::StoreU(strings.high, d, out.high + i);
  return hn::Le(hn::Add(so_far, least), All(query.most_length));
}

HWY_INLINE HWY_ATTR std::uint32_t PullSome(const StringQuery& query, const StringEnd& here,
                                           const PortalLanes& there, Lane costs, const float* known_lengths,
                                           PulledStrings& out, std::size_t i) {
  const Floats d;
  const hn::RebindToSigned<Floats> whole;
  const Lane excess = Excess(query, here, there, costs, i), most = All(query.most_length);
  const auto gates = hn::BitCast(whole, hn::LoadU(hn::RebindToUnsigned<Floats>(), there.gate + i));
  const Lane known = hn::GatherIndex(d, known_lengths, gates);
  // However it goes on, the next string is as long as this one at least, and longer by a detour.
  const Lane no_less = hn::Add(All(here.length), excess);
  const LaneMask open = hn::And(hn::Gt(hn::Sub(known, All(query.gain)), no_less), hn::Le(no_less, most));
  if (hn::AllFalse(d, open)) return 0;
  const auto at2 = hn::Add(hn::LoadU(whole, there.at2 + i), hn::Set(whole, 1));
  const StringLines line_here = LineOf(here.line);
  const StringLines line{hn::Gt(hn::ConvertTo(d, hn::LoadU(whole, there.eastern + i)), All(0)),
                         hn::ConvertTo(d, hn::ShiftRight<1>(at2))};
  const Lane run_low = hn::LoadU(d, there.low + i), run_high = hn::LoadU(d, there.high + i);
  const StringPoints agent{All(query.agent_x), All(query.agent_y)};
  const StringPoints before{All(here.bend_x), All(here.bend_y)};
  const LaneMask detour = hn::Gt(excess, All(0));
  // Where there are detours alone, what is seen is nothing to anybody.
  StringSight seen{run_low, run_high, {}, {}, {}};
  if (!hn::AllFalse(d, hn::AndNot(detour, open))) seen = SightOf(here, line, run_low, run_high);
  const Lane aim = Crossing(line, before, agent, run_low, run_high);
  const StringPoints next = PointsOn(line, hn::IfThenElse(detour, aim, seen.low));
  const Lane here_low = All(here.low), here_high = All(here.high);
  const LaneMask below = hn::AndNot(detour, seen.below), above = hn::AndNot(detour, seen.above);
  const Lane bent_at = hn::IfThenElse(
      below, here_low,
      hn::IfThenElse(above, here_high, Crossing(line_here, before, next, here_low, here_high)));
  const LaneMask bent = hn::Or(hn::Or(detour, seen.empty), hn::Or(below, above));
  const StringPoints corner = PointsOn(line_here, bent_at);
  const StringLanes strings{
      hn::IfThenElse(bent, hn::Add(hn::Add(All(here.cost), Apart(before, corner)), excess), All(here.cost)),
      {hn::IfThenElse(bent, corner.x, before.x), hn::IfThenElse(bent, corner.y, before.y)},
      hn::IfThenElse(bent, run_low, seen.low),
      hn::IfThenElse(bent, run_high, seen.high)};
  const LaneMask fits = Measure(query, there, line, strings, out, i);
  const LaneMask better = hn::Gt(known, hn::Add(hn::LoadU(d, out.length + i), All(query.gain)));
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, hn::And(hn::And(open, better), fits), bits);
  return bits[0] | static_cast<std::uint32_t>(bits[1]) << 8U;
}

// Copied one after the other into lanes, they would be read before they are written.
HWY_INLINE HWY_ATTR Lane CostsAt(const WayCosts& costs, std::size_t i) {
  const Floats d;
  const hn::RebindToSigned<Floats> whole;
  const Lane none = All(std::numeric_limits<float>::infinity());
  const LaneMask wanted = hn::FirstN(d, costs.count - i);
  if (costs.narrow == nullptr) return hn::IfThenElse(wanted, hn::LoadU(d, costs.units + i), none);
  const auto row = hn::PromoteTo(whole, hn::LoadU(hn::Rebind<std::uint16_t, Floats>(), costs.narrow + i));
  const auto is_way = hn::RebindMask(d, hn::Lt(row, hn::Set(whole, 0xFFFF)));
  return hn::IfThenElse(hn::And(wanted, is_way), hn::ConvertTo(d, row), none);
}

HWY_ATTR std::uint32_t Pull(const StringQuery& query, const StringEnd& here, const PortalLanes& there,
                            const WayCosts& costs, const float* known, PulledStrings& out) {
  std::uint32_t better = 0;
  for (std::size_t i = 0; i < costs.count; i += hn::Lanes(Floats()))
    better |= PullSome(query, here, there, CostsAt(costs, i), known, out, i) << i;
  return better;
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {
HWY_EXPORT(Pull);
}  // namespace

float string_excess(float cells, float octile_half_units) {
  const float excess = cells - octile_half_units * (1.0F / (2 * straight_factor));
  return excess > least_excess ? excess : 0;
}

std::uint32_t pull_strings(const StringQuery& query, const StringEnd& here, const PortalLanes& there,
                           const WayCosts& costs, const float* known, PulledStrings& out) {
  PORTOLAN_ASSERT(query.unit > 0 && here.low <= here.high && costs.count <= PortalLanes::width);
  return HWY_DYNAMIC_DISPATCH(Pull)(query, here, there, costs, known, out);
}

}  // namespace portolan::detail

#endif  // HWY_ONCE
