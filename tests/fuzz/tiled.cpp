// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <string>

#include <portolan/config/graph_file.hpp>

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  const auto cost_of = [](std::uint32_t tile) { return static_cast<Cost>(1 + tile % 255); };
  static_cast<void>(parse_tiled_graph(std::string(fuzz::text_of(data, size)), "f.tmx", cost_of));
  return 0;
}
