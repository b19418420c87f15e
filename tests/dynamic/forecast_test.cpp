// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/dynamic/forecast.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <support/random.hpp>

namespace portolan {
namespace {

/// Something that moves over a small world, and all that a forecast of it has to say, step by step.
struct Passer {
  Extent extent;
  TimeSpan span;
  ForecastGrid grid;
  Course course;
  PresenceScript presence;
  Footprint footprint;
  double growth = 0;

  explicit Passer(std::uint64_t seed) {
    test::Random random(seed);
    extent = {random.between(1, 12), random.between(1, 9), 1};
    span.from = random.between(0, 9);
    span.to = span.from + random.between(0, 60);
    grid = {random.between(1, 4), 0.5, random.between(0, 5)};
    const auto place = [&] {
      return Vec2{static_cast<float>(random.between(-4, 16)), static_cast<float>(random.between(-4, 12))};
    };
    course = random.percent(50) ? Course::waypoints(std::vector<Vec2>{place(), place(), place()}, 1.3F,
                                                    Repeat::there_and_back)
                                : Course::linear(place(), place() * 0.1F);
    if (random.percent(50)) presence = {random.percent(50), {1.2, 2.7}, 4.1};
    footprint = random.percent(50) ? Footprint::box(static_cast<float>(random.between(1, 6)), 2)
                                   : Footprint::disc(static_cast<float>(random.between(0, 2)));
    growth = random.between(0, 3) * 0.4;
  }

  /// One step of the forecast's own: the steps that it holds for, and what is covered then.
  struct Step {
    TimeStep from = 0;
    TimeStep to = 0;
    Cell place;
    Footprint covers;
  };

  [[nodiscard]] std::vector<Step> steps(bool scripted) const {
    std::vector<Step> all;
    double time = 0;
    for (TimeStep t = span.from; t < std::max(span.from + 1, span.to + grid.margin); t += grid.steps) {
      const auto ring = scripted ? 0 : static_cast<std::int32_t>(std::ceil(growth * time));
      if (!scripted || presence.present(time))
        all.push_back({t - grid.margin, t + grid.steps + grid.margin, cell_at(course.at(time), 0),
                       grown(footprint, ring)});
      time += grid.time;
    }
    return all;
  }
};

/// At which time steps of `span` a cell is covered, from its first on.
std::vector<bool> times_covered(Cell c, TimeSpan span, const std::vector<Passer::Step>& steps) {
  std::vector<bool> covered(static_cast<std::size_t>(span.to - span.from), false);
  for (const Passer::Step& step : steps) {
    if (!step.covers.covers(step.place, c)) continue;
    for (TimeStep t = std::max(step.from, span.from); t < std::min(step.to, span.to); ++t)
      covered[static_cast<std::size_t>(t - span.from)] = true;
  }
  return covered;
}

TEST(Forecast, IsWhatEachStepOfAnObstacleCovers) {
  Forecast forecast;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Passer passer(seed);
    for (const bool scripted : {true, false}) {
      forecast.reset(passer.extent, passer.span, passer.grid);
      if (scripted) {
        forecast.add_script(passer.course, passer.presence, passer.footprint, 0, 0);
      } else {
        forecast.add_seen(passer.course, passer.growth, passer.footprint, 0);
      }
      forecast.finish();
      const std::vector<Passer::Step> steps = passer.steps(scripted);
      for (std::size_t i = 0; i < passer.extent.cell_count(); ++i) {
        const Cell c = passer.extent.cell(i);
        std::vector<bool> foreseen;
        for (TimeStep t = passer.span.from; t < passer.span.to; ++t)
          foreseen.push_back(forecast.blocked(c, t));
        ASSERT_EQ(foreseen, times_covered(c, passer.span, steps))
            << seed << ": " << c.x << ", " << c.y << (scripted ? ", scripted" : "");
      }
    }
  }
}

// What is far off and straying fast would cover more cells than there is memory for.
TEST(Forecast, OfAnUnknownMotionGrowsNoFartherThanItsBound) {
  constexpr TimeStep ten_minutes = 600 * 30;
  constexpr std::int32_t most = Forecast::most_growth;
  Forecast forecast;
  for (const double growth : {0.5, 100.0, 1e30}) {
    forecast.reset({1000, 1000, 1}, {0, ten_minutes}, {1, 1.0 / 30, 0});
    forecast.add_seen(Course::linear({500.5F, 500.5F}, {0, 0}), growth, Footprint::disc(0), 0);
    forecast.finish();
    EXPECT_EQ(forecast.cell_count(), std::size_t{2 * most + 1} * (2 * most + 1)) << growth;
    EXPECT_TRUE(forecast.blocked({500 + most, 500, 0}, ten_minutes - 1)) << growth;
    EXPECT_FALSE(forecast.blocked({500 + most + 1, 500, 0}, ten_minutes - 1)) << growth;
  }
}

}  // namespace
}  // namespace portolan
