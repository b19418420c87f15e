// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/config/graph_file.hpp>

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static_cast<void>(portolan::parse_osm_graph(portolan::fuzz::text_of(data, size), "f.osm"));
  return 0;
}
