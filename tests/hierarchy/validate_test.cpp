// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What holds of a hierarchy, held against hierarchies that were built, edited, saved or broken on purpose.
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/assert.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <portolan/hierarchy/validate.hpp>

#include <find_fault.hpp>
#include <hierarchy_state.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/edit_sequence.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using detail::HierarchyState;
using test::Random;

HierarchyOptions validated_options(std::uint64_t seed) {
  return {.sector_size = seed % 2 == 0 ? 8 : 16,
          .levels = static_cast<int>(1 + seed % 3),
          .level_factor = seed % 4 == 0 ? 4 : 2};
}

TEST(Validate, FindsNothingInWhatWasBuilt) {
  for (std::uint64_t seed = 1; seed <= test::storm(24); ++seed) {
    auto options = test::random_options(seed, 150);
    options.one_way_links = static_cast<int>(seed % 3) * 3;
    const auto map = test::random_world(options, seed);
    SCOPED_TRACE(test::describe(options, seed));
    const Hierarchy hierarchy(map.world, map.profile, validated_options(seed));
    EXPECT_EQ(validate(hierarchy), std::nullopt);
  }
}

TEST(Validate, FindsNothingInWhatWasEdited) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const Extent extent{random.between(20, 90), random.between(20, 90), 1};
    test::EditedWorld edited(extent, seed);
    std::vector<Hierarchy> hierarchies;
    for (std::uint32_t p = 0; p < test::EditedWorld::profiles; ++p)
      hierarchies.emplace_back(edited.world(), ProfileId{p}, validated_options(seed));
    for (const test::EditStep& step : test::random_steps(extent, 40, random)) {
      const auto commit = edited.take(step);
      if (!commit) continue;
      for (Hierarchy& hierarchy : hierarchies) {
        hierarchy.apply(*commit);
        ASSERT_EQ(validate(hierarchy), std::nullopt) << "seed " << seed;
      }
    }
  }
}

TEST(Validate, TellsOfACommitThatWasLeftOut) {
  auto map = test::random_world({.extent = {40, 40, 1}, .shape = test::Shape::open}, 1);
  Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
  for (int i = 0; i < 2; ++i) {
    map.world.stamp({20, 10 + i, 0}, 1);
    const Commit commit = map.world.commit();
    if (i == 1) hierarchy.apply(commit);
  }
  const auto fault = validate(hierarchy);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(*fault, "a commit of the world was not applied, or not to its end");
}

// The next one changed nothing, and so has the version of the one left out.
TEST(Validate, TellsOfACommitThatWasLeftOutBeforeAnEmptyOne) {
  auto map = test::random_world({.extent = {40, 40, 1}, .shape = test::Shape::open}, 1);
  Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8});
  map.world.stamp({20, 10, 0}, 1);
  static_cast<void>(map.world.commit());
  hierarchy.apply(map.world.commit());
  EXPECT_TRUE(validate(hierarchy).has_value());
}

// A map with links, some of which lead from one area of the top level to another.
test::TestWorld linked_world() {
  return test::random_world({.extent = {70, 60, 1}, .density = 10, .one_way_links = 12}, 7);
}

struct Planted {
  const char* what;
  std::function<void(HierarchyState&)> plant;
};

detail::Level& writable(HierarchyState& state, std::size_t at) {
  return const_cast<detail::Level&>(*state.levels[at]);
}

// The first node of a level that lies on a border, or is a link.
std::uint32_t first_node(const detail::Level& level, bool link) {
  for (std::uint32_t node = 0; node < level.nodes.size(); ++node) {
    if (level.nodes[node].alive() && level.nodes[node].is_link() == link) return node;
  }
  ADD_FAILURE() << "no such node";
  return 0;
}

TEST(Validate, FindsEachPlantedFault) {
  const auto map = linked_world();
  const HierarchyOptions options{.sector_size = 8, .levels = 2, .level_factor = 2};
  const Planted faults[] = {
      {"a node beside its border",
       [](HierarchyState& s) { writable(s, 0).nodes[first_node(*s.levels[0], false)].x2 += 4; }},
      {"a node of another border",
       [](HierarchyState& s) { ++writable(s, 0).nodes[first_node(*s.levels[0], false)].border; }},
      {"a run too wide",
       [](HierarchyState& s) { writable(s, 0).nodes[first_node(*s.levels[0], false)].aux += 1U << 8U; }},
      {"a dead node", [](HierarchyState& s) { writable(s, 0).nodes[first_node(*s.levels[0], false)] = {}; }},
      {"an area that sees fewer nodes than the one beside it",
       [](HierarchyState& s) { --writable(s, 0).areas[9].end[3]; }},
      {"an area whose nodes begin elsewhere",
       [](HierarchyState& s) { ++writable(s, 0).areas[9].first[detail::east]; }},
      {"a table of another area",
       [](HierarchyState& s) { std::swap(writable(s, 0).areas[9].table, writable(s, 0).areas[10].table); }},
      {"a table above of another area",
       [](HierarchyState& s) { std::swap(writable(s, 1).areas[1].table, writable(s, 1).areas[2].table); }},
      {"another node below",
       [](HierarchyState& s) { ++writable(s, 1).nodes[first_node(*s.levels[1], false)].aux; }},
      {"a link in the wrong place",
       [](HierarchyState& s) {
         detail::Level& level = writable(s, 0);
         ++level.links[level.nodes[first_node(level, true)].link_index()].leaving_at;
       }},
      {"a link that the world does not have",
       [](HierarchyState& s) {
         detail::Level& level = writable(s, 0);
         ++level.links[level.nodes[first_node(level, true)].link_index()].link.cost;
       }},
  };
  for (const Planted& planted : faults) {
    HierarchyState state(map.world, map.profile, options);
    state.build();
    ASSERT_EQ(detail::find_fault(state), std::nullopt);
    planted.plant(state);
    EXPECT_TRUE(detail::find_fault(state).has_value()) << planted.what;
  }
}

