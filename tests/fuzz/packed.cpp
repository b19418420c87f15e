// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Files of any format on disk: maps, compressed maps, images, packed terrain.

#include <array>

#include <portolan/config/map_formats.hpp>

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  static fuzz::MemoryFile file;
  const std::array<Profile, 1> profiles{};
  MapReadOptions options;
  options.max_side = 512;
  static_cast<void>(open_map_file(file.with(std::as_bytes(std::span(data, size))), profiles, options));
  return 0;
}
