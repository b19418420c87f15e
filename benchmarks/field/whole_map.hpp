// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <baselines/reference_field.hpp>
#include <portolan/core/tile_field.hpp>

#include <support/stats.hpp>

namespace portolan::bench {

/// The ways to compute the field of a whole map for one goal that are compared, ready to be timed in turns.
/// The last two are always the tile field, distances only and with directions.
class WholeMap {
 public:
  struct Choice {
    bool wavefront = true;  ///< ground of one cost only
    bool slow = true;       ///< FIFO pass, binary heap, Boost.Graph
    int slow_every = 3;     ///< slow ones run in every so manieth round
    Isa isa = best_isa();
  };

  WholeMap(GridView grid, Goal goal, const Choice& choice);
  WholeMap(const WholeMap&) = delete;
  WholeMap& operator=(const WholeMap&) = delete;

  /// Runs all once and compares them with Boost.Graph's Dijkstra (or with the bucket queue where slow ones
  /// are left out). Names the first that is wrong.
  [[nodiscard]] std::string first_wrong();
  void run(int rounds) { run_in_turns(methods_, rounds); }

  [[nodiscard]] const Method& method(const std::string& name) const;
  /// Median of `name`'s time over that of the tile field with directions; nothing sensible where it never
  /// ran.
  [[nodiscard]] double times_as_long(const std::string& name) const;
  [[nodiscard]] bool has(const std::string& name) const;
  [[nodiscard]] const TileField& field() const { return with_directions_; }

 private:
  void add(const std::string& name, int every, std::function<void()> run);
  void add_slow(const Choice& choice);
  void run_tiles(TileField& field) const;
  [[nodiscard]] bool equals(const TileField& field) const;

  GridView grid_;
  Goal goal_;
  BucketDijkstra buckets_;
  ReferenceField reference_;
  std::vector<std::uint64_t> heap_values_;
  TileField distances_;
  TileField with_directions_;
  std::vector<Method> methods_;
};

}  // namespace portolan::bench
