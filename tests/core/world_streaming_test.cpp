// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <portolan/core/world.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>
#include <support/world_source.hpp>

namespace portolan {
namespace {

Profile wide(int clearance) {
  Profile profile = test::cost_profile(clearance);
  profile.name = "wide";
  profile.cost[2] = impassable;
  return profile;
}

/// A world, and a streamed copy of it that should show the same wherever it has land.
struct Pair {
  explicit Pair(std::uint64_t seed) : whole(test::random_world(test::random_options(seed, 200), seed).world) {
    test::Random random(seed);
    whole.add_profile(wide(random.between(1, 5)));
    whole.commit();
    source = std::make_shared<test::WorldSource>(whole);
    streamed.emplace(test::streamed_copy(whole, source));
    blocks = TileGrid(whole.extent()).tile_count();
  }

  World whole;
  std::shared_ptr<test::WorldSource> source;
  std::optional<World> streamed;
  std::uint32_t blocks = 0;
};

// The first difference on loaded land, or land that is shown though it is not there.
std::optional<std::string> fault(const Pair& pair) {
  const BlockArray numbers(pair.whole.extent(), 0, 0);
  const World& streamed = *pair.streamed;
  for (std::size_t i = 0; i < pair.whole.extent().cell_count(); ++i) {
    const Cell c = pair.whole.extent().cell(i);
    const bool there = streamed.resident(numbers.block_of(c));
    const std::string where = std::to_string(c.x) + "," + std::to_string(c.y) + "," + std::to_string(c.layer);
    if (there && streamed.terrain(c) != pair.whole.terrain(c)) return "terrain at " + where;
    for (std::uint32_t p = 0; p < pair.whole.profile_count(); ++p) {
      const Cost seen = streamed.view({p}).cost(c);
      if (seen != (there ? pair.whole.view({p}).cost(c) : impassable)) return "cost at " + where;
    }
  }
  return std::nullopt;
}

void load_and_unload(Pair& pair, test::Random& random, int times) {
  for (int i = 0; i < times; ++i) {
    const std::uint32_t block = random.below(pair.blocks);
    if (random.percent(50)) {
      EXPECT_TRUE(pair.streamed->load(block));
      EXPECT_TRUE(pair.streamed->resident(block));
    } else {
      const bool may_go = !pair.streamed->must_stay(block);
      EXPECT_EQ(pair.streamed->unload(block), may_go);
    }
  }
}

TEST(WorldStreaming, LoadedLandIsThatOfTheWholeWorld) {
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    Pair pair(seed);
    test::Random random(seed);
    EXPECT_EQ(pair.streamed->resident_blocks(), 0U);
    ASSERT_EQ(fault(pair), std::nullopt) << seed;
    for (int round = 0; round < 4; ++round) {
      load_and_unload(pair, random, 20);
      std::uint32_t resident = 0;
      for (std::uint32_t b = 0; b < pair.blocks; ++b) resident += pair.streamed->resident(b) ? 1U : 0U;
      EXPECT_EQ(pair.streamed->resident_blocks(), resident);
      ASSERT_EQ(fault(pair), std::nullopt) << seed;
    }
  }
}

TEST(WorldStreaming, EditsAndStampsOutlastUnloading) {
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    Pair pair(seed);
    test::Random random(seed);
    for (int round = 0; round < 6; ++round) {
      load_and_unload(pair, random, 12);
      for (int i = random.between(1, 4); i > 0; --i) {
        const Cell c = test::random_cell(pair.whole.extent(), random);
        const bool edit = random.percent(40);
        const auto terrain = static_cast<TerrainId>(random.between(1, 9));
        const int blocks = random.between(0, 1);
        for (World* world : {&pair.whole, &*pair.streamed}) {
          edit ? world->set_terrain(c, terrain) : world->stamp(c, blocks, 1 - blocks);
        }
      }
      const Commit expected = pair.whole.commit();
      const Commit found = pair.streamed->commit();
      // What hierarchies are told is the same, whatever is in memory.
      ASSERT_EQ(found.profiles.size(), expected.profiles.size());
      for (std::size_t p = 0; p < found.profiles.size(); ++p) {
        EXPECT_EQ(found.profiles[p].blocks, expected.profiles[p].blocks) << seed;
        EXPECT_EQ(found.profiles[p].changed, expected.profiles[p].changed) << seed;
      }
      load_and_unload(pair, random, 30);
      ASSERT_EQ(fault(pair), std::nullopt) << seed;
    }
  }
}

