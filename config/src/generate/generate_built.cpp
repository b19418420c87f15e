// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <vector>

#include <portolan/config/terrain.hpp>
#include <portolan/core/detail/random.hpp>

#include "generators.hpp"

// Maps that are drawn: streets and houses, rooms with doors, boxes on a plain. Random numbers are drawn one
// per statement: compilers differ in the order in which they evaluate arguments.
namespace portolan::detail {

namespace {

struct Span {
  std::int32_t begin = 0;
  std::int32_t end = 0;
};

// Cuts a length into blocks of about `scale` with streets between them; each fourth street is wide.
std::vector<Span> city_blocks(std::int32_t length, std::int32_t scale, Random& random) {
  std::vector<Span> blocks;
  std::int32_t at = random.between(1, 3);
  while (at < length) {
    const std::int32_t end = at + random.between(std::max(3, scale * 3 / 5), std::max(4, scale * 7 / 5));
    blocks.push_back({at, std::min(end, length)});
    at = end + (random.percent(25) ? random.between(5, 8) : random.between(2, 4));
  }
  return blocks;
}

// Cuts a block in two again and again, with an alley between the halves, and builds a house on each part.
void build_houses(Raster& map, Rect block, std::int32_t smallest, Random& random) {
  const bool wide = block.width >= block.height;
  const std::int32_t longer = wide ? block.width : block.height;
  if (longer >= 2 * smallest && random.percent(85)) {
    const std::int32_t alley = random.between(1, 2);
    const std::int32_t cut = random.between(longer * 2 / 5, longer * 3 / 5);
    Rect first = block, second = block;
    (wide ? first.width : first.height) = cut;
    (wide ? second.x : second.y) += cut + alley;
    (wide ? second.width : second.height) = longer - cut - alley;
    build_houses(map, first, smallest, random);
    build_houses(map, second, smallest, random);
    return;
  }
  map.box(block.x, block.y, block.width, block.height, terrain::out_of_bounds);
  const std::int32_t rim = std::max(2, std::min(block.width, block.height) / 4);
  if (block.width <= 3 * rim || block.height <= 3 * rim || !random.percent(40)) return;
  // A yard with a gate to the street.
  map.box(block.x + rim, block.y + rim, block.width - 2 * rim, block.height - 2 * rim, terrain::ground);
  const std::int32_t gate = random.between(block.x + rim, block.x + block.width - rim - 2);
  map.box(gate, random.percent(50) ? block.y : block.y + block.height - rim, 2, rim, terrain::ground);
}

void plant_park(Raster& map, const Rect& block, Random& random) {
  map.box(block.x, block.y, block.width, block.height, terrain::grass);
  const std::int32_t trees = block.width * block.height / 24;
  for (std::int32_t i = 0; i < trees; ++i) {
    const std::int32_t x = block.x + random.between(0, block.width - 1);
    const std::int32_t y = block.y + random.between(0, block.height - 1);
    map.box(x, y, 1, 1, terrain::tree);
  }
  if (block.width < 12 || block.height < 12 || !random.percent(50)) return;
  map.box(block.x + block.width / 3, block.y + block.height / 3, block.width / 3, block.height / 3,
          terrain::water);
}

// An opening in a wall of the given length, away from its ends where there is room.
Span door(std::int32_t length, Random& random) {
  const std::int32_t width = std::min(length, random.between(1, 3));
  const std::int32_t at = random.between(0, length - width);
  return {at, at + width};
}

}  // namespace

void make_city(const GenerateOptions& options, TerrainSink& sink) {
  Random random(options.seed);
  Raster map(options.width, options.height, terrain::ground);
  const std::vector<Span> columns = city_blocks(options.width, options.scale, random);
  const std::vector<Span> rows = city_blocks(options.height, options.scale, random);
  const std::int32_t smallest = std::max(4, options.scale / 4);
  for (const Span& row : rows) {
    for (const Span& column : columns) {
      const Rect block{column.begin, row.begin, column.end - column.begin, row.end - row.begin};
      const std::uint32_t use = random.below(100);
      if (use < 10) {
        plant_park(map, block, random);
      } else if (use >= 15) {  // the others stay open squares
        build_houses(map, block, smallest, random);
      }
    }
  }
  map.pour(sink);
}

void make_rooms(const GenerateOptions& options, TerrainSink& sink) {
  Random random(options.seed);
  Raster map(options.width, options.height, terrain::ground);
  const std::int32_t pitch = options.scale + 1;
  for (std::int32_t y = options.scale; y < options.height; y += pitch) {
    map.box(0, y, options.width, 1, terrain::out_of_bounds);
  }
  for (std::int32_t x = options.scale; x < options.width; x += pitch) {
    map.box(x, 0, 1, options.height, terrain::out_of_bounds);
  }
  // Every room opens to the right or down, so all are connected; most have a second door.
  for (std::int32_t y = 0; y < options.height; y += pitch) {
    for (std::int32_t x = 0; x < options.width; x += pitch) {
      const bool has_right = x + pitch < options.width, has_down = y + pitch < options.height;
      const bool first_right = has_right && (!has_down || random.percent(50));
      const bool both = random.percent(60);
      const Span right = door(std::min(options.scale, options.height - y), random);
      const Span down = door(std::min(options.scale, options.width - x), random);
      if (has_right && (first_right || both)) {
        map.box(x + options.scale, y + right.begin, 1, right.end - right.begin, terrain::ground);
      }
      if (has_down && (!first_right || both)) {
        map.box(x + down.begin, y + options.scale, down.end - down.begin, 1, terrain::ground);
      }
    }
  }
  map.pour(sink);
}

void make_boxes(const GenerateOptions& options, TerrainSink& sink) {
  Random random(options.seed);
  Raster map(options.width, options.height, terrain::ground);
  const auto area = static_cast<std::int64_t>(options.width) * options.height;
  const auto scatter = [&](std::int64_t wanted, std::int32_t largest, TerrainId value) {
    for (std::int64_t done = 0; done < wanted;) {
      const std::int32_t w = random.between(1, largest), h = random.between(1, largest);
      const std::int32_t x = random.between(-w / 2, options.width - 1);
      const std::int32_t y = random.between(-h / 2, options.height - 1);
      map.box(x, y, w, h, value);
      done += static_cast<std::int64_t>(w) * h;
    }
  };
  const std::int32_t largest = std::min({2 * options.scale, options.width, options.height});
  scatter(area * 15 / 100, std::min({4 * options.scale, options.width, options.height}), terrain::grass);
  scatter(area * 10 / 100, std::min({4 * options.scale, options.width, options.height}), terrain::swamp);
  scatter(area * options.fill / 100, largest, terrain::out_of_bounds);
  map.pour(sink);
}

}  // namespace portolan::detail
