// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// In place of osm_file.cpp where that is left out: in builds without libosmium, and in the C interface, for
// libosmium takes memory before anybody can name an allocator.
#include <portolan/config/graph_file.hpp>

namespace portolan {
namespace {

Error no_osm(const std::string& name) {
  return {name, 0, 0, "",
          "this build reads no extracts of OpenStreetMap; configure it with -DPORTOLAN_OSM=ON"};
}

}  // namespace

Result<WaypointGraph> read_osm_graph(const std::filesystem::path& file, const OsmOptions&) {
  return no_osm(file.string());
}
Result<WaypointGraph> parse_osm_graph(std::string_view, const std::string& name, const OsmOptions&) {
  return no_osm(name);
}
Result<TurnGraph> read_osm_turn_graph(const std::filesystem::path& file, const OsmOptions&) {
  return no_osm(file.string());
}
Result<TurnGraph> parse_osm_turn_graph(std::string_view, const std::string& name, const OsmOptions&) {
  return no_osm(name);
}

}  // namespace portolan
