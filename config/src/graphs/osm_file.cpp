// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Compiled where libosmium is (PORTOLAN_OSM).
#include <portolan/config/graph_file.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include <boost/graph/strong_components.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/way.hpp>
#include <osmium/thread/pool.hpp>

#include "graph_boards.hpp"
#include "graphs/osm_turns.hpp"

namespace portolan {

namespace {

constexpr std::size_t most_osm_nodes = 1ULL << 26U;
constexpr std::uint64_t most_ms = 3'600'000;
constexpr double metres_of_degree = 6'371'009 * std::numbers::pi / 180;

/// A piece of a street between two nodes that follow each other.
struct Piece {
  std::int64_t from = 0, to = 0;
  std::uint32_t kmh = 0;
};

bool is_one_of(const char* value, std::initializer_list<std::string_view> words) {
  return value != nullptr && std::find(words.begin(), words.end(), value) != words.end();
}

/// Of `50`, `30 mph`; the speed of the class where it says something else, and never more than that.
std::uint32_t slowed(std::uint32_t kmh, const char* limit) {
  if (limit == nullptr) return kmh;
  std::uint32_t number = 0;
  const auto [end, code] = std::from_chars(limit, limit + std::strlen(limit), number);
  if (code != std::errc() || number == 0 || number > 1000) return kmh;
  const std::string_view unit(end);
  if (unit == " mph" || unit == "mph") number = number * 1609 / 1000;
  return unit.empty() || unit.ends_with("mph") ? std::min(kmh, number) : kmh;
}

/// In how far a street may be driven along its nodes and against them.
std::pair<bool, bool> directions_of(const osmium::TagList& tags) {
  const char* const one_way = tags["oneway"];
  if (is_one_of(one_way, {"-1", "reverse"})) return {false, true};
  if (is_one_of(one_way, {"yes", "true", "1"})) return {true, false};
  const bool by_itself = is_one_of(tags["junction"], {"roundabout", "circular"}) ||
                         is_one_of(tags["highway"], {"motorway", "motorway_link"});
  return {true, !by_itself || is_one_of(one_way, {"no", "false", "0"})};
}

class OsmReader {
 public:
  OsmReader(osmium::io::File file, std::string name, const OsmOptions& options)
      : file_(std::move(file)), name_(std::move(name)), options_(options) {}

  /// Turns are read where there is somebody to keep them.
  Result<WaypointGraph> read(detail::OsmTurns* turns = nullptr) {
    turns_ = turns;
    try {
      if (turns_ != nullptr) {
        each<osmium::Relation>(osmium::osm_entity_bits::relation,
                               [&](const osmium::Relation& relation) { turns_->take_relation(relation); });
      }
      each<osmium::Way>(osmium::osm_entity_bits::way, [&](const osmium::Way& way) { take_way(way); });
      if (auto fault = number_nodes()) return *fault;
      each<osmium::Node>(osmium::osm_entity_bits::node, [&](const osmium::Node& node) { take_node(node); });
    } catch (const std::exception& fault) {
      return error(std::string("the file is damaged or cut short (") + fault.what() + "); fetch it again");
    }
    return graph();
  }
  /// The vertex of a node in the graph that was read.
  [[nodiscard]] std::optional<std::size_t> vertex_of(std::int64_t node) const {
    const std::size_t place = number_of(node);
    if (place == ids_.size() || ids_[place] != node || !kept_[place]) return std::nullopt;
    return vertex_[place];
  }

 private:
  [[nodiscard]] Error error(const std::string& message) const { return {name_, 0, 0, "", message}; }

  template <class Item, class Take>
  void each(osmium::osm_entity_bits::type kind, const Take& take) {
    osmium::thread::Pool pool(1);
    osmium::io::Reader reader(file_, kind, osmium::io::read_meta::no, pool);
    while (const osmium::memory::Buffer buffer = reader.read()) {
      for (const Item& item : buffer.select<Item>()) take(item);
    }
    reader.close();
  }

