// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What landmarks say about the portals of level 0 against what makes it a bound, edge by edge, on worlds that
// are built, and on worlds that are edited.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <portolan/hierarchy/planner.hpp>

#include <hierarchy_state.hpp>
#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

using detail::HierarchyState;
using detail::Landmarks;
using detail::PotentialRow;

std::uint32_t area_of(const HierarchyState& state, std::uint32_t node) {
  const detail::Level& lowest = *state.levels[0];
  return state.levels[1]->grid.area_of(lowest.cell_a(lowest.nodes[node]));
}

std::optional<std::uint64_t> potential(const HierarchyState& state, std::uint32_t node, std::size_t slot) {
  state.base_potentials.prepare(area_of(state, node));
  const std::uint16_t offset = state.base_potentials.rows(node)->offsets[slot];
  if (offset == PotentialRow::unknown) return std::nullopt;
  return std::uint64_t{state.base_potentials.bases(area_of(state, node))[slot]} + offset;
}

const Landmarks& of_level_1(const HierarchyState& state) {
  return state.levels.size() == 2 ? state.landmarks : state.area_landmarks;
}

struct Edge {
  std::uint32_t from = 0;
  std::uint32_t into = 0;
  std::uint64_t cost = 0;
};

std::vector<Edge> edges_of(const detail::Level& level) {
  std::vector<Edge> edges;
  for (std::uint32_t area = 0; area < level.areas.size(); ++area) {
    const detail::CostTable& table = level.table(area);
    level.for_each_border_node(level.areas[area], [&](std::uint32_t from, std::uint32_t i) {
      level.for_each_border_node(level.areas[area], [&](std::uint32_t into, std::uint32_t j) {
        const std::uint64_t cost = i == j ? detail::CostTable::no_path : table.at(i, j);
        if (cost != detail::CostTable::no_path) edges.push_back({from, into, cost});
      });
    });
  }
  return edges;
}

std::string text(const Edge& edge, std::size_t slot) {
  return "landmark " + std::to_string(slot) + ", node " + std::to_string(edge.from) + " to " +
         std::to_string(edge.into);
}

// The first edge that a potential falls by more than it costs; empty where there is none. What is unknown
// lies too far above the base of its area for 16 bits.
std::string broken_edge(const HierarchyState& state) {
  for (const Edge& edge : edges_of(*state.levels[0])) {
    for (std::size_t slot = 0; slot < Landmarks::count; ++slot) {
      const auto from = potential(state, edge.from, slot);
      const auto into = potential(state, edge.into, slot);
      if (from && into && *from > edge.cost + *into) return text(edge, slot);
      const std::uint64_t least =
          std::uint64_t{state.base_potentials.bases(area_of(state, edge.from))[slot]} + PotentialRow::unknown;
      if (!from && into && least > edge.cost + *into) return text(edge, slot) + ", unknown";
    }
  }
  return {};
}

// The first node on the boundary of an area that has another potential than level 1 says.
std::string broken_rim(const HierarchyState& state) {
  const detail::Level& above = *state.levels[1];
  for (std::uint32_t id = 0; id < above.nodes.size(); ++id) {
    if (!above.nodes[id].alive() || above.nodes[id].is_link()) continue;
    for (std::size_t slot = 0; slot < Landmarks::count; ++slot) {
      const auto known = potential(state, above.nodes[id].aux, slot);
      if (known && *known != of_level_1(state).of(id)[slot])
        return "landmark " + std::to_string(slot) + ", node " + std::to_string(id);
    }
  }
  return {};
}

// How many are known; the share tells whether the tests see anything.
std::size_t known_count(const HierarchyState& state) {
  std::size_t count = 0;
  for (const Edge& edge : edges_of(*state.levels[0])) {
    for (std::size_t slot = 0; slot < Landmarks::count; ++slot)
      count += potential(state, edge.from, slot).has_value() ? 1 : 0;
  }
  return count;
}

HierarchyOptions base_options(std::uint64_t seed) {
  HierarchyOptions options;
  options.sector_size = 8 << seed % 2;
  options.levels = 2 + static_cast<int>(seed % 3 == 0);
  options.level_factor = 2 << seed / 2 % 3;
  return options;
}

// Costly ground takes potentials out of what 16 bits hold, and tables with them.
TestWorld base_world(std::uint64_t seed) {
  return random_world({.extent = {200, 150, seed % 5 == 0 ? 2 : 1},
                       .shape = all_shapes[seed % std::size(all_shapes)],
                       .density = 20,
                       .least_cost = seed % 4 == 3 ? 200 : 1,
                       .most_cost = seed % 4 == 3   ? 254
                                    : seed % 4 == 2 ? 9
                                                    : 1},
                      seed);
}

TEST(BasePotentials, AreBoundsAndEqualThoseAboveOnRims) {
  for (std::uint64_t seed = 0; seed < test::cases(24); ++seed) {
    SCOPED_TRACE(seed);
    const TestWorld map = base_world(seed);
    HierarchyState state(map.world, map.profile, base_options(seed));
    state.build();
    EXPECT_EQ(broken_edge(state), "");
    EXPECT_EQ(broken_rim(state), "");
    if (seed % 4 != 3) {
      EXPECT_GT(known_count(state), 0U);
    }
  }
}

