// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

/// Which nodes can get to each other (Tarjan 1972), without recursion. `steps(node)` is a range of nodes that
/// an edge leads to. Components are numbered such that each edge leads to the same one or to one of a smaller
/// number. O(nodes and edges).
template <class Steps>
class StrongComponents {
 public:
  StrongComponents(std::uint32_t nodes, const Steps& steps)
      : component_of(nodes, none), steps_(steps), index_(nodes, none), low_(nodes, 0) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (index_[node] == none) walk(node);
    }
  }

  std::vector<std::uint32_t> component_of;
  std::uint32_t count = 0;

 private:
  static constexpr std::uint32_t none = ~0U;
  struct Call {
    std::uint32_t node;
    std::uint32_t step;
  };

  void enter(std::uint32_t node) {
    index_[node] = low_[node] = next_++;
    open_.push_back(node);
    calls_.push_back({node, 0});
  }
  void walk(std::uint32_t start) {
    enter(start);
    while (!calls_.empty()) {
      Call& call = calls_.back();
      const auto steps = steps_(call.node);
      if (call.step == steps.size()) {
        leave(call.node);
        continue;
      }
      const std::uint32_t node = call.node, other = steps[call.step++];
      if (index_[other] == none) {
        enter(other);
      } else if (component_of[other] == none) {
        low_[node] = std::min(low_[node], index_[other]);
      }
    }
  }
  void leave(std::uint32_t node) {
    calls_.pop_back();
    if (!calls_.empty()) low_[calls_.back().node] = std::min(low_[calls_.back().node], low_[node]);
    if (low_[node] != index_[node]) return;
    for (std::uint32_t last = none; last != node; open_.pop_back()) {
      last = open_.back();
      component_of[last] = count;
    }
    PORTOLAN_ASSERT(low_[node] == index_[node], "a root closes its component");
    ++count;
  }

  const Steps& steps_;
  std::vector<std::uint32_t> index_, low_;
  std::vector<std::uint32_t> open_;
  std::vector<Call> calls_;
  std::uint32_t next_ = 0;
};

}  // namespace portolan::detail
