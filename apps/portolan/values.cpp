// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "values.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <system_error>

#include <portolan/config/terrain.hpp>
#include <portolan/core/isa.hpp>

namespace portolan::tool {

namespace {

// Numbers with commas between them; how many there were, or 0 where the text is something else.
template <std::size_t most>
std::size_t parse_numbers(std::string_view text, std::array<std::int32_t, most>& numbers) {
  std::size_t count = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (count < numbers.size()) {
    const auto [next, code] = std::from_chars(at, end, numbers[count]);
    if (code != std::errc()) return 0;
    ++count;
    if (next == end) return count;
    at = next + 1;
    if (*next != ',') return 0;
  }
  return 0;
}

}  // namespace

std::optional<Cell> parse_cell(std::string_view text) {
  std::array<std::int32_t, 3> numbers{};
  if (parse_numbers(text, numbers) < 2) return std::nullopt;
  return Cell{numbers[0], numbers[1], numbers[2]};
}

std::optional<Rect> parse_area(std::string_view text) {
  std::array<std::int32_t, 5> numbers{};
  if (parse_numbers(text, numbers) < 4 || numbers[2] < 1 || numbers[3] < 1) return std::nullopt;
  return Rect{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
}

std::string check_shown(const std::string& text) {
  static constexpr std::array<std::string_view, 7> layers{"terrain", "sectors",    "portals", "corridor",
                                                          "field",   "directions", "path"};
  std::string known;
  for (const std::string_view layer : layers) {
    if (layer == text) return "";
    known += (known.empty() ? "" : ", ") + std::string(layer);
  }
  return "'" + text + "' cannot be shown; expected one of " + known;
}

std::string set_cost(Profile& profile, std::string_view text) {
  const std::size_t sign = text.rfind('=');
  const std::string shown = "'" + std::string(text) + "'";
  if (sign == std::string_view::npos)
    return shown + " is no cost; write TERRAIN=1..254 or TERRAIN=impassable, for example swamp=3";
  const auto terrain = terrain_class(text.substr(0, sign));
  if (!terrain) {
    std::string names;
    for (const auto& known : terrain_names) names += std::string(known.second) + ", ";
    return "'" + std::string(text.substr(0, sign)) + "' is no terrain; expected one of " + names +
           "or a character of the map";
  }
  const std::string_view value = text.substr(sign + 1);
  int cost = impassable;
  if (value != "impassable" && value != "no") {
    const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), cost);
    if (code != std::errc() || end != value.data() + value.size() || cost < 1 || cost >= impassable)
      return shown + " is no cost; expected 1 to 254, or impassable";
  }
  profile.cost[*terrain] = static_cast<Cost>(cost);
  return "";
}

bool add_class(RasterOptions& options, std::string_view text) {
  const std::size_t sign = std::min(text.find('='), text.size());
  std::uint32_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + sign, number);
  const auto terrain = raster_class(text.substr(std::min(sign + 1, text.size())));
  if (code != std::errc() || end != text.data() + sign || !terrain) return false;
  options.classes.emplace_back(number, *terrain);
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

// CLI11 would take -1, and what is too large, for the largest number.
std::string check_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (code == std::errc() && end == text.data() + text.size()) return "";
  return "'" + text + "' is no seed; expected an integer from 0 to " +
         std::to_string(std::numeric_limits<std::uint64_t>::max());
}

std::string check_environment() {
  const Result<Isa> isa = wanted_isa();
  return isa ? "" : isa.error().text();
}

}  // namespace portolan::tool
