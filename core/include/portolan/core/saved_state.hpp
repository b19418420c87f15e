// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/detail/saved_parts.hpp>
#include <portolan/core/result.hpp>

namespace portolan {

/// Collects a game that goes on later, in another process, bit for bit as if it had not been saved. What has
/// a `save_state` writes itself; the game adds parts of its own (`write_part`), and reads all of them back in
/// the same order with a StateReader. Cost: one copy, and a checksum at about 10 GB/s.
class StateWriter final : public PartSink {
 public:
  StateWriter();
  void begin_part() override;
  void write(std::span<const std::byte> bytes) override;

  /// All that was written, sealed: nothing may be written afterwards.
  [[nodiscard]] std::span<const std::byte> finish();
  /// Forgets what was written and keeps the memory for the next save.
  void clear();

 private:
  std::vector<std::byte> bytes_;
  std::size_t part_ = 0;  // where the last one begins
};

/// Gives back what a StateWriter wrote. Bytes that are not all there, were changed, or are of another version
/// are refused as a whole; nothing of them is used. Beyond that each reader checks that counts and indices
/// fit the game that it is loaded into. Checksums tell of damage, not of malice: load only what you trust as
/// much as your program.
class StateReader final : public PartSource {
 public:
  /// The bytes must last until all is read; what was read does not refer to them.
  [[nodiscard]] static Result<StateReader> open(std::span<const std::byte> bytes);
  /// Parts last together, as long as any of them is held, or the reader.
  [[nodiscard]] std::optional<SavedPart> next() override;
  /// False: from here on each part lasts as long as it is held itself, for those who copy what they read.
  void keep_parts(bool keeps) { keeps_ = keeps; }

 private:
  struct Kept;
  explicit StateReader(std::span<const std::byte> rest) : rest_(rest) {}

  std::span<const std::byte> rest_;
  std::shared_ptr<Kept> kept_;
  bool keeps_ = true;
};

}  // namespace portolan
