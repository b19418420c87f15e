// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Crowds that follow fields of shortest curves.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>

#include <support/cases.hpp>
#include <support/draw_map.hpp>
#include <support/random_world.hpp>
#include <support/straight.hpp>

#include "tick.hpp"

namespace portolan {
namespace {

using namespace test;

Vec2 centre(const Crowd& crowd) {
  Vec2 sum;
  for (std::uint32_t i = 0; i < crowd.size(); ++i) sum += crowd.position({i});
  return sum * (1.0F / static_cast<float>(crowd.size()));
}

// How wide a crowd is across a direction: twice the standard deviation to both sides.
float width_across(const Crowd& crowd, Vec2 along) {
  const Vec2 middle = centre(crowd);
  float sum = 0;
  for (std::uint32_t i = 0; i < crowd.size(); ++i) {
    const Vec2 off = crowd.position({i}) - middle;
    const float across = off.x * along.y - off.y * along.x;
    sum += across * across;
  }
  return 4 * std::sqrt(sum / static_cast<float>(crowd.size()));
}

float degrees_between(Vec2 a, Vec2 b) {
  return std::acos(std::clamp(dot(a, b), -1.0F, 1.0F)) * 180 / std::numbers::pi_v<float>;
}

struct March {
  double walked = 0, straight = 0;  // sums over the agents
  float greatest_turn = 0;          // degrees, of any trail on the open part
  float narrowest = 1;              // share of the width at the start, up to half way
};

March march(const TestWorld& meadow, Vec2 along, bool stays) {
  const int columns = stays ? 15 : 25, rows = stays ? 8 : 20;
  const Vec2 start{200, 200};
  const Cell goal = cell_at(start + along * 150, 0);
  const StraightField field = field_to(meadow.view(), goal);
  const StraightGuide guide(&field);
  Crowd crowd;
  const CrowdGroupId group = crowd.add_group({meadow.view(), &guide, {{goal}}, Steering{}, 1.5F, !stays});
  if (stays) crowd.group(group).avoidance = Avoidance::reciprocal;
  std::vector<Vec2> at, heading;
  for (int k = 0; k < columns * rows; ++k) {
    const Vec2 off{static_cast<float>(k % columns - columns / 2), static_cast<float>(k / columns - rows / 2)};
    AgentSpec agent;
    agent.position = centre_of(cell_at(start + off, 0));
    agent.group = group;
    crowd.add(agent);
    at.push_back(agent.position);
    heading.push_back({});
  }
  March result;
  const float width = width_across(crowd, along);
  for (std::uint32_t i = 0; i < crowd.size(); ++i)
    result.straight += stays ? 150 : static_cast<double>(length(crowd.position({i}) - centre_of(goal))) - 1.5;
  const auto there = [&] { return crowd.count(AgentState::gone) + crowd.count(AgentState::arrived); };
  for (int step = 1; there() < crowd.size() && step < 3000; ++step) {
    crowd.step(tick);
    if (there() != 0) continue;
    if (stays || length(centre(crowd) - start) < 75)
      result.narrowest = std::min(result.narrowest, width_across(crowd, along) / width);
    if (step % 15 != 0) continue;  // every six cells
    for (std::uint32_t i = 0; i < crowd.size(); ++i) {
      const Vec2 now = normalised(crowd.position({i}) - at[i]);
      if (step > 15) result.greatest_turn = std::max(result.greatest_turn, degrees_between(now, heading[i]));
      at[i] = crowd.position({i});
      heading[i] = now;
    }
  }
  EXPECT_EQ(there(), crowd.size());
  if (stays) {
    EXPECT_EQ(crowd.overlaps(0.9F), 0U);
  }
  for (std::uint32_t i = 0; i < crowd.size(); ++i) result.walked += static_cast<double>(crowd.distance({i}));
  return result;
}

TEST(StraightGuide, ABlockMarchesStraightOverAMeadow) {
  RandomWorldOptions options;
  options.extent = {400, 400, 1};
  options.shape = Shape::open;
  const TestWorld meadow = random_world(options, 1);
  for (const int bearing : {0, 1, 2, 3, 9}) {  // the others mirror these
    const float angle = static_cast<float>(bearing) * std::numbers::pi_v<float> / 8;
    const March result = march(meadow, {std::cos(angle), std::sin(angle)}, false);
    EXPECT_LT(result.walked, 1.01 * result.straight) << "bearing " << bearing;
    EXPECT_LT(result.greatest_turn, 10) << "bearing " << bearing;
    EXPECT_GT(result.narrowest, 0.5) << "bearing " << bearing;
  }
}

// A block that stays at its goal stays a block, whatever the bearing: everybody has a place of its own.
TEST(StraightGuide, ABlockArrivesAsABlockFromAllSides) {
  RandomWorldOptions options;
  options.extent = {400, 400, 1};
  options.shape = Shape::open;
  const TestWorld meadow = random_world(options, 1);
  for (int bearing = 0; bearing < 16; ++bearing) {
    const float angle = static_cast<float>(bearing) * std::numbers::pi_v<float> / 8;
    const March result = march(meadow, {std::cos(angle), std::sin(angle)}, true);
    EXPECT_LT(result.walked, 1.01 * result.straight) << "bearing " << bearing;
    EXPECT_LT(result.greatest_turn, 10) << "bearing " << bearing;
    EXPECT_GT(result.narrowest, 0.98F) << "bearing " << bearing;
  }
}

// What a single agent walks to the middle of its goal, over what the field says.
TEST(StraightGuide, ASingleAgentLosesNothingAtCorners) {
  double walked = 0, shortest = 0;
  for (std::uint64_t seed = 1; seed <= test::storm(60); ++seed) {
    RandomWorldOptions options;
    options.shape = all_shapes[seed % 6];
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    const Cell goal = random_passable_cell(world.view(), random);
    const StraightField field = field_to(world.view(), goal);
    const Cell from = random_passable_cell(world.view(), random);
    if (!reachable(field.at(from))) continue;
    const StraightGuide guide(&field);
    Crowd crowd;
    AgentSpec agent;
    agent.position = centre_of(from);
    agent.radius = 0.01F;  // the field is one for points
    agent.group = crowd.add_group({world.view(), &guide, {{goal}}, Steering{}, 0.75F, true});
    const AgentId id = crowd.add(agent);
    for (int step = 0; step < 2000 && crowd.state(id) != AgentState::gone; ++step) {
      crowd.step(tick);
      ASSERT_EQ(crowd.inside_walls(), 0U) << describe(options, seed);
    }
    ASSERT_EQ(crowd.state(id), AgentState::gone) << describe(options, seed);
    walked += static_cast<double>(crowd.distance(id) + length(crowd.position(id) - centre_of(goal)));
    shortest += static_cast<double>(field.distance(from));
  }
  EXPECT_GT(shortest, 1000);
  EXPECT_LT(walked, 1.007 * shortest);  // on real maps, with fewer corners: benchmarks/straight
}

// Field and links agree on which way to go, so that nobody goes to and fro between floors.
TEST(StraightGuide, EverybodyArrivesInWorldsWithLinks) {
  for (std::uint64_t seed = 1; seed <= test::storm(40); ++seed) {
    RandomWorldOptions options = random_options(seed, 50);
    options.most_cost = options.least_cost = 1;
    options.two_way_links = 4;
    const TestWorld world = random_world(options, seed);
    Random random(seed);
    const Cell goal = random_passable_cell(world.view(), random);
    const StraightField field = field_to(world.view(), goal);
    const StraightGuide guide(&field);
    Crowd crowd;
    const CrowdGroupId group = crowd.add_group({world.view(), &guide, {{goal}}, Steering{}, 1.5F, true});
    for (int k = 0; k < 12; ++k) {
      const Cell c = random_passable_cell(world.view(), random);
      if (!reachable(field.at(c))) continue;
      AgentSpec agent;
      agent.position = centre_of(c);
      agent.layer = c.layer;
      agent.group = group;
      crowd.add(agent);
    }
    for (int step = 0; step < 3000 && crowd.count(AgentState::gone) < crowd.size(); ++step) crowd.step(tick);
    EXPECT_EQ(crowd.count(AgentState::gone), crowd.size()) << describe(options, seed);
    EXPECT_EQ(crowd.inside_walls(), 0U) << describe(options, seed);
  }
}

// Asked for each agent by itself, and again in each step.
class AskedAgain final : public Guide {
 public:
  explicit AskedAgain(const StraightField* field) : guide_(field) {}