  void take_way(const osmium::Way& way) {
    const osmium::TagList& tags = way.tags();
    const char* const highway = tags["highway"];
    if (highway == nullptr || is_one_of(tags["area"], {"yes"}) || !may_enter(tags)) return;
    const std::uint32_t kmh = slowed(options_.kmh_of(highway), tags["maxspeed"]);
    if (kmh == 0 || pieces_.size() > 2 * most_osm_nodes) return;
    if (turns_ != nullptr) turns_->take_way(way);
    const auto [along, against] = options_.one_way ? directions_of(tags) : std::pair(true, true);
    const osmium::WayNodeList& nodes = way.nodes();
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      const std::int64_t from = nodes[i - 1].ref(), to = nodes[i].ref();
      if (from == to) continue;
      if (along) pieces_.push_back({from, to, kmh});
      if (against) pieces_.push_back({to, from, kmh});
    }
  }
  // What is said of the kind of vehicle counts before what is said of all.
  [[nodiscard]] bool may_enter(const osmium::TagList& tags) const {
    const char* const said = tags[options_.vehicle.c_str()];
    return !is_one_of(said != nullptr ? said : tags["access"], {"no", "private"});
  }

  std::optional<Error> number_nodes() {
    if (pieces_.empty())
      return error("there is no street that may be taken; expected ways with a tag 'highway'");
    for (const Piece& piece : pieces_) {
      ids_.push_back(piece.from);
      ids_.push_back(piece.to);
    }
    std::sort(ids_.begin(), ids_.end());
    ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
    if (pieces_.size() > 2 * most_osm_nodes || ids_.size() > most_osm_nodes)
      return error("streets have more than " + std::to_string(most_osm_nodes) +
                   " nodes; take a smaller extract");
    places_.resize(ids_.size());
    return std::nullopt;
  }
  [[nodiscard]] std::size_t number_of(std::int64_t id) const {
    return static_cast<std::size_t>(std::lower_bound(ids_.begin(), ids_.end(), id) - ids_.begin());
  }
  void take_node(const osmium::Node& node) {
    const std::size_t number = number_of(node.id());
    if (number == ids_.size() || ids_[number] != node.id() || !node.location().valid()) return;
    places_[number] = {node.location().lon() * metres_of_degree, node.location().lat() * metres_of_degree,
                       true};
  }

  Result<WaypointGraph> graph() {
    project();
    std::vector<GraphEdge> edges;
    for (const Piece& piece : pieces_) {
      const std::size_t from = number_of(piece.from), to = number_of(piece.to);
      // An extract may end within a street; what lies beyond is not in it.
      if (!places_[from].known || !places_[to].known) continue;
      const double metres = std::hypot(places_[from].x - places_[to].x, places_[from].y - places_[to].y);
      const auto ms = static_cast<std::uint64_t>(std::ceil(3600 * metres / piece.kmh));
      if (ms > most_ms)
        return error("from node " + std::to_string(piece.from) + " to node " + std::to_string(piece.to) +
                     " it takes more than an hour; one of them lies at a wrong place");
      edges.push_back({from, to, std::max<std::uint64_t>(1, ms)});
    }
    if (edges.empty())
      return error("the nodes of all streets are missing; expected an extract with nodes and ways");
    return part(edges);
  }

  /// To metres, from the west to the east and from the north to the south, with lengths as they are on the
  /// middle latitude.
  void project() {
    double south = 0, north = 0, west = 0;
    bool any = false;
    for (const Place& place : places_) {
      if (!place.known) continue;
      south = any ? std::min(south, place.y) : place.y;
      north = any ? std::max(north, place.y) : place.y;
      west = any ? std::min(west, place.x) : place.x;
      any = true;
    }
    const double shrink = std::cos((south + north) / 2 / metres_of_degree * std::numbers::pi / 180);
    for (Place& place : places_) place = {(place.x - west) * shrink, north - place.y, place.known};
  }

