// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <baselines/reference_field.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>

namespace portolan::test {

/// The first cell where a corridor's field is not what Dijkstra limited to the corridor gives.
inline std::optional<std::string> field_fault(const Hierarchy& hierarchy, const Plan& plan,
                                              const CorridorField& field) {
  const TileMask mask(hierarchy.sectors(), plan.corridor);
  const ReferenceField expected = reference_dijkstra_buckets(hierarchy.grid(), plan.goals, &mask);
  for (std::size_t i = 0; i < expected.units.size(); ++i) {
    const Cell c = expected.extent.cell(i);
    const std::uint64_t units = field.at(c).units;
    if (units == expected.units[i]) continue;
    return "cell " + std::to_string(c.x) + "," + std::to_string(c.y) + "," + std::to_string(c.layer) +
           " has " + std::to_string(units) + " instead of " + std::to_string(expected.units[i]);
  }
  return std::nullopt;
}

/// Checks a plan whose goals have no offset against the optimum of every agent, and the corridor's field and
/// paths against the oracles.
inline void expect_good_plan(const Hierarchy& hierarchy, const Plan& plan, const ReferenceField& optimum) {
  CorridorField field(hierarchy);
  field.reset(plan);
  EXPECT_TRUE(field.advance());
  EXPECT_EQ(field_fault(hierarchy, plan, field), std::nullopt);
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    const Cell c = plan.cells[i];
    const Distance best = hierarchy.grid().contains(c) ? optimum.at(c) : unreachable;
    ASSERT_EQ(plan.agents[i] == Outcome::complete, reachable(best))
        << "agent " << i << " " << name(plan.agents[i]);
    if (!reachable(best)) continue;
    EXPECT_GE(field.at(c), best);
    EXPECT_LE(field.at(c), plan.costs[i]);
    EXPECT_LE(plan.lower_bounds[i], best);
    // Not by what QualityGoal says of itself.
    if (plan.quality.kind == Quality::exact) {
      EXPECT_EQ(field.at(c), best);
    }
    if (plan.quality.kind == Quality::bounded) {
      EXPECT_LE(static_cast<double>(field.at(c).units),
                (1 + plan.quality.epsilon) * static_cast<double>(best.units));
    }
    const Result<Path> path = walk_down(field.field(), hierarchy.grid(), c);
    ASSERT_TRUE(path.ok()) << path.error().text();
    EXPECT_EQ(path->cost, field.at(c));
    EXPECT_EQ(first_fault(hierarchy.grid(), *path), std::nullopt);
  }
}

}  // namespace portolan::test
