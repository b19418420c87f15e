// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Images, arrays and projects of LDtk: as they are, with a table of classes, and as heights. Three programs
// are made of it, which differ in what they begin with.

#include <portolan/config/map_formats.hpp>

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  static fuzz::MemoryFile file;
  MapReadOptions options;
  options.max_side = 256;
  const auto& path = file.with(std::as_bytes(std::span(data, size)));
  static_cast<void>(open_map_file(path, {}, options));
  options.raster.cell_size = 3;
  static_cast<void>(open_map_file(path, {}, options));
  options.raster.classes = {{0, '.'}, {1, '#'}, {255, 'W'}};
  static_cast<void>(open_map_file(path, {}, options));
  return 0;
}
