// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare_queries.hpp"
#include "map_at_hand.hpp"
#include "verbs.hpp"

namespace portolan::tool {

/// What is timed. Both flat Dijkstras and the exact tile field compute the field of the whole map; the last
/// three are the hierarchy: its search, the field of its corridor, and the two together.
enum class Method : std::uint8_t {
  boost_dijkstra,
  bucket_dijkstra,
  tile_field,
  abstract_search,
  corridor_field,
  plan_total
};
inline constexpr std::array<std::string_view, 6> method_names{
    "boost_dijkstra", "bucket_dijkstra", "tile_field", "abstract_search", "corridor_field", "plan_total"};

/// The same for people.
inline constexpr std::array<std::string_view, method_names.size()> method_labels{
    "flat, Boost Dijkstra", "flat, bucket Dijkstra",     "flat, exact tile field",
    "hierarchy, search",    "hierarchy, corridor field", "hierarchy, both"};

/// What became of one query.
struct Record {
  std::array<std::optional<double>, method_names.size()> us;  ///< empty: not run on this query
  bool solved = false;
  double length = 0;                  ///< of the path by steps, in cells; 0 where there is none
  std::optional<double> excess;       ///< path over exact optimum, minus 1
  std::optional<double> scen_excess;  ///< length over the file's optimum, minus 1
  std::optional<double> polyline;     ///< length of the path at any angle over the shortest curve, minus 1
  std::optional<double> walked;       ///< the same of what an agent of a crowd walks in the corridor
};

struct Comparison {
  std::vector<Record> records;
  double build_ms = 0;
  double apply_ms = 0;             ///< commits and applies of all edits
  std::size_t resident_bytes = 0;  ///< of world and hierarchy, without fields
  std::size_t solved = 0;
  std::size_t unreachable = 0;
  std::size_t illegal = 0;
  std::size_t missed = 0;           ///< there is a way, and the hierarchy did not find it
  bool curves_exact = true;         ///< shortest curves are known, not only bounds of their lengths
  std::size_t disagreements = 0;    ///< two exact methods differ in a distance
  std::vector<std::string> faults;  ///< the first few, in words

  [[nodiscard]] bool sound() const { return illegal == 0 && missed == 0 && disagreements == 0; }
};

/// Runs all methods on the queries, one query after the other, after one query that is not timed.
/// Edits the map first, where the options say so.
[[nodiscard]] Comparison measure(MapAtHand& map, const CompareOptions& options,
                                 const std::vector<Query>& queries);

}  // namespace portolan::tool
