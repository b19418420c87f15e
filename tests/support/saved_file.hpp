// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

// Saved worlds as bytes that a test changes. Needs the private headers of `config`.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include <portolan/config/saved_world.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "formats/saved_format.hpp"

namespace portolan::test {

using detail::SavedHeader;
using detail::SavedPartRecord;

/// The bytes of a saved world, and its directory.
struct SavedFile {
  std::vector<std::byte> bytes;

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
  /// Makes all checksums right again. Where the header was changed, `layout` is the one from before.
  void repair() { repair(header()); }
  void repair(const SavedHeader& layout) {
    const auto hash_of = [&](std::size_t from, std::size_t to) {
      return detail::saved_hash(std::span<const std::byte>(bytes).subspan(from, to - from));
    };
    std::size_t place = layout.directory_begin + layout.part_count * sizeof(SavedPartRecord);
    for (std::size_t page = detail::saved_data_begin; page < layout.directory_begin;
         page += detail::saved_page) {
      put(place, hash_of(page, std::min<std::size_t>(page + detail::saved_page, layout.directory_begin)));
      place += sizeof(std::uint64_t);
    }
    put(offsetof(SavedHeader, directory_hash), hash_of(layout.directory_begin, bytes.size()));
    put(offsetof(SavedHeader, header_hash), hash_of(0, offsetof(SavedHeader, header_hash)));
  }
};

[[nodiscard]] inline SavedFile read_saved_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> read{std::istreambuf_iterator<char>(in), {}};
  const auto bytes = std::as_bytes(std::span(read));
  return {{bytes.begin(), bytes.end()}};
}
inline void write_saved_file(const SavedFile& file, const std::filesystem::path& path) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(file.bytes.data()),
             static_cast<std::streamsize>(file.bytes.size()));
}

inline PlanRequest some_order(Extent extent, Random& random) {
  constexpr Quality qualities[] = {Quality::path, Quality::widened, Quality::bounded, Quality::exact};
  PlanRequest request;
  request.goals = {{random_cell(extent, random)}};
  for (int i = 0; i < 4; ++i) request.agents.push_back(random_cell(extent, random));
  request.quality = qualities[random.below(4)];
  return request;
}

inline void plan_and_field(const Hierarchy& hierarchy, Random& random, int plans) {
  Planner planner(hierarchy);
  CorridorField field(hierarchy);
  for (int i = 0; i < plans; ++i) {
    const PlanRequest request = some_order(hierarchy.grid().extent(), random);
    const Plan plan = planner.plan(request);
    field.reset(plan);
    field.advance();
    for (const Cell agent : request.agents) static_cast<void>(field.at(agent));
    static_cast<void>(hierarchy.can_reach(request.agents[0], request.goals.front().cell));
  }
}

/// How much of a game is played with a saved world: rounds of edits, plans per hierarchy in each.
struct SavedWorldUse {
  int rounds = 2;
  int plans = 3;
};

/// Does with a file what a game does. True when it opened.
inline bool use_saved_world(const std::filesystem::path& path, const HierarchyOptions& options,
                            Random& random, SavedWorldUse use = {}) {
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
  if (checks_invariants && is_false) return !hierarchies.empty();  // false costs break invariants
  for (const Hierarchy& hierarchy : hierarchies) plan_and_field(hierarchy, random, use.plans);
  for (int round = 0; round < use.rounds; ++round) {
    for (int i = 0; i < 5; ++i) {
      const Cell c = random_cell(world->extent(), random);
      world->set_terrain(c, random.percent(50) ? wall : TerrainId{1});
      if (random.percent(30)) world->add_link({c, random_cell(world->extent(), random), 20});
    }
    const Commit commit = world->commit();
    for (Hierarchy& hierarchy : hierarchies) hierarchy.apply(commit);
    for (const Hierarchy& hierarchy : hierarchies) plan_and_field(hierarchy, random, use.plans);
  }
  return !hierarchies.empty();
}

}  // namespace portolan::test
