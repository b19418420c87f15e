// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <string>

#include <portolan/config/generate.hpp>
#include <portolan/config/terrain.hpp>

#include "formats/terrain_sink.hpp"
#include "generators.hpp"

namespace portolan {

namespace {

constexpr std::int32_t min_side = 4;
constexpr std::int32_t max_side = 16384;
constexpr std::int32_t max_scale = 4096;
constexpr std::int32_t max_fill = 90;

std::optional<Error> out_of_range(const char* key, std::int32_t value, std::int32_t low, std::int32_t high) {
  if (value >= low && value <= high) return std::nullopt;
  return Error{"", 0, 0, key,
               "expected an integer from " + std::to_string(low) + " to " + std::to_string(high) +
                   ", found " + std::to_string(value)};
}

std::optional<Error> check(const GenerateOptions& options) {
  if (auto error = out_of_range("width", options.width, min_side, max_side)) return error;
  if (auto error = out_of_range("height", options.height, min_side, max_side)) return error;
  if (auto error = out_of_range("scale", options.scale, 0, max_scale)) return error;
  return out_of_range("fill", options.fill, 0, max_fill);
}

struct Generator {
  void (*make)(const GenerateOptions& options, detail::TerrainSink& sink);
  std::int32_t scale;  // by default
  std::int32_t fill;
};
// By kind.
constexpr std::array<Generator, map_kind_names.size()> generators{{{detail::make_islands, 128, 40},
                                                                   {detail::make_city, 40, 0},
                                                                   {detail::make_caves, 4, 43},
                                                                   {detail::make_maze, 4, 0},
                                                                   {detail::make_rooms, 24, 0},
                                                                   {detail::make_boxes, 16, 25}}};
const Generator& generator(MapKind kind) { return generators.at(static_cast<std::size_t>(kind)); }

}  // namespace

std::optional<MapKind> map_kind(std::string_view text) {
  const auto found = std::find(map_kind_names.begin(), map_kind_names.end(), text);
  if (found == map_kind_names.end()) return std::nullopt;
  return static_cast<MapKind>(found - map_kind_names.begin());
}

std::int32_t default_scale(MapKind kind) { return generator(kind).scale; }
std::int32_t default_fill(MapKind kind) { return generator(kind).fill; }

Result<World> generate_map(const GenerateOptions& asked) {
  if (auto error = check(asked)) return *error;
  GenerateOptions options = asked;
  if (options.scale == 0) options.scale = default_scale(options.kind);
  if (options.fill == 0) options.fill = default_fill(options.kind);
  World world({options.width, options.height, 1}, terrain::out_of_bounds);
  detail::TerrainSink sink(world);
  generator(options.kind).make(options, sink);
  world.commit();
  return world;
}

}  // namespace portolan
