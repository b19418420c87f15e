// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <support/bench_maps.hpp>
#include <support/section_main.hpp>

namespace portolan::bench {

void bench_walked(Report& report, const Settings& settings);    ///< what is walked, against the true optimum
void bench_paths(Report& report, const Settings& settings);     ///< polylines of single paths, and their time
void bench_weighted(Report& report, const Settings& settings);  ///< the same where ground has several costs
void bench_times(Report& report, const Settings& settings);     ///< what fields at any angle cost
void bench_meadow(Report& report, const Settings& settings);    ///< a block of many on open ground

/// Maps with ground of several costs.
[[nodiscard]] std::vector<MapSpec> weighted_maps(const Settings& settings);

}  // namespace portolan::bench
