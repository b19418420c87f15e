// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::tick;

// Two halls, and a passage between them that is so wide.
std::string two_halls(int hall, int height, int passage, int width) {
  std::string map;
  for (int y = 0; y < height; ++y) {
    const bool is_passage = 2 * y >= height - width && 2 * y < height + width;
    map += std::string(static_cast<std::size_t>(hall), '.') +
           std::string(static_cast<std::size_t>(passage), is_passage ? '.' : '#') +
           std::string(static_cast<std::size_t>(hall), '.') + "\n";
  }
  return map;
}

// Who goes from hall to hall.
enum class Who { both, left_alone, each_by_itself };  // the last: both, a group each

// Cells.
struct Size {
  int hall = 24, height = 28, passage = 50;
  bool starts_in_the_middle = false;  // of the height, or in the first rows
};

// As many in each hall go to the other one, or those in the one to the left alone.
class Halls {
 public:
  Halls(int width, int agents, Who who, const Size& size = {})
      : size_(size), map_(test::draw_map(two_halls(size.hall, size.height, size.passage, width))) {
    const int right = size.hall + size.passage;
    add(agents, 0, right, who == Who::each_by_itself);
    if (who != Who::left_alone) add(agents, right, 0, who == Who::each_by_itself);
  }

  /// Steps until all are there; at most so many.
  int play(int most) {
    int steps = 0;
    for (; steps < most && crowd.count(AgentState::gone) < crowd.size(); ++steps) crowd.step(tick);
    return steps;
  }

  Crowd crowd;

 private:
  void add(int agents, int from, int to, bool each_by_itself) {
    std::vector<Cell> goals;
    const int hall = size_.hall;
    for (int k = 0; k < hall * size_.height; ++k) goals.push_back({to + k % hall, k / hall, 0});
    guides_.push_back(std::make_unique<test::ReferenceGuide>(map_.view(), goals));
    CrowdGroup group{map_.view(), guides_.back().get(), goals, {}, 1.0F, true};
    group.avoidance = Avoidance::reciprocal;
    CrowdGroupId id = crowd.add_group(group);
    const int first_row = size_.starts_in_the_middle ? (size_.height - (agents + hall - 1) / hall) / 2 : 0;
    for (int k = 0; k < agents; ++k) {
      if (each_by_itself) id = crowd.add_group(group);
      crowd.add({{static_cast<float>(from) + 0.5F + static_cast<float>(k % hall),
                  0.5F + static_cast<float>(first_row + k / hall)},
                 0,
                 0.3F,
                 4,
                 id});
    }
  }

  Size size_;
  test::TestWorld map_;
  std::vector<std::unique_ptr<test::ReferenceGuide>> guides_;
};

// Without a side for each they press against each other for good.
TEST(Streams, PassEachOtherInAWidePassage) {
  for (const int width : {4, 8, 14}) {
    Halls halls(width, 300, Who::both);
    const int steps = halls.play(2000);
    EXPECT_LT(steps, width == 4 ? 900 : 600) << "width " << width;
    EXPECT_EQ(halls.crowd.squeezes(), 0U) << "width " << width;
  }
}

// Units that were sent each to a goal of its own.
TEST(Streams, PassEachOtherWhereEachHasAGroupOfItsOwn) {
  for (const int width : {8, 10}) {
    Halls halls(width, 400, Who::each_by_itself);
    EXPECT_LT(halls.play(2000), 900) << "width " << width;
    EXPECT_EQ(halls.crowd.squeezes(), 0U) << "width " << width;
  }
}

// Those who wait before a mouth do not shut in who comes out of it.
TEST(Streams, ThoseWhoWaitLeaveRoomForThoseWhoComeOut) {
  std::uint64_t squeezes = 0;
  for (const Who who : {Who::both, Who::each_by_itself}) {
    int steps = 0;
    for (const int agents : {392, 396, 400, 404, 408}) {
      Halls halls(8, agents, who, {.hall = 40, .height = 60, .passage = 12, .starts_in_the_middle = true});
      steps += halls.play(2000);
      squeezes += halls.crowd.squeezes();
    }
    EXPECT_LT(steps, 5 * 400) << "of one as few as 320 and as many as 490";
  }
  EXPECT_LE(squeezes, 1U) << "of 4,000 agents";
}

// A single run may take a fourth more or less: the mean of five.
TEST(Streams, ThoseWhoComeOutGetOnWhateverTheirNumber) {
  for (const Who who : {Who::both, Who::each_by_itself}) {
    int steps = 0, runs = 0;
    std::uint64_t squeezes = 0;
    for (int agents = 380; agents <= 420; agents += 10, ++runs) {
      Halls halls(8, agents, who, {.hall = 40, .height = 60, .passage = 12, .starts_in_the_middle = true});
      steps += halls.play(2000);
      squeezes += halls.crowd.squeezes();
    }
    EXPECT_LT(steps, 440 * runs);
    EXPECT_LE(squeezes, 1U) << "of 4,000 agents";
  }
}

// A hall with a door in its upper wall, near the end.
std::string hall_with_a_side_door(int side, int above) {
  std::string map;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) map += y == above && (x < side - 6 || x >= side - 2) ? '#' : '.';
    map += '\n';
  }
  return map;
}

// Ticks in which an agent hardly gets on that goes along the hall, so many rows above its lower wall, and
// through the door that others come out of.
int slow_ticks(int row) {
  constexpr int side = 40, above = 24;
  const auto map = test::draw_map(hall_with_a_side_door(side, above));
  const std::vector<Cell> out = {{side - 10, 1, 0}}, along = {{1, side - 3, 0}};
  const test::ReferenceGuide to_out(map.view(), out), to_along(map.view(), along);
  Crowd crowd;
  CrowdGroup group{map.view(), &to_out, out, {}, 1.0F, true};
  group.avoidance = Avoidance::reciprocal;
  const AgentId agent =
      crowd.add({{20.5F, static_cast<float>(side - row) - 0.5F}, 0, 0.3F, 4, crowd.add_group(group)});
  group.guide = &to_along;
  group.goals = along;
  const CrowdGroupId others = crowd.add_group(group);
  for (int k = 0; k < 60; ++k) {
    const auto column = static_cast<float>(side - 6 + k % 4), line = static_cast<float>(above - 3 - k / 4);
    crowd.add({{column + 0.5F, line + 0.5F}, 0, 0.3F, 4, others});
  }
  int slow = 0;
  for (int steps = 0; steps < 60; ++steps) {
    const Vec2 before = crowd.position(agent);
    crowd.step(tick);
    if (steps > 0 && length(crowd.position(agent) - before) < 0.1F * 4 * tick) ++slow;
  }
  return slow;
}

// Those who kept to the right of a line went on along it, into the wall behind the door.
TEST(Streams, TheLineEndsWhereTheWayTurnsOff) {
  int slow = 0;
  for (int row = 1; row <= 8; ++row) slow += slow_ticks(row);
  EXPECT_LE(slow, 5);
}

// An agent that stood for a moment with nobody to touch ahead of it passed through others, while all went
// on.
TEST(Streams, NobodySqueezesInAQueueThatMoves) {
  Halls halls(3, 600, Who::left_alone);
  EXPECT_LT(halls.play(2000), 2000);
  EXPECT_EQ(halls.crowd.squeezes(), 0U);
}

}  // namespace
}  // namespace portolan
