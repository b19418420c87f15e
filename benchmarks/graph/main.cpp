// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The hierarchy on graphs that are no grid of squares: hexagons and roads, against Boost.Graph and against
// the kernel of squares. Every answer is compared before it is timed; what is compared takes turns in one
// run.
#include <support/section_main.hpp>

#include "sections.hpp"

namespace {

using portolan::bench::Section;

constexpr Section sections[] = {
    {"hexagons", portolan::bench::bench_hexagons, "plans and corridor fields on hexagons with weights"},
    {"roads", portolan::bench::bench_roads, "queries on the roads of New York"},
    {"edits", portolan::bench::bench_graph_edits, "edits of a board of hexagons"},
};

}  // namespace

int main(int count, char** values) {
  return portolan::bench::section_main({"portolan_bench_graph", "more queries", false, sections}, count,
                                       values);
}