// Two halves that only a link joins, with the components that they have without it.
TEST(Validate, FindsWrongReachability) {
  const auto halves = [](bool linked) {
    auto map = test::random_world({.extent = {40, 24, 1}, .shape = test::Shape::open}, 1);
    for (int y = 0; y < 24; ++y) map.world.stamp({20, y, 0}, 1);
    if (linked) map.world.add_link({{5, 5, 0}, {30, 5, 0}, 100});
    static_cast<void>(map.world.commit());
    return map;
  };
  const auto linked = halves(true), apart = halves(false);
  const HierarchyOptions options{.sector_size = 8, .levels = 2, .level_factor = 2};
  HierarchyState state(linked.world, linked.profile, options), other(apart.world, apart.profile, options);
  state.build();
  other.build();
  ASSERT_EQ(detail::find_fault(state), std::nullopt);
  state.components = other.components;
  const auto fault = detail::find_fault(state);
  ASSERT_TRUE(fault.has_value());
  EXPECT_NE(fault->find("whether it can be reached is wrong"), std::string::npos) << *fault;
}

// A sample finds a fault in every n-th table, and takes others after each change.
TEST(Validate, SamplesTables) {
  const auto map = test::random_world({.extent = {128, 64, 1}, .density = 20}, 3);
  HierarchyState state(map.world, map.profile, {.sector_size = 8, .levels = 1});
  state.build();
  std::swap(writable(state, 0).areas[17].table, writable(state, 0).areas[18].table);
  ASSERT_TRUE(detail::find_fault(state).has_value());
  int found = 0;
  for (state.version = 0; state.version < 8; ++state.version)
    found += detail::find_fault(state, 16).has_value() ? 1 : 0;
  EXPECT_GE(found, 1);
}

// The options that are allowed, and what others become.
#if defined(PORTOLAN_VALIDATE) && PORTOLAN_VALIDATE
TEST(HierarchyOptionsDeathTest, OutOfRangeAreACallersBug) {
  const auto map = test::random_world({.extent = {40, 40, 1}}, 1);
  EXPECT_DEATH(Hierarchy(map.world, map.profile, {.sector_size = 7}), "");
  EXPECT_DEATH(Hierarchy(map.world, map.profile, {.portal_width = 0}), "");
  EXPECT_DEATH(Hierarchy(map.world, map.profile, {.levels = 100}), "");
  EXPECT_DEATH(Hierarchy(map.world, map.profile, {.level_factor = 3}), "");
}
#elif defined(NDEBUG)
TEST(HierarchyOptions, OutOfRangeBecomeTheNearestAllowed) {
  const auto map = test::random_world({.extent = {100, 90, 1}, .density = 10}, 1);
  const auto print = [&](const HierarchyOptions& options) {
    const Hierarchy hierarchy(map.world, map.profile, options);
    EXPECT_EQ(validate(hierarchy), std::nullopt);
    return hierarchy.fingerprint();
  };
  for (const int size : {-8, 0, 1, 7}) EXPECT_EQ(print({.sector_size = size}), print({.sector_size = 8}));
  EXPECT_EQ(print({.sector_size = 9}), print({.sector_size = 16}));
  for (const int size : {33, 64, 1 << 30})
    EXPECT_EQ(print({.sector_size = size}), print({.sector_size = 32}));
  for (const int width : {-1, 0}) EXPECT_EQ(print({.portal_width = width}), print({.portal_width = 1}));
  EXPECT_EQ(print({.portal_width = 1000}), print({.portal_width = 32}));
  EXPECT_EQ(print({.levels = 100}), print({.levels = 3}));
  EXPECT_EQ(print({.levels = -1}), print({.levels = 0}));
  const auto factor = [&](int of) { return print({.sector_size = 8, .levels = 2, .level_factor = of}); };
  for (const int of : {-2, 0, 1}) EXPECT_EQ(factor(of), factor(2));
  EXPECT_EQ(factor(3), factor(4));
  EXPECT_EQ(factor(100), factor(8));
}
#endif

// A world without cells: nothing to find, nothing to crash on.
#if PORTOLAN_ASSERTIONS
TEST(HierarchyDeathTest, SaysThatAWorldHasCells) {
  EXPECT_DEATH(World(Extent{0, 0, 1}), "give a world at least one cell");
}
#else
// Without assertions a world without cells is of no use, and does no harm.
TEST(Hierarchy, TakesAWorldWithoutCells) {
  World world(Extent{0, 0, 1});
  const ProfileId profile = world.add_profile({});
  for (const int levels : {0, 1, 2, 3}) {
    Hierarchy hierarchy(world, profile, {.levels = levels});
    hierarchy.apply(world.commit());
    EXPECT_EQ(validate(hierarchy), std::nullopt);
    EXPECT_EQ(hierarchy.graph().size(), 0U);
    EXPECT_FALSE(hierarchy.can_reach({0, 0, 0}, {0, 0, 0}));
    EXPECT_EQ(hierarchy.least_cost(), 1);
    Planner planner(hierarchy);
    const Plan plan = planner.plan({.agents = {Cell{0, 0, 0}}, .goals = {{Cell{0, 0, 0}}}});
    EXPECT_TRUE(plan.corridor.empty());
  }
}
#endif

}  // namespace
}  // namespace portolan
