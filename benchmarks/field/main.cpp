// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How fast fields are, against the plain ways to compute them. Every answer is compared with the oracle's
// before it is timed; methods that are compared take turns in one run.
#include <support/section_main.hpp>

#include "sections.hpp"

namespace {

using portolan::bench::Section;

constexpr Section sections[] = {
    {"tile", portolan::bench::bench_tiles, "one tile against Dijkstra in the tile"},
    {"map", portolan::bench::bench_maps, "whole maps against the flat methods"},
    {"size", portolan::bench::bench_sizes, "by size of the map"},
    {"density", portolan::bench::bench_density, "by share of blocked cells"},
    {"contrast", portolan::bench::bench_contrast, "by spread of terrain costs"},
    {"threads", portolan::bench::bench_threads, "portal graphs by number of threads"},
    {"lookup", portolan::bench::bench_lookups, "directions read by agents"},
    {"corridor", portolan::bench::bench_corridors, "fields over corridors of real queries"},
    {"isa", portolan::bench::bench_isas, "by instruction set"},
};

}  // namespace

int main(int count, char** values) {
  return portolan::bench::section_main(
      {"portolan_bench_field", "maps of up to 16384 by 16384, more rounds (minutes, 6 GB)", true, sections},
      count, values);
}
