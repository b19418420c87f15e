// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <osmium/osm/relation.hpp>
#include <osmium/osm/way.hpp>

#include <portolan/core/graph/turns.hpp>

namespace portolan::detail {

/// The restrictions on turns of an extract. Relations come before ways.
class OsmTurns {
 public:
  /// The tag of `except` for those to whom a restriction does not apply.
  explicit OsmTurns(const std::string& vehicle)
      : vehicle_(vehicle == "motor_vehicle" ? "motorcar" : vehicle) {}

  void take_relation(const osmium::Relation& relation);
  void take_way(const osmium::Way& way);
  /// The turns that are forbidden; `vertex_of` is the vertex of a node, if it has one.
  [[nodiscard]] std::vector<GraphTurn> turns(
      const WaypointGraph& graph,
      const std::function<std::optional<std::size_t>(std::int64_t node)>& vertex_of) const;

 private:
  struct Restriction {
    std::int64_t from = 0, to = 0;  // ways
    std::int64_t via = 0;           // node
    bool only = false;              // this turn, no other one
    bool back = false;              // none but back by the way that one came
  };
  using AtNode = std::pair<std::int64_t, std::int64_t>;  // a way and a node of it

  [[nodiscard]] std::optional<std::int64_t> beside(std::int64_t way, std::int64_t node) const;

  std::string vehicle_;
  std::vector<Restriction> restrictions_;
  std::map<AtNode, std::vector<std::int64_t>> beside_;  // the nodes before and after it
};

}  // namespace portolan::detail