// Inside an area the bound is as good as it can be: some edge holds it down.
TEST(BasePotentials, AreTightWhereNothingWasEdited) {
  for (std::uint64_t seed = 1; seed < 24; seed += 4) {
    SCOPED_TRACE(seed);
    const TestWorld map = base_world(seed);
    HierarchyState state(map.world, map.profile, base_options(seed));
    state.build();
    const detail::Level& lowest = *state.levels[0];
    std::vector<std::array<std::uint8_t, Landmarks::count>> held(lowest.nodes.size());
    for (const detail::NodeRecord& node : state.levels[1]->nodes) {
      if (node.alive() && !node.is_link()) held[node.aux].fill(1);
    }
    for (const Edge& edge : edges_of(lowest)) {
      for (std::size_t slot = 0; slot < Landmarks::count; ++slot) {
        const auto from = potential(state, edge.from, slot);
        const auto into = potential(state, edge.into, slot);
        if (!from || (into && *from == edge.cost + *into)) held[edge.from][slot] = 1;
      }
    }
    for (const Edge& edge : edges_of(lowest)) {
      for (std::size_t slot = 0; slot < Landmarks::count; ++slot)
        ASSERT_EQ(held[edge.from][slot], 1) << text(edge, slot);
    }
  }
}

// Walls and openings of all sizes, on borders too, one commit after the other.
TEST(BasePotentials, HoldAfterEdits) {
  for (std::uint64_t seed = 0; seed < test::cases(16); ++seed) {
    SCOPED_TRACE(seed);
    TestWorld map = base_world(seed);
    HierarchyState state(map.world, map.profile, base_options(seed));
    state.build();
    Random random(seed);
    for (int commit = 0; commit < 40; ++commit) {
      for (int square = 0; square < 1 + commit % 3; ++square) {
        const Cell corner = random_cell(map.extent(), random);
        const int side = random.between(1, 20);
        const int terrain = random.percent(50) ? wall : random.between(1, 3);
        for (int y = corner.y; y < std::min(corner.y + side, map.extent().height); ++y) {
          for (int x = corner.x; x < std::min(corner.x + side, map.extent().width); ++x)
            map.world.set_terrain({x, y, corner.layer}, static_cast<TerrainId>(terrain));
        }
      }
      state.apply(map.world.commit());
      // Some settle after each commit, some after a few.
      if (commit % 4 >= static_cast<int>(seed % 4)) state.settle();
    }
    state.settle();
    EXPECT_EQ(broken_edge(state), "");
    EXPECT_EQ(broken_rim(state), "");
  }
}

// A potential may fall far from the edit: a gate in a long wall is opened, and shut again.
TEST(BasePotentials, FollowAGate) {
  TestWorld map = random_world({.extent = {256, 128, 1}, .shape = Shape::open}, 3);
  for (int y = 4; y < 128; ++y) map.world.set_terrain({130, y, 0}, wall);
  map.world.commit();
  HierarchyState state(map.world, map.profile, {.sector_size = 8, .levels = 2, .level_factor = 4});
  state.build();
  for (int y = 20; y < 120; y += 7) {
    map.world.set_terrain({130, y, 0}, 1);
    state.apply(map.world.commit());
    state.settle();
    ASSERT_EQ(broken_edge(state), "");
    ASSERT_EQ(broken_rim(state), "");
    if (y % 2 == 0) continue;
    map.world.set_terrain({130, y, 0}, wall);
    state.apply(map.world.commit());
    state.settle();
    ASSERT_EQ(broken_edge(state), "");
    ASSERT_EQ(broken_rim(state), "");
  }
}

// A path costs the same whether it is searched for below, above, or where there is no above. What landmarks
// say on level 0 is hardly worse than landmarks of its own there: for near paths little more is opened, and
// less for all.
TEST(BasePotentials, FindWaysOfTheSameCost) {
  struct Opened {
    std::uint64_t on_one_level = 0;
    std::uint64_t on_two = 0;
  } near, all;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    const TestWorld map = random_world(
        {.extent = {600, 500, 1}, .shape = all_shapes[seed % std::size(all_shapes)], .density = 20}, seed);
    const Hierarchy one(map.world, map.profile, {.sector_size = 16, .levels = 1});
    const Hierarchy two(map.world, map.profile, {.sector_size = 16, .levels = 2});
    const Hierarchy three(map.world, map.profile, {.sector_size = 16, .levels = 3, .level_factor = 4});
    Planner by_one(one), by_two(two), by_three(three);
    Random random(seed);
    for (int i = 0; i < 30; ++i) {
      const PlanRequest request{.agents = {random_passable_cell(map.view(), random)},
                                .goals = {{random_passable_cell(map.view(), random)}}};
      const Plan expected = by_one.plan(request);
      const Plan plan = by_two.plan(request);
      EXPECT_EQ(plan.cost, expected.cost);
      EXPECT_EQ(by_three.plan(request).cost, expected.cost);
      const bool is_near = expected.cost.units < 800 * std::uint64_t{24};
      for (Opened* opened : {&all, is_near ? &near : nullptr}) {
        if (opened == nullptr) continue;
        opened->on_one_level += expected.nodes_opened;
        opened->on_two += plan.nodes_opened;
      }
    }
  }
  EXPECT_GT(near.on_one_level, 5'000U) << "too few near paths to compare";
  EXPECT_LT(near.on_two * 4, near.on_one_level * 5);
  EXPECT_LT(all.on_two, all.on_one_level);
}

}  // namespace
}  // namespace portolan::test
