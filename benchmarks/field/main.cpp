// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How fast fields are, against the plain ways to compute them. Every answer is compared with the oracle's
// before it is timed; methods that are compared take turns in one run.
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

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
    {"tile", portolan::bench::bench_tiles, "one tile against Dijkstra in the tile"},
    {"map", portolan::bench::bench_maps, "whole maps against the flat methods"},
    {"size", portolan::bench::bench_sizes, "by size of the map"},
    {"density", portolan::bench::bench_density, "by share of blocked cells"},
    {"contrast", portolan::bench::bench_contrast, "by spread of terrain costs"},
    {"threads", portolan::bench::bench_threads, "by number of threads"},
    {"lookup", portolan::bench::bench_lookups, "directions read by agents"},
    {"corridor", portolan::bench::bench_corridors, "fields over corridors of real queries"},
    {"sight", portolan::bench::bench_sight, "line of sight"},
    {"isa", portolan::bench::bench_isas, "by instruction set"},
};

void print_help() {
  std::printf(
      "portolan_bench_field [--only SECTION,...] [--maps TEXT] [--full] [--json FILE]\n\n"
      "  --only   run these sections only\n"
      "  --maps   of the public maps, use only those whose set/name holds this\n"
      "  --full   maps of up to 16384 by 16384, more rounds (minutes, 6 GB)\n"
      "  --json   write all tables to a file\n\nsections:\n");
  for (const Section& section : sections) {
    std::printf("  %-10s %s\n", section.name.data(), section.about.data());
  }
}

struct Arguments {
  Settings settings;
  std::vector<std::string> only;
  std::string json;
  bool help = false;
  bool good = true;
};

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts(1);
  for (const char c : list) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

bool known(const std::string& name) {
  for (const Section& section : sections) {
    if (section.name == name) return true;
  }
  std::fprintf(stderr, "no section '%s'; see --help\n", name.c_str());
  return false;
}

Arguments parse(int count, char** values) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = values[i];
    const bool last = i + 1 == count;
    if (word == "--full") {
      arguments.settings.full = true;
    } else if (word == "--help" || word == "-h") {
      arguments.help = true;
    } else if (word == "--only" && !last) {
      arguments.only = split(values[++i]);
    } else if (word == "--maps" && !last) {
      arguments.settings.maps = values[++i];
    } else if (word == "--json" && !last) {
      arguments.json = values[++i];
    } else {
      std::fprintf(stderr, "cannot understand '%s'; see --help\n", values[i]);
      arguments.good = false;
    }
  }
  for (const std::string& name : arguments.only) arguments.good = known(name) && arguments.good;
  return arguments;
}

bool wanted(const std::vector<std::string>& only, std::string_view name) {
  if (only.empty()) return true;
  for (const std::string& one : only) {
    if (one == name) return true;
  }
  return false;
}

int run(const Arguments& arguments) {
  Report report("portolan_bench_field");
  for (const Section& section : sections) {
    if (wanted(arguments.only, section.name)) section.run(report, arguments.settings);
  }
  if (!arguments.json.empty()) {
    if (const auto fault = report.write_json(arguments.json)) {
      std::fprintf(stderr, "%s\n", fault->c_str());
      return 3;
    }
  }
  return report.failed() ? 1 : 0;
}

}  // namespace

int main(int count, char** values) {
  const Arguments arguments = parse(count, values);
  if (!arguments.good) return 2;
  if (arguments.help) {
    print_help();
    return 0;
  }
  try {
    return run(arguments);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 3;
  }
}
