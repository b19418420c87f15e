// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Those who stand in their places, and friends who have to get past them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>

#include "point_guide.hpp"

namespace portolan {
namespace {

using test::PointGuide;

constexpr float quarter_second = 0.25F, pace = 2, girth = 1.5F, apart = 5, close = 3.84F, edge = 25;
constexpr int side = 80, rows = 7;

// Friends who stand in rows, as a ring of many who crossed a circle does when they are there.
class Rows {
 public:
  explicit Rows(std::uint32_t seed) : profile_(world_.add_profile({})), random_(seed) { world_.commit(); }
  // One that is to stand in a place of the rows.
  void add(int column, int row, Vec2 from) { send(place(column, row), from); }
  void send(Vec2 to, Vec2 from) {
    guides_.push_back(std::make_unique<PointGuide>(to));
    CrowdGroup group{world_.view(profile_), guides_.back().get(), std::vector<Cell>{cell_at(to, 0)}, {}};
    group.leave_on_arrival = false;
    group.avoidance = Avoidance::reciprocal;
    crowd_.set_place(crowd_.add({from, 0, girth, pace, crowd_.add_group(group)}), to);
  }
  Vec2 place(int column, int row) {
    return Vec2{edge, edge} + Vec2{static_cast<float>(column), static_cast<float>(row)} * apart;
  }
  // Somewhere near by.
  Vec2 beside(Vec2 at, float most) {
    std::uniform_real_distribution<float> off(-most, most);
    const float x = off(random_);
    return at + Vec2{x, off(random_)};
  }
  // Seconds until everybody stands.
  float play(float longest) {
    float now = 0;
    for (; now < longest && crowd_.count(AgentState::arrived) < guides_.size(); now += quarter_second)
      crowd_.step(quarter_second);
    return now;
  }

 private:
  World world_{Extent{side, side, 1}, 1};
  ProfileId profile_;
  std::mt19937 random_;
  Crowd crowd_{CrowdOptions{nullptr, 1e9F, 3}};
  std::vector<std::unique_ptr<PointGuide>> guides_;
};

// Two whose places lie behind one another, with no room between those who stand for two abreast.
TEST(Standing, FriendsLetTwoThroughWhoMeetAmongThem) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Rows crowd(seed);
    for (int k = 0; k < rows * rows; ++k) {
      const int column = k % rows, row = k / rows;
      const bool swaps = row == 3 && (column == 3 || column == 4);
      const Vec2 here = crowd.place(column, row);
      crowd.add(column, row,
                swaps ? crowd.beside(crowd.place(7 - column, row), 0.9F) : crowd.beside(here, 0.3F));
    }
    EXPECT_LT(crowd.play(60), 60) << "seed " << seed;
  }
}

// Rows of a block whose places lie behind rows of those who were there before.
TEST(Standing, RowsOpenBeforeThoseBehindStandStill) {
  float seconds = 0;
  for (int columns = 8; columns < 14; ++columns) {
    Rows crowd(1);
    for (int k = 0; k < 4 * columns; ++k) {
      const auto column = static_cast<float>(k % columns), row = static_cast<float>(k / columns);
      const Vec2 to{10 + close * column, edge + 2 * close * row};
      crowd.send(to, row < 2 ? to : Vec2{10 + close * column, edge - 2 - close * row});
    }
    seconds += crowd.play(300);
  }
  EXPECT_LT(seconds, 430);
}

// Four abreast, through five rows with no room for a body between two. It took twice as long as on free
// ground when rows opened for those alone who were held up already.
TEST(Standing, RowsOpenForThoseWhoCome) {
  constexpr float from = 14, to = 70;
  constexpr int movers = 4, columns = 12;
  Rows crowd(1);
  for (int k = 0; k < 5 * columns; ++k) {
    const auto column = static_cast<float>(k % columns), row = static_cast<float>(k / columns);
    const Vec2 at{10 + close * column, edge + 2 * close * row};
    crowd.send(at, at);
  }
  for (int k = 0; k < movers; ++k) {
    const float x = 10 + close * static_cast<float>(k + 4);
    crowd.send({x, to}, {x, from});
  }
  EXPECT_LT(crowd.play(300), 1.5F * (to - from) / pace);
}

