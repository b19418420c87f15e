// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <support/report.hpp>

namespace portolan::bench {

struct Settings {
  bool full = false;    ///< larger maps, more rounds
  std::string maps;     ///< of the public maps only those whose set/name holds this
  std::string picture;  ///< where to; empty: none is drawn
};

/// One table, or some that belong together. Prints them; a wrong answer is told to the report, and not timed.
struct Section {
  std::string_view name;
  void (*run)(Report&, const Settings&);
  std::string_view about;
};

/// A benchmark that prints tables of its own.
struct SectionProgram {
  std::string name;
  std::string about_full;  ///< what `--full` does
  bool takes_maps = true;  ///< knows `--maps`
  std::span<const Section> sections;
  std::string_view about_picture{};  ///< what `--picture` draws; empty: it is not known
};

/// Reads the command line, runs what it asks for, and gives the exit code: 0 done, 1 a wrong answer, 2 bad
/// usage, 3 a file that cannot be read or written.
int section_main(const SectionProgram& program, int count, char** values);

}  // namespace portolan::bench
