// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <support/section_main.hpp>

namespace portolan::bench {

// Each prints its tables; a wrong answer is told to the report.

void bench_scen(Report& report, const Settings& settings);       ///< all queries of the public maps
void bench_graph(Report& report, const Settings& settings);      ///< the search alone, on the portal graph
void bench_equal(Report& report, const Settings& settings);      ///< by map size, ways of equal length
void bench_growing(Report& report, const Settings& settings);    ///< by map size, ways across the map
void bench_levels(Report& report, const Settings& settings);     ///< by number of levels
void bench_widths(Report& report, const Settings& settings);     ///< by portal width
void bench_armies(Report& report, const Settings& settings);     ///< one order for many agents
void bench_qualities(Report& report, const Settings& settings);  ///< the four qualities
void bench_band(Report& report, const Settings& settings);       ///< bands of cells against corridors

}  // namespace portolan::bench