  /// The nodes of the largest part whose nodes all get to each other, or all that have an edge, numbered
  /// from 0.
  [[nodiscard]] WaypointGraph part(const std::vector<GraphEdge>& edges) {
    kept_ = options_.all_parts ? ends_of(edges) : largest_part(edges);
    vertex_.resize(places_.size());
    std::vector<Vec2> positions;
    for (std::size_t v = 0; v < places_.size(); ++v) {
      vertex_[v] = positions.size();
      if (kept_[v]) positions.push_back({static_cast<float>(places_[v].x), static_cast<float>(places_[v].y)});
    }
    std::vector<GraphEdge> result;
    for (const GraphEdge& edge : edges) {
      if (kept_[edge.source] && kept_[edge.target])
        result.push_back({vertex_[edge.source], vertex_[edge.target], edge.units});
    }
    const std::size_t count = positions.size();
    return {count, result, std::move(positions)};
  }
  [[nodiscard]] std::vector<bool> ends_of(const std::vector<GraphEdge>& edges) const {
    std::vector<bool> kept(places_.size());
    for (const GraphEdge& edge : edges) kept[edge.source] = kept[edge.target] = true;
    return kept;
  }
  [[nodiscard]] std::vector<bool> largest_part(const std::vector<GraphEdge>& edges) const {
    const WaypointGraph whole(places_.size(), edges);
    std::vector<std::size_t> part_of(places_.size());
    const std::size_t parts = boost::strong_components(
        whole, boost::make_iterator_property_map(part_of.begin(), GraphVertexIndex()));
    std::vector<std::size_t> sizes(parts);
    for (const std::size_t number : part_of) ++sizes[number];
    const auto largest =
        static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    std::vector<bool> kept(places_.size());
    for (std::size_t v = 0; v < kept.size(); ++v) kept[v] = part_of[v] == largest;
    return kept;
  }

  struct Place {
    double x = 0, y = 0;  // metres
    bool known = false;
  };

  osmium::io::File file_;
  std::string name_;
  const OsmOptions& options_;
  std::vector<Piece> pieces_;
  std::vector<std::int64_t> ids_;    // of nodes, ascending
  std::vector<Place> places_;        // of nodes
  std::vector<bool> kept_;           // of nodes: whether they are vertices
  std::vector<std::size_t> vertex_;  // of nodes
  detail::OsmTurns* turns_ = nullptr;
};

const char* format_of(std::string_view head) { return detail::is_osm_pbf(head) ? "pbf" : "osm"; }

Error no_osm(const std::string& name) {
  return {name, 0, 0, "", "is not of OpenStreetMap; expected .osm.pbf, or .osm as XML"};
}

// Whole files, and what is in memory.
Result<OsmReader> reader_of(const std::filesystem::path& file, const OsmOptions& options) {
  std::array<char, 512> head{};
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Error{file.string(), 0, 0, "", "cannot be opened"};
  stream.read(head.data(), head.size());
  const std::string_view bytes(head.data(), static_cast<std::size_t>(stream.gcount()));
  if (!detail::is_osm(bytes)) return no_osm(file.string());
  // Absolute, for libosmium would have curl fetch what begins like an address of the web.
  const osmium::io::File whole(std::filesystem::absolute(file).string(), format_of(bytes));
  return OsmReader(whole, file.string(), options);
}

Result<OsmReader> reader_of(std::string_view bytes, const std::string& name, const OsmOptions& options) {
  if (!detail::is_osm(bytes)) return no_osm(name);
  return OsmReader(osmium::io::File(bytes.data(), bytes.size(), format_of(bytes)), name, options);
}

Result<WaypointGraph> without_turns(Result<OsmReader> reader) {
  if (!reader) return reader.error();
  return reader->read();
}

Result<TurnGraph> with_turns(Result<OsmReader> reader, const OsmOptions& options) {
  if (!reader) return reader.error();
  detail::OsmTurns turns(options.vehicle);
  const Result<WaypointGraph> graph = reader->read(&turns);
  if (!graph) return graph.error();
  return TurnGraph(*graph, turns.turns(*graph, [&](std::int64_t node) { return reader->vertex_of(node); }));
}

}  // namespace

Result<WaypointGraph> read_osm_graph(const std::filesystem::path& file, const OsmOptions& options) {
  return without_turns(reader_of(file, options));
}

Result<WaypointGraph> parse_osm_graph(std::string_view bytes, const std::string& name,
                                      const OsmOptions& options) {
  return without_turns(reader_of(bytes, name, options));
}

Result<TurnGraph> read_osm_turn_graph(const std::filesystem::path& file, const OsmOptions& options) {
  return with_turns(reader_of(file, options), options);
}

Result<TurnGraph> parse_osm_turn_graph(std::string_view bytes, const std::string& name,
                                       const OsmOptions& options) {
  return with_turns(reader_of(bytes, name, options), options);
}

}  // namespace portolan
