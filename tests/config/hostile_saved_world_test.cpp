// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Saved worlds as somebody sends them who means harm: the checksums are right, what they cover is not.
// Whatever such a file holds, it is refused or answers somehow; sanitizers watch that nothing is read or
// written beside what is there.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/config/saved_world.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>
#include <support/temp_folder.hpp>

#include "formats/saved_format.hpp"

namespace portolan {
namespace {

using detail::SavedHeader;
using detail::SavedPartRecord;
using Bytes = std::vector<std::byte>;

/// The bytes of a saved world, and its directory.
struct SavedFile {
  Bytes bytes;

  [[nodiscard]] SavedHeader header() const {
    SavedHeader header;
    std::memcpy(&header, bytes.data(), sizeof(header));
    return header;
  }
  [[nodiscard]] std::vector<SavedPartRecord> parts() const {
    std::vector<SavedPartRecord> parts(header().part_count);
    std::memcpy(parts.data(), bytes.data() + header().directory_begin,
                parts.size() * sizeof(SavedPartRecord));
    return parts;
  }
  template <class T>
  void put(std::size_t at, const T& value) {
    std::memcpy(bytes.data() + at, &value, sizeof(value));
  }
  template <class T>
  [[nodiscard]] T get(std::size_t at) const {
    T value{};
    std::memcpy(&value, bytes.data() + at, sizeof(value));
    return value;
  }
  /// Makes all checksums right again.
  void repair() {
    SavedHeader h = header();
    const auto hash_of = [&](std::size_t from, std::size_t to) {
      return detail::saved_hash(std::span<const std::byte>(bytes).subspan(from, to - from));
    };
    std::size_t place = h.directory_begin + h.part_count * sizeof(SavedPartRecord);
    for (std::size_t page = detail::saved_data_begin; page < h.directory_begin; page += detail::saved_page) {
      put(place, hash_of(page, std::min<std::size_t>(page + detail::saved_page, h.directory_begin)));
      place += sizeof(std::uint64_t);
    }
    h.directory_hash = hash_of(h.directory_begin, bytes.size());
    put(0, h);
    h.header_hash = hash_of(0, offsetof(SavedHeader, header_hash));
    put(0, h);
  }
};

SavedFile read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> read{std::istreambuf_iterator<char>(in), {}};
  const auto bytes = std::as_bytes(std::span(read));
  return {{bytes.begin(), bytes.end()}};
}
void write(const SavedFile& file, const std::filesystem::path& path) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(file.bytes.data()),
             static_cast<std::streamsize>(file.bytes.size()));
}

/// A number that code which trusts it goes wrong by.
std::uint32_t evil(std::uint32_t before, test::Random& random) {
  switch (random.below(8)) {
    case 0:
      return 0;
    case 1:
      return ~0U;
    case 2:
      return 1U << random.below(32);
    case 3:
      return before + 1;
    case 4:
      return before - 1;
    case 5:
      return before ^ (1U << random.below(32));
    case 6:
      return static_cast<std::uint32_t>(random.between(0, 300));
    default:
      return random.below(~0U);
  }
}

/// Changes some words of one part, or of one part's record in the directory.
void tamper(SavedFile& file, test::Random& random) {
  const std::vector<SavedPartRecord> parts = file.parts();
  const auto number = random.below(static_cast<std::uint32_t>(parts.size()));
  if (random.percent(10)) {
    SavedPartRecord record = parts[number];
    (random.percent(50) ? record.begin : record.size) = evil(static_cast<std::uint32_t>(record.size), random);
    file.put(file.header().directory_begin + number * sizeof(record), record);
    return;
  }
  const std::uint64_t words = parts[number].size / sizeof(std::uint32_t);
  if (words == 0) return;
  // Half of them near the beginning, where counts stand.
  const std::uint64_t room = random.percent(50) ? std::min<std::uint64_t>(words, 16) : words;
  for (int k = random.between(1, 3); k > 0; --k) {
    const std::size_t at = static_cast<std::size_t>(parts[number].begin) +
                           random.below(static_cast<std::uint32_t>(room)) * sizeof(std::uint32_t);
    file.put(at, evil(file.get<std::uint32_t>(at), random));
  }
}

PlanRequest some_order(Extent extent, test::Random& random) {
  constexpr Quality qualities[] = {Quality::path, Quality::widened, Quality::bounded, Quality::exact};
  PlanRequest request;
  request.goals = {{test::random_cell(extent, random)}};
  for (int i = 0; i < 4; ++i) request.agents.push_back(test::random_cell(extent, random));
  request.quality = qualities[random.below(4)];
  return request;
}

