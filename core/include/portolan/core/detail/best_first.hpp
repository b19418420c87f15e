// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/min_queue.hpp>

namespace portolan::detail {

/// A cell as a key of a search, in the order of layers, rows and columns. For worlds of up to 2^24 cells a
/// side, 16 times what can be saved.
[[nodiscard]] constexpr std::uint64_t key_of(Cell c) {
  return static_cast<std::uint64_t>(c.layer) << 48U | static_cast<std::uint64_t>(c.y) << 24U |
         static_cast<std::uint64_t>(c.x);
}
[[nodiscard]] constexpr Cell cell_of(std::uint64_t key) {
  constexpr std::uint64_t mask = (1U << 24U) - 1;
  return {static_cast<std::int32_t>(key & mask), static_cast<std::int32_t>(key >> 24U & mask),
          static_cast<std::int32_t>(key >> 48U)};
}

/// What a search knows of a state. Ties of the bound go to the larger cost so far, then to the smaller key,
/// so that equal graphs are opened in equal order.
template <class Cost>
struct SearchState {
  Cost bound{};  ///< no path over the state costs less
  Cost cost{};   ///< so far
  std::uint64_t key = 0;

  [[nodiscard]] bool before(const SearchState& o) const {
    if (bound != o.bound) return bound < o.bound;
    return cost != o.cost ? cost > o.cost : key < o.key;
  }
};

/// Opens the states of a graph one after the other, best first, until one ends the search: the loop of all
/// searches that follow single steps. It is A* (Hart, Nilsson, Raphael 1968) where bounds hold an estimate,
/// Dijkstra's algorithm where a bound is the cost so far, and breadth first where it counts the states found
/// before. What is known of a state is the graph's own business, which has
///
///     bool is_stale(const State&)  // a cheaper path to the state was found since it was put in
///     bool is_end(const State&)    // nothing further is of interest
///     void expand(const State&)    // puts the states beyond in, by `open`
///
/// A state of a type of the caller's own has a bound, and `before`. Reusable scratch: keeps its memory when
/// cleared. O(log n) per state put in.
template <class Cost = std::uint64_t, template <class> class Queue = MinQueue,
          class StateType = SearchState<Cost>>
class BestFirst {
 public:
  using State = StateType;
  enum class End : std::uint8_t { met, exhausted, spent };

  void clear() {
    queue_.clear();
    opened_ = 0;
  }
  void open(const State& state) { queue_.push(state); }
  /// For what the queue has to know before anything is put in.
  [[nodiscard]] Queue<State>& queue() { return queue_; }
  /// `spent`: so many states were expanded, and another one was due.
  template <class Graph>
  End run(Graph& graph, std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    while (!queue_.empty()) {
      last_ = queue_.pop();
      if (graph.is_stale(last_)) continue;
      if (graph.is_end(last_)) return End::met;
      if (opened_ == most) return End::spent;
      ++opened_;
      graph.expand(last_);
    }
    return End::exhausted;
  }
  /// The state that ended the search.
  [[nodiscard]] const State& last() const { return last_; }
  /// States expanded since `clear`.
  [[nodiscard]] std::uint64_t opened() const { return opened_; }
  [[nodiscard]] std::size_t memory_bytes() const { return queue_.memory_bytes(); }

 private:
  Queue<State> queue_;
  State last_;
  std::uint64_t opened_ = 0;
};

}  // namespace portolan::detail
