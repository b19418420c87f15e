// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Agents on links.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "reference_guide.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::ReferenceGuide;

constexpr Cell foot{3, 2, 0};

// Ground of 7 by 5 cells, and a link from the middle of it to a floor above.
test::TestWorld two_floors(const std::string& ground) {
  auto map = draw_map(ground + R"(
    ---
    G......
    .......
    .......
    .......
    .......
  )");
  map.world.add_link({foot, {3, 1, 1}, 24});
  map.world.commit();
  return map;
}

// A step of the fast ones is longer than the foot of the link is wide.
TEST(Links, AreTakenAtAnySpeedFromEverySide) {
  const test::TestWorld map = two_floors(R"(
    .......
    .......
    .......
    .......
    .......)");
  const std::vector<Cell> goal{map['G']};
  const ReferenceGuide guide(map.view(), goal);
  for (const Avoidance avoidance : {Avoidance::none, Avoidance::reciprocal}) {
    for (int k = 0; k < 160; ++k) {
      Crowd crowd;
      CrowdGroup group{map.view(), &guide, goal, {}, 1.0F, true};
      group.avoidance = avoidance;
      AgentSpec spec;
      spec.position = {0.6F + 1.45F * static_cast<float>(k % 5),
                       0.6F + 1.25F * static_cast<float>(k / 5 % 4)};
      spec.max_speed = 2.0F + static_cast<float>(k / 20);
      spec.group = crowd.add_group(group);
      crowd.add(spec);
      for (int step = 0; step < 60; ++step) crowd.step(0.1F);
      EXPECT_EQ(crowd.count(AgentState::gone), 1U)
          << spec.max_speed << " from " << spec.position.x << ", " << spec.position.y;
    }
  }
}

// A walk of one far from the focus is many steps long.
TEST(Links, AreTakenByThoseFarFromTheFocus) {
  const test::TestWorld map = two_floors(R"(
    .......
    .......
    .......
    .......
    .......)");
  const std::vector<Cell> goal{map['G']};
  const ReferenceGuide guide(map.view(), goal);
  for (const std::uint8_t interval : {std::uint8_t{2}, std::uint8_t{8}, most_interval}) {
    Crowd crowd;
    const Vec2 elsewhere{900, 900};
    crowd.set_focus(std::span(&elsewhere, 1), 10, interval);
    AgentSpec spec;
    spec.group = crowd.add_group({map.view(), &guide, goal, {}, 1.0F, true});
    for (int k = 0; k < 20; ++k) {
      spec.position = {0.6F + 1.45F * static_cast<float>(k % 5), 0.6F + 1.25F * static_cast<float>(k / 5)};
      spec.max_speed = 2.0F + 0.5F * static_cast<float>(k);
      crowd.add(spec);
    }
    for (int step = 0; step < 300; ++step) crowd.step(0.1F);
    EXPECT_EQ(crowd.count(AgentState::gone), 20U) << int{interval};
  }
}

// Those around the foot push each other off its middle for ever: each comes there, and is pushed back by the
// other three.
TEST(Links, AreTakenByThoseWhoPressAroundTheirFoot) {
  const test::TestWorld map = two_floors(R"(
    #######
    #######
    ##...##
    ##...##
    ##...##)");
  const std::vector<Cell> goal{map['G']};
  const ReferenceGuide guide(map.view(), goal);
  for (int k = 0; k < 40; ++k) {
    Crowd crowd;
    const CrowdGroup group{map.view(), &guide, goal, {}, 1.0F, true};
    AgentSpec spec;
    spec.group = crowd.add_group(group);
    spec.max_speed = 4.0F + 0.25F * static_cast<float>(k % 20);
    const float to_side = 0.26F + 0.005F * static_cast<float>(k);
    for (const Vec2 off :
         {Vec2{to_side, -0.2F}, Vec2{-to_side, -0.2F}, Vec2{0.4F, 0.32F}, Vec2{-0.37F, 0.33F},
          Vec2{0.75F, -0.26F}, Vec2{-0.78F, -0.2F}, Vec2{0.02F, 0.77F}}) {
      spec.position = centre_of(foot) + off;
      crowd.add(spec);
    }
    for (int step = 0; step < 80; ++step) crowd.step(0.1F);
    EXPECT_EQ(crowd.count(AgentState::gone), 7U) << k;
  }
}

// One beside them knows no way for a moment, while another keeps them from the foot.
TEST(Links, AreTakenByThoseWhoTouchedOneThatWasLost) {
  auto map = draw_map(R"(
    ...#
    ####
    ---
    G..#
    ####
  )");
  map.world.add_link({{0, 0, 0}, {2, 0, 1}, 24});
  map.world.commit();
  const std::vector<Cell> goal{map['G']};
  struct Forgetful final : Guide {
    Forgetful(const GridView& grid, std::span<const Cell> goals) : whole(grid, goals) {}
    [[nodiscard]] Vec2 heading(Vec2 p, std::int32_t layer) const override { return whole.heading(p, layer); }
    [[nodiscard]] std::optional<Cell> next(Cell c) const override { return whole.next(c); }
    [[nodiscard]] Distance remaining(Cell c) const override {
      return forgets && c.layer == 0 && c.x > 0 ? unreachable : whole.remaining(c);
    }
    ReferenceGuide whole;
    bool forgets = false;
  } guide(map.view(), goal);
  Crowd crowd;
  CrowdGroup walkers{map.view(), &guide, goal, {}, 1.0F, true};
  walkers.avoidance = Avoidance::none;
  const CrowdGroupId group = crowd.add_group(walkers);
  const auto add = [&](Vec2 at) { return crowd.add({at, 0, 0.25F, 2, group}); };
  add({0.9F, 0.25F}), add({0.9F, 0.75F});  // in the cell of the foot
  const AgentId between =
      crowd.add({{0.5F, 0.5F}, 0, 0.2F, 2, crowd.add_group({map.view(), nullptr, {}, {}})});
  crowd.set_holds(between, true);
  for (int step = 0; step < 15; ++step) crowd.step(0.1F);
  add({1.3F, 0.5F});
  guide.forgets = true;
  crowd.step(0.1F);
  guide.forgets = false;
  for (int step = 0; step < 2; ++step) crowd.step(0.1F);
  crowd.remove(between);
  for (int step = 0; step < 20; ++step) crowd.step(0.1F);
  EXPECT_EQ(crowd.count(AgentState::gone), 3U);
}

}  // namespace
}  // namespace portolan
