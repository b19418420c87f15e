// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "values.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <system_error>

#include <portolan/config/terrain.hpp>
#include <portolan/core/isa.hpp>

namespace portolan::tool {

std::optional<Cell> parse_cell(std::string_view text) {
  std::array<std::int32_t, 3> numbers{};
  std::size_t count = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (count < numbers.size()) {
    const auto [next, code] = std::from_chars(at, end, numbers[count]);
    if (code != std::errc()) return std::nullopt;
    ++count;
    at = next;
    if (at == end) break;
    if (*at++ != ',') return std::nullopt;
  }
  if (at != end || count < 2) return std::nullopt;
  return Cell{numbers[0], numbers[1], numbers[2]};
}

bool set_cost(Profile& profile, std::string_view text) {
  const std::size_t sign = text.rfind('=');
  if (sign == std::string_view::npos) return false;
  const auto terrain = terrain_class(text.substr(0, sign));
  const std::string_view value = text.substr(sign + 1);
  if (!terrain) return false;
  int cost = impassable;
  if (value != "no") {
    const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), cost);
    if (code != std::errc() || end != value.data() + value.size() || cost < 1 || cost >= impassable)
      return false;
  }
  profile.cost[*terrain] = static_cast<Cost>(cost);
  return true;
}

// CLI11's ranges let `nan` pass.
std::string check_epsilon(const std::string& text) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = code == std::errc() && end == text.data() + text.size() && value >= 0 && value <= 10;
  return good ? "" : "'" + text + "' is no epsilon; expected a number from 0 to 10";
}

// An unset variable of a shell gives an empty name.
std::string check_file_name(const std::string& text) { return text.empty() ? "no file is named" : ""; }

// CLI11 would take -1 for the largest number.
std::string check_seed(const std::string& text) {
  return text.rfind('-', 0) == 0 ? "'" + text + "' is no seed; expected an integer from 0 on" : "";
}

std::string check_environment() {
  const Result<Isa> isa = wanted_isa();
  return isa ? "" : isa.error().text();
}

}  // namespace portolan::tool
