// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Armies and fleets in one world, each query against the exact field of the whole map. Every fortieth query;
// all of them when PORTOLAN_ALL_QUERIES is set.
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/config/detail/scen_file.hpp>
#include <portolan/config/map_file.hpp>
#include <portolan/config/terrain.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/data.hpp>

namespace portolan {
namespace {

Profile only_on(const std::string& name, std::initializer_list<TerrainId> classes) {
  Profile profile{name, {}, 1, true};
  profile.cost.fill(impassable);
  for (const TerrainId t : classes) profile.cost[t] = 1;
  return profile;
}

class Agents {
 public:
  Agents(const World& world, ProfileId profile)
      : hierarchy_(world, profile), planner_(hierarchy_), field_(hierarchy_) {}

  void expect_optimal(const ScenQuery& query) {
    PlanRequest request;
    request.agents.push_back(query.start);
    request.goals = {{query.goal, {}}};
    request.quality = Quality::exact;
    const Plan plan = planner_.plan(request);
    ASSERT_EQ(plan.outcome, Outcome::complete);
    field_.reset(plan);
    field_.advance();
    const Result<Path> path = walk_down(field_, hierarchy_.grid(), query.start);
    ASSERT_TRUE(path.ok()) << path.error().text();
    EXPECT_FALSE(first_fault(hierarchy_.grid(), *path));
    TileField whole(hierarchy_.grid(), hierarchy_.sectors());
    whole.add_goal({query.goal, {}});
    whole.advance();
    EXPECT_EQ(path->cost, whole.at(query.start));
  }

 private:
  Hierarchy hierarchy_;
  Planner planner_;
  CorridorField field_;
};

TEST(Aegean, ArmiesAndFleetsOfOneWorldGetOptimalWays) {
  PORTOLAN_NEEDS_DATA("terrain/aegean_8192.map.xz");
  Result<World> world = read_map(test::data_file("terrain/aegean_8192.map.xz"));
  ASSERT_TRUE(world.ok()) << world.error().text();
  const ProfileId army = world->add_profile(only_on("army", {terrain::ground, terrain::swamp}));
  const ProfileId fleet = world->add_profile(only_on("fleet", {terrain::water}));
  world->commit();
  const std::size_t every = std::getenv("PORTOLAN_ALL_QUERIES") != nullptr ? 1 : 40;
  for (const auto& [file, profile] : {std::pair("terrain/aegean_8192.land.map.scen", army),
                                      std::pair("terrain/aegean_8192.water.map.scen", fleet)}) {
    SCOPED_TRACE(file);
    Agents agents(*world, profile);
    const Result<std::vector<ScenQuery>> queries = read_scen(test::data_file(file));
    ASSERT_TRUE(queries.ok()) << queries.error().text();
    ASSERT_GE(queries->size(), 100U);
    for (std::size_t k = every / 2; k < queries->size(); k += every) agents.expect_optimal((*queries)[k]);
  }
}

}  // namespace
}  // namespace portolan
