// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Bodies that turn, get up to speed and brake no faster than they can, and those who go before others.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>

#include <support/backward_executor.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>

#include "angle.hpp"
#include "point_guide.hpp"
#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::angle;
using test::draw_map;
using test::PointGuide;
using test::ReferenceGuide;
using test::tick;

constexpr float degree = 0.017453292F;
constexpr float hair = 1e-3F;

// Open ground, on which each goes straight to a point of its own.
class Field {
 public:
  explicit Field(CrowdOptions options = {}) : profile_(world_.add_profile({})), crowd(options) {
    world_.commit();
  }
  AgentId add(AgentSpec spec, Vec2 to, Avoidance avoidance = Avoidance::separation) {
    guides_.push_back(std::make_unique<PointGuide>(to));
    CrowdGroup group{world_.view(profile_), guides_.back().get(), std::vector<Cell>{cell_at(to, 0)}, {}};
    group.leave_on_arrival = false;
    group.avoidance = avoidance;
    spec.group = crowd.add_group(group);
    const AgentId id = crowd.add(spec);
    crowd.set_place(id, to);
    return id;
  }
  // Goes on from what another one saved.
  bool load(std::span<const std::byte> bytes) {
    Result<StateReader> reader = StateReader::open(bytes);
    if (!reader || !crowd.restore_state(*reader, [&](CrowdGroupId) { return world_.view(profile_); }))
      return false;
    for (std::uint32_t g = 0; g < guides_.size(); ++g) crowd.group({g}).guide = guides_[g].get();
    return true;
  }

 private:
  World world_{Extent{80, 80, 1}, 1};
  ProfileId profile_;
  std::vector<std::unique_ptr<PointGuide>> guides_;

 public:
  Crowd crowd;
};

AgentSpec vehicle(Vec2 position, float acceleration, float turn_rate, Vec2 facing = {}) {
  AgentSpec spec;
  spec.position = position;
  spec.radius = 0.5F;
  spec.acceleration = acceleration;
  spec.turn_rate = turn_rate;
  spec.facing = facing;
  return spec;
}

// In each step its speed and its direction change no more than its body lets them.
TEST(Driving, NeitherTurnsNorSpeedsUpFasterThanItCan) {
  for (const float seconds : {0.1F, 1.0F / 30, 1.0F / 60}) {
    Field field;
    constexpr float acceleration = 2, turn_rate = 45 * degree;
    const AgentId id = field.add(vehicle({10.5F, 10.5F}, acceleration, turn_rate, {-1, 0}), {60.5F, 30.5F});
    Vec2 velocity, facing = field.crowd.facing(id);
    float fastest = 0;
    for (int k = 0; k < 3000 && field.crowd.state(id) == AgentState::moving; ++k) {
      field.crowd.step(seconds);
      const Vec2 now = field.crowd.facing(id), v = field.crowd.velocity(id);
      ASSERT_LE(std::abs(angle(facing, now)), turn_rate * seconds * 1.01F) << "step " << k;
      if (field.crowd.state(id) == AgentState::moving) {
        ASSERT_LE(std::abs(length(v) - length(velocity)), acceleration * seconds * 1.01F + hair)
            << "step " << k;
        ASSERT_LE(std::abs(angle(v, now)), hair) << "it goes where it faces, step " << k;
      }
      velocity = v;
      facing = now;
      fastest = std::max(fastest, length(v));
    }
    EXPECT_EQ(field.crowd.state(id), AgentState::arrived);
    EXPECT_GT(fastest, 3.9F);
    EXPECT_EQ(field.crowd.squeezes(), 0U);
  }
}

