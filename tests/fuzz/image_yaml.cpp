// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// YAML files that describe an image, which is a file in memory too: `image: 4`, say, names it by its number.

#include <string>

#include <portolan/config/map_formats.hpp>

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  static fuzz::MemoryFile image, file;
  static const std::string number = [] {
    const std::string bytes = "P2 3 2 255\n0 1 2\n128 254 255\n";
    return image.with(std::as_bytes(std::span(bytes))).filename().string();
  }();
  // The key is put in front, so that the reader gets beyond it.
  std::string text = "image: " + number + "\n";
  text.append(fuzz::text_of(data, size));
  const auto& path = file.with(std::as_bytes(std::span(text)));
  MapReadOptions options;
  options.max_side = 256;
  static_cast<void>(open_map_file(path, {}, options));
  static_cast<void>(read_map_frame(path));
  return 0;
}
