// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/detail/map_source.hpp>
#include <portolan/config/saved_world.hpp>
#include <portolan/core/path.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>
#include <support/temp_folder.hpp>

namespace portolan {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class SavedWorlds : public ::testing::Test {
 protected:
  [[nodiscard]] fs::path file() const { return folder_ / "w.portolan"; }

  test::TempFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

std::vector<char> read_all(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write_all(const fs::path& file, const std::vector<char>& bytes) {
  std::ofstream out(file, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

Profile swimmer() {
  Profile profile = test::cost_profile(2);
  profile.name = "swimmer";
  profile.cost[3] = impassable;
  profile.cost[test::wall] = 7;
  return profile;
}

/// A world, its profiles and one hierarchy for each.
struct Built {
  test::TestWorld map;
  HierarchyOptions options;
  std::vector<std::unique_ptr<Hierarchy>> hierarchies;

  Built(const test::RandomWorldOptions& world, std::uint64_t seed, HierarchyOptions given)
      : map(test::random_world(world, seed)), options(given) {
    map.world.add_profile(swimmer());
    for (std::uint32_t p = 0; p < map.world.profile_count(); ++p) {
      hierarchies.push_back(std::make_unique<Hierarchy>(map.world, ProfileId{p}, options));
    }
  }
  [[nodiscard]] std::optional<Error> save(const fs::path& file) const {
    std::vector<const Hierarchy*> all;
    for (const auto& hierarchy : hierarchies) all.push_back(hierarchy.get());
    return save_world(map.world, all, file);
  }
};

PlanRequest some_order(Extent extent, test::Random& random) {
  PlanRequest request;
  request.goals = {{test::random_cell(extent, random)}};
  for (int i = 0; i < 6; ++i) request.agents.push_back(test::random_cell(extent, random));
  request.quality = random.percent(50) ? Quality::path : Quality::exact;
  return request;
}

void expect_equal_plans(const Hierarchy& a, const Hierarchy& b, test::Random& random) {
  Planner plan_a(a);
  Planner plan_b(b);
  for (int i = 0; i < 4; ++i) {
    const PlanRequest request = some_order(a.grid().extent(), random);
    const Plan x = plan_a.plan(request);
    const Plan y = plan_b.plan(request);
    EXPECT_EQ(x.outcome, y.outcome);
    EXPECT_EQ(x.corridor, y.corridor);
    EXPECT_EQ(x.costs, y.costs);
    EXPECT_EQ(x.lower_bounds, y.lower_bounds);
    CorridorField field_a(a);
    CorridorField field_b(b);
    field_a.reset(x);
    field_b.reset(y);
    field_a.advance();
    field_b.advance();
    for (const Cell agent : request.agents) EXPECT_EQ(field_a.at(agent), field_b.at(agent));
  }
}

void edit_both(World& a, World& b, test::Random& random) {
  for (int i = random.between(1, 8); i > 0; --i) {
    const Cell c = test::random_cell(a.extent(), random);
    const auto terrain = random.percent(40) ? test::wall : static_cast<TerrainId>(random.between(1, 9));
    const Link link{c, test::random_cell(a.extent(), random), random.below(500) + 1};
    const bool linked = random.percent(20);
    for (World* world : {&a, &b}) {
      world->set_terrain(c, terrain);
      if (linked) world->add_link(link);
    }
  }
}

TEST_F(SavedWorlds, AnswerAsTheBuiltOnes) {
  for (std::uint64_t seed = 0; seed < test::cases(40); ++seed) {
    const auto options = test::random_options(seed, 120);
    SCOPED_TRACE(test::describe(options, seed));
    test::Random random(seed);
    const int sizes[] = {8, 16, 32};
    Built built(options, seed,
                {.sector_size = sizes[random.below(3)],
                 .portal_width = random.between(1, 12),
                 .levels = random.between(1, 3),
                 .level_factor = 2});
    ASSERT_FALSE(built.save(file()));
    const Result<SavedWorld> saved = SavedWorld::open(file());
    ASSERT_TRUE(saved.ok()) << saved.error().text();
    Result<World> world = saved->world();
    ASSERT_TRUE(world.ok()) << world.error().text();
    const Extent extent = built.map.extent();
    ASSERT_EQ(world->extent(), extent);
    ASSERT_EQ(world->profile_count(), built.map.world.profile_count());
    for (std::size_t i = 0; i < extent.cell_count(); ++i) {
      const Cell c = extent.cell(i);
      ASSERT_EQ(world->terrain(c), built.map.world.terrain(c));
      for (std::uint32_t p = 0; p < 2; ++p)
        ASSERT_EQ(world->view({p}).cost(c), built.map.world.view({p}).cost(c));
    }
    std::vector<Hierarchy> restored;
    for (std::uint32_t p = 0; p < 2; ++p) {
      auto hierarchy = saved->hierarchy(*world, {p}, built.options);
      ASSERT_TRUE(hierarchy.has_value());
      EXPECT_EQ(hierarchy->fingerprint(), built.hierarchies[p]->fingerprint());
      expect_equal_plans(*built.hierarchies[p], *hierarchy, random);
      restored.push_back(std::move(*hierarchy));
    }
    for (int round = 0; round < 3; ++round) {
      edit_both(built.map.world, *world, random);
      const Commit commit_a = built.map.world.commit();
      const Commit commit_b = world->commit();
      for (std::uint32_t p = 0; p < 2; ++p) {
        built.hierarchies[p]->apply(commit_a);
        restored[p].apply(commit_b);
        ASSERT_EQ(restored[p].fingerprint(), built.hierarchies[p]->fingerprint());
        expect_equal_plans(*built.hierarchies[p], restored[p], random);
      }
    }
    EXPECT_FALSE(saved->hierarchy(*world, {0}, built.options).has_value())
        << "not for a world that has changed";
    EXPECT_FALSE(saved->check());
    if (HasFailure()) return;
  }
}

TEST_F(SavedWorlds, GiveHierarchiesOfTheirOwnOptionsAndProfilesOnly) {
  Built built({.extent = {90, 70, 1}}, 3, {.sector_size = 16});
  ASSERT_FALSE(built.save(file()));
  const Result<SavedWorld> saved = SavedWorld::open(file());
  ASSERT_TRUE(saved.ok());
  Profile other = test::cost_profile(3);
  const std::vector<Profile> wanted{swimmer(), other, test::cost_profile()};
  const Result<World> world = saved->world(wanted);
  ASSERT_TRUE(world.ok());
  EXPECT_EQ(saved->hierarchy(*world, {0}, {.sector_size = 16})->fingerprint(),
            built.hierarchies[1]->fingerprint());
  EXPECT_FALSE(saved->hierarchy(*world, {1}, {.sector_size = 16}).has_value());
  EXPECT_EQ(saved->hierarchy(*world, {2}, {.sector_size = 16})->fingerprint(),
            built.hierarchies[0]->fingerprint());
  EXPECT_FALSE(saved->hierarchy(*world, {2}, {.sector_size = 32}).has_value());
  const ProfileId same = built.map.world.add_profile(other);
  for (std::size_t i = 0; i < world->extent().cell_count(); ++i) {
    const Cell c = world->extent().cell(i);
    ASSERT_EQ(world->view({1}).cost(c), built.map.world.view(same).cost(c));
  }
}

TEST_F(SavedWorlds, EditsDoNotReachTheFile) {
  Built built({.extent = {90, 70, 1}}, 3, {.sector_size = 8});
  ASSERT_FALSE(built.save(file()));
  const std::vector<char> before = read_all(file());
  const Result<SavedWorld> saved = SavedWorld::open(file());
  Result<World> world = saved->world();
  auto hierarchy = saved->hierarchy(*world, {0}, built.options);
  for (int x = 0; x < 90; ++x) world->set_terrain({x, 35, 0}, test::wall);
  hierarchy->apply(world->commit());
  EXPECT_NE(hierarchy->fingerprint(), built.hierarchies[0]->fingerprint());
  EXPECT_EQ(read_all(file()), before);
  const Result<World> again = saved->world();
  EXPECT_EQ(saved->hierarchy(*again, {0}, built.options)->fingerprint(), built.hierarchies[0]->fingerprint());
  EXPECT_FALSE(saved->check());
}

TEST_F(SavedWorlds, RefuseWhatIsNoSavedWorld) {
  const auto refusal = [&](const std::vector<char>& bytes) {
    write_all(file(), bytes);
    const Result<SavedWorld> saved = SavedWorld::open(file());
    return saved.ok() ? std::string("opened") : saved.error().text();
  };
  EXPECT_NE(refusal({}).find("too short"), std::string::npos);
  EXPECT_NE(refusal(std::vector<char>(200, 'x')).find("no saved world"), std::string::npos);
  EXPECT_FALSE(is_saved_world(file()));
  EXPECT_FALSE(SavedWorld::open(folder_ / "none").ok());
  EXPECT_FALSE(SavedWorld::open(folder_).ok());
  Built built({.extent = {40, 40, 2}, .one_way_links = 4}, 3, {.sector_size = 16});
  ASSERT_FALSE(built.save(file()));
  EXPECT_TRUE(is_saved_world(file()));
  const std::vector<char> good = read_all(file());
  for (const char version : {'\1', '\2', '\x63'}) {  // the first ones, and one to come
    std::vector<char> other = good;
    other[8] = version;
    EXPECT_THAT(refusal(other), HasSubstr("has format version " + std::to_string(int{version})));
    EXPECT_THAT(refusal(other), HasSubstr("make it again with 'portolan bake'"));
  }
  std::vector<char> mirrored = good;
  std::reverse(mirrored.begin() + 12, mirrored.begin() + 16);
  EXPECT_THAT(refusal(mirrored), HasSubstr("was saved on a machine of another byte order"));
}

TEST_F(SavedWorlds, RefuseACutFileAtAnyLength) {
  Built built({.extent = {60, 50, 1}}, 3, {.sector_size = 16});
  ASSERT_FALSE(built.save(file()));
  const std::vector<char> whole = read_all(file());
  for (std::size_t length = 0; length < whole.size(); length += 1 + length / 40) {
    write_all(file(), {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
    EXPECT_FALSE(SavedWorld::open(file()).ok()) << length;
  }
  std::vector<char> longer = whole;
  longer.push_back(0);
  write_all(file(), longer);
  EXPECT_FALSE(SavedWorld::open(file()).ok());
}

// What is wrong with the file is found by opening or by the check; and by use, unless the answers are right.
// True when the damaged file could be used that far.
bool expect_damage_is_found(const Built& built, const fs::path& file, std::uint64_t seed) {
  const Result<SavedWorld> checked = SavedWorld::open(file);
  if (!checked.ok()) return false;
  EXPECT_TRUE(checked->check().has_value());
  const Result<SavedWorld> saved = SavedWorld::open(file);
  const Result<World> world = saved->world();
  if (!world.ok()) return false;
  const auto hierarchy = saved->hierarchy(*world, {0}, built.options);
  if (!hierarchy) {
    EXPECT_TRUE(saved->fault().has_value());
    return false;
  }
  test::Random random(seed);
  Planner planner(*hierarchy);
  Planner built_planner(*built.hierarchies[0]);
  const PlanRequest request = some_order(world->extent(), random);
  const Plan plan = planner.plan(request);
  const Plan right = built_planner.plan(request);
  if (plan.costs != right.costs || plan.corridor != right.corridor) {
    EXPECT_TRUE(saved->fault().has_value());
  }
  return true;
}

TEST_F(SavedWorlds, FindAFlippedByteAnywhere) {
  Built built({.extent = {70, 50, 2}, .shape = test::Shape::boxes, .two_way_links = 3}, 5,
              {.sector_size = 16});
  ASSERT_FALSE(built.save(file()));
  const std::vector<char> whole = read_all(file());
  for (std::size_t at = 0; at < whole.size(); at += at < 512 || whole.size() - at < 512 ? 1 : 37) {
    SCOPED_TRACE("byte " + std::to_string(at));
    std::vector<char> bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << at % 8));
    write_all(file(), bytes);
    expect_damage_is_found(built, file(), at);
  }
}

// A file of many pages, where damage is met late: by a search, or by a field.
TEST_F(SavedWorlds, FindDamageInUse) {
  Built built({.extent = {700, 600, 1}, .shape = test::Shape::boxes, .density = 30, .most_cost = 9}, 5,
              {.sector_size = 16});
  ASSERT_FALSE(built.save(file()));
  const std::vector<char> whole = read_all(file());
  test::Random random(1);
  int used = 0;
  for (int i = 0; i < 60; ++i) {
    std::vector<char> bytes = whole;
    bytes[random.below(static_cast<std::uint32_t>(whole.size()))] ^= 64;
    write_all(file(), bytes);
    SCOPED_TRACE(i);
    used += expect_damage_is_found(built, file(), static_cast<std::uint64_t>(i)) ? 1 : 0;
  }
  EXPECT_GT(used, 5);
}

TEST_F(SavedWorlds, StandWhereAMapGoes) {
  Built built({.extent = {60, 50, 1}, .two_way_links = 2}, 3, {});
  ASSERT_FALSE(built.save(file()));
  const MapSource source{file(), {}};
  {
    const Result<World> world = load_map(source);
    ASSERT_TRUE(world.ok()) << world.error().text();
    for (std::size_t i = 0; i < world->extent().cell_count(); ++i) {
      const Cell c = world->extent().cell(i);
      ASSERT_EQ(world->terrain(c), built.map.world.terrain(c));
    }
  }
  std::vector<char> bytes = read_all(file());
  bytes[bytes.size() / 2] ^= 1;
  write_all(file(), bytes);
  EXPECT_FALSE(load_map(source).ok());
}

TEST_F(SavedWorlds, RefuseToSaveAWorldThatIsInMotion) {
  Built built({.extent = {40, 40, 1}}, 3, {});
  built.map.world.stamp({3, 3, 0}, 1);
  built.map.world.commit();
  const auto error = built.save(file());
  ASSERT_TRUE(error.has_value());
  EXPECT_NE(error->message.find("stamps"), std::string::npos);
  EXPECT_FALSE(fs::exists(file()));
  built.map.world.stamp({3, 3, 0}, -1);
  built.map.world.commit();
  EXPECT_FALSE(built.save(file()));
  EXPECT_TRUE(built.save(folder_ / "none" / "w.portolan").has_value());
}

}  // namespace
}  // namespace portolan
