// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace portolan {

/// What keeping plans, fields and paths right has cost so far: of an order, of a path, or of several
/// together.
struct PlanWork {
  std::uint64_t plans = 0;  ///< searches for a corridor, or for a whole path
  std::uint64_t nodes_opened = 0;

  // Of orders.
  std::uint64_t fields = 0;   ///< fields or bands computed, first and again, and repaired
  std::uint64_t rejoins = 0;  ///< agents that were pushed out of the corridor and found back into it
  std::uint64_t tiles_solved = 0;

  // Of paths.
  std::uint64_t splices = 0;        ///< pieces put in
  std::uint64_t bounds_broken = 0;  ///< no piece within the bound: replanned
  std::uint64_t given_up = 0;       ///< spliced path worse than the estimate allows: replanned
  std::uint64_t loops_cut = 0;
  std::uint64_t steps_computed = 0;  ///< steps of all paths and pieces
  std::uint64_t steps_walked = 0;

  constexpr bool operator==(const PlanWork&) const = default;
  constexpr PlanWork& operator+=(const PlanWork& o) {
    plans += o.plans;
    nodes_opened += o.nodes_opened;
    fields += o.fields;
    rejoins += o.rejoins;
    tiles_solved += o.tiles_solved;
    splices += o.splices;
    bounds_broken += o.bounds_broken;
    given_up += o.given_up;
    loops_cut += o.loops_cut;
    steps_computed += o.steps_computed;
    steps_walked += o.steps_walked;
    return *this;
  }
};

}  // namespace portolan
