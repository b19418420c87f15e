// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What may be set of agents may be saved too.
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "point_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

// Nothing where it is refused.
std::optional<Crowd> read_back(const Crowd& crowd, GridView grid) {
  StateWriter writer;
  crowd.save_state(writer);
  Result<StateReader> reader = StateReader::open(writer.finish());
  std::optional<Crowd> again(std::in_place);
  if (!reader || !again->restore_state(*reader, [&](CrowdGroupId) { return grid; })) return std::nullopt;
  return again;
}

// Rooted to the spot, by a game that lets it be as slow as that, and pushed by one who passes.
TEST(SavedCrowd, AnAgentThatHardlyMovesByItselfIsReadBack) {
  const auto map = test::draw_map(R"(
    ..........
    .A.B.....G
    ..........
  )");
  const test::PointGuide guide({centre_of(map['G'])});
  for (const float slow : {1e-3F, 1e-8F, 1e-30F}) {
    Crowd crowd;
    const CrowdGroupId group = crowd.add_group({map.view(), &guide, {{map['G']}}, {}});
    AgentSpec spec;
    spec.group = group;
    spec.position = centre_of(map['A']);
    crowd.add(spec);
    spec.position = centre_of(map['B']);
    const AgentId rooted = crowd.add(spec);
    crowd.set_max_speed(rooted, slow);
    for (int k = 0; k < 60; ++k) crowd.step(test::tick);
    EXPECT_NE(crowd.position(rooted), centre_of(map['B'])) << "nobody pushed it";
    const std::optional<Crowd> again = read_back(crowd, map.view());
    ASSERT_TRUE(again) << slow;
    EXPECT_EQ(again->hash(), crowd.hash());
  }
}

// Nobody gets to such a goal but who is near enough to it.
TEST(SavedCrowd, GoalsOutsideOfTheMapAreKept) {
  const auto map = test::draw_map(R"(
    ..........
    .A........
    ..........
  )");
  const test::PointGuide guide(Vec2{-1.5F, 1.5F});
  const Cell outside[] = {{-2, 1, 0}, {1 << 20, -5, 0}, {3, 1, 4}};
  for (int way = 0; way < 30; ++way) {
    Crowd crowd;
    const CrowdGroupId group = crowd.add_group({map.view(), &guide, {}, {}});
    CrowdGroup& manner = crowd.group(group);
    manner.goals = std::vector<Goal>{{outside[way % 3]}, {outside[(way + 1) % 3]}};
    manner.leave_on_arrival = way % 2 == 0;
    manner.avoidance = static_cast<Avoidance>(way / 2 % 3);
    manner.formation = static_cast<Formation>(way / 6);
    manner.keeps_rank = true;
    AgentSpec spec;
    spec.group = group;
    for (const Cell c : {Cell{1, 1, 0}, Cell{3, 1, 0}, Cell{5, 0, 0}}) {
      spec.position = centre_of(c);
      crowd.add(spec);
    }
    for (int k = 0; k < 40; ++k) crowd.step(test::tick);
    std::optional<Crowd> again = read_back(crowd, map.view());
    ASSERT_TRUE(again) << way;
    again->group(group).guide = &guide;
    for (Crowd* const each : {&crowd, &*again}) {
      for (int k = 0; k < 20; ++k) each->step(test::tick);
    }
    EXPECT_EQ(again->hash(), crowd.hash()) << way;
  }
}

}  // namespace
}  // namespace portolan
