// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Maps and drawings; what is read is written to by an edit, as a game would.

#include <portolan/config/map_file.hpp>

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  const std::string_view text = fuzz::text_of(data, size);
  MapReadOptions options;
  options.max_side = 512;
  options.further_classes = "xy";
  for (auto* const parse : {&parse_map, &parse_drawing}) {
    auto world = parse(text, "f.map", options);
    if (!world) continue;
    world->add_profile(Profile{});
    static_cast<void>(world->commit());
    world->set_terrain({0, 0, 0}, TerrainId{0});
    static_cast<void>(world->commit());
  }
  return 0;
}
