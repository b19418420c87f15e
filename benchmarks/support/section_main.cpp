// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "section_main.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <vector>

namespace portolan::bench {

namespace {

struct Arguments {
  Settings settings;
  std::vector<std::string> only;
  std::string json;
  bool help = false;
  bool good = true;
};

void print_help(const SectionProgram& program) {
  std::printf("%s [--only SECTION,...] %s[--full] [--json FILE]\n\n  --only   run these sections only\n",
              program.name.c_str(), program.takes_maps ? "[--maps TEXT] " : "");
  if (program.takes_maps)
    std::printf("  --maps   of the public maps, use only those whose set/name holds this\n");
  if (!program.about_picture.empty()) std::printf("  --picture FILE  %s\n", program.about_picture.data());
  std::printf("  --full   %s\n  --json   write all tables to a file\n\nsections:\n",
              program.about_full.c_str());
  for (const Section& section : program.sections) {
    std::printf("  %-10s %s\n", section.name.data(), section.about.data());
  }
}

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

bool known(const SectionProgram& program, const std::string& name) {
  for (const Section& section : program.sections) {
    if (section.name == name) return true;
  }
  std::fprintf(stderr, "no section '%s'; see --help\n", name.c_str());
  return false;
}

Arguments parse(const SectionProgram& program, int count, char** values) {
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
    } else if (word == "--maps" && program.takes_maps && !last) {
      arguments.settings.maps = values[++i];
    } else if (word == "--picture" && !program.about_picture.empty() && !last) {
      arguments.settings.picture = values[++i];
    } else if (word == "--json" && !last) {
      arguments.json = values[++i];
    } else {
      std::fprintf(stderr, "cannot understand '%s'; see --help\n", values[i]);
      arguments.good = false;
    }
  }
  for (const std::string& name : arguments.only) arguments.good = known(program, name) && arguments.good;
  return arguments;
}

int run(const SectionProgram& program, const Arguments& arguments) {
  const std::vector<std::string>& only = arguments.only;
  Report report(program.name);
  for (const Section& section : program.sections) {
    if (only.empty() || std::find(only.begin(), only.end(), section.name) != only.end())
      section.run(report, arguments.settings);
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

int section_main(const SectionProgram& program, int count, char** values) {
  const Arguments arguments = parse(program, count, values);
  if (!arguments.good) return 2;
  if (arguments.help) {
    print_help(program);
    return 0;
  }
  try {
    return run(program, arguments);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 3;
  }
}

}  // namespace portolan::bench
