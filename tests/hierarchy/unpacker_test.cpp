// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <baselines/tile_mask.hpp>
#include <search/corridor_builder.hpp>
#include <search/unpacker.hpp>
#include <support/cases.hpp>
#include <support/draw_map.hpp>

#include "search_support.hpp"

namespace portolan::test {
namespace {

using detail::AgentRoutes;
using detail::CorridorBuilder;
using detail::Endpoints;
using detail::HierarchyState;
using detail::Lift;
using detail::MainSearch;
using detail::Project;
using detail::SectorList;
using detail::Unpacker;

// How routes are found.
enum class By { base_level, lift, project };

// All parts of a query up to the sectors, put together by hand.
struct Unpacked {
  Unpacked(const HierarchyState& s, std::span<const Goal> goals, std::span<const Cell> agents, By by)
      : state(s), endpoints(s), lift(s), main(s), project(s), unpacker(s, {endpoints, lift, main, project}) {
    endpoints.take(goals, agents);
    routes.begin(endpoints.agents());
    find(by);
    EXPECT_EQ(routes.open_count(), 0U);
    sectors.begin(state.levels[0]->areas.size());
    unpacker.unpack(routes, sectors);
  }
  void find(By by) {
    const std::size_t top = by == By::base_level ? 0 : state.levels.size() - 1;
    lift.begin(endpoints);
    if (top > 0) lift.lift_goals(routes);
    if (by == By::lift) lift.lift_agents(routes);
    if (by == By::lift) lift.improve_inside(routes);
    main.begin({top, lift.goal_ends(top), endpoints.agents(), lift.agent_ends(top)});
    if (by == By::project) {
      ASSERT_TRUE(main.run_to(project.boundary(endpoints.agents(), routes)));
      ASSERT_TRUE(project.run(endpoints, lift, main, routes));
      return;
    }
    main.aim(routes);
    ASSERT_TRUE(main.run(routes));
  }
  [[nodiscard]] ReferenceField field() const {
    std::vector<SectorId> ids;
    for (const std::uint32_t sector : sectors.all()) ids.push_back({sector});
    const TileMask mask(state.tiles, ids);
    return reference_dijkstra_buckets(
        state.grid, std::vector<Goal>(endpoints.goals().begin(), endpoints.goals().end()), &mask);
  }

  const HierarchyState& state;
  Endpoints endpoints;
  AgentRoutes routes;
  Lift lift;
  MainSearch main;
  Project project;
  Unpacker unpacker;
  SectorList sectors;
};

std::vector<std::uint32_t> list(const SectorList& sectors) {
  return {sectors.all().begin(), sectors.all().end()};
}

TEST(Unpacker, ListsTheSectorsFromTheAgentOn) {
  // Sectors of 8 by 8: four columns, two rows. The wall leaves one gap between the rows, on the right.
  const auto map = draw_map(R"(
    A...............................
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
    #############################...
    ................................
    B...............................
  )");
  const OpenHierarchy open(map, {.sector_size = 8, .levels = 2, .level_factor = 2});
  const Goal goal{map['B']};
  const Cell agent = map['A'];
  for (const By by : {By::base_level, By::lift, By::project}) {
    const Unpacked unpacked(open.state, {&goal, 1}, {&agent, 1}, by);
    EXPECT_EQ(list(unpacked.sectors), (std::vector<std::uint32_t>{0, 1, 2, 3, 7, 6, 5, 4}));
  }
}

TEST(Unpacker, KeepsDirectRoutesInTheirSector) {
  const auto map = draw_map(R"(
    A..B............
  )");
  const OpenHierarchy open(map, {.sector_size = 8, .levels = 1});
  const Goal goal{map['B']};
  const Cell agent = map['A'];
  const Unpacked unpacked(open.state, {&goal, 1}, {&agent, 1}, By::base_level);
  EXPECT_EQ(list(unpacked.sectors), (std::vector<std::uint32_t>{0}));
}

// However routes were found, the sectors that they are unpacked to hold a path of at most their cost; with
// the exact corridor the optimum of the map.
TEST(Unpacker, UnpacksToSectorsThatHoldAPathOfTheRoutesCost) {
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    RandomWorldOptions options = random_options(seed, 90);
    options.extent.width += 40;
    const By by = static_cast<By>(seed % 3);
    if (by == By::project) options.one_way_links = options.two_way_links = 0, options.extent.layers = 1;
    SCOPED_TRACE(describe(options, seed));
    const auto map = random_world(options, seed);
    const OpenHierarchy open(map,
                             {.sector_size = 8, .levels = 2 + static_cast<int>(seed % 2), .level_factor = 2});
    Random random(seed);
    const RandomQuery query(map, by == By::project ? 60 : 5, random);
    Unpacked unpacked(open.state, query.goals, query.agents, by);
    const ReferenceField field = unpacked.field();
    const auto& agents = unpacked.endpoints.agents();
    for (std::size_t i = 0; i < agents.size(); ++i) {
      if (!unpacked.routes[i].known()) continue;
      ASSERT_TRUE(unpacked.sectors.contains(agents[i].sector));
      ASSERT_LE(field.at(agents[i].cell).units, unpacked.routes[i].cost) << "agent " << i;
    }
    const std::vector<std::uint32_t> on_route = list(unpacked.sectors);
    CorridorBuilder builder(open.state);
    builder.extend(unpacked.sectors, unpacked.endpoints, unpacked.routes, Quality::exact);
    const std::vector<std::uint32_t> corridor = list(unpacked.sectors);
    ASSERT_TRUE(std::equal(on_route.begin(), on_route.end(), corridor.begin())) << "routes come first";
    const ReferenceField exact = unpacked.field();
    const ReferenceField optimum = reference_dijkstra_buckets(
        map.view(), std::vector<Goal>(unpacked.endpoints.goals().begin(), unpacked.endpoints.goals().end()));
    for (const detail::Agent& agent : agents) {
      if (agent.has_path()) {
        ASSERT_EQ(exact.at(agent.cell), optimum.at(agent.cell));
      }
    }
  }
}

}  // namespace
}  // namespace portolan::test
