// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include <portolan/core/detail/tile_store.hpp>

namespace portolan {

/// Memory for tiles of fields that is there, and was touched, before the first field wants it: pages that a
/// system maps when they are first written to have cost up to a fifth of a game's longest ticks. Fields take
/// from it first, and what they give back is kept, up to so many tiles; beyond that they have memory of their
/// own, as without. Changes no field's bits.
/// 16,384 tiles are 60 MB, and serve some hundred orders.
///
/// Thread rule: any thread at any time.
class FieldMemory {
 public:
  static constexpr std::size_t tiles_per_chunk = detail::TileStore::per_chunk;
  using Chunk = std::unique_ptr<detail::TileSlot[]>;

  explicit FieldMemory(std::size_t tiles);

  /// For fields: room for `tiles_per_chunk` tiles, not written to.
  [[nodiscard]] Chunk take();
  void give_back(Chunk chunk);

  /// Tiles that could be taken now without asking the system.
  [[nodiscard]] std::size_t tiles_left() const;
  /// Of what is not taken.
  [[nodiscard]] std::size_t memory_bytes() const {
    return tiles_left() * sizeof(detail::TileSlot) + most_ * sizeof(Chunk);
  }

 private:
  std::size_t most_;  // chunks
  std::vector<Chunk> unused_;
  mutable std::mutex taking_;
};

}  // namespace portolan
