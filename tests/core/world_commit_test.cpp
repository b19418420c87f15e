// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/detail/journal.hpp>
#include <portolan/core/validate.hpp>
#include <portolan/core/world.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>

namespace portolan {
namespace {

// Terrain and stamps kept the plain way, and the cost that follows from them.
struct PlainWorld {
  explicit PlainWorld(Extent e)
      : extent(e),
        terrain(e.cell_count(), 0),
        blocks(e.cell_count(), 0),
        extra(e.cell_count(), 0),
        passing(e.cell_count(), 0) {}

  [[nodiscard]] Cost ground(const Profile& profile, Cell c) const {
    if (!extent.contains(c)) return impassable;
    const std::size_t i = extent.index(c);
    const Cost base = profile.cost[terrain[i]];
    if (base == impassable || blocks[i] > 0 || (profile.sees_passing && passing[i] > 0)) return impassable;
    return static_cast<Cost>(std::min(254, base + extra[i]));
  }
  [[nodiscard]] Cost cost(const Profile& profile, Cell c) const {
    const int r = profile.clearance - 1;
    const int last = r + (profile.even ? 1 : 0);
    for (int y = -r; y <= last; ++y) {
      for (int x = -r; x <= last; ++x) {
        if (ground(profile, {c.x + x, c.y + y, c.layer}) == impassable) return impassable;
      }
    }
    return ground(profile, c);
  }

  /// As it is now, without profiles.
  [[nodiscard]] World built() const {
    World world(extent);
    for (std::size_t i = 0; i < extent.cell_count(); ++i) {
      world.set_terrain(extent.cell(i), terrain[i]);
      if (blocks[i] != 0 || extra[i] != 0) world.stamp(extent.cell(i), blocks[i], extra[i]);
      if (passing[i] != 0) world.stamp(extent.cell(i), passing[i], 0, true);
    }
    world.commit();
    return world;
  }

