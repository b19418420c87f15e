// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan::detail {

/// A* on the grid (Hart, Nilsson, Raphael 1968) from one cell to the cells of a field, each of which is as
/// far from a goal as the field says. What is known of a cell is kept in a hash table, so that memory follows
/// the cells opened, not the map. Ties go to the larger cost so far, then to the smaller cell.
/// `Field`: a TileField, a StraightField (whose values may be below any octile path's: what is found then is
/// the cheapest path to a few percent), or a BandField.
template <class Field>
class RejoinSearch {
 public:
  /// When it ends: with the cheapest path there is, or as soon as it meets a cell of the field.
  enum class End : std::uint8_t { cheapest, first_met };

  /// `least_cost`: no cell is cheaper; 0 where links may undercut the octile distance.
  RejoinSearch(const Field& field, Cost least_cost);

  /// True when a path was found.
  [[nodiscard]] bool run(Cell from, std::uint64_t max_cells, End end = End::cheapest);
  [[nodiscard]] Distance cost() const { return {best_}; }
  [[nodiscard]] std::uint64_t opened() const { return search_.opened(); }
  /// The cells from where it began to the first one of the field.
  [[nodiscard]] std::vector<Cell> cells() const;

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  struct Known {
    std::uint64_t units = 0;
    std::uint64_t parent = none;  // key of the cell before
  };
  friend class BestFirst<>;
  using State = BestFirst<>::State;

  [[nodiscard]] std::uint64_t estimate(Cell c) const;
  void offer(Cell c, std::uint64_t units, std::uint64_t parent);
  // The grid, as the search asks for it.
  [[nodiscard]] bool is_stale(const State& open) const { return known_.find(open.key)->units != open.cost; }
  [[nodiscard]] bool is_end(const State& open) const;
  void expand(const State& open);

  const Field& field_;
  Cost least_cost_;
  Rect goals_;                            // the box around them
  FlatHash<std::uint64_t, Known> known_;  // by key of the cell
  BestFirst<> search_;
  End end_ = End::cheapest;
  std::uint64_t best_ = unreachable.units;
  std::uint64_t last_ = none;
};

}  // namespace portolan::detail
