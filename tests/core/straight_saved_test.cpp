// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Fields of shortest curves whose ground changes, and which are saved then.
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/detail/carrier.hpp>
#include <portolan/core/saved_state.hpp>
#include <portolan/core/straight_field.hpp>

#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

using SavedParts = std::vector<std::vector<std::byte>>;

struct OldField {
  OldField(const TestWorld& world, std::uint64_t seed) : grid(world.view()), tiles(grid.extent()) {
    Random random(seed);
    goals = random_goals(grid, 3, random);
    field = made();
  }
  [[nodiscard]] std::unique_ptr<StraightField> made() const {
    auto made = std::make_unique<StraightField>(grid, tiles);
    made->allow_all();
    for (const Goal& goal : goals) made->add_goal(goal);
    return made;
  }
  [[nodiscard]] SavedParts saved() const {
    StateWriter writer;
    {
      detail::Carrier carrier(writer);
      field->carry_ground(carrier);
    }
    SavedParts parts;
    auto reader = StateReader::open(writer.finish());
    while (const auto part = reader->next()) {
      const std::byte* const first = part->at(0, part->size);
      parts.emplace_back(first, first + part->size);
    }
    return parts;
  }
  /// Null where the parts are refused.
  [[nodiscard]] std::unique_ptr<StraightField> loaded(const SavedParts& parts) const {
    StateWriter writer;
    for (const auto& part : parts) writer.write_part<std::byte>(part);
    auto reader = StateReader::open(writer.finish());
    auto other = made();
    detail::Carrier carrier(*reader);
    other->carry_ground(carrier);
    return carrier.good() ? std::move(other) : nullptr;
  }

  GridView grid;
  TileGrid tiles;
  std::vector<Goal> goals;
  std::unique_ptr<StraightField> field;
};

// Walls, ground and links come and go.
void change(TestWorld& world, Random& random) {
  const Extent extent = world.world.extent();
  for (int k = 0; k < 60; ++k) {
    const Cell c = random_cell(extent, random);
    random.percent(50) ? world.world.set_terrain(c, TerrainId{static_cast<std::uint8_t>(random.below(2))})
                       : world.world.stamp(c, 1);
  }
  for (const LinkTable::Entry& entry :
       std::vector(world.view().links().all().begin(), world.view().links().all().end())) {
    if (random.percent(30)) world.world.remove_link(entry.id);
  }
  world.world.commit();
}

std::vector<std::uint32_t> headings_of(const StraightField& field, Random random) {
  std::vector<std::uint32_t> bits;
  for (int k = 0; k < 600; ++k) {
    const Cell c = random_cell(field.grid().extent(), random);
    const Vec2 at = centre_of(c) + Vec2{static_cast<float>(random.between(-8, 8)) / 17,
                                        static_cast<float>(random.between(-8, 8)) / 17};
    const Heading way = field.heading(at, c.layer);
    for (const float part : {way.direction.x, way.direction.y, way.reach})
      bits.push_back(std::bit_cast<std::uint32_t>(part));
  }
  return bits;
}

void expect_equal(const StraightField& a, const StraightField& b, std::uint64_t seed) {
  ASSERT_EQ(a.has_one_cost(), b.has_one_cost()) << "seed " << seed;
  ASSERT_EQ(a.beams_cast(), b.beams_cast()) << "seed " << seed;
  ASSERT_EQ(a.settled_below(), b.settled_below()) << "seed " << seed;
  const Extent extent = a.grid().extent();
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    ASSERT_EQ(a.distance(c), b.distance(c)) << "seed " << seed << " cell " << i;
    ASSERT_EQ(a.next(c), b.next(c)) << "seed " << seed << " cell " << i;
    if (i % 97 != 0) continue;
    ASSERT_EQ(a.path(c), b.path(c)) << "seed " << seed << " cell " << i;
  }
  ASSERT_EQ(headings_of(a, Random(seed)), headings_of(b, Random(seed))) << "seed " << seed;
}

// Half done or finished, saved or not, a field is one of the ground that its tiles were allowed on.
TEST(StraightSaved, AFieldStaysOneOfTheGroundThatItWasMadeOf) {
  int half_done = 0, differ = 0;
  for (std::uint64_t seed = 1; seed <= storm(60); ++seed) {
    TestWorld world = random_world(random_options(seed), seed);
    const OldField old(world, seed), done(world, seed);
    Random random(seed);
    const std::uint64_t beams = seed % 3 == 0 ? StraightField::unlimited : random.below(40);
    half_done += old.field->advance(beams) ? 0 : 1;
    done.field->advance();
    std::vector<float> distances;
    for (std::size_t i = 0; i < old.grid.extent().cell_count(); ++i)
      distances.push_back(done.field->distance(old.grid.extent().cell(i)));
    change(world, random);
    const auto loaded = old.loaded(old.saved());
    ASSERT_NE(loaded, nullptr) << "seed " << seed;
    loaded->advance(old.field->finished() ? StraightField::unlimited : beams);
    if (beams > 0) expect_equal(*loaded, *old.field, seed);
    loaded->advance();
    old.field->advance();
    expect_equal(*loaded, *old.field, seed);
    const auto fresh = old.made();
    fresh->advance();
    for (std::size_t i = 0; i < distances.size(); ++i) {
      const Cell c = old.grid.extent().cell(i);
      ASSERT_TRUE(beams == 0 || old.field->distance(c) == distances[i]) << "seed " << seed << " cell " << i;
      differ += fresh->distance(c) != distances[i] ? 1 : 0;
    }
  }
  EXPECT_GT(half_done, enough(20));
  EXPECT_GT(differ, 1000);
}

