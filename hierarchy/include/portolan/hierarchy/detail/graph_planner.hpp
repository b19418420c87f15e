// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <portolan/core/detail/pimpl.hpp>
#include <portolan/hierarchy/detail/graph_plan.hpp>

namespace portolan::detail {

/// Finds corridors on a graph: one search by portals, backward from the goals until it has reached all
/// agents. Equal graphs and requests give equal plans. Scratch: one per thread. The hierarchy must outlive it
/// and stay where it is; it may change between plans.
class GraphPlanner {
 public:
  explicit GraphPlanner(const GraphState& state);
  /// Of a hierarchy.
  template <class Hierarchy>
  requires requires(const Hierarchy& hierarchy) { hierarchy.state(); }
  explicit GraphPlanner(const Hierarchy& hierarchy) : GraphPlanner(hierarchy.state()) {}

  [[nodiscard]] GraphPlan plan(const GraphRequest& request);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Scratch;
  Pimpl<Scratch> scratch_;
};

}  // namespace portolan::detail
