// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How much longer what is walked is than the shortest curve over the ground. The optimum comes from an exact
// visibility graph (tests/support/visibility_graph.hpp), on ground of several costs from a refined grid
// (tests/support/refined_grid.hpp); neither shares anything with the library.
#include <support/section_main.hpp>

#include "sections.hpp"

namespace {

constexpr portolan::bench::Section sections[] = {
    {"walked", portolan::bench::bench_walked, "octile paths and single agents, against the true optimum"},
    {"paths", portolan::bench::bench_paths,
     "polylines of single paths: excess over the true optimum, and time"},
    {"weighted", portolan::bench::bench_weighted,
     "the same on ground of several costs, against a refined grid"},
    {"times", portolan::bench::bench_times, "time and memory of fields at any angle, against octile ones"},
    {"meadow", portolan::bench::bench_meadow, "a block of 500 on open ground, 150 cells on 16 bearings"},
};

}  // namespace

int main(int count, char** values) {
  return portolan::bench::section_main(
      {"portolan_bench_straight", "four times as many queries", true, sections, "draws the meadow"}, count,
      values);
}