// It begins to brake in time, and does not go beyond its place.
TEST(Driving, ComesToRestAtItsPlace) {
  for (const float acceleration : {0.5F, 1.0F, 4.0F, 20.0F}) {
    Field field;
    const AgentId id = field.add(vehicle({10.5F, 10.5F}, acceleration, 0), {40.5F, 10.5F});
    float farthest = 0, last = 0;
    int steps = 0;
    for (; steps < 1000 && field.crowd.state(id) == AgentState::moving; ++steps) {
      last = length(field.crowd.velocity(id));
      field.crowd.step(tick);
      farthest = std::max(farthest, field.crowd.position(id).x);
    }
    EXPECT_LE(farthest, 40.5F + hair) << acceleration;
    EXPECT_LE(last, 2 * acceleration * tick + 0.3F)
        << "it stands almost before it is there: " << acceleration;
    const float ideal = 30 / 4.0F + 4 / acceleration;  // at its greatest speed, and what the two ends take
    EXPECT_LE(static_cast<float>(steps) * tick, std::max(ideal, 2 * std::sqrt(30 / acceleration)) * 1.1F + 1)
        << acceleration;
  }
}

// Told to go back, a body turns about where it stands.
TEST(Driving, TurnsOnTheSpot) {
  Field field;
  const AgentId id = field.add(vehicle({40.5F, 40.5F}, 0, 20 * degree, {1, 0}), {10.5F, 40.5F});
  float farthest = 0;
  for (int k = 0; k < 40; ++k) {  // eighty degrees of half a turn
    field.crowd.step(tick);
    farthest = std::max(farthest, length(field.crowd.position(id) - Vec2{40.5F, 40.5F}));
  }
  EXPECT_LT(farthest, 0.05F);
  for (int k = 0; k < 200; ++k) field.crowd.step(tick);
  EXPECT_EQ(field.crowd.state(id), AgentState::arrived);
  EXPECT_EQ(field.crowd.squeezes(), 0U) << "half a turn takes nine seconds, which is more than its patience";
}

// Everybody has a direction to be drawn in, and keeps it when it stands.
TEST(Driving, WhoStandsFacesWhereItWent) {
  Field field;
  const AgentId id = field.add(vehicle({10.5F, 10.5F}, 0, 0), {10.5F, 20.5F});
  EXPECT_EQ(field.crowd.facing(id), (Vec2{1, 0})) << "a model needs a direction before it has walked, too";
  for (int k = 0; k < 100; ++k) field.crowd.step(tick);
  ASSERT_EQ(field.crowd.state(id), AgentState::arrived);
  EXPECT_LT(std::abs(angle(field.crowd.facing(id), {0, 1})), hair);
}

// Between two steps a body is drawn on its way from one direction to the next.
TEST(Driving, FacingIsDrawnBetweenSteps) {
  Field field;
  const AgentId id = field.add(vehicle({40.5F, 40.5F}, 0, 90 * degree, {1, 0}), {40.5F, 10.5F});
  field.crowd.step(tick);
  const Vec2 before = field.crowd.facing(id, 0), half = field.crowd.facing(id, 0.5F),
             now = field.crowd.facing(id);
  EXPECT_EQ(before, (Vec2{1, 0}));
  EXPECT_NEAR(angle(before, now), -9 * degree, hair);
  EXPECT_NEAR(angle(before, half), -4.5F * degree, hair);
}

// A column of vehicles, one of which stands in the way, comes to a halt behind it without touching.
TEST(Driving, BrakesForOthers) {
  Field field;
  AgentSpec rock = vehicle({40.5F, 10.5F}, 0, 0);
  rock.holds = true;
  rock.radius = 3;
  field.add(rock, {40.5F, 10.5F}, Avoidance::reciprocal);
  std::vector<AgentId> column;
  for (int k = 0; k < 5; ++k)
    column.push_back(field.add(vehicle({20.5F - 2 * static_cast<float>(k), 10.5F}, 2, 60 * degree, {1, 0}),
                               {60.5F, 10.5F + 2 * static_cast<float>(k)}, Avoidance::reciprocal));
  for (int k = 0; k < 600 && field.crowd.count(AgentState::arrived) < column.size(); ++k) {
    field.crowd.step(tick);
    ASSERT_EQ(field.crowd.overlaps(0.9F), 0U) << "step " << k;
  }
  EXPECT_EQ(field.crowd.count(AgentState::arrived), column.size());
}

