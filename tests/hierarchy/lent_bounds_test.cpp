// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Kinds of agents whose hierarchies take their bounds from that of one who pays nowhere more: these are
// bounds, and no answer is another one.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/detail/journal.hpp>
#include <portolan/core/saved_state.hpp>
#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <portolan/hierarchy/validate.hpp>

#include <hierarchy_state.hpp>
#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

using detail::HierarchyState;

constexpr TerrainId lent_gate = 200;  // the gate of kind k has this class plus k
constexpr int lent_kinds = 3;

// Gates of others are walls; the last one pays more on some ground, and is wider.
Profile lent_kind(int number) {
  Profile profile = cost_profile();
  for (int k = 0; k < lent_kinds; ++k)
    profile.cost[static_cast<std::size_t>(lent_gate + k)] = k == number ? Cost{1} : impassable;
  if (number + 1 < lent_kinds) return profile;
  profile.cost[1] = 2;
  profile.even = true;
  return profile;
}

// A lender, and those to whom it lends.
struct LentKinds {
  explicit LentKinds(std::uint64_t number) : seed(number), map(world()) {
    std::vector<Profile> kinds;
    for (int k = 0; k < lent_kinds; ++k) {
      kinds.push_back(lent_kind(k));
      ids.push_back(map.world.add_profile(kinds.back()));
    }
    cheapest = map.world.add_profile(cheapest_of(kinds));
    lender = std::make_unique<Hierarchy>(map.world, cheapest, options_of_lender());
    for (const ProfileId id : ids) {
      HierarchyOptions options = sizes();
      options.bounds_from = lender.get();
      borrowers.push_back(std::make_unique<Hierarchy>(map.world, id, options));
    }
  }
  [[nodiscard]] TestWorld world() const {
    return random_world({.extent = {130, 90, seed % 4 == 3 ? 2 : 1},
                         .shape = all_shapes[seed % std::size(all_shapes)],
                         .density = 20,
                         .most_cost = seed % 3 == 2 ? 9 : 1},
                        seed);
  }
  [[nodiscard]] HierarchyOptions sizes() const {
    HierarchyOptions options;
    options.sector_size = 8 << seed % 3;
    options.levels = 1 + static_cast<int>(seed / 2 % 3);
    options.level_factor = 2;
    return options;
  }
  [[nodiscard]] HierarchyOptions options_of_lender() const {
    HierarchyOptions options = sizes();
    options.lends_to = ids;
    return options;
  }

  void edit(Random& random) {
    const Cell corner = random_cell(map.extent(), random);
    const int side = random.between(1, 6);
    const int what = random.between(0, lent_kinds + 3);
    for (int y = corner.y; y < std::min(corner.y + side, map.extent().height); ++y) {
      for (int x = corner.x; x < std::min(corner.x + side, map.extent().width); ++x) {
        const Cell c{x, y, corner.layer};
        if (what < lent_kinds) {
          map.world.set_terrain(c, static_cast<TerrainId>(lent_gate + what));
        } else if (what == lent_kinds) {
          map.world.stamp(c, map.world.stamped(c) ? -1 : 1);
        } else {
          map.world.set_terrain(c,
                                what == lent_kinds + 1 ? wall : static_cast<TerrainId>(random.between(1, 2)));
        }
      }
    }
    if (map.extent().layers == 1 || random.percent(80)) return;
    const Cell from = random_cell(map.extent(), random);
    const Cell to = random_cell(map.extent(), random);
    if (from != to) map.world.add_link({from, to, 40});
  }
  void apply() {
    const Commit change = map.world.commit();
    lender->apply(change);
    for (const auto& hierarchy : borrowers) hierarchy->apply(change);
  }
  void log_to(detail::Journal* journal) {
    map.world.log_to(journal);
    lender->log_to(journal);
    for (const auto& hierarchy : borrowers) hierarchy->log_to(journal);
  }
  [[nodiscard]] std::vector<PlanRequest> requests(Random& random) const {
    std::vector<PlanRequest> all;
    for (int i = 0; i < 6; ++i) {
      all.push_back(
          {.agents = {random_cell(map.extent(), random)}, .goals = {{random_cell(map.extent(), random)}}});
      all.back().quality.kind = static_cast<Quality>(i % 4);
    }
    return all;
  }

