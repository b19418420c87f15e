// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <support/draw_map.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace portolan::test {

namespace {

using Layers = std::vector<std::vector<std::string_view>>;

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

Layers split(std::string_view drawing) {
  Layers layers(1);
  while (!drawing.empty()) {
    const std::size_t end = std::min(drawing.find('\n'), drawing.size());
    const std::string_view line = trimmed(drawing.substr(0, end));
    drawing.remove_prefix(std::min(end + 1, drawing.size()));
    if (!line.empty() && line != "---") {
      layers.back().push_back(line);
    } else if (!layers.back().empty()) {
      layers.emplace_back();
    }
  }
  if (layers.back().empty()) layers.pop_back();
  return layers;
}

Extent extent_of(const Layers& layers) {
  if (layers.empty()) throw std::invalid_argument("draw_map: the drawing is empty");
  const std::size_t width = layers[0][0].size();
  const std::size_t height = layers[0].size();
  for (const auto& rows : layers) {
    if (rows.size() != height) throw std::invalid_argument("draw_map: layers differ in height");
    for (const std::string_view row : rows) {
      if (row.size() != width) {
        throw std::invalid_argument("draw_map: row '" + std::string(row) + "' is not " +
                                    std::to_string(width) + " wide");
      }
    }
  }
  return {static_cast<std::int32_t>(width), static_cast<std::int32_t>(height),
          static_cast<std::int32_t>(layers.size())};
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

TerrainId terrain_of(char c) {
  if (c == '.' || is_letter(c)) return 1;
  if (c == '#') return wall;
  if (c >= '1' && c <= '9') return static_cast<TerrainId>(c - '0');
  throw std::invalid_argument(std::string("draw_map: '") + c +
                              "' is neither '.', '#', a digit from 1 nor a letter");
}

char letter_of(Cost cost) {
  if (cost == impassable) return '#';
  if (cost == 1) return '.';
  return cost <= 9 ? static_cast<char>('0' + cost) : '+';
}

}  // namespace

Cell TestWorld::operator[](char letter) const {
  const auto found = marks.find(letter);
  if (found == marks.end() || found->second.size() != 1) {
    throw std::out_of_range(std::string("the drawing does not mark exactly one cell with '") + letter + "'");
  }
  return found->second.front();
}

std::vector<Cell> TestWorld::all(char letter) const {
  const auto found = marks.find(letter);
  return found == marks.end() ? std::vector<Cell>{} : found->second;
}

Profile cost_profile(int clearance) {
  Profile profile;
  for (std::size_t t = 0; t < 256; ++t) profile.cost[t] = t == 0 ? impassable : static_cast<Cost>(t);
  profile.clearance = clearance;
  return profile;
}

std::string drawing_of(GridView grid) {
  const Extent extent = grid.extent();
  std::string drawing;
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    if (c.x == 0 && c.y == 0 && c.layer > 0) drawing += "---\n";
    drawing += letter_of(grid.cost(c));
    if (c.x == extent.width - 1) drawing += '\n';
  }
  return drawing;
}

TestWorld draw_map(std::string_view drawing, int clearance) {
  const Layers layers = split(drawing);
  const Extent extent = extent_of(layers);
  TestWorld map{World(extent, wall), {}, {}};
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    const char drawn = layers[static_cast<std::size_t>(c.layer)][static_cast<std::size_t>(c.y)]
                             [static_cast<std::size_t>(c.x)];
    map.world.set_terrain(c, terrain_of(drawn));
    if (is_letter(drawn)) map.marks[drawn].push_back(c);
  }
  map.profile = map.world.add_profile(cost_profile(clearance));
  map.world.commit();
  return map;
}

}  // namespace portolan::test
