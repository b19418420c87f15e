// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/octile.hpp>
#include <portolan/dynamic/path_keeper.hpp>

namespace portolan {
namespace {

std::uint64_t key_of(Cell c) {
  return static_cast<std::uint64_t>(c.layer) << 48U ^ static_cast<std::uint64_t>(c.y) << 24U ^
         static_cast<std::uint64_t>(c.x);
}

Distance times(Distance d, double ratio) {
  const double product = static_cast<double>(d.units) * ratio;
  return product < static_cast<double>(unreachable.units) ? Distance{static_cast<std::uint64_t>(product)}
                                                          : unreachable;
}

}  // namespace

PathKeeper::PathKeeper(GridView grid, Cell start, Cell goal, SpliceOptions options, AStar& search,
                       Planner planner)
    : grid_(grid),
      here_(start),
      goal_(goal),
      options_(options),
      search_(&search),
      planner_(std::move(planner)) {
  replan();
}

std::vector<Cell> PathKeeper::ahead() const { return {cells_.rbegin(), cells_.rend()}; }

// Cost of the step or link as the world is now; unreachable where it has become illegal.
Distance PathKeeper::step_cost(Cell from, Cell to) const {
  Distance least = unreachable;
  if (!grid_.passable(from) || !grid_.passable(to)) return least;
  if (grid_.can_step(from, to))
    least = {step_units(grid_.cost(from), grid_.cost(to), from.x != to.x && from.y != to.y)};
  if (grid_.links().empty()) return least;
  for (const LinkTable::Entry& entry : grid_.links().from_block(from)) {
    const Link& link = grid_.links()[entry.id];
    if (link.from == from && link.to == to) least = std::min(least, Distance{link.cost});
  }
  return least;
}

void PathKeeper::push(Cell c, Distance to_goal) {
  at_[key_of(c)] = static_cast<std::uint32_t>(cells_.size());
  cells_.push_back(c);
  to_goal_.push_back(to_goal);
}

void PathKeeper::pop() {
  PORTOLAN_ASSERT(!cells_.empty() && cells_.size() == to_goal_.size(), "a path has the cell that is left");
  at_.erase(key_of(cells_.back()));
  cells_.pop_back();
  to_goal_.pop_back();
}

void PathKeeper::lay(const Path& path) {
  cells_.clear();
  to_goal_.clear();
  at_.clear();
  for (auto c = path.cells.rbegin(); c != path.cells.rend(); ++c) {
    push(*c, cells_.empty() ? Distance{0} : to_goal_.back() + step_cost(*c, cells_.back()));
  }
}

void PathKeeper::replan() {
  const FoundPath found = planner_
                              ? planner_(here_, goal_)
                              : search_->search(grid_, here_, goal_, {.least_cost = options_.least_cost});
  ++work_.plans;
  work_.nodes_opened += found.nodes_opened;
  outcome_ = found.outcome;
  lay(found.path);
  if (!cells_.empty()) work_.steps_computed += cells_.size() - 1;
  promised_ = remaining();
  changed_ = false;
  last_splice_ = work_.steps_walked;
}

// The first of the next steps whose cost is not what it was, counted from here; `window` when all are as they
// were.
std::size_t PathKeeper::damage() const {
  const std::size_t steps = std::min<std::size_t>(options_.window, steps_left());
  for (std::size_t k = 0; k < steps; ++k) {
    const std::size_t i = cells_.size() - 1 - k;
    if (to_goal_[i - 1] + step_cost(cells_[i], cells_[i - 1]) != to_goal_[i]) return k;
  }
  return options_.window;
}

// The cell that a splice searches for: the M-th ahead, or the first after it that one can stand on.
std::size_t PathKeeper::target() const {
  std::size_t i = steps_left() > options_.window ? steps_left() - options_.window : 0;
  while (i > 0 && !grid_.passable(cells_[i])) --i;
  return i;
}

// Joins a piece that ends at the place `joint` to the rest, at the point where the whole becomes cheapest:
// where the piece meets the rest further on, what lies between is a loop. No circle is left: a cell of the
// piece that also lay on the kept rest would have been the cheaper point.
void PathKeeper::put_in(const Path& piece, std::size_t joint) {
  PORTOLAN_ASSERT(!piece.cells.empty() && piece.cells.back() == cells_[joint], "a piece ends at its joint");
  std::vector<Distance> so_far{Distance{0}};
  for (std::size_t k = 1; k < piece.cells.size(); ++k) {
    so_far.push_back(so_far.back() + step_cost(piece.cells[k - 1], piece.cells[k]));
  }
  std::size_t last = piece.cells.size() - 1;
  std::size_t rejoin = joint;
  Distance best = so_far[last] + to_goal_[joint];
  for (std::size_t k = 0; k < piece.cells.size(); ++k) {
    const std::uint32_t* const met = at_.find(key_of(piece.cells[k]));
    if (met == nullptr || *met >= joint || !(so_far[k] + to_goal_[*met] < best)) continue;
    best = so_far[k] + to_goal_[*met];
    last = k;
    rejoin = *met;
  }
  if (rejoin != joint) ++work_.loops_cut;
  while (cells_.size() > rejoin + 1) pop();
  for (std::size_t k = last; k-- > 0;) {
    push(piece.cells[k], to_goal_.back() + Distance{so_far[k + 1].units - so_far[k].units});
  }
  work_.steps_computed += last;
}

bool PathKeeper::splice() {
  const std::size_t joint = target();
  const Distance old{remaining().units - to_goal_[joint].units};
  AStarOptions options;
  options.least_cost = options_.least_cost;
  options.max_cost = times(old, options_.max_ratio);
  const FoundPath found = search_->search(grid_, here_, cells_[joint], options);
  work_.nodes_opened += found.nodes_opened;
  last_splice_ = work_.steps_walked;
  changed_ = false;
  if (found.outcome != Outcome::complete) {
    ++work_.bounds_broken;
    return false;
  }
  ++work_.splices;
  put_in(found.path, joint);
  if (too_dear()) {
    ++work_.given_up;
    return false;
  }
  return true;
}

bool PathKeeper::too_dear() const {
  const Distance octile = octile_distance(here_, goal_, options_.least_cost);
  const Distance known = std::max(promised_, octile);
  return remaining() > times(known, options_.give_up_ratio);
}

void PathKeeper::update() {
  if (arrived()) return;
  if (outcome_ != Outcome::complete) {
    replan();
    return;
  }
  if (options_.window == 0) {
    if (changed_) replan();
    return;
  }
  const std::size_t at = damage();
  const bool due = changed_ && work_.steps_walked - last_splice_ >= options_.every;
  if (at == options_.window && !due) return;
  if (!splice()) replan();
}

bool PathKeeper::pass(Cell at) {
  const std::uint32_t* const on_path = at_.find(key_of(at));
  if (on_path == nullptr) return false;
  const std::size_t left = *on_path + std::size_t{1};
  const Distance before = remaining();
  while (cells_.size() > left) {
    pop();
    ++work_.steps_walked;
  }
  here_ = at;
  const Distance done{before.units - remaining().units};
  walked_ = walked_ + done;
  promised_ = promised_ > done ? Distance{promised_.units - done.units} : Distance{0};
  return true;
}

void PathKeeper::put(Cell here) {
  if (pass(here)) return;
  here_ = here;
  if (outcome_ != Outcome::complete || options_.window == 0 || !splice()) replan();
}

bool PathKeeper::step() {
  if (steps_left() == 0) return false;
  const Cell to = cells_[cells_.size() - 2];
  const Distance cost = step_cost(here_, to);
  if (!reachable(cost)) return false;
  promised_ = promised_ > cost ? Distance{promised_.units - cost.units} : Distance{0};
  pop();
  here_ = to;
  walked_ = walked_ + cost;
  ++work_.steps_walked;
  return true;
}

}  // namespace portolan
