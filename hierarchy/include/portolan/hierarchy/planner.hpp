// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>

namespace portolan {

/// Finds corridors: one search backward from the goals until it has reached all agents.
/// Equal hierarchies and requests give equal plans. Reused, because its scratch memory is worth keeping:
/// one per thread. The hierarchy must outlive it; it may change between plans.
/// Cost: grows with the length of the way.
class Planner {
 public:
  explicit Planner(const Hierarchy& hierarchy);
  ~Planner();
  Planner(Planner&&) noexcept;
  Planner& operator=(Planner&&) noexcept;

  [[nodiscard]] Plan plan(const PlanRequest& request);

  /// Takes more agents into a plan; their outcomes and costs come after those that it has. Costs the new part
  /// only when this planner made the plan last and the hierarchy is the same, otherwise a new search.
  void join(Plan& plan, std::span<const Cell> agents);

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace portolan