void plan_and_field(const Hierarchy& hierarchy, test::Random& random) {
  Planner planner(hierarchy);
  CorridorField field(hierarchy);
  for (int i = 0; i < 3; ++i) {
    const PlanRequest request = some_order(hierarchy.grid().extent(), random);
    const Plan plan = planner.plan(request);
    field.reset(plan);
    field.advance();
    for (const Cell agent : request.agents) static_cast<void>(field.at(agent));
    static_cast<void>(hierarchy.can_reach(request.agents[0], request.goals.front().cell));
  }
}

/// Does with a file what a game does. True when it opened.
bool use(const std::filesystem::path& path, const HierarchyOptions& options, test::Random& random) {
  const Result<SavedWorld> saved = SavedWorld::open(path);
  if (!saved) return false;
  Result<World> world = saved->world();
  if (!world) return false;
  std::vector<Hierarchy> hierarchies;
  for (std::uint32_t p = 0; p < world->profile_count(); ++p) {
    auto hierarchy = saved->hierarchy(*world, {p}, options);
    if (hierarchy) hierarchies.push_back(std::move(*hierarchy));
  }
  const bool is_false = saved->check().has_value();
  if (test::checks_invariants && is_false) return !hierarchies.empty();  // false costs break invariants
  for (const Hierarchy& hierarchy : hierarchies) plan_and_field(hierarchy, random);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 5; ++i) {
      const Cell c = test::random_cell(world->extent(), random);
      world->set_terrain(c, random.percent(50) ? test::wall : TerrainId{1});
      if (random.percent(30)) world->add_link({c, test::random_cell(world->extent(), random), 20});
    }
    const Commit commit = world->commit();
    for (Hierarchy& hierarchy : hierarchies) hierarchy.apply(commit);
    for (const Hierarchy& hierarchy : hierarchies) plan_and_field(hierarchy, random);
  }
  return !hierarchies.empty();
}

TEST(HostileSavedWorlds, AreRefusedOrAnswerSomehow) {
  const test::TempFolder folder;
  const auto path = folder.path() / "w.portolan";
  int opened = 0;
  int refused = 0;
  for (std::uint64_t seed = 0; seed < test::cases(24); ++seed) {
    test::Random random(seed);
    auto map = test::random_world(test::random_options(seed, 100), seed);
    const HierarchyOptions options{.sector_size = 8, .levels = random.between(1, 3), .level_factor = 2};
    const Hierarchy hierarchy(map.world, map.profile, options);
    const Hierarchy* const saved[] = {&hierarchy};
    ASSERT_FALSE(save_world(map.world, saved, path));
    const SavedFile whole = read(path);
    for (int k = 0; k < 40; ++k) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " change " + std::to_string(k));
      SavedFile file = whole;
      tamper(file, random);
      file.repair();
      write(file, path);
      ++(use(path, options, random) ? opened : refused);
    }
  }
  // Both happen: costs and bounds may be anything, indices may not.
  EXPECT_GT(opened, refused / 10);
  EXPECT_GT(refused, opened / 10);
}

// A cost that is false harms nobody's memory, and no checksum tells of it: the check does.
TEST(HostileSavedWorlds, AreFoundFalseByTheCheck) {
  const test::TempFolder folder;
  const auto path = folder.path() / "w.portolan";
  auto map = test::random_world({.extent = {80, 70, 1}, .shape = test::Shape::boxes}, 4);
  const HierarchyOptions options{.sector_size = 16, .levels = 2, .level_factor = 2};
  const Hierarchy hierarchy(map.world, map.profile, options);
  const Hierarchy* const saved[] = {&hierarchy};
  ASSERT_FALSE(save_world(map.world, saved, path));
  EXPECT_EQ(SavedWorld::open(path)->check(), std::nullopt);
  const SavedFile whole = read(path);
  int parts = 0;
  for (const SavedPartRecord& part : whole.parts()) {
    if (part.size < 4) continue;
    SavedFile file = whole;
    const auto at = static_cast<std::size_t>(part.begin + part.size / 2 / 4 * 4);
    file.put(at, file.get<std::uint32_t>(at) ^ 0x00010101U);
    file.repair();
    write(file, path);
    const Result<SavedWorld> opened = SavedWorld::open(path);
    parts += !opened.ok() || opened->check().has_value() ? 1 : 0;
  }
  // Bounds for searches, spare room and names may hold anything.
  EXPECT_GE(parts, 12);
}

}  // namespace
}  // namespace portolan
