// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What worlds cost as games have them: saved, with several profiles, on floors, streamed. Every answer is
// compared before it is timed; what is compared takes turns in one run.
#include <support/section_main.hpp>

#include "sections.hpp"

namespace {

using portolan::bench::Section;

constexpr Section sections[] = {
    {"open", portolan::bench::bench_open, "opening a baked world against building it"},
    {"profiles", portolan::bench::bench_profiles, "what a second profile costs"},
    {"links", portolan::bench::bench_links, "fields over floors and stairs against a flat map of equal size"},
    {"streaming", portolan::bench::bench_streaming, "cells in memory, and ticks while sectors come and go"},
};

}  // namespace

int main(int count, char** values) {
  return portolan::bench::section_main(
      {"portolan_bench_world", "the public maps of 8192 and 16384 cells a side too (minutes, 2 GB)", false,
       sections},
      count, values);
}
