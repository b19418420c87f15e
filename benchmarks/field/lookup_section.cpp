// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How fast agents read their direction off a field: at random places, and in groups that walk along it.
#include <functional>

#include <baselines/sampling.hpp>

#include <support/stats.hpp>

#include "made_worlds.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

constexpr std::size_t lookups = 1U << 20U;
constexpr std::size_t group = 50;
constexpr std::size_t groups = 40;

Vec2 somewhere_in(Cell c, Dice& dice) {
  const auto part = [&] { return static_cast<float>(dice.below(1000)) / 1000.0F; };
  return {static_cast<float>(c.x) + part(), static_cast<float>(c.y) + part()};
}

std::vector<Vec2> random_places(const TileField& field, Dice& dice) {
  std::vector<Vec2> places;
  while (places.size() < lookups) places.push_back(somewhere_in(dice.passable_cell(field.grid()), dice));
  return places;
}

Cell reachable_cell(const TileField& field, Dice& dice) {
  Cell c = dice.passable_cell(field.grid());
  while (!reachable(field.at(c))) c = dice.passable_cell(field.grid());
  return c;
}

// Tick by tick the places of groups that start together and walk half a cell at a time; who arrives
// starts again with its group.
std::vector<Vec2> walked_places(const TileField& field, Dice& dice) {
  std::vector<Vec2> agents(group * groups), places;
  const auto start = [&](std::size_t g) {
    const Cell c = reachable_cell(field, dice);
    for (std::size_t i = 0; i < group; ++i) agents[g * group + i] = somewhere_in(c, dice);
  };
  for (std::size_t g = 0; g < groups; ++g) start(g);
  while (places.size() < lookups) {
    for (std::size_t a = 0; a < agents.size() && places.size() < lookups; ++a) {
      places.push_back(agents[a]);
      const Vec2 heading = sample_bilinear(field, agents[a], 0);
      if (heading == Vec2{}) {
        start(a / group);
      } else {
        agents[a] += heading * 0.5F;
      }
    }
  }
  return places;
}

// A time that the compiler cannot leave out: every answer goes into a sum.
template <class Look>
std::function<void()> pass(const std::vector<Vec2>& places, float& sum, Look look) {
  return [&places, &sum, look] {
    float all = 0;
    for (const Vec2 p : places) all += look(p);
    sum += all;
  };
}

struct Reader {
  std::string name;
  std::function<std::function<void()>(const std::vector<Vec2>&, float&)> over;
};

std::vector<Reader> readers(const TileField& field) {
  const auto make = [](std::string name, auto look) {
    return Reader{std::move(name),
                  [look](const std::vector<Vec2>& places, float& sum) { return pass(places, sum, look); }};
  };
  return {
      make("direction of a cell",
           [&field](Vec2 p) { return static_cast<float>(field.direction(cell_at(p, 0))); }),
      make("cost of a cell", [&field](Vec2 p) { return static_cast<float>(field.at(cell_at(p, 0)).units); }),
      make("nearest", [&field](Vec2 p) { return sample_nearest(field, p, 0).x; }),
      make("bilinear", [&field](Vec2 p) { return sample_bilinear(field, p, 0).x; }),
      make("gradient", [&field](Vec2 p) { return gradient(field, cell_at(p, 0)).x; })};
}

}  // namespace

void bench_lookups(Report& report, const Settings& settings) {
  GenerateOptions options;
  options.kind = MapKind::boxes;
  options.width = 40 * 32, options.height = 25 * 32;
  const auto map = load_or_throw({"boxes", options});
  const ReachedGoal goal = central_goal(map->view(), 3);
  TileField field(map->view(), TileGrid(map->world.extent()));
  field.add_goal(goal.goal);
  field.advance();
  report.begin_table("lookup",
                     "directions read off a field of " + std::to_string(field.tile_count()) +
                         " tiles, one thread, million lookups per second and ns",
                     {{"reader"}, {"random M/s", 1}, {"random ns"}, {"walking M/s", 1}, {"walking ns"}});
  Dice dice(4);
  const std::vector<Vec2> random = random_places(field, dice), walked = walked_places(field, dice);
  float sum = 0;
  std::vector<Method> methods;
  for (const Reader& reader : readers(field)) {
    methods.push_back({reader.name, reader.over(random, sum), 1, {}});
    methods.push_back({reader.name, reader.over(walked, sum), 1, {}});
  }
  run_in_turns(methods, settings.full ? 15 : 7);
  for (std::size_t i = 0; i < methods.size(); i += 2) {
    const double apart = methods[i].median_time() * 1000 / lookups;
    const double together = methods[i + 1].median_time() * 1000 / lookups;
    report.row({methods[i].name, 1000 / apart, apart, 1000 / together, together});
    if (methods[i].name == "nearest")
      report.result("random lookups, nearest, M/s", 1000 / apart, "at least 50");
    if (methods[i].name == "bilinear") report.result("bilinear, M/s", 1000 / apart, "at least 15");
  }
  if (sum == 0.5F) report.note("the sum of all answers is a half");
}

}  // namespace portolan::bench
