// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include <portolan/core/detail/block_reader.hpp>
#include <portolan/core/detail/block_store.hpp>

namespace portolan::detail {

/// Where the chunks of a restored array come from.
struct BlockStore::Saved {
  BlockReader reader;
  std::uint32_t blocks = 0;  ///< in all chunks
  std::uint8_t damaged = 0;  ///< what blocks hold that are
  std::mutex unpacking;

  [[nodiscard]] std::unique_ptr<std::uint8_t[]> unpack(std::size_t chunk) const;
};

}  // namespace portolan::detail
