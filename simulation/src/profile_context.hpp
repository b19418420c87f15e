// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <memory>

#include <portolan/dynamic/dispatcher.hpp>
#include <portolan/hierarchy/band_field.hpp>
#include <portolan/hierarchy/field_cache.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <portolan/simulation/scenario.hpp>

namespace portolan::detail {

/// What the groups of one profile share. Addresses must last: groups point into it.
struct ProfileContext {
  ProfileContext(Hierarchy built, const Scenario& scenario)
      : hierarchy(std::move(built)),
        planner(hierarchy),
        cache(static_cast<std::size_t>(scenario.cache_mb) << 20U),
        dispatcher(hierarchy, planner, scenario.region_side, scenario.budget) {}

  Hierarchy hierarchy;
  Planner planner;
  FieldCache cache;                   ///< for groups that follow paths
  std::unique_ptr<BandSolver> bands;  ///< made by the first group that keeps to a band
  Dispatcher dispatcher;
};

}  // namespace portolan::detail