// Vehicles and people of all sizes, to points anywhere, by three lengths of a step.
class Throng {
 public:
  Throng(std::uint64_t seed, CrowdOptions options = {}) : field_(options) {
    test::Random random(seed);
    std::vector<Vec2> starts, ends;
    for (int k = 0; k < 60; ++k) {
      starts.push_back(free_spot(starts, random));
      ends.push_back(free_spot(ends, random));
      AgentSpec spec = vehicle(starts.back(), 0, 0);
      spec.radius = 0.3F + 0.1F * static_cast<float>(random.below(10));
      if (k % 3 != 0) spec.acceleration = 0.5F + 0.5F * static_cast<float>(random.below(8));
      if (k % 2 != 0) spec.turn_rate = (20 + 10 * static_cast<float>(random.below(20))) * degree;
      spec.priority = static_cast<std::uint8_t>(random.below(3));
      spec.mass = spec.radius;
      field_.add(spec, ends.back(), Avoidance::reciprocal);
    }
  }
  Crowd& crowd() { return field_.crowd; }
  Field& field() { return field_; }

 private:
  static Vec2 free_spot(const std::vector<Vec2>& taken, test::Random& random) {
    for (;;) {
      const Vec2 p{4.5F + static_cast<float>(random.below(70)), 4.5F + static_cast<float>(random.below(70))};
      if (std::all_of(taken.begin(), taken.end(), [&](Vec2 q) { return length(p - q) > 3; })) return p;
    }
  }

  Field field_;
};

TEST(Driving, AThrongOfVehiclesAndPeopleComesToRest) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const float seconds = seed % 3 == 0 ? 1.0F / 30 : (seed % 3 == 1 ? 0.1F : 0.25F);
    Throng throng(seed);
    int steps = 0;
    const int most = static_cast<int>(120 / seconds);
    for (; steps < most && throng.crowd().count(AgentState::arrived) < 60; ++steps) {
      throng.crowd().step(seconds);
      ASSERT_EQ(throng.crowd().overlaps(0.9F), 0U) << "seed " << seed << " step " << steps;
    }
    EXPECT_LT(steps, most) << "seed " << seed << ": " << throng.crowd().count(AgentState::arrived)
                           << " of 60";
    EXPECT_EQ(throng.crowd().squeezes(), 0U) << "seed " << seed;
  }
}

std::uint64_t facing_hash(const Crowd& crowd) {
  std::uint64_t sum = crowd.hash();
  for (std::size_t k = 0; k < crowd.size(); ++k) {
    const Vec2 f = crowd.facing(crowd.agent(k));
    sum = sum * 31 + static_cast<std::uint64_t>(static_cast<std::int64_t>(f.x * 1e6F) * 7 +
                                                static_cast<std::int64_t>(f.y * 1e6F));
  }
  return sum;
}

TEST(Driving, IsTheSameForAnyExecutorAndAfterItWasSaved) {
  test::BackwardExecutor backward;
  Throng plain(5), other(5, CrowdOptions{&backward, 5, 3});
  for (int k = 0; k < 100; ++k) plain.crowd().step(tick), other.crowd().step(tick);
  EXPECT_EQ(facing_hash(plain.crowd()), facing_hash(other.crowd()));
  Crowd copy(plain.crowd());
  const std::uint64_t moment = plain.crowd().keep();
  for (int k = 0; k < 50; ++k) plain.crowd().step(tick), copy.step(tick);
  const std::uint64_t end = facing_hash(plain.crowd());
  EXPECT_EQ(end, facing_hash(copy));
  plain.crowd().go_back(moment);
  StateWriter writer;
  plain.crowd().save_state(writer);
  const auto bytes = writer.finish();
  Throng loaded(5);
  ASSERT_TRUE(loaded.field().load(bytes));
  for (int k = 0; k < 50; ++k) loaded.crowd().step(tick);
  EXPECT_EQ(facing_hash(loaded.crowd()), end);
  for (int k = 0; k < 50; ++k) plain.crowd().step(tick);
  EXPECT_EQ(facing_hash(plain.crowd()), end);
}

// Whatever its body can do: that is how a host stops one at once.
TEST(Driving, WhoHoldsStandsAtOnce) {
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    Field field;
    const AgentId id = field.add(vehicle({10.5F, 10.5F}, 2, 1), {60.5F, 10.5F}, avoidance);
    for (int k = 0; k < 20; ++k) field.crowd.step(tick);
    field.crowd.set_holds(id, true);
    const Vec2 here = field.crowd.position(id);
    for (int k = 0; k < 5; ++k) field.crowd.step(tick);
    EXPECT_EQ(field.crowd.position(id), here);
  }
}

