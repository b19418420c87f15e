// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What a crowd costs, how well it walks where nothing but others is in the way, and how fast it is through
// doors against a bound that shares no code with it.
#include <support/section_main.hpp>

#include "sections.hpp"

namespace {

using portolan::bench::Section;

constexpr Section sections[] = {
    {"cost", portolan::bench::bench_cost, "time per agent and tick, by number, density, avoidance, threads"},
    {"detail", portolan::bench::bench_detail,
     "a tick of crowds of whom most are far from where players look"},
    {"open", portolan::bench::bench_open_ground,
     "circle swaps and a crossing on open ground: who is too near"},
    {"clear", portolan::bench::bench_clear, "time to clear doors against a maximum flow over time"},
};

}  // namespace

int main(int count, char** values) {
  return portolan::bench::section_main(
      {"portolan_bench_crowd",
       "a million agents; circles of 5,000 and the crossing of 10,000 to their end; more halls", false,
       sections},
      count, values);
}
