// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A field over floors joined by stairs, against a flat map of as many cells.
#include <portolan/core/tile_field.hpp>

#include <support/stats.hpp>

#include "sections.hpp"

namespace portolan::bench {

namespace {

struct Floors {
  World world;
  ProfileId profile;
};

// Floors of a flat map's quarters, joined by stairs at random places, both ways.
Floors make_floors(const LoadedMap& flat, std::uint32_t stairs) {
  const std::int32_t side = flat.world.extent().width / 2;
  World world({side, side, 4}, 0);
  const ProfileId profile = world.add_profile(flat.world.profile(flat.profile));
  for (std::int32_t layer = 0; layer < 4; ++layer) {
    for (std::int32_t y = 0; y < side; ++y) {
      for (std::int32_t x = 0; x < side; ++x) {
        const Cell from{x + layer % 2 * side, y + layer / 2 * side, 0};
        world.set_terrain({x, y, layer}, flat.world.terrain(from));
      }
    }
  }
  world.commit();
  Dice dice(23);
  for (std::uint32_t i = 0; i < stairs; ++i) {
    const Cell foot = dice.cell(world.extent());
    const auto layer = static_cast<std::int32_t>(dice.below(3));
    const Cell below{foot.x, foot.y, layer};
    const Cell above{foot.x, foot.y, layer + 1};
    if (!world.view(profile).passable(below) || !world.view(profile).passable(above)) continue;
    world.add_link({below, above, 48});
    world.add_link({above, below, 48});
  }
  world.commit();
  return {std::move(world), profile};
}

struct Timed {
  std::int64_t reached = 0;
  std::int64_t tiles = 0;
  bool right = false;
};

Timed check(GridView grid, Goal goal, TileField& field) {
  BucketDijkstra search;
  search.run(grid, {&goal, 1});
  const ReferenceField expected = search.field();
  field.reset();
  field.add_goal(goal);
  field.advance();
  Timed result{0, static_cast<std::int64_t>(field.tiles_solved()), true};
  for (std::size_t i = 0; i < expected.units.size(); ++i) {
    if (field.at(expected.extent.cell(i)).units != expected.units[i]) result.right = false;
    if (expected.units[i] < unreachable.units) ++result.reached;
  }
  return result;
}

}  // namespace

void bench_links(Report& report, const Settings& settings) {
  report.begin_table("links", "four floors of half the side with stairs, against the flat map in one piece",
                     {{"stairs"},
                      {"links"},
                      {"cells reached"},
                      {"tile solves"},
                      {"us", 0},
                      {"ns/cell", 3},
                      {"flat us", 0},
                      {"flat ns/cell", 3},
                      {"x per cell", 2}});
  GenerateOptions options;
  options.kind = MapKind::caves;
  options.width = options.height = settings.full ? 4096 : 1024;
  const auto flat = load_or_throw({"generated", options});
  for (const std::uint32_t stairs : {50U, 500U, 5000U}) {
    const Floors floors = make_floors(*flat, stairs);
    const GridView stacked = floors.world.view(floors.profile);
    const Goal goal = central_goal(stacked, 3, 3).goal;
    const Goal flat_goal = central_goal(flat->view(), 3, 3).goal;
    TileField field(stacked, TileGrid(stacked.extent()));
    TileField flat_field(flat->view(), TileGrid(flat->world.extent()));
    const Timed a = check(stacked, goal, field);
    const Timed b = check(flat->view(), flat_goal, flat_field);
    if (!a.right || !b.right) return report.wrong(std::to_string(stairs) + " stairs");
    const auto run = [](TileField& of, const Goal& from) {
      of.reset();
      of.add_goal(from);
      of.advance();
    };
    Method methods[] = {{"floors", [&] { run(field, goal); }, 1, {}},
                        {"flat", [&] { run(flat_field, flat_goal); }, 1, {}}};
    run_in_turns(methods, settings.full ? 9 : 15);
    const double per_cell = 1000 * methods[0].median_time() / static_cast<double>(a.reached);
    const double flat_per_cell = 1000 * methods[1].median_time() / static_cast<double>(b.reached);
    report.row({static_cast<std::int64_t>(stairs), static_cast<std::int64_t>(stacked.links().size()),
                a.reached, a.tiles, methods[0].median_time(), per_cell, methods[1].median_time(),
                flat_per_cell, per_cell / flat_per_cell});
  }
}

}  // namespace portolan::bench
