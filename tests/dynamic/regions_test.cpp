// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/dynamic/regions.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>

namespace portolan {
namespace {

class Regions : public testing::Test {
 protected:
  Regions() : world({100, 60, 1}), profile(world.add_profile({})), watch(world.extent(), profile, 10) {}
  RegionId at(int x, int y) const { return watch.region_of({x, y, 0}); }
  void stamp(int x, int y, int by = 1) { world.stamp({x, y, 0}, by); }
  std::vector<Notice> commit_and_collect() {
    watch.record(world.commit());
    return watch.collect(++tick);
  }

  World world;
  ProfileId profile;
  RegionWatch watch;
  std::uint64_t tick = 0;
};

TEST_F(Regions, TellsHowManyCellsAndWhichWay) {
  const std::vector<RegionId> regions{at(0, 0), at(15, 5)};
  const WatcherId w = watch.watch(regions);
  stamp(12, 3);
  stamp(13, 3);
  stamp(55, 55);
  EXPECT_EQ(commit_and_collect(), (std::vector<Notice>{{w, at(15, 5), 1, 2, true, false}}));
  EXPECT_TRUE(commit_and_collect().empty()) << "told once";
  stamp(12, 3, -1);
  EXPECT_EQ(commit_and_collect(), (std::vector<Notice>{{w, at(15, 5), 1, 1, false, true}}))
      << "an obstacle that leaves is a change too";
}

TEST_F(Regions, AnEditThatChangesNoCostIsNoChange) {
  const std::vector<RegionId> regions{at(0, 0)};
  stamp(1, 1);
  watch.watch(regions);
  watch.record(world.commit());
  EXPECT_EQ(watch.collect(1).size(), 1U);
  stamp(1, 1);
  EXPECT_TRUE(commit_and_collect().empty());
}

TEST_F(Regions, LinksAreChanges) {
  const std::vector<RegionId> regions{at(0, 0), at(90, 50)};
  const WatcherId w = watch.watch(regions);
  const LinkId link = world.add_link({{3, 3, 0}, {95, 55, 0}, 24});
  EXPECT_EQ(commit_and_collect(),
            (std::vector<Notice>{{w, at(0, 0), 0, 1, false, true}, {w, at(90, 50), 1, 1, false, true}}));
  world.remove_link(link);
  EXPECT_EQ(commit_and_collect(),
            (std::vector<Notice>{{w, at(0, 0), 0, 1, true, false}, {w, at(90, 50), 1, 1, true, false}}));
}

TEST_F(Regions, NearRegionsComeFirst) {
  const std::vector<RegionId> way{at(0, 0), at(10, 0), at(20, 0)};
  const std::vector<RegionId> back{at(20, 0), at(10, 0), at(0, 0)};
  const WatcherId there = watch.watch(way);
  const WatcherId here = watch.watch(back);
  stamp(25, 5);
  stamp(5, 5);
  const auto notices = commit_and_collect();
  ASSERT_EQ(notices.size(), 4U);
  EXPECT_EQ(notices[0], (Notice{there, at(0, 0), 0, 1, true, false}));
  EXPECT_EQ(notices[1], (Notice{here, at(20, 0), 0, 1, true, false}));
  EXPECT_EQ(notices[2].rank, 2U);
  EXPECT_EQ(notices[3].rank, 2U);
}

TEST_F(Regions, AWindowMovesOnWithTheAgent) {
  const std::vector<RegionId> way{at(0, 0), at(10, 0), at(20, 0), at(30, 0)};
  const WatcherId w = watch.watch(way, {}, 2);
  stamp(25, 5);
  EXPECT_TRUE(commit_and_collect().empty()) << "further ahead than it looks";
  watch.progress(w, at(10, 0));
  stamp(26, 5);
  EXPECT_EQ(commit_and_collect(), (std::vector<Notice>{{w, at(20, 0), 1, 1, true, false}}));
  stamp(5, 5);
  EXPECT_TRUE(commit_and_collect().empty()) << "behind";
}

TEST_F(Regions, NoNoticeAfterUnwatch) {
  const std::vector<RegionId> regions{at(0, 0)};
  const WatcherId gone = watch.watch(regions, {5, false});
  stamp(1, 1);
  EXPECT_TRUE(commit_and_collect().empty());
  watch.unwatch(gone);
  EXPECT_FALSE(watch.alive(gone));
  const WatcherId next = watch.watch(regions, {5, false});
  EXPECT_EQ(next.slot, gone.slot);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(commit_and_collect().empty());
}

TEST_F(Regions, MergesUntilTheDeadlineOrTheInterval) {
  const std::vector<RegionId> regions{at(0, 0)};
  const WatcherId patient = watch.watch(regions, {3, false});
  const WatcherId steady = watch.watch(regions, {4, true});
  std::map<WatcherId, std::vector<std::pair<std::uint64_t, std::uint32_t>>> heard;
  for (int i = 0; i < 9; ++i) {
    if (i == 1 || i == 2 || i == 6) stamp(i, 1);
    for (const Notice& n : commit_and_collect()) heard[n.watcher].emplace_back(tick, n.cells_changed);
  }
  using Heard = std::vector<std::pair<std::uint64_t, std::uint32_t>>;
  EXPECT_EQ(heard[patient], (Heard{{4, 2}, {9, 1}}));
  EXPECT_EQ(heard[steady], (Heard{{4, 2}, {8, 1}}));
}

TEST_F(Regions, ListsTheRegionsOfAWay) {
  const std::vector<Cell> way{{8, 8, 0}, {9, 9, 0}, {10, 9, 0}, {9, 9, 0}, {10, 10, 0}};
  EXPECT_EQ(watch.regions_of(way), (std::vector<RegionId>{at(8, 8), at(10, 9), at(10, 10)}));
}

TEST_F(Regions, VersionsCanBePulled) {
  EXPECT_EQ(watch.version(at(0, 0)), 0U);
  stamp(3, 3);
  commit_and_collect();
  EXPECT_EQ(watch.version(at(0, 0)), world.version());
  stamp(33, 3);
  commit_and_collect();
  EXPECT_LT(watch.version(at(0, 0)), world.version());
}

// Random edits, watchers that come, go, change lists and move on: notices equal what a comparison of all
// cells says.
TEST(RegionWatch, EqualsComparingAllCells) {
  for (std::uint64_t seed = 1; seed <= test::storm(25); ++seed) {
    test::Random random(seed);
    const Extent extent{random.between(20, 120), random.between(20, 80), random.between(1, 2)};
    World world(extent);
    const ProfileId profile = world.add_profile({});
    RegionWatch watch(extent, profile, random.between(1, 40));
    struct Plain {
      WatcherId id;
      std::vector<RegionId> list;
      std::size_t from = 0;
      std::size_t window = 0;
    };
    std::vector<Plain> watchers;
    const auto some_regions = [&] {
      std::set<RegionId> chosen;
      for (int k = random.between(1, 12); k > 0; --k) chosen.insert({random.below(watch.region_count())});
      std::vector<RegionId> list(chosen.begin(), chosen.end());
      for (std::size_t k = list.size(); k > 1; --k) {
        std::swap(list[k - 1], list[random.below(static_cast<std::uint32_t>(k))]);
      }
      return list;
    };
    for (std::uint64_t tick = 1; tick <= 40; ++tick) {
      switch (random.below(5)) {
        case 0:
        case 1: {
          const std::uint32_t window = 1 + random.below(6);
          const auto list = some_regions();
          watchers.push_back({watch.watch(list, {}, window), list, 0, window});
          break;
        }
        case 2:
          if (watchers.empty()) break;
          watch.unwatch(watchers.back().id);
          watchers.pop_back();
          break;
        case 3:
          if (watchers.empty()) break;
          watchers[0].list = some_regions();
          watchers[0].from = 0;
          watch.rewatch(watchers[0].id, watchers[0].list);
          break;
        default:
          for (Plain& w : watchers) {
            const std::size_t to = std::min(w.from + random.below(3), w.list.size() - 1);
            watch.progress(w.id, w.list[to]);
            w.from = to;
          }
      }
      std::vector<Cost> before;
      for (std::size_t i = 0; i < extent.cell_count(); ++i)
        before.push_back(world.view(profile).cost(extent.cell(i)));
      for (int k = random.between(0, 25); k > 0; --k) {
        const Cell c = extent.cell(random.below(static_cast<std::uint32_t>(extent.cell_count())));
        world.stamp(c, world.stamped(c) ? -1 : 1);
      }
      watch.record(world.commit());
      std::map<RegionId, Notice> changed;
      for (std::size_t i = 0; i < extent.cell_count(); ++i) {
        const Cost now = world.view(profile).cost(extent.cell(i));
        if (now == before[i]) continue;
        Notice& n = changed[watch.region_of(extent.cell(i))];
        ++n.cells_changed;
        n.worse |= now > before[i];
        n.better |= now < before[i];
      }
      std::vector<Notice> expected;
      for (const Plain& w : watchers) {
        for (std::size_t k = w.from; k < std::min(w.list.size(), w.from + w.window); ++k) {
          const auto found = changed.find(w.list[k]);
          if (found == changed.end()) continue;
          Notice n = found->second;
          n.watcher = w.id;
          n.region = w.list[k];
          n.rank = static_cast<std::uint32_t>(k - w.from);
          expected.push_back(n);
        }
      }
      std::sort(expected.begin(), expected.end(), [](const Notice& a, const Notice& b) {
        return std::tie(a.rank, a.watcher, a.region) < std::tie(b.rank, b.watcher, b.region);
      });
      ASSERT_EQ(watch.collect(tick), expected) << "seed " << seed << " tick " << tick;
    }
  }
}

}  // namespace
}  // namespace portolan
