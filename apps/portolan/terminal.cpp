// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "terminal.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <utility>

#include <portolan/config/printable.hpp>

namespace portolan::tool {

void say(std::string_view text) {
  for (const std::string& line : lines_of(printable(text, true))) std::cerr << "portolan: " << line << '\n';
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end = 0; end != std::string_view::npos;
       text.remove_prefix(std::min(end + 1, text.size()))) {
    end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
  }
  return lines;
}

std::string shown(const std::filesystem::path& path) { return printable(path.string()); }

Exit bad_input(const Error& error) {
  say(error.text());
  return Exit::bad_input;
}

Exit no_scenario_to_change(const std::filesystem::path& file) {
  say("--set changes keys of scenarios, and " + file.string() + " is none");
  return Exit::bad_usage;
}

Progress::Progress(std::string what)
    : what_(std::move(what)),
      terminal_(has_terminal()),
      next_(Clock::now() + std::chrono::milliseconds(200)) {}

Progress::~Progress() {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
}

void Progress::update(double fraction) {
  if (!terminal_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(100);
  shown_ = true;
  constexpr int width = 40;
  const int full = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * width);
  std::cerr << '\r' << left(what_, 10) << " [" << std::string(static_cast<std::size_t>(full), '=')
            << std::string(static_cast<std::size_t>(width - full), ' ') << "] "
            << right(fixed(fraction * 100, 0), 3) << " %\x1b[K" << std::flush;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  const std::string text = grouped(number) + ' ';
  if (number == 1) return text + std::string(one);
  return text + (many.empty() ? std::string(one) + 's' : std::string(many));
}

std::string fixed(double number, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, number);
  return text;
}

std::string right(std::string text, std::size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

std::string left(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

}  // namespace portolan::tool
