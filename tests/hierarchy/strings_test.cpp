// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <portolan/core/octile.hpp>

#include <support/random.hpp>

#include <simd/strings.hpp>

namespace portolan::detail {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

struct Point {
  float x = 0, y = 0;
};

Point on(const PortalLine& line, float along) {
  return line.eastern ? Point{line.at, along} : Point{along, line.at};
}

float apart(Point a, Point b) {
  const float x = a.x - b.x, y = a.y - b.y;
  return std::sqrt(x * x + y * y);
}

float turn(Point from, Point a, Point b) {
  return (a.x - from.x) * (b.y - from.y) - (a.y - from.y) * (b.x - from.x);
}

float crossing(const PortalLine& line, Point from, Point to, float low, float high) {
  const float here = std::abs((line.eastern ? from.x : from.y) - line.at);
  const float there = std::abs((line.eastern ? to.x : to.y) - line.at);
  const float begin = line.eastern ? from.y : from.x, end = line.eastern ? to.y : to.x;
  const float along = here + there > 0 ? begin + (end - begin) * (here / (here + there)) : begin;
  return std::clamp(along, low, high);
}

// One portal, and the string pulled there.
struct Target {
  PortalLine line;
  std::int32_t along2 = 0;
  float low = 0, high = 0, beyond = 0, known = infinite, cost = 0;
};

struct Pulled {
  float cost = 0, length = 0, low = 0, high = 0;
  Point bend;
};

void bend(Pulled& string, const StringEnd& here, float along, const Target& to) {
  const Point corner = on(here.line, along);
  string.cost += apart(string.bend, corner);
  string.bend = corner;
  string.low = to.low;
  string.high = to.high;
}

void stretch(Pulled& string, const StringEnd& here, const Target& to) {
  float low_along = here.low, high_along = here.high;
  const Point from = string.bend, a = on(to.line, to.low), b = on(to.line, to.high);
  if (turn(from, on(here.line, low_along), on(here.line, high_along)) < 0) std::swap(low_along, high_along);
  const Point low = on(here.line, low_along), high = on(here.line, high_along);
  const float low_a = turn(from, low, a), low_b = turn(from, low, b);
  if (low_a < 0 && low_b < 0) return bend(string, here, low_along, to);
  const float high_a = turn(from, a, high), high_b = turn(from, b, high);
  if (high_a < 0 && high_b < 0) return bend(string, here, high_along, to);
  float begin = to.low, end = to.high;
  const auto cut = [&](float of_a, float of_b) {
    const float at = to.low + (to.high - to.low) * (of_a / (of_a - of_b));
    if (of_a < 0) begin = std::max(begin, at);
    if (of_b < 0) end = std::min(end, at);
  };
  cut(low_a, low_b);
  cut(high_a, high_b);
  if (begin > end)
    return bend(string, here, crossing(here.line, from, on(to.line, begin), here.low, here.high), to);
  string.low = begin;
  string.high = end;
}

// One after the other, as the search would without vectors.
Pulled pulled(const StringQuery& query, const StringEnd& here, const Target& to) {
  const Point agent{query.agent_x, query.agent_y};
  const bool same = here.line.eastern == to.line.eastern;
  const std::int32_t across = std::abs(to.line.at2 - (same ? here.line.at2 : here.along2));
  const std::int32_t along = std::abs(to.along2 - (same ? here.along2 : here.line.at2));
  const float excess =
      string_excess(to.cost / query.unit, static_cast<float>(octile_half_units(across, along)));
  Pulled string{here.cost, 0, 0, 0, {here.bend_x, here.bend_y}};
  if (excess > 0) {
    const Point aim = on(to.line, crossing(to.line, string.bend, agent, to.low, to.high));
    bend(string, here, crossing(here.line, string.bend, aim, here.low, here.high), to);
    string.cost += excess;
  } else {
    stretch(string, here, to);
  }
  const Point p = on(to.line, crossing(to.line, string.bend, agent, string.low, string.high));
  string.length = string.cost + apart(string.bend, p) + apart(p, agent);
  return string;
}

class Strings : public ::testing::Test {
 protected:
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