// What can be changed at any moment, and is told.
TEST(Driving, IsChangedAtAnyMoment) {
  Field field;
  const AgentId id = field.add(vehicle({10.5F, 10.5F}, 0, 0), {60.5F, 10.5F});
  field.crowd.step(tick);
  field.crowd.set_acceleration(id, 3);
  field.crowd.set_turn_rate(id, 2);
  field.crowd.set_priority(id, 7);
  EXPECT_EQ(field.crowd.acceleration(id), 3);
  EXPECT_EQ(field.crowd.turn_rate(id), 2);
  EXPECT_EQ(field.crowd.priority(id), 7);
  const float before = length(field.crowd.velocity(id));
  field.crowd.step(tick);
  EXPECT_LE(length(field.crowd.velocity(id)) - before, 0.3F + hair);
}

float offside(const Field& field, AgentId id, float y) { return std::abs(field.crowd.position(id).y - y); }

// Of two who meet head on the one with the higher priority goes straight on.
TEST(Priority, OneWithLessMakesRoom) {
  Field field;
  AgentSpec first = vehicle({10.5F, 20.5F}, 0, 0), second = vehicle({50.5F, 20.5F}, 0, 0);
  first.priority = 1;
  const AgentId a = field.add(first, {50.5F, 20.5F}, Avoidance::reciprocal);
  const AgentId b = field.add(second, {10.5F, 20.5F}, Avoidance::reciprocal);
  float a_most = 0, b_most = 0;
  for (int k = 0; k < 150; ++k) {
    field.crowd.step(tick);
    a_most = std::max(a_most, offside(field, a, 20.5F));
    b_most = std::max(b_most, offside(field, b, 20.5F));
  }
  EXPECT_EQ(field.crowd.count(AgentState::arrived), 2U);
  EXPECT_LT(a_most, 0.1F);
  EXPECT_GT(b_most, 0.8F);
}

// Two groups wait on both sides of a passage for one: those with the higher priority go first.
TEST(Priority, GoesFirstThroughAPassageForOne) {
  const auto map = draw_map(R"(
    ..........#.....#..........
    ..........#.....#..........
    A.........................B
    ..........#.....#..........
    ..........#.....#..........
  )");
  std::vector<Cell> east{map['B']}, west{map['A']};
  const ReferenceGuide to_east(map.view(), east), to_west(map.view(), west);
  for (const bool west_first : {false, true}) {
    Crowd crowd;
    CrowdGroup going_east{map.view(), &to_east, east, {}}, going_west{map.view(), &to_west, west, {}};
    going_east.avoidance = going_west.avoidance = Avoidance::reciprocal;
    const CrowdGroupId a = crowd.add_group(going_east), b = crowd.add_group(going_west);
    std::vector<AgentId> of_a, of_b;
    for (int k = 0; k < 6; ++k) {
      AgentSpec spec;
      spec.radius = 0.45F;
      spec.position = centre_of({k % 3, 1 + k / 3, 0});
      spec.group = a;
      spec.priority = west_first ? 0 : 5;
      of_a.push_back(crowd.add(spec));
      spec.position = centre_of({26 - k % 3, 1 + k / 3, 0});
      spec.group = b;
      spec.priority = west_first ? 5 : 0;
      of_b.push_back(crowd.add(spec));
    }
    int last_a = 0, last_b = 0;
    for (int k = 0; k < 1500 && crowd.count(AgentState::gone) < 12; ++k) {
      crowd.step(tick);
      const auto left = [&](const std::vector<AgentId>& who) {
        return std::any_of(who.begin(), who.end(), [&](AgentId id) { return crowd.present(id); });
      };
      if (left(of_a)) last_a = k;
      if (left(of_b)) last_b = k;
    }
    ASSERT_EQ(crowd.count(AgentState::gone), 12U);
    EXPECT_EQ(west_first, last_b < last_a) << last_a << " " << last_b;
  }
}

}  // namespace
}  // namespace portolan
