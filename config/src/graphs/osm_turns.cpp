// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Compiled where libosmium is (PORTOLAN_OSM).
#include "graphs/osm_turns.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace portolan::detail {
namespace {

// Values of a tag stand between semicolons, with blanks or without.
bool names(std::string_view values, std::string_view one) {
  while (true) {
    const std::size_t end = values.find(';');
    std::string_view value = values.substr(0, end);
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    if (value.substr(0, value.find_last_not_of(' ') + 1) == one) return true;
    if (end == std::string_view::npos) return false;
    values.remove_prefix(end + 1);
  }
}

}  // namespace

void OsmTurns::take_relation(const osmium::Relation& relation) {
  const osmium::TagList& tags = relation.tags();
  const char* const type = tags["type"];
  const char* const kind = tags["restriction"];
  if (type == nullptr || std::strcmp(type, "restriction") != 0 || kind == nullptr) return;
  const std::string_view name(kind);
  Restriction found{0, 0, 0, name.starts_with("only_"), name == "no_u_turn"};
  if (!found.only && !name.starts_with("no_")) return;
  const char* const except = tags["except"];
  if (except != nullptr && names(except, vehicle_)) return;
  int from = 0, via = 0, to = 0;
  for (const osmium::RelationMember& member : relation.members()) {
    const std::string_view role(member.role());
    if (role == "from" && member.type() == osmium::item_type::way) found.from = member.ref(), ++from;
    if (role == "to" && member.type() == osmium::item_type::way) found.to = member.ref(), ++to;
    if (role == "via") found.via = member.ref(), via += member.type() == osmium::item_type::node ? 1 : 2;
  }
  if (from != 1 || via != 1 || to != 1) return;
  restrictions_.push_back(found);
  beside_.try_emplace({found.from, found.via});
  beside_.try_emplace({found.to, found.via});
}

void OsmTurns::take_way(const osmium::Way& way) {
  const auto first = beside_.lower_bound({way.id(), INT64_MIN});
  const osmium::WayNodeList& nodes = way.nodes();
  for (auto at = first; at != beside_.end() && at->first.first == way.id(); ++at) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].ref() != at->first.second) continue;
      if (i > 0) at->second.push_back(nodes[i - 1].ref());
      if (i + 1 < nodes.size()) at->second.push_back(nodes[i + 1].ref());
    }
  }
}

// Ways of a restriction begin or end at its node; which end is meant of one that goes on is not said.
std::optional<std::int64_t> OsmTurns::beside(std::int64_t way, std::int64_t node) const {
  const auto found = beside_.find({way, node});
  if (found == beside_.end() || found->second.size() != 1) return std::nullopt;
  return found->second.front();
}

std::vector<GraphTurn> OsmTurns::turns(
    const WaypointGraph& graph,
    const std::function<std::optional<std::size_t>(std::int64_t)>& vertex_of) const {
  std::vector<GraphTurn> turns;
  for (const Restriction& restriction : restrictions_) {
    const auto before = beside(restriction.from, restriction.via);
    const auto after = beside(restriction.to, restriction.via);
    if (!before || !after || (restriction.back && *before != *after)) continue;
    const auto from = vertex_of(*before), via = vertex_of(restriction.via), to = vertex_of(*after);
    if (!from || !via) continue;
    if (!restriction.only) {
      if (to) turns.push_back({*from, *via, *to});
      continue;
    }
    for (auto [e, end] = out_edges(*via, graph); e != end; ++e) {
      if (!to || (*e).target != *to) turns.push_back({*from, *via, (*e).target});
    }
  }
  return turns;
}

}  // namespace portolan::detail
