// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A hierarchy that took in edits against one that was built of the world as it is now: what guides searches
// is the same, so that they open the same and come to the same.
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/hierarchy/planner.hpp>

#include <hierarchy_state.hpp>
#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

using detail::HierarchyState;
using detail::Landmarks;
using detail::Level;
using detail::PotentialRow;

HierarchyOptions options_of(std::uint64_t seed) {
  HierarchyOptions options;
  options.sector_size = 8 << seed % 2;
  options.levels = 1 + static_cast<int>(seed % 3);
  options.level_factor = 2 << seed / 2 % 3;
  return options;
}

TestWorld world_of(std::uint64_t seed) {
  return random_world({.extent = {160, 120, seed % 5 == 0 ? 2 : 1},
                       .shape = all_shapes[seed % std::size(all_shapes)],
                       .density = 20,
                       .most_cost = seed % 4 == 2 ? 9 : 1},
                      seed);
}

// Walls, openings and gates of one cell; now and then a link comes or goes.
void edit(TestWorld& map, Random& random, std::vector<LinkId>& links) {
  for (int square = random.between(1, 3); square > 0; --square) {
    const Cell corner = random_cell(map.extent(), random);
    const int side = random.percent(50) ? 1 : random.between(2, 18);
    const int terrain = random.percent(50) ? wall : random.between(1, 3);
    for (int y = corner.y; y < std::min(corner.y + side, map.extent().height); ++y) {
      for (int x = corner.x; x < std::min(corner.x + side, map.extent().width); ++x)
        map.world.set_terrain({x, y, corner.layer}, static_cast<TerrainId>(terrain));
    }
  }
  if (map.extent().layers == 1 || random.percent(50)) return;
  if (!links.empty() && random.percent(50)) {
    map.world.remove_link(links.back());
    links.pop_back();
  } else {
    const Cell from = random_cell(map.extent(), random);
    const Cell to = random_cell(map.extent(), random);
    if (from != to) links.push_back(map.world.add_link({from, to, 40}));
  }
}

// What is known of each portal of a level, by place.
using Known = std::pair<std::array<std::int32_t, 3>, detail::Potentials>;
std::vector<Known> known_of(const Level& level, const Landmarks& landmarks) {
  std::vector<Known> known;
  for (std::uint32_t id = 0; id < level.nodes.size(); ++id) {
    const detail::NodeRecord& node = level.nodes[id];
    if (node.alive())
      known.push_back({{node.x2, node.y2, static_cast<std::int32_t>(level.area_b(node))}, landmarks.of(id)});
  }
  std::sort(known.begin(), known.end());
  return known;
}
std::vector<Known> known_of(const HierarchyState& state) {
  const Level& lowest = *state.levels[0];
  std::vector<Known> known;
  for (std::uint32_t id = 0; id < lowest.nodes.size(); ++id) {
    const detail::NodeRecord& node = lowest.nodes[id];
    if (!node.alive() || node.is_link()) continue;
    const std::uint32_t area = state.levels[1]->grid.area_of(lowest.cell_a(node));
    state.base_potentials.prepare(area);
    detail::Potentials potentials = state.base_potentials.bases(area);
    const PotentialRow& row = *state.base_potentials.rows(id);
    for (std::size_t slot = 0; slot < Landmarks::count; ++slot) potentials[slot] += row.offsets[slot];
    known.push_back({{node.x2, node.y2, static_cast<std::int32_t>(lowest.area_b(node))}, potentials});
  }
  std::sort(known.begin(), known.end());
  return known;
}

void expect_same_bounds(const HierarchyState& repaired, const HierarchyState& built) {
  const std::size_t top = built.levels.size() - 1;
  EXPECT_TRUE(known_of(*repaired.levels[top], repaired.landmarks) ==
              known_of(*built.levels[top], built.landmarks));
  if (top == 0) return;
  EXPECT_TRUE(known_of(repaired) == known_of(built));
}

