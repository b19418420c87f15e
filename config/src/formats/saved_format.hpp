// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan::detail {

// The layout of a saved world: a header, data, and at the end a directory. The directory has a record per
// part and then a checksum per page of the data; header and directory have one of their own. So every byte of
// the file is under exactly one checksum. All checksums are XXH3 with 64 bits.

inline constexpr std::array<char, 8> saved_magic{'P', 'O', 'R', 'T', 'O', 'L', 'A', 'N'};
/// To be raised whenever any record of the format changes.
inline constexpr std::uint32_t saved_version = 4;
inline constexpr std::uint32_t saved_byte_order = 0x01020304;
inline constexpr std::uint64_t saved_page = 64 * 1024;

struct SavedHeader {
  std::array<char, 8> magic = saved_magic;
  std::uint32_t version = saved_version;
  std::uint32_t byte_order = saved_byte_order;
  std::uint64_t file_size = 0;
  std::uint64_t directory_begin = 0;
  std::uint64_t part_count = 0;
  std::uint64_t directory_hash = 0;
  std::uint64_t reserved = 0;
  std::uint64_t header_hash = 0;  ///< of all before it
};
static_assert(sizeof(SavedHeader) == 64);

/// Where data begins.
inline constexpr std::uint64_t saved_data_begin = sizeof(SavedHeader);

enum class SavedKind : std::uint32_t { ground, profile, hierarchy };

struct SavedPartRecord {
  SavedKind kind = SavedKind::ground;
  std::uint32_t owner = 0;  ///< number of the profile
  std::uint64_t begin = 0;  ///< in the file, a multiple of 64
  std::uint64_t size = 0;
};

[[nodiscard]] std::uint64_t saved_hash(std::span<const std::byte> bytes);

}  // namespace portolan::detail