  std::uint64_t seed;
  TestWorld map;
  std::vector<ProfileId> ids;
  ProfileId cheapest;
  std::unique_ptr<Hierarchy> lender;
  std::vector<std::unique_ptr<Hierarchy>> borrowers;
};

std::vector<Plan> plans_of(const Hierarchy& hierarchy, const std::vector<PlanRequest>& requests) {
  Planner planner(hierarchy);
  std::vector<Plan> plans;
  for (const PlanRequest& request : requests) plans.push_back(planner.plan(request));
  return plans;
}

// Down to the number of portals opened.
void expect_same_plans(const std::vector<Plan>& plans, const std::vector<Plan>& known) {
  for (std::size_t i = 0; i < known.size(); ++i) {
    ASSERT_EQ(plans[i].outcome, known[i].outcome);
    ASSERT_EQ(plans[i].cost, known[i].cost);
    ASSERT_EQ(plans[i].corridor, known[i].corridor);
    ASSERT_EQ(plans[i].nodes_opened, known[i].nodes_opened);
  }
}

TEST(LentBounds, PlansCostWhatTheyDoWithBoundsOfTheirOwn) {
  for (std::uint64_t seed = 0; seed < test::cases(24); ++seed) {
    SCOPED_TRACE(seed);
    LentKinds kinds(seed);
    Random random(seed);
    for (int commit = 0; commit < 6; ++commit) {
      for (int count = random.between(1, 3); count > 0; --count) kinds.edit(random);
      kinds.apply();
      if (commit % 3 != 2) continue;
      ASSERT_EQ(validate(*kinds.lender), std::nullopt);
      for (const auto& borrower : kinds.borrowers) {
        ASSERT_EQ(validate(*borrower), std::nullopt);
        const Hierarchy own(kinds.map.world, borrower->profile(), kinds.sizes());
        ASSERT_EQ(borrower->fingerprint(), own.fingerprint());
        const std::vector<PlanRequest> requests = kinds.requests(random);
        const std::vector<Plan> plans = plans_of(*borrower, requests), known = plans_of(own, requests);
        PathFinder finder(*borrower), by_own(own);
        for (std::size_t i = 0; i < known.size(); ++i) {
          ASSERT_EQ(plans[i].outcome, known[i].outcome);
          ASSERT_EQ(plans[i].cost, known[i].cost);
          if (requests[i].quality.kind != Quality::exact) continue;
          ASSERT_EQ(plans[i].corridor, known[i].corridor);
          ASSERT_EQ(finder.find(requests[i]).path.cost, by_own.find(requests[i]).path.cost);
        }
      }
    }
  }
}

// The first edge of a borrower that a potential falls by more than it costs; empty where there is none.
std::string edge_without_bound(const HierarchyState& state) {
  const detail::Guides guides = state.guides();
  if (guides.landmarks == nullptr) return "there are no bounds";
  const std::size_t top = state.levels.size() - 1;
  const detail::Level& level = *state.levels[top];
  const auto known = [&](std::uint32_t node) {
    return guides.landmarks->of(guides.node(state.levels, top, node));
  };
  std::string fault;
  for (std::uint32_t area = 0; area < level.areas.size(); ++area) {
    level.for_each_entry(level.areas[area], [&](std::uint32_t from, std::uint32_t i) {
      const detail::Potentials at_from = known(from);
      level.for_each_exit(level.areas[area], [&](std::uint32_t into, std::uint32_t j) {
        const std::uint64_t cost = level.table(area).at(i, j);
        if (cost == detail::CostTable::no_path) return;
        // A link is paid when it is left.
        const std::uint64_t link = level.nodes[from].is_link() ? level.link(level.nodes[from]).link.cost : 0;
        const detail::Potentials at_into = known(into);
        for (std::size_t slot = 0; slot < at_into.size(); ++slot) {
          if (at_from[slot] > cost + link + at_into[slot]) fault = "node " + std::to_string(from);
        }
      });
    });
  }
  return fault;
}

