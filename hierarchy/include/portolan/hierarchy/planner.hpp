// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/detail/pimpl.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>

namespace portolan {

/// Finds corridors: one search backward from the goals until it has reached all agents.
/// Equal hierarchies and requests give equal plans. Reused, because its scratch memory is worth keeping:
/// one per thread. The hierarchy must outlive it; it may change between plans.
/// Cost: grows with the length of the route.
class Planner {
 public:
  explicit Planner(const Hierarchy& hierarchy);

  [[nodiscard]] Plan plan(const PlanRequest& request);
  /// It is one of this hierarchy.
  [[nodiscard]] bool plans_on(const Hierarchy& hierarchy) const;

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Scratch;
  detail::Pimpl<Scratch> scratch_;
};

}  // namespace portolan
