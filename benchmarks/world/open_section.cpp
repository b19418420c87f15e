// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A baked world opens at once; the same world built from its map takes as long as its area is large.
#include <utility>

#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/stats.hpp>

#include "sections.hpp"

namespace portolan::bench {

namespace {

constexpr int queries = 12;

// Whether plans and fields of the two are the same.
bool agree(const Hierarchy& a, const Hierarchy& b) {
  Dice dice(5);
  Planner plan_a(a);
  Planner plan_b(b);
  CorridorField field_a(a);
  CorridorField field_b(b);
  for (int i = 0; i < queries; ++i) {
    PlanRequest request;
    request.agents = {dice.passable_cell(a.grid())};
    request.goals = {{dice.passable_cell(a.grid())}};
    const Plan x = plan_a.plan(request);
    const Plan y = plan_b.plan(request);
    field_a.reset(x);
    field_b.reset(y);
    field_a.advance();
    field_b.advance();
    if (x.outcome != y.outcome || x.corridor != y.corridor || x.costs != y.costs) return false;
    if (field_a.at(request.agents[0]) != field_b.at(request.agents[0])) return false;
  }
  return a.fingerprint() == b.fingerprint();
}

void bench_map(Report& report, const std::string& label, const MapSpec& spec, int rounds) {
  std::shared_ptr<const LoadedMap> map;
  const double reading = microseconds([&] { map = load_or_throw(spec); });
  std::unique_ptr<Hierarchy> built;
  const double building =
      microseconds([&] { built = std::make_unique<Hierarchy>(map->world, map->profile); });
  const TemporaryFile file(label + ".portolan");
  const double baking = microseconds([&] { bake(map->world, *built, file.path()); });
  const Profile& profile = map->world.profile(map->profile);
  std::vector<double> opening;
  std::vector<double> checked;
  std::vector<double> first;
  std::uint64_t bytes = 0;
  for (int round = 0; round < rounds; ++round) {
    std::optional<World> world;
    std::optional<Hierarchy> hierarchy;
    std::optional<SavedWorld> saved;
    const auto open = [&](SavedWorld::Trust trust) {
      return microseconds([&] {
        hierarchy.reset();
        saved.emplace(value_or_throw(SavedWorld::open(file.path(), trust)));
        world.emplace(value_or_throw(saved->world({&profile, 1})));
        hierarchy = saved->hierarchy(*world, ProfileId{0}, {});
      });
    };
    checked.push_back(open(SavedWorld::Trust::nobody));
    opening.push_back(open(SavedWorld::Trust::writer));
    if (!hierarchy) throw std::runtime_error(label + ": the baked file holds no hierarchy");
    if (round == 0 && !agree(*built, *hierarchy)) return report.wrong(label + ": other answers than built");
    if (round == 0) continue;
    bytes = saved->file_bytes();
    Dice dice(static_cast<std::uint64_t>(round));
    PlanRequest request;
    request.agents = {dice.passable_cell(map->view())};
    request.goals = {{dice.passable_cell(map->view())}};
    Planner planner(*hierarchy);
    CorridorField field(*hierarchy);
    first.push_back(microseconds([&] {
      field.reset(planner.plan(request));
      field.advance();
    }));
  }
  opening.erase(opening.begin());
  checked.erase(checked.begin());
  const double open = median(opening);
  const auto cells = static_cast<double>(map->world.extent().cell_count());
  report.row({label, static_cast<std::int64_t>(cells), (reading + building) / 1000, building / 1000,
              baking / 1000, open / 1000, median(checked) / 1000, median(first) / 1000,
              (reading + building) / open, static_cast<double>(bytes) / cells});
}

}  // namespace

void bench_open(Report& report, const Settings& settings) {
  report.begin_table("open",
                     "build: read the map, make costs and hierarchy; open: map the file, world and "
                     "hierarchy, whose writer is trusted; checked: or not; "
                     "first: the first plan and field, whose pages are checked and unpacked then",
                     {{"map"},
                      {"cells"},
                      {"build ms", 1},
                      {"of it hierarchy", 1},
                      {"bake ms", 1},
                      {"open ms", 2},
                      {"checked ms", 2},
                      {"first ms", 2},
                      {"build / open", 0},
                      {"bytes/cell", 3}});
  const auto made = [](MapKind kind, std::int32_t side) {
    GenerateOptions options;
    options.kind = kind;
    options.width = options.height = side;
    return MapSpec{"generated", options};
  };
  const int rounds = settings.full ? 11 : 7;
  bench_map(report, "city-1024", made(MapKind::city, 1024), rounds);
  bench_map(report, "islands-4096", made(MapKind::islands, 4096), rounds);
  if (!settings.full) return;
  for (const char* const name : {"aegean_8192", "canada_lakes_16384"}) {
    const std::string file = std::string("terrain/") + name + ".map.xz";
    if (!std::filesystem::exists(data_file(file))) {
      report.note(std::string(name) + " is left out: " + data_file(file).string() + " is not there");
      continue;
    }
    bench_map(report, name, {name, file}, rounds);
  }
}

}  // namespace portolan::bench