TEST(LentBounds, AreBoundsForEachEdgeOfABorrower) {
  for (std::uint64_t seed = 0; seed < test::cases(18); ++seed) {
    SCOPED_TRACE(seed);
    LentKinds kinds(seed);
    HierarchyState lender(kinds.map.world, kinds.cheapest, kinds.options_of_lender());
    lender.build();
    HierarchyState borrower(kinds.map.world, kinds.ids[seed % lent_kinds], kinds.sizes());
    ASSERT_TRUE(borrower.take_lender(lender));
    borrower.build();
    Random random(seed);
    for (int commit = 0; commit < 6; ++commit) {
      kinds.edit(random);
      const Commit change = kinds.map.world.commit();
      borrower.apply(change);
      if (change.version == borrower.applied && !change.empty()) {
        EXPECT_EQ(borrower.guides().landmarks, nullptr) << "a lender that knows of other ground says nothing";
      }
      lender.apply(change);
      if (seed % 2 == 1) lender.settle_some(static_cast<std::uint64_t>(random.between(0, 100)));
      borrower.settle();
      ASSERT_EQ(edge_without_bound(borrower), "");
    }
  }
}

TEST(LentBounds, APlanDoesNotTellHowTheWorldCameAbout) {
  for (std::uint64_t seed = 0; seed < test::cases(18); ++seed) {
    SCOPED_TRACE(seed);
    LentKinds kinds(seed);
    Random random(seed);
    for (int commit = 0; commit < 8; ++commit) {
      kinds.edit(random);
      kinds.apply();
      if (commit % 4 != 3) continue;
      const Hierarchy lender(kinds.map.world, kinds.cheapest, kinds.options_of_lender());
      ASSERT_EQ(kinds.lender->fingerprint(), lender.fingerprint());
      for (const auto& borrower : kinds.borrowers) {
        HierarchyOptions options = kinds.sizes();
        options.bounds_from = &lender;
        const Hierarchy built(kinds.map.world, borrower->profile(), options);
        const std::vector<PlanRequest> requests = kinds.requests(random);
        expect_same_plans(plans_of(*borrower, requests), plans_of(built, requests));
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(LentBounds, MomentsAreGoneBackTo) {
  for (std::uint64_t seed = 0; seed < test::cases(8); ++seed) {
    SCOPED_TRACE(seed);
    LentKinds kinds(seed);
    detail::Journal journal;
    kinds.log_to(&journal);
    Random random(seed);
    for (int turn = 0; turn < 3; ++turn) {
      const std::uint64_t moment = journal.mark();
      const std::vector<PlanRequest> requests = kinds.requests(random);
      std::vector<std::vector<Plan>> known;
      for (const auto& borrower : kinds.borrowers) known.push_back(plans_of(*borrower, requests));
      for (int commit = 0; commit < 3; ++commit) {
        kinds.edit(random);
        kinds.apply();
      }
      plans_of(*kinds.borrowers.front(), requests);
      journal.undo_to(moment);
      for (std::size_t k = 0; k < known.size(); ++k)
        expect_same_plans(plans_of(*kinds.borrowers[k], requests), known[k]);
      kinds.edit(random);
      kinds.apply();
      if (HasFatalFailure()) return;
    }
    kinds.log_to(nullptr);
  }
}

// Saved in the middle of a game, while bounds wait to be raised.
TEST(LentBounds, ASavedGameGoesOnAsItWouldHave) {
  for (std::uint64_t seed = 0; seed < test::cases(8); ++seed) {
    SCOPED_TRACE(seed);
    LentKinds kinds(seed);
    Random random(seed);
    for (int commit = 0; commit < 4; ++commit) {
      kinds.edit(random);
      kinds.apply();
      kinds.lender->settle(1);
      for (const auto& borrower : kinds.borrowers) borrower->settle(1);
    }
    StateWriter writer;
    kinds.lender->save_state(writer);
    for (const auto& borrower : kinds.borrowers) borrower->save_state(writer);
    auto reader = StateReader::open(writer.finish());
    ASSERT_TRUE(reader);
    const World& world = kinds.map.world;
    const auto lender = Hierarchy::restore_state(world, kinds.cheapest, kinds.options_of_lender(), *reader);
    ASSERT_TRUE(lender);
    EXPECT_FALSE(lender->lender().valid());
    for (const auto& borrower : kinds.borrowers) {
      auto restored = Hierarchy::restore_state(world, borrower->profile(), kinds.sizes(), *reader);
      ASSERT_TRUE(restored);
      ASSERT_EQ(restored->lender(), kinds.cheapest);
      EXPECT_FALSE(restored->borrow_from(*borrower)) << "who borrows lends to nobody";
      ASSERT_TRUE(restored->borrow_from(*lender));
      const std::vector<PlanRequest> requests = kinds.requests(random);
      expect_same_plans(plans_of(*restored, requests), plans_of(*borrower, requests));
    }
  }
}

// A file is read with the lender or without.
TEST(LentBounds, ABorrowerIsSavedWithBoundsOfItsOwn) {
  LentKinds kinds(2);
  StateWriter writer;
  kinds.lender->save(writer);
  for (int twice = 0; twice < 2; ++twice) kinds.borrowers.front()->save(writer);
  auto reader = StateReader::open(writer.finish());
  ASSERT_TRUE(reader);
  const World& world = kinds.map.world;
  StateReader again = *reader;
  const auto options = Hierarchy::restore_options(again);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->lends_to, kinds.ids);
  const auto lender = Hierarchy::restore(world, kinds.cheapest, *options, *reader);
  ASSERT_TRUE(lender);
  EXPECT_EQ(validate(*lender), std::nullopt);
  const auto alone = Hierarchy::restore(world, kinds.ids.front(), kinds.sizes(), *reader);
  HierarchyOptions borrowing = kinds.sizes();
  borrowing.bounds_from = &*lender;
  const auto with_lender = Hierarchy::restore(world, kinds.ids.front(), borrowing, *reader);
  ASSERT_TRUE(alone && with_lender);
  EXPECT_EQ(with_lender->lender(), kinds.cheapest);
  EXPECT_LT(with_lender->memory_bytes(), alone->memory_bytes());
  Random random(1);
  const std::vector<PlanRequest> requests = kinds.requests(random);
  const Hierarchy own(world, kinds.ids.front(), kinds.sizes());
  expect_same_plans(plans_of(*alone, requests), plans_of(own, requests));
  expect_same_plans(plans_of(*with_lender, requests), plans_of(*kinds.borrowers.front(), requests));
}

// Where a gate that is shut for one cuts the border in two, its portals stand elsewhere; the lender has all.
TEST(LentBounds, ALenderHasThePortalsOfAll) {
  TestWorld map = draw_map(R"(
      ........
      ........
      ........
      ........
      ........
      ........
      ........
      ........
      ........
      ........
      ........
      ........)");
  // The border lies between the rows of the seventh and the eighth cell.
  map.world.set_terrain({4, 7, 0}, lent_gate);
  map.world.commit();
  const std::array<Profile, 2> kinds{lent_kind(0), lent_kind(1)};
  const ProfileId a = map.world.add_profile(kinds[0]), b = map.world.add_profile(kinds[1]);
  const ProfileId all = map.world.add_profile(cheapest_of(kinds));
  const Hierarchy lender(map.world, all, {.sector_size = 8, .lends_to = {a, b}});
  const Hierarchy plain(map.world, all, {.sector_size = 8});
  const Hierarchy open(map.world, a, {.sector_size = 8, .bounds_from = &lender});
  const Hierarchy shut(map.world, b, {.sector_size = 8, .bounds_from = &lender});
  EXPECT_EQ(plain.graph().size(), 1U);
  EXPECT_EQ(open.graph().size(), 1U);
  EXPECT_EQ(shut.graph().size(), 2U);
  EXPECT_EQ(lender.graph().size(), 3U);
  EXPECT_EQ(validate(lender), std::nullopt);
  EXPECT_FALSE(pays_nowhere_more(kinds[0], kinds[1]));
  EXPECT_TRUE(pays_nowhere_more(cheapest_of(kinds), kinds[0]));
  EXPECT_EQ(open.lender(), all);
  EXPECT_LT(open.memory_bytes(), plain.memory_bytes());
}

}  // namespace
}  // namespace portolan::test
