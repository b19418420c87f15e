// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How fast single queries are: plan and corridor field, by map, by size, by levels, by portal width and by
// quality, against searches on the grid. Every answer is compared with the optimum before it is timed.
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
    {"scen", portolan::bench::bench_scen, "all queries of sc1 and city maps, against searches on the grid"},
    {"graph", portolan::bench::bench_graph, "the search on the portal graph, against boost::astar_search"},
    {"equal", portolan::bench::bench_equal, "by size of the map, the same ways"},
    {"growing", portolan::bench::bench_growing, "by size of the map, ways across it"},
    {"levels", portolan::bench::bench_levels, "by number of levels"},
    {"widths", portolan::bench::bench_widths, "by portal width"},
    {"army", portolan::bench::bench_armies, "one order for 10,000 movers"},
    {"qualities", portolan::bench::bench_qualities, "the four qualities"},
    {"band", portolan::bench::bench_band, "fields over bands of cells, against those over corridors"},
};

void print_help() {
  std::printf(
      "portolan_bench_query [--only SECTION,...] [--maps TEXT] [--full] [--json FILE]\n\n"
      "  --only   run these sections only\n"
      "  --maps   of the public maps, use only those whose set/name holds this\n"
      "  --full   maps of up to 16384 by 16384, slow methods on more queries (minutes, 3 GB)\n"
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
  Report report("portolan_bench_query");
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
