// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <utility>

#include <portolan/core/astar.hpp>
#include <portolan/core/straight_field.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/bench_maps.hpp>

#include "walk.hpp"

namespace portolan::bench {

struct Query {
  Cell start;
  Cell goal;
};

/// Everything that can be walked on one map, for one query at a time. A trail is empty for who does not
/// arrive.
class Walker {
 public:
  explicit Walker(const LoadedMap& map);

  /// Plans and fills the fields; false when there is no path.
  bool prepare(const Query& query);
  /// The best curve for the query, for who follows it.
  void know(Trail optimum) { optimum_ = std::move(optimum); }

  [[nodiscard]] Trail perfect() const;
  [[nodiscard]] Trail straight() const;
  [[nodiscard]] Trail straight_map() const;
  [[nodiscard]] Trail octile() const;
  [[nodiscard]] Trail string() const;
  [[nodiscard]] Trail polyline() const;
  [[nodiscard]] Trail exact_polyline() const;
  [[nodiscard]] Trail directions() const;
  [[nodiscard]] Trail blended() const;
  [[nodiscard]] Trail gradient() const;
  [[nodiscard]] Trail corridor_gradient() const;

 private:
  [[nodiscard]] Trail polyline_of(Quality quality) const;

  GridView grid_;
  Hierarchy hierarchy_;
  Planner planner_;
  CorridorField field_;
  CorridorField straight_;
  StraightField straight_everywhere_;
  mutable PathFinder finder_;
  TileField everywhere_;
  AStar astar_;
  Query query_;
  Path path_;
  Trail optimum_;
};

/// A way to get from start to goal, and a row of its own in every table.
struct Way {
  const char* name;
  const char* about;
  Trail (Walker::*walk)() const;
};

/// All there are. New kinds of fields are added to this list; `walk` takes their guides.
[[nodiscard]] std::span<const Way> all_ways();

}  // namespace portolan::bench
