// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <portolan/config/map_formats.hpp>
#include <portolan/config/terrain.hpp>

namespace portolan::test {

inline void write_bytes(const std::filesystem::path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::string raster_bytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The classes of a map, a line per row; or the message.
inline std::string drawn(const std::filesystem::path& file, const MapReadOptions& options = {}) {
  const Result<SimulationWorld> map = open_map_file(file, {}, options);
  if (!map) return map.error().text();
  std::string drawing;
  const Extent extent = map->world.extent();
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x) drawing += static_cast<char>(map->world.terrain({x, y, 0}));
    drawing += '\n';
  }
  return drawing;
}

/// A binary grey map; two bytes a value where the greatest one needs them.
inline std::string pgm(int width, int height, int greatest, const std::vector<int>& values) {
  std::string text = "P5\n# by a test\n" + std::to_string(width) + " " + std::to_string(height) + "\n" +
                     std::to_string(greatest) + "\n";
  for (const int value : values) {
    if (greatest > 255) text += static_cast<char>(value >> 8);
    text += static_cast<char>(value & 255);
  }
  return text;
}

/// An array as NumPy writes it.
inline std::string npy(const std::string& type, const std::string& shape, std::string_view bytes,
                       const std::string& order = "False") {
  std::string header = "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  const std::string size{static_cast<char>(header.size() & 255U), static_cast<char>(header.size() >> 8U)};
  return std::string("\x93NUMPY\x01\x00", 8) + size + header + std::string(bytes);
}

}  // namespace portolan::test
