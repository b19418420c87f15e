// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who is far from where players look walks seldom.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <portolan/core/thread_pool.hpp>
#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

constexpr std::uint8_t seldom = 8;
constexpr float radius = 0.35F;

// Two crowds between pillars, each to the other side.
class Pillars {
 public:
  explicit Pillars(Avoidance avoidance, bool stays = false, Executor* executor = nullptr)
      : map_(ground()), crowd(CrowdOptions{executor, 5, 3}) {
    for (const int side : {0, 1}) {
      std::vector<Cell> goals;
      for (int y = 1; y < height; y += 2) goals.push_back({side == 0 ? width - 2 : 1, y, 0});
      guides_.push_back(std::make_unique<test::ReferenceGuide>(map_.view(), goals));
      CrowdGroup group{map_.view(), guides_.back().get(), goals, {}, 1.5F, !stays};
      group.avoidance = avoidance;
      const CrowdGroupId id = crowd.add_group(group);
      for (int k = 0; k < agents_each; ++k) {
        const int x = side == 0 ? 2 + k % 12 : width - 14 + k % 12;
        crowd.add({{static_cast<float>(x) + 0.5F, 3.5F + static_cast<float>(k / 12)}, 0, radius, 4, id});
      }
    }
  }
  [[nodiscard]] static std::size_t size() { return 2 * agents_each; }
  [[nodiscard]] AgentId agent(std::size_t k) const { return crowd.agent(k); }
  [[nodiscard]] std::size_t far() const {
    std::size_t count = 0;
    for (std::size_t k = 0; k < size(); ++k) count += crowd.is_far(agent(k)) ? 1 : 0;
    return count;
  }
  // Pairs that are nearer than nine tenths of both radii.
  [[nodiscard]] std::size_t too_near() const {
    std::size_t count = 0;
    for (std::size_t a = 0; a < size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (!crowd.present(agent(a)) || !crowd.present(agent(b))) continue;
        const Vec2 off = crowd.position(agent(a)) - crowd.position(agent(b));
        count += length(off) < 0.899F * 2 * radius ? 1 : 0;
      }
    }
    return count;
  }
  // Steps until nobody is on the way.
  int play(int most) {
    int steps = 0;
    for (; steps < most && crowd.count(AgentState::moving) > 0; ++steps) crowd.step(test::tick);
    return steps;
  }
  [[nodiscard]] GridView view() const { return map_.view(); }
  [[nodiscard]] const Guide* guide(std::size_t k) const { return guides_[k].get(); }

 private:
  static constexpr int width = 80, height = 24, agents_each = 180;

  static test::TestWorld ground() {
    std::string rows;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) rows += x % 10 == 5 && y % 6 < 2 && x > 18 && x < 62 ? '#' : '.';
      rows += '\n';
    }
    return test::draw_map(rows);
  }

  test::TestWorld map_;
  std::vector<std::unique_ptr<test::ReferenceGuide>> guides_;

 public:
  Crowd crowd;
};

// Where a camera looks that goes along the ground.
Vec2 camera(int step) { return {40 + 30 * std::sin(0.02F * static_cast<float>(step)), 12}; }

TEST(Focus, WhoIsFarGetsThereAsFastOnItsOwn) {
  for (const std::uint8_t interval : {std::uint8_t{2}, std::uint8_t{8}, most_interval}) {
    float walked[2];
    for (const bool far : {false, true}) {
      const auto map = test::draw_map(R"(
        A...........................................
        ............................................
      )");
      const std::vector<Cell> goals{{43, 1, 0}};
      const test::ReferenceGuide guide(map.view(), goals);
      Crowd crowd;
      const CrowdGroupId group = crowd.add_group({map.view(), &guide, goals, {}});
      const AgentId agent = crowd.add({centre_of(map['A']), 0, radius, 4, group});
      const Vec2 elsewhere[] = {{1000, 1000}};
      if (far) crowd.set_focus(elsewhere, 50, interval);
      for (int k = 0; k < 4 * most_interval; ++k) crowd.step(test::tick);
      EXPECT_EQ(crowd.is_far(agent), far);
      walked[far ? 1 : 0] = crowd.distance(agent);
    }
    EXPECT_NEAR(walked[1], walked[0], static_cast<float>(interval) * 4 * test::tick) << int{interval};
  }
}

// They went past it, to and fro, for good: a walk in one direction was longer than the way to the gap.
TEST(Focus, WhoIsFarFindsAGap) {
  const auto map = test::draw_map(R"(
    A........#..........
    .........#..........
    .........#..........
    ...................G
    .........#..........
    .........#..........
    .........#..........
    .........#..........
    .........#..........
    .........#..........
    .........#..........
  )");
  const std::vector<Cell> goals{map['G']};
  const test::ReferenceGuide guide(map.view(), goals);
  for (const std::uint8_t interval : {std::uint8_t{2}, std::uint8_t{8}, most_interval}) {
    Crowd crowd;
    const Vec2 elsewhere[] = {{1000, 1000}};
    crowd.set_focus(elsewhere, 50, interval);
    const CrowdGroupId group = crowd.add_group({map.view(), &guide, goals, {}});
    for (int k = 0; k < 44; ++k) {
      const Vec2 at{0.5F + 2 * static_cast<float>(k % 4), 0.5F + static_cast<float>(k / 4)};
      crowd.add({at, 0, radius, 2 + 0.25F * static_cast<float>(k), group});
    }
    for (int k = 0; k < 400; ++k) crowd.step(test::tick);
    EXPECT_EQ(crowd.count(AgentState::gone), 44U) << int{interval};
  }
}

