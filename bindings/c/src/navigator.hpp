// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <portolan/simulation/ordered_crowd.hpp>

#include "ground.hpp"
#include "jobs.hpp"

namespace portolan::c {

/// What the ground had at a moment to go back to that the library does not know.
struct KeptStamps {
  std::uint64_t moment;
  std::vector<HostStamp> stamps;
  std::uint32_t free_from;
};

}  // namespace portolan::c

/// Agents and orders of a world.
struct portolan_navigator {
  portolan_navigator(std::shared_ptr<portolan::c::Ground> ground, const portolan::c::HostJobs& host);
  ~portolan_navigator();
  portolan_navigator(const portolan_navigator&) = delete;
  portolan_navigator& operator=(const portolan_navigator&) = delete;

  portolan_world world;
  portolan::c::HostJobs jobs;
  std::optional<portolan::OrderedCrowd> agents;  // always there, but while another game takes its place
  std::vector<portolan::c::KeptStamps> kept;     // by moment
};
