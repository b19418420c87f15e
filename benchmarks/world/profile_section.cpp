// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A second kind of agent in a world that has one: time and memory, by the clearance that it needs.
#include <portolan/config/generate.hpp>
#include <portolan/core/tile_field.hpp>

#include <support/stats.hpp>

#include "sections.hpp"

namespace portolan::bench {

namespace {

// Whether a field of the grid equals the oracle's, cell by cell.
bool right(GridView grid, Goal goal) {
  BucketDijkstra search;
  search.run(grid, {&goal, 1});
  const ReferenceField expected = search.field();
  TileField field(grid, TileGrid(grid.extent()));
  field.add_goal(goal);
  field.advance();
  for (std::size_t i = 0; i < expected.units.size(); ++i) {
    if (field.at(expected.extent.cell(i)).units != expected.units[i]) return false;
  }
  return true;
}

}  // namespace

void bench_profiles(Report& report, const Settings& settings) {
  report.begin_table("profiles",
                     "city of 1024 cells a side (islands of 4096 with --full); x: over the first profile's",
                     {{"clearance"},
                      {"costs ms", 2},
                      {"hierarchy ms", 1},
                      {"x time", 2},
                      {"costs MB", 2},
                      {"hierarchy MB", 2},
                      {"x memory", 2}});
  GenerateOptions options;
  options.kind = settings.full ? MapKind::islands : MapKind::city;
  options.width = options.height = settings.full ? 4096 : 1024;
  const Profile first = bench_profile(false);
  for (const int clearance : {1, 2, 3}) {
    Profile second = first;
    second.clearance = clearance;
    std::vector<double> costs_time, second_time, first_time;
    double first_bytes = 0, costs_bytes = 0, second_bytes = 0;
    for (int round = 0; round < 5; ++round) {
      World world = value_or_throw(generate_map(options));
      const ProfileId one = world.add_profile(first);
      world.commit();
      std::unique_ptr<Hierarchy> of_first;
      std::unique_ptr<Hierarchy> of_second;
      first_time.push_back(microseconds([&] { of_first = std::make_unique<Hierarchy>(world, one); }));
      const std::size_t before = world.memory_bytes();
      ProfileId id;
      costs_time.push_back(microseconds([&] { id = world.add_profile(second); }));
      second_time.push_back(microseconds([&] { of_second = std::make_unique<Hierarchy>(world, id); }));
      costs_bytes = static_cast<double>(world.memory_bytes() - before);
      first_bytes = static_cast<double>(of_first->memory_bytes()) + costs_bytes;
      second_bytes = static_cast<double>(of_second->memory_bytes());
      if (round > 0) continue;
      const bool same = clearance != 1 || of_first->fingerprint() == of_second->fingerprint();
      if (!same || !right(world.view(id), central_goal(world.view(id), 3, 1).goal)) {
        return report.wrong("the second profile's answers, clearance " + std::to_string(clearance));
      }
    }
    constexpr double mega = 1e6;
    report.row({static_cast<std::int64_t>(clearance), median(costs_time) / 1000, median(second_time) / 1000,
                median(second_time) / median(first_time), costs_bytes / mega, second_bytes / mega,
                (second_bytes + costs_bytes) / first_bytes});
  }
}

}  // namespace portolan::bench