// What is taken is ground like any other.
TEST(StraightSaved, NumbersThatDoNotFitAreRefused) {
  int refused = 0, taken = 0;
  for (std::uint64_t seed = 1; seed <= storm(30); ++seed) {
    const TestWorld world = random_world(random_options(seed, 50), seed);
    const OldField old(world, seed);
    old.field->advance();
    const SavedParts parts = old.saved();
    Random random(seed);
    for (int k = 0; k < 20; ++k) {
      SavedParts changed = parts;
      auto& part = changed[random.below(static_cast<std::uint32_t>(parts.size()))];
      for (int n = 0; n < 4 && !part.empty(); ++n)
        part[random.below(static_cast<std::uint32_t>(part.size()))] =
            static_cast<std::byte>(random.below(256));
      if (random.percent(10)) part.resize(random.below(100));
      const auto loaded = old.loaded(changed);
      loaded == nullptr ? ++refused : ++taken;
      if (loaded == nullptr) continue;
      loaded->advance();
      static_cast<void>(headings_of(*loaded, random));
      for (int n = 0; n < 40; ++n) {
        const Cell c = random_cell(old.grid.extent(), random);
        static_cast<void>(loaded->next(c));
        static_cast<void>(loaded->path(c));
      }
    }
  }
  EXPECT_GT(refused, enough(50));
  EXPECT_GT(taken, enough(50));
}

// Who goes on from cells beyond the world, which nobody serves, would look for their neighbours there.
TEST(StraightSaved, GroundBeyondTheWorldIsRefused) {
  for (const bool has_costs : {false, true}) {
    const TestWorld world =
        random_world({.extent = {40, 40, 1}, .shape = Shape::open, .most_cost = has_costs ? 9 : 1}, 1);
    const OldField old(world, 1);
    ASSERT_EQ(old.field->has_one_cost(), !has_costs);
    const SavedParts parts = old.saved();
    ASSERT_NE(old.loaded(parts), nullptr);
    constexpr std::size_t tiles = 4, part_of_walls = 2, part_of_costs = 3;
    const std::size_t part = has_costs ? part_of_costs : part_of_walls, bytes = parts[part].size() / tiles;
    ASSERT_GT(bytes, 0U);
    for (std::size_t tile = 1; tile < tiles; ++tile) {
      SavedParts changed = parts;
      changed[part][(tile + 1) * bytes - 1] = has_costs ? std::byte{1} : std::byte{0x7F};  // its last cell
      EXPECT_EQ(old.loaded(changed), nullptr) << "tile " << tile;
    }
  }
}

// A link goes, and its number is given to another one, which begins where the field is not.
TEST(StraightSaved, ALinkThatGoesWhileAFieldIsMadeIsStillOneOfIts) {
  TestWorld world = random_world({.extent = {96, 40, 2}, .shape = Shape::open}, 1);
  const LinkId id = world.world.add_link({{5, 10, 0}, {8, 2, 1}, 50});
  world.world.commit();
  const TileGrid tiles(world.world.extent());
  StraightField field(world.view(), tiles);
  const std::vector<TileId> allowed{tiles.tile_of({0, 0, 0}), tiles.tile_of({0, 0, 1}),
                                    tiles.tile_of({40, 0, 1})};
  field.allow(allowed);
  field.add_goal({{50, 10, 1}, {0}});
  field.advance(1);
  world.world.remove_link(id);
  world.world.commit();
  ASSERT_EQ(world.world.add_link({{90, 30, 0}, {8, 2, 1}, 50}), id);
  world.world.commit();
  EXPECT_TRUE(field.advance());
  EXPECT_FALSE(std::isinf(field.distance({1, 1, 0})));
  EXPECT_EQ(field.next({5, 10, 0}), std::nullopt);
}

// The one way over a link, which is gone by the time that agents come to it.
TEST(StraightSaved, ALinkThatIsGoneLeadsNowhere) {
  TestWorld world = random_world({.extent = {40, 20, 2}, .shape = Shape::open}, 1);
  const Cell foot{20, 10, 0}, goal{5, 5, 1};
  const LinkId id = world.world.add_link({foot, {30, 10, 1}, 50});
  world.world.commit();
  StraightField field(world.view(), TileGrid(world.world.extent()));
  field.allow_all();
  field.add_goal({goal, {0}});
  field.advance();
  EXPECT_EQ(field.next(foot), (Cell{30, 10, 1}));
  EXPECT_FALSE(field.path({2, 2, 0}).empty());
  world.world.remove_link(id);
  world.world.commit();
  EXPECT_EQ(field.next(foot), std::nullopt);
  EXPECT_TRUE(field.path({2, 2, 0}).empty());
}

}  // namespace
}  // namespace portolan::test
