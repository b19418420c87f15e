// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <portolan/core/hash.hpp>

namespace portolan::detail {

/// Equal bytes give equal hashes on machines of the same byte order.
[[nodiscard]] inline std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed) {
  std::uint64_t hash = mix(seed, bytes.size());
  std::size_t i = 0;
  // Four at a time, so that a step need not wait for the one before.
  std::array<std::uint64_t, 4> lanes{hash, ~hash, hash ^ 1U, hash ^ 2U};
  for (; i + 32 <= bytes.size(); i += 32) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i + 8 * lane, 8);
      lanes[lane] = mix(lanes[lane], word);
    }
  }
  for (const std::uint64_t lane : lanes) hash = mix(hash, lane);
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, 8);
    hash = mix(hash, word);
  }
  for (; i < bytes.size(); ++i) hash = mix(hash, static_cast<std::uint64_t>(bytes[i]));
  return hash;
}

}  // namespace portolan::detail