// Some are brought up to date after each commit, some after a few, some in slices.
TEST(EqualPlans, BoundsOfARepairedHierarchyAreThoseOfABuiltOne) {
  for (std::uint64_t seed = 0; seed < test::cases(24); ++seed) {
    SCOPED_TRACE(seed);
    TestWorld map = world_of(seed);
    HierarchyState repaired(map.world, map.profile, options_of(seed));
    repaired.build();
    Random random(seed);
    std::vector<LinkId> links;
    for (int commit = 0; commit < 24; ++commit) {
      edit(map, random, links);
      repaired.apply(map.world.commit());
      if (seed % 3 == 1 && commit % 3 != 0) continue;
      if (seed % 3 == 2) {
        repaired.settle_some(static_cast<std::uint64_t>(random.between(0, 200)));
        if (commit % 6 != 5) continue;
        repaired.settle_some(std::numeric_limits<std::uint64_t>::max());
      }
      repaired.settle();
      HierarchyState built(map.world, map.profile, options_of(seed));
      built.build();
      expect_same_bounds(repaired, built);
      if (HasFailure()) return;
    }
  }
}

// Also after the last of the cheapest ground has gone, or all ground, and come again.
TEST(EqualPlans, TheLeastCostIsThatOfTheGroundAsItIs) {
  World world({100, 70, 1}, TerrainId{2});
  Profile profile;
  for (int terrain = 1; terrain <= 4; ++terrain)
    profile.cost[static_cast<std::size_t>(terrain)] = static_cast<Cost>(terrain);
  profile.cost[wall] = impassable;
  const ProfileId id = world.add_profile(profile);
  world.commit();
  Hierarchy hierarchy(world, id);
  EXPECT_EQ(hierarchy.least_cost(), 2);
  const auto least_after = [&](std::initializer_list<Cell> cells, int terrain) {
    for (const Cell c : cells) world.set_terrain(c, static_cast<TerrainId>(terrain));
    hierarchy.apply(world.commit());
    EXPECT_EQ(hierarchy.least_cost(), Hierarchy(world, id).least_cost());
    return hierarchy.least_cost();
  };
  EXPECT_EQ(least_after({{5, 5, 0}, {90, 60, 0}}, 1), 1);
  EXPECT_EQ(least_after({{5, 5, 0}}, 3), 1);
  EXPECT_EQ(least_after({{90, 60, 0}}, 2), 2);
  for (int i = 0; i < 100 * 70; ++i) world.set_terrain({i % 100, i / 100, 0}, wall);
  EXPECT_EQ(least_after({}, wall), 1);  // of no ground
  EXPECT_EQ(least_after({{40, 40, 0}}, 4), 4);
}

TEST(EqualPlans, APlanDoesNotTellHowTheWorldCameAbout) {
  for (std::uint64_t seed = 0; seed < test::cases(30); ++seed) {
    SCOPED_TRACE(seed);
    TestWorld map = world_of(seed);
    Hierarchy repaired(map.world, map.profile, options_of(seed));
    Planner by_repaired(repaired);
    Random random(seed);
    std::vector<LinkId> links;
    for (int commit = 0; commit < 12; ++commit) {
      edit(map, random, links);
      repaired.apply(map.world.commit());
      if (commit % 4 != 3) continue;
      const Hierarchy built(map.world, map.profile, options_of(seed));
      Planner by_built(built);
      for (int i = 0; i < 12; ++i) {
        PlanRequest request{.agents = {random_passable_cell(map.view(), random)},
                            .goals = {{random_passable_cell(map.view(), random)}}};
        request.quality.kind = static_cast<Quality>(i % 4);
        const Plan a = by_repaired.plan(request);
        const Plan b = by_built.plan(request);
        ASSERT_EQ(a.outcome, b.outcome);
        ASSERT_EQ(a.cost, b.cost);
        ASSERT_EQ(a.corridor, b.corridor);
        ASSERT_EQ(a.nodes_opened, b.nodes_opened);
      }
    }
  }
}

}  // namespace
}  // namespace portolan::test
