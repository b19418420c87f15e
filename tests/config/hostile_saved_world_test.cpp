// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Saved worlds as somebody sends them who means harm: the checksums are right, what they cover is not.
// Whatever such a file holds, it is refused or answers somehow; sanitizers watch that nothing is read or
// written beside what is there.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include <portolan/config/saved_world.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>
#include <support/saved_file.hpp>
#include <support/temp_folder.hpp>

namespace portolan {
namespace {

using detail::SavedPartRecord;
using test::SavedFile;

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
    const SavedFile whole = test::read_saved_file(path);
    for (int k = 0; k < 40; ++k) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " change " + std::to_string(k));
      SavedFile file = whole;
      tamper(file, random);
      file.repair();
      test::write_saved_file(file, path);
      ++(test::use_saved_world(path, options, random) ? opened : refused);
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
  const SavedFile whole = test::read_saved_file(path);
  int parts = 0;
  for (const SavedPartRecord& part : whole.parts()) {
    if (part.size < 4) continue;
    SavedFile file = whole;
    const auto at = static_cast<std::size_t>(part.begin + part.size / 2 / 4 * 4);
    file.put(at, file.get<std::uint32_t>(at) ^ 0x00010101U);
    file.repair();
    test::write_saved_file(file, path);
    const Result<SavedWorld> opened = SavedWorld::open(path);
    parts += !opened.ok() || opened->check().has_value() ? 1 : 0;
  }
  // Bounds for searches, spare room and names may hold anything.
  EXPECT_GE(parts, 12);
}

}  // namespace
}  // namespace portolan
