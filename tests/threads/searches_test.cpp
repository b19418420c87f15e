// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Searches of all kinds side by side on one hierarchy, between edits: each answers as it does by itself.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/astar.hpp>
#include <portolan/core/straight_field.hpp>
#include <portolan/core/straight_queries.hpp>
#include <portolan/core/thread_pool.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/dynamic/time_plan.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

constexpr unsigned workers = 4;
constexpr std::size_t pieces = 24;

using Answer = std::vector<std::uint64_t>;

struct Query {
  Cell from, to;
};

// What all read: a world, its hierarchy, a field, and what is foreseen.
struct Shared {
  explicit Shared(std::uint64_t seed)
      : map(random_world({.extent = {190, 130, 1},
                          .shape = all_shapes[seed % std::size(all_shapes)],
                          .density = 20,
                          .most_cost = seed % 3 == 2 ? 9 : 1},
                         seed)),
        hierarchy(map.world, map.profile, {.sector_size = 16, .levels = static_cast<int>(1 + seed % 3)}) {}

  // An edit that searches have to bring the bounds up to date for: the first to come does.
  void edit(Random& random) {
    const Cell corner = random_cell(map.extent(), random);
    const int side = random.between(2, 12);
    const auto terrain = static_cast<TerrainId>(random.percent(50) ? wall : 1);
    for (int y = corner.y; y < std::min(corner.y + side, map.extent().height); ++y)
      for (int x = corner.x; x < std::min(corner.x + side, map.extent().width); ++x)
        map.world.set_terrain({x, y, 0}, terrain);
    hierarchy.apply(map.world.commit());
  }
  void foresee(Cell goal, Random& random) {
    field.emplace(map.view(), TileGrid(map.extent(), 32));
    field->add_goal({goal, {}});
    field->advance();
    forecast.reset(map.extent(), {0, 200});
    for (int i = 0; i < 40; ++i) forecast.block(random_cell(map.extent(), random), {10, 90});
    forecast.finish();
  }

  TestWorld map;
  Hierarchy hierarchy;
  std::optional<TileField> field;
  Forecast forecast;
};

// What one thread has for itself.
struct Searches {
  explicit Searches(const Hierarchy& hierarchy)
      : planner(hierarchy),
        finder(hierarchy),
        fields{CorridorField(hierarchy), CorridorField(hierarchy, Headings::any_angle)} {}

  Planner planner;
  PathFinder finder;
  CorridorField fields[2];  // by steps, at any angle
  AStar astar;
  TimePlanner in_time;
};

void add(Answer& answer, const Path& path) {
  for (const Cell& c : path.cells)
    answer.push_back(static_cast<std::uint64_t>(c.y) << 32U | static_cast<unsigned>(c.x));
}

PlanRequest request_of(const Query& query, std::size_t piece) {
  constexpr QualityGoal qualities[] = {{}, Quality::exact, {Quality::bounded, 1, 0.1}};
  return {.agents = {query.from},
          .goals = {{query.to}},
          .quality = qualities[piece % std::size(qualities)],
          .headings = piece % 2 == 0 ? Headings::octile : Headings::any_angle};
}

// Searches of all kinds for one query.
Answer answers_to(const Shared& shared, Searches& own, const Query& query, std::size_t piece) {
  Answer answer;
  const PlanRequest request = request_of(query, piece);
  const Plan plan = own.planner.plan(request);
  answer.insert(answer.end(),
                {static_cast<std::uint64_t>(plan.outcome), plan.cost.units, plan.lower_bound.units});
  for (const SectorId sector : plan.corridor) answer.push_back(sector.value);
  CorridorField& field = own.fields[request.headings == Headings::octile ? 0 : 1];
  field.reset(plan);
  field.advance();
  const StraightField* const by_curves = field.straight();
  answer.push_back(by_curves == nullptr ? field.at(query.from).units
                                        : std::bit_cast<std::uint32_t>(by_curves->distance(query.from)));
  add(answer, own.finder.find(request).path);
  answer.push_back(own.finder.polyline().points.size());
  add(answer, own.astar.search(shared.map.view(), query.from, query.to).path);
  const TimePlan timed =
      own.in_time.plan(*shared.field, shared.forecast, {.start = query.from, .pace = {1, 24}});
  answer.push_back(static_cast<std::uint64_t>(timed.arrival));
  answer.push_back(timed.nodes_opened);
  answer.push_back(straight(shared.map.view(), {centre_of(query.from), 0}, centre_of(query.to)) ? 1U : 0U);
  return answer;
}

std::array<Query, pieces> random_queries(GridView grid, Random& random) {
  std::array<Query, pieces> queries;
  for (Query& query : queries)
    query = {random_passable_cell(grid, random), random_passable_cell(grid, random)};
  return queries;
}

// The hierarchy is not settled after a commit: that is left to whichever search comes first.
TEST(Threads, SearchesSideBySideAnswerAsTheyDoAlone) {
  ThreadPool pool(workers);
  for (std::uint64_t seed = 0; seed < cases(6); ++seed) {
    SCOPED_TRACE(seed);
    Shared together(seed), alone(seed);
    std::vector<Searches> of_worker;
    for (unsigned k = 0; k < workers; ++k) of_worker.emplace_back(together.hierarchy);
    Searches own(alone.hierarchy);
    Random random(seed), same(seed);
    for (int commit = 0; commit < 4; ++commit) {
      together.edit(random), alone.edit(same);
      const auto queries = random_queries(together.map.view(), random);
      ASSERT_EQ(random_queries(alone.map.view(), same).back().to, queries.back().to);
      together.foresee(queries.front().to, random), alone.foresee(queries.front().to, same);
      std::array<Answer, pieces> answers;
      pool.parallel_for(pieces, [&](std::size_t i, unsigned worker) {
        answers[i] = answers_to(together, of_worker[worker], queries[i], i);
      });
      for (std::size_t i = 0; i < pieces; ++i)
        ASSERT_EQ(answers[i], answers_to(alone, own, queries[i], i)) << i;
    }
  }
}

}  // namespace
}  // namespace portolan::test