// Around a goal between walls they hopped about for good: nobody makes way for one that passes through
// others.
TEST(Focus, WhoIsFarComesToRestBetweenWalls) {
  std::string rows;
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 100; ++x) rows += (x * 7 + y * 13) % 17 == 0 || (x % 9 == 4 && y % 7 < 4) ? '#' : '.';
    rows += '\n';
  }
  const auto map = test::draw_map(rows);
  const std::vector<Cell> goals{{80, 20, 0}};
  ASSERT_TRUE(map.view().passable(goals[0]));
  const test::ReferenceGuide guide(map.view(), goals);
  for (const std::uint8_t interval : {std::uint8_t{2}, std::uint8_t{8}, most_interval}) {
    Crowd crowd;
    const Vec2 elsewhere[] = {{1000, 1000}};
    crowd.set_focus(elsewhere, 50, interval);
    const CrowdGroupId group = crowd.add_group({map.view(), &guide, goals, {}, 1.5F, false});
    for (int k = 0; k < 240; ++k) {
      const Cell at{1 + k % 24, 5 + k / 24 * 3, 0};
      if (map.view().passable(at)) crowd.add({centre_of(at), 0, 0.3F, 8, group});
    }
    for (int k = 0; k < 1200; ++k) crowd.step(test::tick);
    EXPECT_EQ(crowd.count(AgentState::arrived), crowd.size()) << int{interval};
    EXPECT_EQ(crowd.inside_walls(), 0U);
  }
}

TEST(Focus, ChangesPutNobodyInAWallOrInAnother) {
  for (const Avoidance avoidance : {Avoidance::none, Avoidance::separation, Avoidance::reciprocal}) {
    std::size_t squeezes = 0;
    for (int radius = 12; radius < 18; ++radius) {
      Pillars play(avoidance);
      std::size_t most_far = 0, worst = 0;
      for (int k = 0; k < 700 && play.crowd.count(AgentState::moving) > 0; ++k) {
        const Vec2 place[] = {camera(k)};
        play.crowd.set_focus(place, static_cast<float>(radius), seldom);
        play.crowd.step(test::tick);
        most_far = std::max(most_far, play.far());
        if (avoidance == Avoidance::reciprocal) worst = std::max(worst, play.too_near());
        ASSERT_EQ(play.crowd.inside_walls(), 0U);
      }
      EXPECT_EQ(worst, 0U);
      squeezes += play.crowd.squeezes();
      EXPECT_GT(most_far, play.size() / 2);
      EXPECT_EQ(play.crowd.count(AgentState::moving), 0U) << static_cast<int>(avoidance);
    }
    // Of those who only part from others one squeezes in every third run; a single run tells nothing.
    EXPECT_LE(squeezes, avoidance == Avoidance::reciprocal ? 0U : 3U) << static_cast<int>(avoidance);
  }
}

TEST(Focus, WithoutPlacesAllAreNearAgain) {
  Pillars play(Avoidance::reciprocal);
  const Vec2 nowhere[] = {{-500, 0}};
  play.crowd.set_focus(nowhere, 1, seldom);
  for (int k = 0; k < 2 * seldom; ++k) play.crowd.step(test::tick);
  EXPECT_EQ(play.far(), play.size());
  play.crowd.set_focus({}, 0, 0);
  for (int k = 0; k < 20 * seldom; ++k) play.crowd.step(test::tick);
  EXPECT_EQ(play.far(), 0U);
}

TEST(Focus, WhoComesInPlaceOfOneThatWasFarIsNear) {
  Pillars play(Avoidance::reciprocal);
  const Vec2 nowhere[] = {{-500, 0}};
  play.crowd.set_focus(nowhere, 1, seldom);
  for (int k = 0; k < 2 * seldom; ++k) play.crowd.step(test::tick);
  const AgentId was = play.agent(7);
  const Vec2 at = play.crowd.position(was);
  play.crowd.remove(was);
  const AgentId next = play.crowd.add({at, 0, radius, 4, {0}});
  ASSERT_EQ(next.slot, was.slot);
  EXPECT_FALSE(play.crowd.is_far(next));
}

TEST(Focus, ThreadsSavesAndMomentsChangeNothing) {
  ThreadPool pool(3);
  Pillars one(Avoidance::reciprocal, true), other(Avoidance::reciprocal, true, &pool);
  const auto step = [](Crowd& crowd, int k) {
    const Vec2 place[] = {camera(k)};
    crowd.set_focus(place, 12, seldom);
    crowd.step(test::tick);
  };
  for (int k = 0; k < 300; ++k) {
    step(one.crowd, k);
    if (k % 37 == 5) {
      StateWriter writer;
      other.crowd.save_state(writer);
      Result<StateReader> reader = StateReader::open(writer.finish());
      ASSERT_TRUE(reader);
      ASSERT_TRUE(other.crowd.restore_state(*reader, [&](CrowdGroupId) { return other.view(); }));
      for (std::uint32_t g = 0; g < 2; ++g) other.crowd.group({g}).guide = other.guide(g);
    }
    if (k % 23 == 4) {
      const std::uint64_t moment = other.crowd.keep();
      for (int more = 0; more < 11; ++more) step(other.crowd, 5 * more);
      other.crowd.go_back(moment);
    }
    step(other.crowd, k);
    ASSERT_EQ(one.crowd.hash(), other.crowd.hash()) << "step " << k;
  }
}

}  // namespace
}  // namespace portolan