// All had it for their place, and those at the ends of the row that they became walked back to it for good.
// Ten overlapped for good, and forty, who were all pushed along x, took more than a minute.
TEST(Standing, ThoseWhoComeToOneSpotPart) {
  World world({40, 20, 1});
  const ProfileId profile = world.add_profile({});
  world.commit();
  for (const std::uint32_t many : {2U, 3U, 5U, 10U, 40U}) {
    Crowd crowd;
    AgentSpec spec;
    spec.group = crowd.add_group({world.view(profile), nullptr, {}, {}});
    spec.position = {20.5F, 10.5F};
    for (std::uint32_t k = 0; k < many; ++k) crowd.add(spec);
    for (int k = 0; k < 60; ++k) crowd.step(0.1F);
    EXPECT_EQ(crowd.overlaps(0.99F), 0U) << many;
    for (std::uint32_t k = 0; k < many; ++k) EXPECT_EQ(crowd.velocity(crowd.agent(k)), Vec2{}) << k;
  }
}

// One that had arrived and one that walked back to its place pushed each other for good, and walked on the
// spot.
TEST(Standing, TwoWhoWalkBackHeadOnPassEachOther) {
  World world({40, 20, 1});
  const ProfileId profile = world.add_profile({});
  world.commit();
  Crowd crowd;
  AgentSpec spec;
  spec.group = crowd.add_group({world.view(profile), nullptr, {}, {}});
  spec.position = {15.5F, 10.5F};
  const AgentId left = crowd.add(spec);
  spec.position = {16.5F, 10.5F};
  const AgentId right = crowd.add(spec);
  crowd.step(0.1F);
  crowd.set_place(left, {20.5F, 10.5F});
  crowd.set_place(right, {10.5F, 10.5F});
  for (int k = 0; k < 120; ++k) crowd.step(0.1F);
  EXPECT_NEAR(crowd.position(left).x, 20.5F, 0.3F);
  EXPECT_NEAR(crowd.position(right).x, 10.5F, 0.3F);
  EXPECT_EQ(crowd.velocity(left), Vec2{});
  EXPECT_EQ(crowd.velocity(right), Vec2{});
}

// Those who were pushed onto each other's places by friends who passed stood there for good, each with
// another on its place: six of a thousand who had crossed a circle.
TEST(Standing, TwoOnEachOthersPlacesWalkBack) {
  World world({40, 20, 1});
  const ProfileId profile = world.add_profile({});
  world.commit();
  const Vec2 places[2] = {{15, 10}, {18.4F, 10}};
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    const PointGuide guides[2] = {PointGuide(places[0]), PointGuide(places[1])};
    Crowd crowd;
    for (int k = 0; k < 2; ++k) {
      CrowdGroup group{world.view(profile), &guides[k], std::vector<Cell>{cell_at(places[k], 0)}, {}};
      group.leave_on_arrival = false;
      group.avoidance = avoidance;
      crowd.set_place(crowd.add({places[k], 0, girth, pace, crowd.add_group(group)}), places[k]);
    }
    for (int k = 0; k < 8; ++k) crowd.step(quarter_second);
    ASSERT_EQ(crowd.count(AgentState::arrived), 2U);
    for (std::size_t k = 0; k < 2; ++k) crowd.put(crowd.agent(k), places[1 - k], 0);
    for (int k = 0; k < 200; ++k) crowd.step(quarter_second);
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_LT(length(crowd.position(crowd.agent(k)) - places[k]), 0.3F) << k;
  }
}

