// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <support/section_main.hpp>

namespace portolan::bench {

void bench_hexagons(Report& report, const Settings& settings);
void bench_roads(Report& report, const Settings& settings);
void bench_graph_edits(Report& report, const Settings& settings);

}  // namespace portolan::bench