  PortalLine random_line() {
    const auto at = static_cast<std::int32_t>(32 * random_.below(4));
    return {random_.below(2) == 0, static_cast<float>(at), 2 * at - 1};
  }
  Target random_target() {
    Target to;
    to.line = random_line();
    to.low = static_cast<float>(random_.below(60));
    to.high = to.low + 1 + static_cast<float>(random_.below(32));
    to.along2 = static_cast<std::int32_t>(to.low + to.high);
    to.beyond = static_cast<float>(random_.below(300));
    to.known = random_.below(3) == 0 ? infinite : static_cast<float>(random_.below(400));
    to.cost = random_.below(5) == 0 ? infinite : static_cast<float>(random_.below(200)) * 12;
    return to;
  }
  // The window is a part of a run; sometimes one is a detour, and mostly the octile distance.
  StringEnd random_end() {
    StringEnd end;
    end.line = random_line();
    end.low = static_cast<float>(random_.below(60));
    end.high = end.low + static_cast<float>(random_.below(20));
    end.along2 = static_cast<std::int32_t>(end.low + end.high);
    end.bend_x = static_cast<float>(random_.below(128));
    end.bend_y = static_cast<float>(random_.below(128));
    end.cost = static_cast<float>(random_.below(50));
    end.length = end.cost + static_cast<float>(random_.below(50));
    return end;
  }

  test::Random random_{12};
};

TEST_F(Strings, AreWhatOneAfterTheOtherGives) {
  constexpr std::size_t width = PortalLanes::width;
  const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  const std::int64_t best = hwy::SupportedTargets();
  int better = 0, bent = 0;
  for (int turn = 0; turn < 2000; ++turn) {
    const StringQuery query{static_cast<float>(random_.below(128)) + 0.5F,
                            static_cast<float>(random_.below(128)) + 0.5F,
                            24,
                            350,
                            1.02F,
                            0.5F};
    const StringEnd here = random_end();
    Target to[width];
    PortalLanes lanes{};
    float known[width], costs[width];
    std::uint16_t narrow[width];
    for (std::size_t i = 0; i < width; ++i) {
      to[i] = random_target();
      if (random_.below(2) == 0) to[i].cost = 0;  // as over open ground
      lanes.eastern[i] = to[i].line.eastern ? 1 : 0;
      lanes.at2[i] = to[i].line.at2;
      lanes.along2[i] = to[i].along2;
      lanes.low[i] = to[i].low;
      lanes.high[i] = to[i].high;
      lanes.beyond[i] = to[i].beyond;
      lanes.gate[i] = static_cast<std::uint32_t>((7 * i + 3) % width);
      known[lanes.gate[i]] = to[i].known;
      costs[i] = to[i].cost;
      narrow[i] = to[i].cost < infinite ? static_cast<std::uint16_t>(to[i].cost) : 0xFFFF;
    }
    const auto count = static_cast<std::uint32_t>(1 + random_.below(width));
    const WayCosts ways = turn % 2 == 0 ? WayCosts{narrow, nullptr, count} : WayCosts{nullptr, costs, count};
    float bounds[width] = {};
    for (const std::int64_t target : targets) {
      SCOPED_TRACE(hwy::TargetName(target));
      hwy::SetSupportedTargetsForTest(best & ~(target - 1));
      PulledStrings strings;
      const std::uint32_t found = pull_strings(query, here, lanes, ways, known, strings);
      EXPECT_EQ(found >> count, 0U) << "no more than were asked for";
      for (std::size_t i = 0; i < width; ++i) {
        const bool is_better = (found >> i & 1U) != 0;
        const Pulled wanted = pulled(query, here, to[i]);
        // Where it is not followed, it gains nothing, or is too long for all that is known.
        if (!is_better) continue;
        ++better;
        if (strings.bend_x[i] != here.bend_x || strings.bend_y[i] != here.bend_y) ++bent;
        EXPECT_LT(to[i].cost, infinite);
        EXPECT_LT(strings.length[i] + query.gain, to[i].known);
        EXPECT_EQ(strings.cost[i], wanted.cost);
        EXPECT_EQ(strings.length[i], wanted.length);
        EXPECT_EQ(strings.bend_x[i], wanted.bend.x);
        EXPECT_EQ(strings.bend_y[i], wanted.bend.y);
        EXPECT_EQ(strings.low[i], wanted.low);
        EXPECT_EQ(strings.high[i], wanted.high);
        EXPECT_GE(strings.bound[i], wanted.length * 0.999F);  // no less than straight on
        if (target == targets.front()) bounds[i] = strings.bound[i];
        EXPECT_EQ(strings.bound[i], bounds[i]);
      }
    }
  }
  EXPECT_GT(better, 1000);
  EXPECT_GT(bent, 300);
}

}  // namespace
}  // namespace portolan::detail
