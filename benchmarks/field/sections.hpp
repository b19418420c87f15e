// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <support/section_main.hpp>

namespace portolan::bench {

// Each prints its tables; a wrong answer is told to the report, and not timed.

void bench_tiles(Report& report, const Settings& settings);      ///< one tile against Dijkstra in the tile
void bench_maps(Report& report, const Settings& settings);       ///< whole maps against flat methods
void bench_sizes(Report& report, const Settings& settings);      ///< by size of the map
void bench_density(Report& report, const Settings& settings);    ///< by share of blocked cells
void bench_contrast(Report& report, const Settings& settings);   ///< by spread of terrain costs
void bench_threads(Report& report, const Settings& settings);    ///< portal graphs by number of threads
void bench_lookups(Report& report, const Settings& settings);    ///< directions read by agents
void bench_corridors(Report& report, const Settings& settings);  ///< fields over corridors of real queries
void bench_isas(Report& report, const Settings& settings);       ///< by instruction set

}  // namespace portolan::bench
