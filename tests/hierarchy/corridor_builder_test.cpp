// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <search/corridor_builder.hpp>

#include "search_support.hpp"

namespace portolan::test {
namespace {

using detail::AgentRoutes;
using detail::CorridorBuilder;
using detail::Endpoints;
using detail::SectorList;

// An open map of 10 by 10 sectors of 8 cells: sector 10 * y + x.
struct Sectors {
  Sectors() : map(random_world({.extent = {80, 80, 1}, .shape = Shape::open}, 1)), open(map, options) {}

  /// The corridor around these sectors without agents, sorted.
  [[nodiscard]] std::vector<std::uint32_t> corridor(const std::vector<std::uint32_t>& route,
                                                    const QualityGoal& quality) const {
    Endpoints endpoints(open.state);
    endpoints.take({}, {});
    SectorList sectors;
    sectors.begin(100);
    for (const std::uint32_t sector : route) sectors.add(sector);
    CorridorBuilder(open.state).extend(sectors, endpoints, AgentRoutes(), quality);
    std::vector<std::uint32_t> all(sectors.all().begin(), sectors.all().end());
    std::sort(all.begin(), all.end());
    return all;
  }

  static inline const HierarchyOptions options{.sector_size = 8, .levels = 1};
  TestWorld map;
  OpenHierarchy open;
};

// A route of `count` sectors along a row and, where it ends, the next row back.
std::vector<std::uint32_t> snake(std::uint32_t count) {
  std::vector<std::uint32_t> route;
  for (std::uint32_t i = 0; i < count; ++i) route.push_back(i < 10 ? 30 + i : 40 + 19 - i);
  return route;
}

TEST(CorridorBuilder, AddsARingToShortPathsOnly) {
  const Sectors sectors;
  EXPECT_EQ(sectors.corridor({44}, Quality::path),
            (std::vector<std::uint32_t>{33, 34, 35, 43, 44, 45, 53, 54, 55}));
  // 15 and the one inside the turn; then both rows, the ten above, and seven below the shorter one.
  EXPECT_EQ(sectors.corridor(snake(15), Quality::path).size(), 10U + 10 + 10 + 7);
  EXPECT_EQ(sectors.corridor(snake(16), Quality::path).size(), 17U);
}

TEST(CorridorBuilder, AddsAsManyRingsAsAreWanted) {
  const Sectors sectors;
  for (const int rings : {0, 1, 2, 3}) {
    const auto side = static_cast<std::size_t>(2 * rings + 1);
    EXPECT_EQ(sectors.corridor({44}, {Quality::widened, rings}).size(), side * side);
  }
  EXPECT_EQ(sectors.corridor({0}, {Quality::widened, 1}), (std::vector<std::uint32_t>{0, 1, 10, 11}))
      << "in a corner of the map";
}

TEST(CorridorBuilder, RoundsCornersOnceAndNotTheCornersOfCorners) {
  const Sectors sectors;
  // A turn from east to south: the sector inside it, 54, is added, and none beside that.
  EXPECT_EQ(sectors.corridor({44, 45, 55}, Quality::bounded), (std::vector<std::uint32_t>{44, 45, 54, 55}));
  EXPECT_EQ(sectors.corridor({45, 44, 54}, Quality::bounded), (std::vector<std::uint32_t>{44, 45, 54, 55}));
  EXPECT_EQ(sectors.corridor({44, 54, 64}, Quality::bounded), (std::vector<std::uint32_t>{44, 54, 64}));
}

// Every agent of a `bounded` corridor has a path within its bound there; those whose route certifies it add
// nothing.
TEST(CorridorBuilder, AddsWhatMayBeOnACheaperPath) {
  const Sectors sectors;
  Endpoints endpoints(sectors.open.state);
  const Goal goal{{68, 4, 0}};
  const Cell cell{4, 4, 0};
  endpoints.take({&goal, 1}, {&cell, 1});
  AgentRoutes routes;
  routes.begin(endpoints.agents());
  constexpr std::uint64_t straight = 64 * 24;
  const auto corridor_for = [&](std::uint64_t cost, const QualityGoal& quality) {
    routes.begin(endpoints.agents());
    detail::AgentRoute route;
    route.cost = cost;
    route.kind = detail::AgentRoute::Kind::main;
    routes.settle(0, route);
    SectorList list;
    list.begin(100);
    for (std::uint32_t x = 0; x < 9; ++x) list.add(x);
    CorridorBuilder(sectors.open.state).extend(list, endpoints, routes, quality);
    return list.size();
  };
  EXPECT_EQ(corridor_for(straight + 10, {Quality::bounded, 1, 0.01}), 9U) << "within a percent";
  EXPECT_GT(corridor_for(straight + 200, {Quality::bounded, 1, 0.01}), 9U);
  EXPECT_EQ(corridor_for(straight + 200, {Quality::bounded, 1, 0.2}), 9U);
  const std::size_t near = corridor_for(straight + 100, Quality::exact);
  const std::size_t far = corridor_for(straight + 600, Quality::exact);
  EXPECT_GE(near, 9U);
  EXPECT_GT(far, near) << "the costlier the route, the more may be cheaper";
  EXPECT_EQ(corridor_for(10 * straight, Quality::exact), 100U) << "anything may";
}

}  // namespace
}  // namespace portolan::test
