// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Saved worlds whose parts were changed and whose checksums are right again. The input says what is changed,
// as checksums would hide nearly all of a file from changes of its bytes.

#include <cstdlib>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <support/saved_file.hpp>

#include "fuzz.hpp"

namespace portolan {
namespace {

using test::SavedFile;

constexpr int most_side = 24;

struct Original {
  SavedFile file;
  HierarchyOptions options;
  detail::SavedHeader header;
  std::vector<detail::SavedPartRecord> parts;
};

std::vector<Original> make_originals() {
  std::vector<Original> originals;
  fuzz::MemoryFile target;
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("portolan-fuzz-" + std::to_string(std::random_device{}()));
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    auto map = test::random_world(test::random_options(seed, most_side), seed);
    const HierarchyOptions options{
        .sector_size = 8, .levels = 1 + static_cast<int>(seed % 3), .level_factor = 2};
    const Hierarchy hierarchy(map.world, map.profile, options);
    const Hierarchy* const saved[] = {&hierarchy};
    if (save_world(map.world, saved, path)) std::abort();
    SavedFile file = test::read_saved_file(path);
    const detail::SavedHeader header = file.header();
    std::vector<detail::SavedPartRecord> parts = file.parts();
    originals.push_back({std::move(file), options, header, std::move(parts)});
  }
  std::filesystem::remove(path);
  return originals;
}

// What is changed is counted by the original's header and directory, whatever became of those of the file.
void change_file(SavedFile& file, const Original& original, fuzz::Numbers& numbers) {
  const auto kind = numbers.take<std::uint8_t>();
  const std::span<std::byte> bytes(file.bytes);
  if (kind < 8) return fuzz::change(bytes.first(sizeof(detail::SavedHeader)), numbers);
  const std::vector<detail::SavedPartRecord>& parts = original.parts;
  if (kind < 40) {
    return fuzz::change(bytes.subspan(original.header.directory_begin, parts.size() * sizeof(parts[0])),
                        numbers);
  }
  const detail::SavedPartRecord& part = parts[kind % parts.size()];
  fuzz::change(bytes.subspan(part.begin, part.size), numbers);
}

}  // namespace
}  // namespace portolan

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  static const std::vector<Original> originals = make_originals();
  static fuzz::MemoryFile memory;
  fuzz::throw_at_assertions();
  fuzz::Numbers numbers(data, size);
  const auto way = numbers.take<std::uint8_t>();
  const Original& original = originals[way % originals.size()];
  SavedFile file = original.file;
  const std::size_t left = way < 240 ? file.bytes.size() : numbers.take<std::uint32_t>() % file.bytes.size();
  for (int i = 0; i < 8 && !numbers.empty(); ++i) change_file(file, original, numbers);
  if (way < 224) file.repair(original.header);
  file.bytes.resize(left);
  test::Random random(way);
  try {
    static_cast<void>(
        test::use_saved_world(memory.with(file.bytes), original.options, random, {.rounds = 1, .plans = 1}));
  } catch (const fuzz::FailedAssertion&) {
  }
  return 0;
}
