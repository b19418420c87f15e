// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <portolan/core/world.hpp>

namespace portolan {

/// How land came and went.
struct SectorStreamReport {
  std::uint64_t loads = 0;  ///< those that edits asked for included
  std::uint64_t unloads = 0;
  std::uint64_t loads_for_edits = 0;
  std::uint32_t most_loads_in_a_tick = 0;
  std::uint32_t most_resident = 0;  ///< blocks at the end of a tick
  std::uint32_t blocks = 0;         ///< of the world
  std::uint64_t failures = 0;       ///< blocks that the source could not give
  /// Memory of the world after a tick in which blocks came or went, without hierarchies.
  std::uint64_t most_world_bytes = 0;

  /// As a share of the world's blocks.
  [[nodiscard]] double most_resident_share() const {
    return blocks == 0 ? 0 : static_cast<double>(most_resident) / blocks;
  }
  constexpr bool operator==(const SectorStreamReport&) const = default;
};

/// Keeps a bounded share of a streamed world in memory: each tick it is told which blocks (BlockArray
/// numbering) are wanted, the most urgent first; it loads those that are missing, at most so many per tick,
/// and unloads those that nobody has wanted for longest. What is wanted is never unloaded, nor is what must
/// stay (`World::must_stay`), which takes its share of the room. Edits load by themselves and may pass both
/// limits for a tick.
///
/// Not thread-safe: it writes to the world. The world must outlive it, and be streamed. Repeatable. No
/// allocation after construction. Cost of a tick: O(wanted blocks), and the loads.
class SectorStream {
 public:
  /// At most so many blocks in memory at a time, and so many loads in a tick.
  explicit SectorStream(World& world, std::uint32_t most_resident = 1024, std::uint32_t loads_per_tick = 1);

  /// Forgets what was wanted. Hierarchies must have taken in every commit.
  void begin_tick();
  /// Names a block that is wanted in this tick. False when as many as fit are wanted already.
  bool want(std::uint32_t block);
  /// Loads and unloads.
  void serve();

  [[nodiscard]] bool resident(std::uint32_t block) const { return world_->resident(block); }
  /// Rises whenever a block came or went.
  [[nodiscard]] std::uint64_t version() const { return report_.loads + report_.unloads; }
  /// The first block that the source could not give. It is not asked for again.
  [[nodiscard]] std::optional<std::uint32_t> first_failure() const { return first_failure_; }
  [[nodiscard]] const SectorStreamReport& report() const { return report_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Entry {
    std::uint32_t before = 0;  // towards the one wanted last
    std::uint32_t after = 0;
    std::uint32_t wanted_in = 0;  // tick
    bool listed = false;
    bool failed = false;
  };

  void list(std::uint32_t block);
  void unlist(std::uint32_t block);
  void find_loaded_by_edits();
  [[nodiscard]] bool make_room(std::uint32_t most);

  World* world_;
  std::uint32_t most_resident_;
  std::uint32_t loads_per_tick_;
  std::vector<Entry> entries_;  // per block, and one that begins and ends the list
  std::vector<std::uint32_t> wanted_;
  std::uint32_t listed_ = 0;
  std::uint32_t tick_ = 0;
  std::optional<std::uint32_t> first_failure_;
  SectorStreamReport report_;
};

}  // namespace portolan