TEST(WorldStreaming, EditedLandStaysAndStampedLandMayGo) {
  Pair pair(3);
  const BlockArray numbers(pair.whole.extent(), 0, 0);
  const Cell edited{1, 1, 0};
  const Cell stamped{pair.whole.extent().width - 1, pair.whole.extent().height - 1, 0};
  ASSERT_NE(numbers.block_of(edited), numbers.block_of(stamped));
  pair.streamed->set_terrain(edited, pair.whole.terrain(edited) == 1 ? TerrainId{2} : TerrainId{1});
  pair.streamed->stamp(stamped, 1);
  EXPECT_FALSE(pair.streamed->unload(numbers.block_of(stamped))) << "an edit waits";
  pair.streamed->commit();
  EXPECT_TRUE(pair.streamed->must_stay(numbers.block_of(edited)));
  EXPECT_FALSE(pair.streamed->unload(numbers.block_of(edited)));
  EXPECT_TRUE(pair.streamed->unload(numbers.block_of(stamped)));
  EXPECT_TRUE(pair.streamed->load(numbers.block_of(stamped)));
  EXPECT_FALSE(pair.streamed->view({0}).passable(stamped));
  EXPECT_TRUE(pair.streamed->unsettled()) << "a part of a world is not saved as the whole";
}

TEST(WorldStreaming, MemoryIsThatOfWhatIsLoadedAtATime) {
  World whole({512, 512, 1}, 1);
  whole.add_profile(test::cost_profile());
  for (int i = 0; i < 512; i += 8) whole.set_terrain({i, i ^ 5, 0}, test::wall);
  for (std::uint32_t b = 0; b < 256; ++b) {
    const Rect box = TileGrid(whole.extent()).bounds({b});
    whole.set_terrain({box.x + 7, box.y + 9, 0}, test::wall);  // no block is uniform
  }
  whole.commit();
  World streamed = test::streamed_copy(whole, std::make_shared<test::WorldSource>(whole));
  const std::size_t empty = streamed.memory_bytes();
  for (std::uint32_t b = 0; b < 256; ++b) {
    EXPECT_TRUE(streamed.load(b));
    EXPECT_TRUE(streamed.unload(b));
  }
  // One chunk of 16 blocks for the terrain and one for the costs, and which places in them are free.
  EXPECT_LE(streamed.memory_bytes(), empty + 2 * 16 * 1024 + 4096);
  for (std::uint32_t b = 0; b < 256; ++b) EXPECT_TRUE(streamed.load(b));
  EXPECT_GE(streamed.memory_bytes(), empty + 2 * 256 * 1024);
}

TEST(WorldStreaming, LandThatCannotBeReadStaysAway) {
  Pair pair(11);
  pair.source->break_block(0);
  EXPECT_FALSE(pair.streamed->load(0));
  EXPECT_FALSE(pair.streamed->resident(0));
  EXPECT_EQ(pair.streamed->resident_blocks(), 0U);
  pair.streamed->set_terrain({0, 0, 0}, 1);
  pair.streamed->stamp({1, 1, 0}, 1);
  pair.streamed->commit();
  EXPECT_FALSE(pair.streamed->view({0}).passable({0, 0, 0}));
  pair.streamed->stamp({1, 1, 0}, -1);
}

}  // namespace
}  // namespace portolan
