// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How fast single queries are: plan and corridor field, by map, by size, by levels, by portal width and by
// quality, against searches on the grid. Every answer is compared with the optimum before it is timed.
#include <support/section_main.hpp>

#include "sections.hpp"

namespace {

using portolan::bench::Section;

constexpr Section sections[] = {
    {"scen", portolan::bench::bench_scen, "all queries of sc1 and city maps, against searches on the grid"},
    {"graph", portolan::bench::bench_graph, "the search on the portal graph, against boost::astar_search"},
    {"equal", portolan::bench::bench_equal, "by size of the map, the same ways"},
    {"growing", portolan::bench::bench_growing, "by size of the map, ways across it"},
    {"levels", portolan::bench::bench_levels, "by number of levels"},
    {"widths", portolan::bench::bench_widths, "by portal width"},
    {"army", portolan::bench::bench_armies, "one order for 10,000 agents"},
    {"qualities", portolan::bench::bench_qualities, "the four qualities"},
    {"band", portolan::bench::bench_band, "fields over bands of cells, against those over corridors"},
};

}  // namespace

int main(int count, char** values) {
  return portolan::bench::section_main(
      {"portolan_bench_query", "maps of up to 16384 by 16384, slow methods on more queries (minutes, 3 GB)",
       true, sections},
      count, values);
}
