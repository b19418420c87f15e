// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/astar.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/outcome.hpp>
#include <portolan/core/path.hpp>
#include <portolan/dynamic/plan_work.hpp>

namespace portolan {

struct SpliceOptions {
  std::uint32_t window = 80;    ///< M: the steps that a splice searches again; 0: never splice, always replan
  double max_ratio = 2;         ///< a new piece may cost so many times what the old one cost
  std::uint32_t every = 60;     ///< steps between splices for changes that do not block the path
  double give_up_ratio = 1.02;  ///< replan when the rest costs more than this times the known estimate
  Cost least_cost = 1;          ///< no passable cell may be cheaper
};

/// One agent's path, kept right while the world changes ahead of it. A change within the window is mended by
/// a splice: the next M steps are searched again under a bound, the rest is kept, and where the new piece
/// meets the rest further on, the loop between is cut out. Where the bound breaks, or the path has become
/// worse than the known estimate allows, the whole path is replanned. Changes beyond the window wait until
/// the agent comes near.
///
/// The estimate is what the last whole plan promised for the rest, and never below the octile distance.
/// Not thread-safe. Cost of a splice: O(cells that a path within the bound can touch), whatever the path's
/// length.
class PathKeeper {
 public:
  /// Finds a whole path; the grid is the keeper's.
  using Planner = std::function<FoundPath(Cell from, Cell to)>;

  /// The search lends its scratch memory to all keepers of a thread. Without a planner it also finds whole
  /// paths.
  PathKeeper(GridView grid, Cell start, Cell goal, SpliceOptions options, AStar& search,
             Planner planner = {});

  /// complete: there is a path; unreachable: there is none at present.
  [[nodiscard]] Outcome outcome() const { return outcome_; }
  [[nodiscard]] Cell here() const { return here_; }
  [[nodiscard]] Cell goal() const { return goal_; }
  [[nodiscard]] bool arrived() const { return here_ == goal_; }
  /// What is left of the path, from here on.
  [[nodiscard]] std::vector<Cell> ahead() const;
  [[nodiscard]] std::size_t steps_left() const { return cells_.empty() ? 0 : cells_.size() - 1; }
  /// The k-th cell ahead, at most `steps_left`; 0 is the agent's own. There must be a path.
  [[nodiscard]] Cell ahead(std::size_t k) const {
    PORTOLAN_ASSERT(k < cells_.size(), "steps_left() says how many cells are ahead");
    return cells_[cells_.size() - 1 - k];
  }
  /// What the rest costs from there on.
  [[nodiscard]] Distance remaining(std::size_t k) const {
    PORTOLAN_ASSERT(k < to_goal_.size(), "steps_left() says how many cells are ahead");
    return to_goal_[to_goal_.size() - 1 - k];
  }
  /// What the rest costs, as far as known.
  [[nodiscard]] Distance remaining() const { return cells_.empty() ? unreachable : to_goal_.back(); }

  /// Something has changed in a region ahead, for better or worse.
  void note_change() { changed_ = true; }
  /// Looks at the next steps and mends the path where they changed. Call it before every step: what has
  /// changed further on is mended when it comes within the window. Cost where nothing changed: O(window).
  void update();
  /// Throws the path away and replans.
  void replan();
  /// The agent has come to this cell: where the path leads through it, the part up to it is behind now.
  /// False, and no change, where it does not.
  bool pass(Cell at);
  /// The agent has come to another cell than the path's next: pushed, or it cut a corner. Where the path
  /// leads through that cell, the part up to it is left out; otherwise a piece is searched from there to the
  /// path ahead, and where that fails the path is replanned. From a cell that is impassable there is none.
  void put(Cell here);
  /// Goes one step. False when there is none to go: arrived, no path, or the next step has become illegal.
  bool step();

  [[nodiscard]] Distance walked() const { return walked_; }
  [[nodiscard]] const PlanWork& work() const { return work_; }

 private:
  [[nodiscard]] Distance step_cost(Cell from, Cell to) const;
  [[nodiscard]] std::size_t damage() const;
  bool splice();
  [[nodiscard]] std::size_t target() const;
  void put_in(const Path& piece, std::size_t joint);
  void push(Cell c, Distance to_goal);
  void pop();
  void lay(const Path& path);
  [[nodiscard]] bool too_dear() const;

  GridView grid_;
  Cell here_;
  Cell goal_;
  SpliceOptions options_;
  AStar* search_;
  Planner planner_;
  // The path from its end: goal first, the agent's cell last. What a splice does not touch keeps its place.
  std::vector<Cell> cells_;
  std::vector<Distance> to_goal_;              // along the path, as it was when the step was laid
  FlatHash<std::uint64_t, std::uint32_t> at_;  // cell -> place
  PlanWork work_;
  Outcome outcome_ = Outcome::pending;
  Distance promised_{0};  // the rest, by the last whole plan
  Distance walked_{0};
  std::uint64_t last_splice_ = 0;
  bool changed_ = false;
};

}  // namespace portolan
