// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Repair equals rebuild: thousands of random sequences of edits, of all kinds, on worlds with walls, costs,
// layers and links, for two profiles of different clearance and on one to three levels. After each commit, or
// each few, world and hierarchies must be those of a world that was never edited. A sequence that fails is
// shrunk, and printed step by step.
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/hierarchy/hierarchy.hpp>

#include <support/cases.hpp>
#include <support/edit_sequence.hpp>
#include <support/random_world.hpp>
#include <support/shrink.hpp>

namespace portolan::test {
namespace {

using Steps = std::vector<EditStep>;

/// What is repaired after each commit. A fake leaves something out.
using Apply = std::function<void(Hierarchy&, const Commit&)>;

struct Trial {
  Extent extent;
  HierarchyOptions options;
  std::uint64_t seed = 0;
  int ask_every = 1;  // commits; upper levels are brought up to date for all of them together
};

Trial trial_of(std::uint64_t seed) {
  Random random(seed);
  constexpr int sizes[] = {8, 8, 16, 32};
  Trial trial;
  trial.seed = seed;
  trial.extent = {random.between(9, 75), random.between(9, 60), random.percent(20) ? 2 : 1};
  trial.options.sector_size = sizes[random.below(4)];
  trial.options.portal_width = random.between(1, 12);
  trial.options.levels = random.between(1, 3);
  trial.options.level_factor = 2 << random.below(3);
  trial.ask_every = random.between(1, 3);
  return trial;
}

std::optional<std::string> difference(const World& live, const World& fresh, const Hierarchy& repaired,
                                      const Trial& trial) {
  const ProfileId profile = repaired.profile();
  for (std::size_t i = 0; i < live.extent().cell_count(); ++i) {
    const Cell c = live.extent().cell(i);
    if (live.view(profile).cost(c) != fresh.view(profile).cost(c))
      return "costs of cell " + std::to_string(i);
  }
  const Hierarchy rebuilt(fresh, profile, trial.options);
  if (repaired.fingerprint() != rebuilt.fingerprint()) return "fingerprint";
  Random random(trial.seed);
  for (int i = 0; i < 20; ++i) {
    const Cell a = random_cell(live.extent(), random);
    const Cell b = random_cell(live.extent(), random);
    if (repaired.can_reach(a, b) != rebuilt.can_reach(a, b)) return "can_reach";
  }
  return std::nullopt;
}

/// What differs first, if anything.
std::optional<std::string> fault(const Trial& trial, const Steps& steps, const Apply& apply) {
  EditedWorld edited(trial.extent, trial.seed);
  std::vector<Hierarchy> hierarchies;
  for (std::uint32_t p = 0; p < EditedWorld::profiles; ++p)
    hierarchies.emplace_back(edited.world(), ProfileId{p}, trial.options);
  int commits = 0;
  for (const EditStep& step : steps) {
    const std::optional<Commit> commit = edited.take(step);
    if (!commit) continue;
    for (Hierarchy& hierarchy : hierarchies) apply(hierarchy, *commit);
    if (++commits % trial.ask_every != 0 && &step != &steps.back()) continue;
    const World fresh = edited.rebuilt();
    for (const Hierarchy& hierarchy : hierarchies) {
      const auto found = difference(edited.world(), fresh, hierarchy, trial);
      if (found) return *found + " of profile " + std::to_string(hierarchy.profile().value);
    }
  }
  return std::nullopt;
}

Steps shrunk(const Trial& trial, const Steps& steps, const Apply& apply) {
  return shrink<EditStep>(steps, [&](const Steps& part) { return fault(trial, part, apply).has_value(); });
}

void apply_all(Hierarchy& hierarchy, const Commit& commit) { hierarchy.apply(commit); }

class EditSequence : public testing::TestWithParam<int> {};

TEST_P(EditSequence, RepairEqualsRebuild) {
  const std::uint64_t sequences = cases(500);
  const auto first = static_cast<std::uint64_t>(GetParam()) * sequences;
  for (std::uint64_t seed = first; seed < first + sequences; ++seed) {
    const Trial trial = trial_of(seed);
    Random random(seed + 1);
    const Steps steps = random_steps(trial.extent, random.between(4, 24), random);
    const auto found = fault(trial, steps, apply_all);
    if (!found) continue;
    const Steps least = shrunk(trial, steps, apply_all);
    FAIL() << "seed " << seed << ", " << trial.extent.width << " by " << trial.extent.height << " by "
           << trial.extent.layers << ", sectors of " << trial.options.sector_size << ", portals of "
           << trial.options.portal_width << ", levels " << trial.options.levels << " by "
           << trial.options.level_factor << ": " << *fault(trial, least, apply_all) << " differs after\n"
           << describe(least);
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, EditSequence, testing::Range(0, 12));

TEST(Shrink, KeepsOnlyWhatIsNeeded) {
  std::vector<int> steps;
  for (int i = 0; i < 100; ++i) steps.push_back(i);
  int runs = 0;
  const auto least = shrink<int>(steps, [&](const std::vector<int>& part) {
    ++runs;
    const auto has = [&](int n) { return std::find(part.begin(), part.end(), n) != part.end(); };
    return has(7) && has(50) && has(93);
  });
  EXPECT_EQ(least, (std::vector{7, 50, 93}));
  EXPECT_LT(runs, 200);
}

#if !PORTOLAN_VALIDATE  // which would notice the fault at once, and end the program
// A repair that forgets commits with new links is found out, and what is left of a long sequence is little
// more than a link and a commit.
TEST(Shrink, FindsAPlantedFault) {
  const Apply forgetful = [](Hierarchy& hierarchy, const Commit& commit) {
    if (commit.links_added.empty()) hierarchy.apply(commit);
  };
  int found = 0;
  for (std::uint64_t seed = 0; seed < test::storm(20); ++seed) {
    const Trial trial = trial_of(seed);
    Random random(seed + 1);
    const Steps steps = random_steps(trial.extent, 40, random);
    if (!fault(trial, steps, forgetful)) continue;
    ASSERT_FALSE(fault(trial, steps, apply_all));
    ++found;
    const Steps least = shrunk(trial, steps, forgetful);
    EXPECT_TRUE(fault(trial, least, forgetful));
    EXPECT_LE(least.size(), 6U) << describe(least);
    for (std::size_t i = 0; i < least.size(); ++i) {
      Steps less = least;
      less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_FALSE(fault(trial, less, forgetful)) << describe(less);
    }
  }
  EXPECT_GT(found, test::enough(10));
}
#endif

}  // namespace
}  // namespace portolan::test
