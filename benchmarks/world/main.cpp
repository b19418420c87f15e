// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What worlds cost as games have them: saved, with several profiles, on floors, streamed. Every answer is
// compared before it is timed; what is compared takes turns in one run.
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "sections.hpp"

namespace {

using portolan::bench::Report;
using portolan::bench::Settings;

struct Section {
  std::string_view name;
  void (*run)(Report&, const Settings&);
  std::string_view about;
};

constexpr Section sections[] = {
    {"open", portolan::bench::bench_open, "opening a baked world against building it"},
    {"profiles", portolan::bench::bench_profiles, "what a second profile costs"},
    {"links", portolan::bench::bench_links, "fields over floors and stairs against a flat map of equal size"},
    {"streaming", portolan::bench::bench_streaming, "cells in memory, and ticks while sectors come and go"},
};

void print_help() {
  std::printf(
      "portolan_bench_world [--only SECTION] [--full] [--json FILE]\n\n"
      "  --only   run this section only\n"
      "  --full   the public maps of 8192 and 16384 cells a side too (minutes, 2 GB)\n"
      "  --json   write all tables to a file\n\nsections:\n");
  for (const Section& section : sections) {
    std::printf("  %-10s %s\n", section.name.data(), section.about.data());
  }
}

int run(const Settings& settings, std::string_view only, const std::string& json) {
  Report report("portolan_bench_world");
  for (const Section& section : sections) {
    if (only.empty() || only == section.name) section.run(report, settings);
  }
  if (!json.empty()) {
    if (const auto fault = report.write_json(json)) {
      std::fprintf(stderr, "%s\n", fault->c_str());
      return 3;
    }
  }
  return report.failed() ? 1 : 0;
}

bool known(std::string_view name) {
  for (const Section& section : sections) {
    if (section.name == name) return true;
  }
  return name.empty();
}

}  // namespace

int main(int count, char** values) {
  Settings settings;
  std::string only;
  std::string json;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = values[i];
    const bool last = i + 1 == count;
    if (word == "--help" || word == "-h") {
      print_help();
      return 0;
    }
    if (word == "--full") {
      settings.full = true;
    } else if (word == "--only" && !last) {
      only = values[++i];
    } else if (word == "--json" && !last) {
      json = values[++i];
    } else {
      std::fprintf(stderr, "cannot understand '%s'; see --help\n", values[i]);
      return 2;
    }
  }
  if (!known(only)) {
    std::fprintf(stderr, "no section '%s'; see --help\n", only.c_str());
    return 2;
  }
  try {
    return run(settings, only, json);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 3;
  }
}