  Extent extent;
  std::vector<TerrainId> terrain;
  std::vector<int> blocks;
  std::vector<int> extra;
  std::vector<int> passing;
};

std::vector<Cost> costs_of(const World& world, ProfileId profile) {
  std::vector<Cost> costs;
  for (std::size_t i = 0; i < world.extent().cell_count(); ++i) {
    costs.push_back(world.view(profile).cost(world.extent().cell(i)));
  }
  return costs;
}

// What the commit says changed is what changed: the cells, the box around them, and which way.
void expect_told(const ProfileChange& change, const World& world, const std::vector<Cost>& before,
                 const std::vector<Cost>& after) {
  const Extent extent = world.extent();
  const TileGrid grid(extent);
  ASSERT_TRUE(std::is_sorted(change.blocks.begin(), change.blocks.end()));
  std::size_t told = 0;
  for (std::size_t k = 0; k < change.blocks.size(); ++k) {
    const Rect box = grid.bounds(TileId{change.blocks[k]});
    bool worse = false;
    bool better = false;
    for (int y = 0; y < 32; ++y) {
      for (int x = 0; x < 32; ++x) {
        const auto row = static_cast<std::size_t>(y);
        const bool rose = (change.diffs[k].worse[row] >> x & 1U) != 0;
        const bool fell = (change.diffs[k].better[row] >> x & 1U) != 0;
        if (!rose && !fell) continue;
        const Cell c{box.x + x, box.y + y, box.layer};
        ASSERT_TRUE(extent.contains(c));
        EXPECT_TRUE(change.changed[k].contains(c));
        EXPECT_EQ(rose, after[extent.index(c)] > before[extent.index(c)]);
        EXPECT_EQ(fell, after[extent.index(c)] < before[extent.index(c)]);
        worse |= rose;
        better |= fell;
        ++told;
      }
    }
    EXPECT_EQ(change.worse[k] != 0, worse);
    EXPECT_EQ(change.better[k] != 0, better);
  }
  std::size_t changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i) changed += before[i] != after[i] ? 1U : 0U;
  EXPECT_EQ(told, changed);
}

void edit(World& world, PlainWorld& plain, test::Random& random) {
  const Extent extent = world.extent();
  const Cell c{random.between(0, extent.width - 1), random.between(0, extent.height - 1),
               random.between(0, extent.layers - 1)};
  const std::size_t i = extent.index(c);
  switch (random.below(6)) {
    case 0:
      plain.terrain[i] = static_cast<TerrainId>(random.below(4));
      world.set_terrain(c, plain.terrain[i]);
      break;
    case 1: {
      const int run = std::min(random.between(1, 70), extent.width - c.x);
      std::vector<TerrainId> values(static_cast<std::size_t>(run));
      for (std::size_t k = 0; k < values.size(); ++k)
        plain.terrain[i + k] = values[k] = static_cast<TerrainId>(random.below(4));
      world.set_terrain_run(c, values);
      break;
    }
    case 2:
      world.stamp(c, 1);
      ++plain.blocks[i];
      break;
    case 3: {
      const int more = random.between(0, 100);
      world.stamp(c, 0, more);
      plain.extra[i] += more;
      break;
    }
    case 4:
      world.stamp(c, plain.passing[i] > 0 ? -1 : 1, 0, true);
      plain.passing[i] = plain.passing[i] > 0 ? plain.passing[i] - 1 : 1;
      break;
    default:
      if (plain.blocks[i] == 0 && plain.extra[i] == 0) break;
      world.stamp(c, -plain.blocks[i], -plain.extra[i]);
      plain.blocks[i] = plain.extra[i] = 0;
  }
}

// Where nothing waited a commit tells of no profile.
ProfileChange told_of(const Commit& commit, std::uint32_t p) {
  return commit.profiles.empty() ? ProfileChange{ProfileId{p}, {}, {}, {}, {}, {}} : commit.profiles[p];
}

// After any edits every profile sees what terrain and stamps say, and the commit tells exactly what changed.
TEST(WorldCommit, EqualsThePlainWorldAndTellsWhatChanged) {
  for (std::uint64_t seed = 1; seed <= test::storm(40); ++seed) {
    test::Random random(seed);
    const Extent extent{random.between(1, 90), random.between(1, 90), random.between(1, 2)};
    World world(extent);
    PlainWorld plain(extent);
    std::vector<Profile> profiles(3);
    for (std::size_t t = 0; t < 4; ++t) {
      profiles[1].cost[t] = static_cast<Cost>(t == 3 ? 255 : 1 + t * 80);
      profiles[2].cost[t] = static_cast<Cost>(t == 2 ? 255 : 1 + t);
    }
    profiles[1].clearance = 2;
    profiles[2].sees_passing = false;
    for (const Profile& p : profiles) world.add_profile(p);
    for (int round = 0; round < 12; ++round) {
      std::vector<std::vector<Cost>> before;
      for (std::uint32_t p = 0; p < 3; ++p) before.push_back(costs_of(world, {p}));
      const int edits = random.between(0, 30);
      for (int k = 0; k < edits; ++k) edit(world, plain, random);
      const Commit commit = world.commit();
      for (std::uint32_t p = 0; p < 3; ++p) {
        const std::vector<Cost> after = costs_of(world, {p});
        for (std::size_t i = 0; i < after.size(); ++i) {
          ASSERT_EQ(after[i], plain.cost(profiles[p], extent.cell(i))) << "seed " << seed << " profile " << p;
        }
        expect_told(told_of(commit, p), world, before[p], after);
      }
    }
  }
}

// Clearances that reach to the next row, over the rims of blocks, and through a whole block: after each
// commit the costs are those of a world that was built as it now is.
TEST(WorldCommit, EqualsAWorldBuiltAnewAtEachClearance) {
  for (std::uint64_t seed = 1; seed <= test::storm(24); ++seed) {
    test::Random random(seed);
    const Extent extent{random.between(1, 140), random.between(1, 110), random.between(1, 2)};
    World world(extent);
    PlainWorld plain(extent);
    std::vector<Profile> profiles(8);
    for (std::size_t p = 0; p < profiles.size(); ++p) {
      profiles[p].clearance = std::array{2, 3, 4, 9, 32, 1, 2, 31}[p];
      profiles[p].even = p > 4;
      profiles[p].sees_passing = p != 1;
      for (std::size_t t = 0; t < 4; ++t)
        profiles[p].cost[t] = static_cast<Cost>(t == 3 && random.below(3) != 0 ? 255 : 1 + t * 60);
      world.add_profile(profiles[p]);
    }
    for (int round = 0; round < 15; ++round) {
      std::vector<std::vector<Cost>> before;
      for (std::uint32_t p = 0; p < profiles.size(); ++p) before.push_back(costs_of(world, {p}));
      const int edits = random.between(0, round % 3 == 0 ? 40 : 3);
      for (int k = 0; k < edits; ++k) edit(world, plain, random);
      const Commit commit = world.commit();
      World built = plain.built();
      for (std::uint32_t p = 0; p < profiles.size(); ++p) {
        built.add_profile(profiles[p]);
        const std::vector<Cost> after = costs_of(world, {p});
        ASSERT_EQ(after, costs_of(built, {p})) << "seed " << seed << " profile " << p;
        expect_told(told_of(commit, p), world, before[p], after);
      }
    }
  }
}

// Walls are noted as of the last commit. A kind that comes while edits wait sees these at once, and the
// commit tells it of nothing; the others get what they would have got.
TEST(WorldCommit, AKindMayComeWhileEditsWait) {
  for (std::uint64_t seed = 1; seed <= test::storm(24); ++seed) {
    test::Random random(seed);
    const Extent extent{random.between(1, 100), random.between(1, 80), 1};
    World world(extent);
    PlainWorld plain(extent);
    Profile profile;
    profile.cost[3] = impassable;
    for (std::uint32_t p = 0; p < 8; ++p) {
      profile.clearance = static_cast<int>(p / 2 + 1);  // two of each body, so that one finds walls noted
      const int edits = random.between(0, 12);
      for (int k = 0; k < edits; ++k) edit(world, plain, random);
      world.add_profile(profile);
      const std::vector<Cost> at_once = costs_of(world, {p});
      const Commit commit = world.commit();
      EXPECT_EQ(costs_of(world, {p}), at_once) << "seed " << seed << " profile " << p;
      EXPECT_TRUE(told_of(commit, p).blocks.empty());
      for (std::uint32_t q = 0; q <= p; ++q) {
        const std::vector<Cost> costs = costs_of(world, {q});
        for (std::size_t i = 0; i < costs.size(); ++i)
          ASSERT_EQ(costs[i], plain.cost(world.profile({q}), extent.cell(i)))
              << "seed " << seed << " profile " << q;
      }
    }
  }
}

// Kinds of one body take over blocks that another has renewed: players with gates of their own, who see
// passing stamps or not, and to whom other ground is a wall. Going back leaves each what it had.
TEST(WorldCommit, KindsOfOneBodyGetWhatEachWouldGetAlone) {
  for (std::uint64_t seed = 1; seed <= test::storm(24); ++seed) {
    test::Random random(seed);
    const Extent extent{random.between(1, 140), random.between(1, 110), 1};
    World world(extent);
    PlainWorld plain(extent);
    std::vector<Profile> profiles(12);
    for (std::size_t p = 0; p < profiles.size(); ++p) {
      profiles[p].clearance = p < 6 ? 1 : 2;
      profiles[p].sees_passing = p % 6 != 4;
      profiles[p].cost[1] = p % 6 == 2 ? 7 : 2;
      profiles[p].cost[3] = p % 3 == 0 ? 1 : impassable;
      world.add_profile(profiles[p]);
    }
    detail::Journal journal;
    world.log_to(&journal);
    for (int round = 0; round < 20; ++round) {
      const std::uint64_t moment = journal.mark();
      const PlainWorld plain_before = plain;
      std::vector<std::vector<Cost>> before;
      for (std::uint32_t p = 0; p < profiles.size(); ++p) before.push_back(costs_of(world, {p}));
      const int edits = random.between(1, round % 5 == 0 ? 30 : 4);
      for (int k = 0; k < edits; ++k) edit(world, plain, random);
      const Commit commit = world.commit();
      for (std::uint32_t p = 0; p < profiles.size(); ++p) {
        const std::vector<Cost> after = costs_of(world, {p});
        for (std::size_t i = 0; i < after.size(); ++i)
          ASSERT_EQ(after[i], plain.cost(profiles[p], extent.cell(i))) << "seed " << seed << " profile " << p;
        expect_told(told_of(commit, p), world, before[p], after);
      }
      if (!random.percent(30)) continue;
      journal.undo_to(moment);
      plain = plain_before;
      for (std::uint32_t p = 0; p < profiles.size(); ++p)
        ASSERT_EQ(costs_of(world, {p}), before[p]) << "seed " << seed;
    }
    world.log_to(nullptr);
  }
}

// What is known of walls between commits does not outlast the edits that made them.
TEST(WorldCommit, CostsAreRightAfterGoingBack) {
  for (std::uint64_t seed = 1; seed <= test::storm(24); ++seed) {
    test::Random random(seed);
    const Extent extent{random.between(1, 100), random.between(1, 70), 1};
    World world(extent);
    for (const int clearance : {2, 4, 32}) {
      Profile profile;
      profile.clearance = clearance;
      profile.cost[3] = impassable;
      world.add_profile(profile);
    }
    detail::Journal journal;
    world.log_to(&journal);
    const auto edit_some = [&] {
      for (int k = random.between(0, 5); k > 0; --k) {
        const Cell c = extent.cell(random.below(static_cast<std::uint32_t>(extent.cell_count())));
        random.below(2) == 0 ? world.set_terrain(c, random.below(2) == 0 ? 3 : 0) : world.stamp(c, 1);
      }
    };
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t moment = journal.mark();
      std::vector<std::vector<Cost>> before;
      for (std::uint32_t p = 0; p < 3; ++p) before.push_back(costs_of(world, {p}));
      for (int commits = random.between(1, 3); commits > 0; --commits) {
        edit_some();
        world.commit();
      }
      if (random.below(3) == 0) edit_some();  // never committed
      if (random.below(2) == 0) {
        journal.undo_to(moment);
        for (std::uint32_t p = 0; p < 3; ++p) ASSERT_EQ(costs_of(world, {p}), before[p]) << "seed " << seed;
      }
      edit_some();
      world.commit();
      ASSERT_EQ(validate(world), std::nullopt) << "seed " << seed;
    }
    world.log_to(nullptr);
  }
}

}  // namespace
}  // namespace portolan
