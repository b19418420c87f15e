// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <portolan/core/result.hpp>

#include "verbs.hpp"

namespace portolan::tool {

/// A line on stderr, or one for each line of an error. Text of files must not act on a terminal: what would
/// is written out.
void say(std::string_view text);

/// What stands between the line ends.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

/// The same for a name in the middle of a line.
[[nodiscard]] std::string shown(const std::filesystem::path& path);

/// Says what is wrong and gives the exit code for it.
Exit bad_input(const Error& error);

/// Says that --set was given, and that the file is no scenario, and gives the exit code for it.
Exit no_scenario_to_change(const std::filesystem::path& file);

/// Whether stderr is a terminal, which knows the codes of colours and of places.
[[nodiscard]] bool has_terminal();

struct TerminalSize {
  int columns, rows;
};
/// That of the terminal on stderr; nothing where there is none.
[[nodiscard]] std::optional<TerminalSize> terminal_size();

/// A bar on stderr while something takes its time; nothing where stderr is no terminal.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// How much is done, from 0 to 1. Cheap to call often.
  void update(double fraction);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  bool shown_ = false;
  bool terminal_;
  Clock::time_point next_;
};

/// 1234567 as 1,234,567.
[[nodiscard]] std::string grouped(std::uint64_t number);
/// With its noun, as in `1 path` and `1,234 paths`; `many` where that is not `one` and an s.
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});
/// With so many digits behind the point.
[[nodiscard]] std::string fixed(double number, int digits);
/// Filled with blanks on the left, or on the right, up to the width.
[[nodiscard]] std::string right(std::string text, std::size_t width);
[[nodiscard]] std::string left(std::string text, std::size_t width);

}  // namespace portolan::tool
