// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/goal.hpp>

namespace portolan {
namespace {

std::vector<Goal> goals(int count) {
  std::vector<Goal> list;
  for (int i = 0; i < count; ++i) list.push_back({{i, 2 * i, 0}, {static_cast<std::uint64_t>(i)}});
  return list;
}

TEST(GoalSet, HoldsWhatItWasMadeFrom) {
  for (const int count : {0, 1, 4, 5, 100}) {
    const std::vector<Goal> list = goals(count);
    const GoalSet set = list;
    EXPECT_EQ(set.size(), list.size());
    EXPECT_EQ(set.empty(), list.empty());
    EXPECT_TRUE(std::equal(set.begin(), set.end(), list.begin(), list.end()));
    const std::span<const Goal> seen = set;
    EXPECT_EQ(seen.size(), list.size());
  }
  const GoalSet one{{{1, 2, 3}}};
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one.front(), (Goal{{1, 2, 3}, {0}}));
}

TEST(GoalSet, IsEmptyOnceItWasMovedAway) {
  for (const int count : {0, 1, 7}) {
    GoalSet set = goals(count);
    GoalSet other = std::move(set);
    EXPECT_EQ(other.size(), goals(count).size());
    EXPECT_TRUE(set.empty());  // NOLINT(bugprone-use-after-move)
    set = std::move(other);
    EXPECT_EQ(set.size(), goals(count).size());
    EXPECT_TRUE(other.empty());  // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(other.begin(), other.end());
  }
}

TEST(GoalSet, CopiesShareTheirGoalsAndOutliveEachOther) {
  GoalSet copy;
  const Goal* first = nullptr;
  {
    const GoalSet set = goals(7);
    first = set.data();
    copy = set;
  }
  EXPECT_EQ(copy.data(), first) << "shared, not copied";
  EXPECT_EQ(copy, GoalSet(goals(7)));
}

TEST(GoalSet, IsToldApartByGoalsAndTheirOrder) {
  const Goal a{{1, 1, 0}}, b{{2, 2, 0}}, late{{1, 1, 0}, {24}};
  EXPECT_EQ((GoalSet{a, b}), (GoalSet{a, b}));
  EXPECT_FALSE((GoalSet{a, b}) == (GoalSet{b, a}));
  EXPECT_FALSE((GoalSet{a}) == (GoalSet{late}));
  EXPECT_FALSE((GoalSet{a}) == GoalSet{});
}

}  // namespace
}  // namespace portolan