  [[nodiscard]] Vec2 heading(Vec2 p, std::int32_t layer) const override { return guide_.heading(p, layer); }
  [[nodiscard]] Heading course(Vec2 p, std::int32_t layer) const override { return guide_.course(p, layer); }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override { return guide_.next(c); }
  [[nodiscard]] Distance remaining(Cell c) const override { return guide_.remaining(c); }

 private:
  StraightGuide guide_;
};

// Two crowds whose fields lead elsewhere after a while, and are followed half done, too.
template <class AGuide>
std::uint64_t hash_of_two_crowds(const TestWorld& world, std::uint64_t seed) {
  Random random(seed);
  std::vector<StraightField> fields;
  for (int k = 0; k < 2; ++k)
    fields.push_back(field_to(world.view(), random_passable_cell(world.view(), random)));
  const AGuide guides[]{AGuide(&fields[0]), AGuide(&fields[1])};
  Crowd crowd;
  for (const AGuide& guide : guides)
    crowd.add_group({world.view(), &guide, {{random_passable_cell(world.view(), random)}}, {}, 1.5F, false});
  for (std::uint32_t k = 0; k < 120; ++k) {
    const Cell c = random_passable_cell(world.view(), random);
    crowd.add({centre_of(c), c.layer, 0.3F, 4, CrowdGroupId{k % 2}});
  }
  for (int step = 0; step < 90; ++step) {
    crowd.step(tick);
    if (step == 30) {
      fields[0].reset();
      fields[0].allow_all();
      fields[0].add_goal({random_passable_cell(world.view(), random)});
    }
    if (step >= 30) fields[0].advance(2);
    if (step == 60) fields[1] = field_to(world.view(), random_passable_cell(world.view(), random));
  }
  return crowd.hash();
}

TEST(StraightGuide, AgentsGoWhereTheyWouldIfTheyAskedItAgainInEachStep) {
  for (std::uint64_t seed = 1; seed <= test::storm(40); ++seed) {
    RandomWorldOptions options = random_options(seed, 60);
    options.most_cost = options.least_cost = 1;
    const TestWorld world = random_world(options, seed);
    EXPECT_EQ(hash_of_two_crowds<StraightGuide>(world, seed), hash_of_two_crowds<AskedAgain>(world, seed))
        << describe(options, seed);
  }
}

// One of its steps leads farther than to its goal.
TEST(StraightGuide, WhoWalksSeldomOrInLongStepsDoesNotGoPastItsGoal) {
  std::string rows;
  for (int y = 0; y < 16; ++y) rows += std::string(64, '.') + '\n';
  const TestWorld meadow = draw_map(rows);
  const Cell goal{48, 8};
  const StraightField field = field_to(meadow.view(), goal);
  const StraightGuide guide(&field);
  for (const bool far : {true, false}) {
    Crowd crowd;
    const CrowdGroupId group = crowd.add_group({meadow.view(), &guide, {{goal}}, Steering{}});
    for (int k = 0; k < 14; ++k)
      crowd.add({{2.5F + 0.7F * static_cast<float>(k), 2.5F + static_cast<float>(k % 5)}, 0, 0.3F, 4, group});
    const std::vector<Vec2> camera{{1e4F, 1e4F}};
    if (far) crowd.set_focus(camera, 1, 16);
    for (int step = 0; step < 240; ++step) crowd.step(far ? tick : 16 * tick);
    EXPECT_EQ(crowd.count(AgentState::gone), crowd.size()) << (far ? "far" : "long steps");
  }
}

// Others have pushed it into the mud beside a road, from where it sees its place.
TEST(StraightGuide, FromMudItGoesBackToTheRoadThoughItSeesItsPlace) {
  std::string rows;
  for (int y = 0; y < 16; ++y) rows += std::string(64, y == 4 ? '.' : '6') + '\n';
  const TestWorld land = draw_map(rows);
  const Cell goal{60, 4};
  const StraightField field = field_to(land.view(), goal);
  const StraightGuide guide(&field);
  Crowd crowd;
  CrowdGroup group{land.view(), &guide, {{goal}}, Steering{}, 1.5F, false};
  group.full_speed_cost = 1;
  const CrowdGroupId walkers = crowd.add_group(group);
  const AgentId walker = crowd.add({{3.5F, 6.5F}, 0, 0.3F, 4, walkers});
  int steps = 0;
  for (; crowd.state(walker) == AgentState::moving && steps < 1000; ++steps) crowd.step(tick);
  EXPECT_LT(steps, 220);  // 57 cells of road at four a second, and two of mud at two thirds
}

}  // namespace
}  // namespace portolan
