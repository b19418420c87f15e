// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Scenes of the RVO2 examples (Circle, Blocks without obstacles), in their units: a cell is one of them.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include <portolan/core/world.hpp>

#include "sections.hpp"

namespace portolan::bench {
namespace {

constexpr float seconds_of_tick = 0.25F, speed = 2, least_gap = 5.03F;
constexpr float near_share = 0.95F, deep_share = 0.5F;

struct Walk {
  Vec2 from, to;
};

// Rings from 200 outwards, five apart, everybody as far from the next as in the example with 250. Turned by a
// share of that.
std::vector<Walk> circle(int agents, float turned) {
  std::vector<Walk> walks;
  for (int ring = 0; static_cast<int>(walks.size()) < agents; ++ring) {
    const float radius = 200 + least_gap * static_cast<float>(ring);
    const auto room = static_cast<int>(2 * std::numbers::pi_v<float> * radius / least_gap + 0.5F);
    const int here = std::min(room, agents - static_cast<int>(walks.size()));
    for (int k = 0; k < here; ++k) {
      const float a =
          2 * std::numbers::pi_v<float> * (static_cast<float>(k) + turned) / static_cast<float>(here);
      const Vec2 at = Vec2{std::cos(a), std::sin(a)} * radius;
      walks.push_back({at, at * -1.0F});
    }
  }
  return walks;
}

// Four blocks in the corners of a square, each to the opposite one.
std::vector<Walk> crossing(int agents) {
  std::vector<Walk> walks;
  const auto side = static_cast<int>(std::sqrt(agents / 4));
  for (int k = 0; k < agents; ++k) {
    const int block = k % 4, n = k / 4;
    const Vec2 off{55 + 10 * static_cast<float>(n % side), 55 + 10 * static_cast<float>(n / side)};
    const Vec2 at{block % 2 == 0 ? off.x : -off.x, block / 2 == 0 ? off.y : -off.y};
    walks.push_back({at, at * -1.0F});
  }
  return walks;
}

struct Figures {
  std::size_t there = 0;
  double seconds = 0, excess = 0, us = 0, near = 0;
  std::size_t deep = 0;
};

Figures walk(const std::vector<Walk>& walks, float radius, Avoidance avoidance, double limit) {
  float reach = 0;
  for (const Walk& w : walks) reach = std::max({reach, std::abs(w.from.x), std::abs(w.from.y)});
  const auto half = static_cast<std::int32_t>(reach) + 50;
  World world(Extent{2 * half, 2 * half, 1}, 1);
  const ProfileId profile = world.add_profile({});
  world.commit();
  const Vec2 middle{static_cast<float>(half), static_cast<float>(half)};
  Crowd crowd(CrowdOptions{nullptr, 1e9F, 3});
  std::vector<std::unique_ptr<DirectGuide>> guides;
  for (const Walk& w : walks) {
    const Vec2 goal = middle + w.to;
    guides.push_back(std::make_unique<DirectGuide>(goal));
    const CrowdGroupId group = crowd.add_group(
        {world.view(profile), guides.back().get(), {{cell_at(goal, 0)}}, {}, 1.5F, false, 1, avoidance});
    crowd.set_place(crowd.add({middle + w.from, 0, radius, speed, group}), goal);
  }
  Figures sum;
  std::size_t ticks = 0, near = 0;
  std::clock_t spent = 0;
  for (double now = 0; now < limit && sum.there < walks.size(); now += static_cast<double>(seconds_of_tick)) {
    const std::clock_t begin = std::clock();
    crowd.step(seconds_of_tick);
    spent += std::clock() - begin;
    ++ticks;
    near += crowd.overlaps(near_share);
    sum.deep = std::max(sum.deep, crowd.overlaps(deep_share));
    sum.there = 0;
    for (std::size_t k = 0; k < walks.size(); ++k)
      sum.there += length(crowd.position(crowd.agent(k)) - middle - walks[k].to) <= radius ? 1 : 0;
    sum.seconds = now;
  }
  for (std::size_t k = 0; k < walks.size(); ++k)
    sum.excess +=
        static_cast<double>(crowd.distance(crowd.agent(k)) / length(walks[k].to - walks[k].from)) - 1;
  sum.excess /= static_cast<double>(walks.size());
  sum.near = static_cast<double>(near) / static_cast<double>(ticks);
  sum.us = static_cast<double>(spent) * 1e6 / CLOCKS_PER_SEC / static_cast<double>(ticks * walks.size());
  return sum;
}

}  // namespace

void bench_open_ground(Report& report, const Settings& settings) {
  report.begin_table(
      "open",
      "speed 2, ticks of 0.25 s; circle: radius 1.5 of bodies, from 200 to the opposite point; "
      "crossing: radius 2, four blocks; there: within a radius of the goal; near: pairs closer than "
      "0.95 of both radii, mean over the ticks; deep: closer than half, at worst; "
      "turned: a circle, by a share of the way from one agent to the next",
      {{"scene"},
       {"agents"},
       {"turned", 1},
       {"avoidance"},
       {"there %", 1},
       {"seconds", 0},
       {"free", 0},
       {"path excess %", 1},
       {"near", 1},
       {"deep"},
       {"CPU us", 3}});
  const auto show = [&](const std::string& name, const std::vector<Walk>& walks, float radius, float turned) {
    double free = 0;
    for (const Walk& w : walks) free = std::max(free, static_cast<double>(length(w.to - w.from) / speed));
    for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
      const Figures f = walk(walks, radius, avoidance, 6 * free);
      const auto count = static_cast<double>(walks.size());
      report.row({name, static_cast<std::int64_t>(walks.size()), static_cast<double>(turned),
                  std::string(avoidance_names[static_cast<std::size_t>(avoidance)]),
                  100 * static_cast<double>(f.there) / count, f.seconds, free, 100 * f.excess, f.near,
                  static_cast<std::int64_t>(f.deep), f.us});
    }
  };
  std::vector<int> circles{250, 1'000};
  std::vector<float> starts{0};
  if (settings.full) {
    circles.push_back(5'000);
    starts = {0, 0.1F, 0.3F, 0.5F};
  }
  for (const int agents : circles) {
    for (const float turned : starts) show("circle", circle(agents, turned), 1.5F, turned);
  }
  show("crossing", crossing(settings.full ? 10'000 : 1'600), 2, 0);
}

}  // namespace portolan::bench
