// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
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

  /// How much longer the shortest curve within the corridor is than that of the whole map, in percent: what
  /// the corridor locks out. Not a number where the corridor has several costs.
  [[nodiscard]] double locked_out() const;
  [[nodiscard]] std::size_t corridor_size() const { return straight_.corridor().size(); }
  /// Sectors that the corridor took in for straight lines.
  [[nodiscard]] std::size_t shortcuts() const { return straight_.corridor().size() - planned_; }

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
  std::size_t planned_ = 0;  // sectors of the plan's corridor
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
