// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/planner.hpp>

#include "search/plan_search.hpp"

namespace portolan {

struct Planner::Scratch {
  explicit Scratch(detail::HierarchyState& s) : state(&s), search(s) {}
  detail::HierarchyState* state;
  detail::PlanSearch search;
};

Planner::Planner(const Hierarchy& hierarchy) : scratch_(detail::make_pimpl<Scratch>(*hierarchy.state_)) {}

Plan Planner::plan(const PlanRequest& request) {
  scratch_->state->settle();
  const detail::BasePotentials* const bounds = scratch_->state->guides().base;
  const std::uint64_t before = bounds == nullptr ? 0 : bounds->filled();
  Plan plan = scratch_->search.plan(request);
  if (bounds != nullptr) plan.bounds_filled = bounds->filled() - before;
  return plan;
}

bool Planner::plans_on(const Hierarchy& hierarchy) const { return scratch_->state == &*hierarchy.state_; }

std::size_t Planner::memory_bytes() const { return scratch_->search.memory_bytes(); }

}  // namespace portolan