// A hundred stand about a point, and thirty, some of them wide and heavy, go through them and away.
struct Block {
  Block(std::uint32_t seed, Avoidance avoidance) {
    world.commit();
    std::mt19937 random(seed);
    const auto between = [&](float from, float to) {
      return std::uniform_real_distribution<float>(from, to)(random);
    };
    const auto group_to = [&](Vec2 to, bool leaves) {
      guides.push_back(std::make_unique<PointGuide>(to));
      CrowdGroup group{world.view(profile), guides.back().get(), std::vector<Cell>{cell_at(to, 0)}, {}};
      group.leave_on_arrival = leaves;
      group.avoidance = avoidance;
      return crowd.add_group(group);
    };
    const CrowdGroupId block = group_to({30, 20}, false);
    for (int k = 0; k < standing; ++k) {
      const float x = between(20, 40);
      crowd.add({{x, between(6, 12)}, 0, 0.4F, 2, block});
    }
    for (int k = 0; k < 300; ++k) crowd.step(0.1F);
    for (int k = 0; k < 30; ++k) {
      const bool heavy = k % 5 == 0;
      const Vec2 from{between(4, 10), 8.0F + 0.8F * static_cast<float>(k)};
      const CrowdGroupId group = group_to({52, between(8, 32)}, true);
      crowd.set_mass(crowd.add({from, 0, heavy ? 0.7F : 0.4F, 2, group}), heavy ? 4 : 1);
    }
  }

  static constexpr int standing = 100;
  World world{{60, 40, 1}};
  ProfileId profile = world.add_profile({});
  std::vector<std::unique_ptr<PointGuide>> guides;
  Crowd crowd;
};

// One in ten walked about for good, as others stood in the ways of those who had been pushed off their
// places, or on these.
TEST(Standing, ABlockThroughWhichOthersGoComesToRest) {
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
      Block block(seed, avoidance);
      ASSERT_EQ(block.crowd.count(AgentState::arrived), std::size_t{Block::standing}) << seed;
      for (int k = 0; k < 900; ++k) block.crowd.step(0.1F);
      EXPECT_EQ(block.crowd.count(AgentState::gone), 30U) << seed;
      int walking = 0, away = 0;
      for (std::size_t k = 0; k < Block::standing; ++k) {
        const AgentId agent = block.crowd.agent(k);
        walking += block.crowd.velocity(agent) != Vec2{} ? 1 : 0;
        away += length(block.crowd.position(agent) - *block.crowd.place(agent)) > 0.3F ? 1 : 0;
      }
      EXPECT_EQ(walking, 0) << seed;
      EXPECT_EQ(away, 0) << seed;
    }
  }
}

// A place of its own is forgotten only when nothing has helped for long: who finds it shut stays before it,
// and comes to it when the others have gone.
TEST(Standing, WhoFindsItsPlaceShutComesToItWhenTheOthersHaveGone) {
  World world(Extent{40, 40, 1}, 1);
  const ProfileId seen = world.add_profile({});
  world.commit();
  const Vec2 place{20.5F, 20.5F};
  const PointGuide guide(place);
  CrowdGroup group{world.view(seen), &guide, std::vector<Cell>{cell_at(place, 0)}, {}};
  group.leave_on_arrival = false;
  group.avoidance = Avoidance::reciprocal;
  Crowd crowd;
  const CrowdGroupId id = crowd.add_group(group);
  std::vector<AgentId> ring;
  for (int x = -2; x <= 2; ++x) {
    for (int y = -2; y <= 2; ++y) {
      const Vec2 off{static_cast<float>(x) * 0.9F, static_cast<float>(y) * 0.9F};
      if (std::max(std::abs(x), std::abs(y)) == 2) ring.push_back(crowd.add({place + off, 0, 0.45F, 2, id}));
    }
  }
  for (const AgentId one : ring) crowd.set_holds(one, true);
  const AgentId late = crowd.add({{4.5F, 20.5F}, 0, 0.45F, 2, id});
  crowd.set_place(late, place);
  for (int step = 0; step < 1000 && crowd.state(late) != AgentState::arrived; ++step) crowd.step(0.1F);
  EXPECT_EQ(crowd.state(late), AgentState::arrived) << "it stands before the ring";
  EXPECT_GT(length(crowd.position(late) - place), 2);
  for (const AgentId one : ring) crowd.remove(one);
  for (int step = 0; step < 100; ++step) crowd.step(0.1F);
  EXPECT_LT(length(crowd.position(late) - place), 0.2F);
}

}  // namespace
}  // namespace portolan
