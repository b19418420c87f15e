// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who is far from where players look walks as those near do, but for how often.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

constexpr std::uint8_t every_so_many = 8;
constexpr float body = 0.35F;

// Tells of a way that was planned in time.
class InTime final : public Guide {
 public:
  InTime(GridView grid, std::span<const Cell> goals) : way_(grid, goals) {}
  [[nodiscard]] Vec2 heading(Vec2 p, std::int32_t layer) const override { return way_.heading(p, layer); }
  [[nodiscard]] bool keeps_time() const override { return true; }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override { return way_.next(c); }
  [[nodiscard]] Distance remaining(Cell c) const override { return way_.remaining(c); }

 private:
  test::ReferenceGuide way_;
};

// A plan in time names one cell after the other, and whom it leads was late in all of them.
TEST(FarFromFocus, WhoFollowsAPlanInTimeIsNear) {
  const auto map = test::draw_map(R"(
    A..........................................G
    B...........................................
  )");
  const std::vector<Cell> goals{map['G']};
  const InTime in_time(map.view(), goals);
  const test::ReferenceGuide at_any_time(map.view(), goals);
  Crowd crowd;
  const Vec2 elsewhere[] = {{1000, 1000}};
  crowd.set_focus(elsewhere, 50, every_so_many);
  const CrowdGroupId group = crowd.add_group({map.view(), &at_any_time, goals, {}});
  const AgentId timed = crowd.add({centre_of(map['A']), 0, body, 4, group});
  const AgentId other = crowd.add({centre_of(map['B']), 0, body, 4, group});
  crowd.set_guide(timed, &in_time);
  for (int k = 0; k < 2 * every_so_many; ++k) crowd.step(test::tick);
  EXPECT_FALSE(crowd.is_far(timed));
  EXPECT_TRUE(crowd.is_far(other));
  crowd.set_guide(timed, nullptr);
  crowd.set_guide(other, &in_time);
  for (int k = 0; k < 2 * every_so_many; ++k) crowd.step(test::tick);
  EXPECT_TRUE(crowd.is_far(timed));
  EXPECT_FALSE(crowd.is_far(other));
}

// Who was held up for eight seconds was at its place beyond the others in one step.
TEST(FarFromFocus, WhoIsFarGoesTwiceAsFarAtMost) {
  const auto map = test::draw_map(R"(
    .........#......................
    .........#......................
    .........#......................
    .........#......................
    .........#......................
    ...............................G
    .........#......................
    .........#......................
    .........#......................
    .........#......................
  )");
  const std::vector<Cell> goals{map['G']};
  const test::ReferenceGuide guide(map.view(), goals);
  Crowd crowd;
  const Vec2 elsewhere[] = {{1000, 1000}};
  crowd.set_focus(elsewhere, 50, every_so_many);
  const CrowdGroupId group = crowd.add_group({map.view(), &guide, goals, {}, 1.5F, false});
  for (int k = 0; k < 80; ++k) {
    const Vec2 at{0.5F + static_cast<float>(k % 8), 0.5F + static_cast<float>(k / 8)};
    crowd.add({at, 0, body, 4, group});
  }
  std::vector<Vec2> before(crowd.size());
  float longest = 0;
  for (int step = 0; step < 800; ++step) {
    for (std::size_t k = 0; k < crowd.size(); ++k) before[k] = crowd.position(crowd.agent(k));
    crowd.step(test::tick);
    for (std::size_t k = 0; k < crowd.size(); ++k)
      longest = std::max(longest, length(crowd.position(crowd.agent(k)) - before[k]));
  }
  const float in_a_step = 4 * test::tick * static_cast<float>(every_so_many);
  EXPECT_LE(longest, 2.1F * in_a_step);
  EXPECT_EQ(crowd.count(AgentState::arrived), crowd.size());
}

// Those who became far in a throng stood there for some steps, and others were pressed into them.
TEST(FarFromFocus, WhoIsTooNearToAnotherIsNear) {
  const auto map = test::draw_map(R"(
    A...B
    .....
  )");
  Crowd crowd;
  const Vec2 elsewhere[] = {{1000, 1000}};
  crowd.set_focus(elsewhere, 50, every_so_many);
  const CrowdGroupId group = crowd.add_group({map.view(), nullptr, {}, {}});
  const AgentId alone = crowd.add({centre_of(map['A']), 0, body, 4, group});
  const AgentId one = crowd.add({centre_of(map['B']), 0, body, 4, group});
  const AgentId other = crowd.add({centre_of(map['B']) + Vec2{0.1F, 0}, 0, body, 4, group});
  for (const AgentId agent : {one, other}) crowd.set_holds(agent, true);  // nothing parts them
  for (int k = 0; k < 2 * every_so_many; ++k) crowd.step(test::tick);
  EXPECT_TRUE(crowd.is_far(alone));
  EXPECT_FALSE(crowd.is_far(one));
  EXPECT_FALSE(crowd.is_far(other));
  crowd.remove(other);
  for (int k = 0; k < 2 * every_so_many; ++k) crowd.step(test::tick);
  EXPECT_TRUE(crowd.is_far(one));
}

}  // namespace
}  // namespace portolan
