// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "picture.hpp"

#include <algorithm>
#include <vector>

#include <portolan/config/terrain.hpp>
#include <portolan/core/detail/atomic_file.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/view/png_canvas.hpp>
#include <portolan/view/svg.hpp>

#include "terminal.hpp"

namespace portolan::tool {
namespace {

constexpr Color water = rgb(0x4A6A85);
constexpr Color forest = rgb(0x47594F);

}  // namespace

TerrainPalette map_palette() {
  TerrainPalette palette;
  palette.blocked[terrain::water] = water;
  palette.blocked[terrain::tree] = forest;
  palette.passable[terrain::water] = rgb(0xBFD3DE);
  palette.passable[terrain::tree] = rgb(0xC3CDB0);
  palette.passable[terrain::swamp] = rgb(0xDCD9B4);
  palette.passable[terrain::grass] = rgb(0xE6E8CE);
  return palette;
}

Rect whole_layer(Extent extent, int layer) { return {0, 0, extent.width, extent.height, layer}; }

LegendEntry field_legend(Distance farthest) {
  const std::uint64_t steps = farthest.units / (2 * straight_factor);
  return {"cost to the goal, 0 to " + counted(steps, "step"), {}, LegendEntry::Mark::ramp};
}

std::optional<Error> save_picture(const std::filesystem::path& file, Rect area, int zoom,
                                  const std::function<void(Canvas&)>& draw) {
  const int side = std::max(area.width, area.height);
  const int wanted = zoom > 0 ? zoom * side : 1024;
  const int most = zoom > 0 ? wanted : 2048;
  if (file.extension() == ".svg") return write_atomically(file, draw_svg(area, draw, wanted, most));
  PngCanvas canvas(area, wanted, most);
  draw(canvas);
  return canvas.save(file);
}

std::optional<Error> save_plan_picture(const std::filesystem::path& file, const MapAtHand& map,
                                       const Plan& plan, const CorridorField& field,
                                       std::span<const Cell> path, Cell from, Cell to) {
  const Extent extent = map.world.extent();
  const TileGrid sectors = field.field().tiles();
  const Color path_color = group_color(0);
  const Color start_color = group_color(1);
  PngCanvas canvas(whole_layer(extent, extent.contains(from) ? from.layer : 0));
  draw_terrain(canvas, map.world, map.profile, map_palette());
  draw_corridor(canvas, sectors, plan.corridor);
  const Distance farthest = draw_field(canvas, [&field](Cell c) { return field.at(c); });
  draw_sectors(canvas, sectors);
  draw_directions(canvas, [&field](Cell c) { return field.direction(c); });
  draw_path(canvas, path, path_color);
  if (extent.contains(from)) draw_start(canvas, from, start_color);
  if (extent.contains(to)) draw_goal(canvas, to, path_color);
  const std::vector<LegendEntry> legend{field_legend(farthest),
                                        {"corridor", rgb(0x8A6412)},
                                        {"path", path_color, LegendEntry::Mark::line},
                                        {"start", start_color, LegendEntry::Mark::start},
                                        {"goal", path_color, LegendEntry::Mark::goal}};
  canvas.legend(legend);
  return canvas.save(file);
}

}  // namespace portolan::tool
