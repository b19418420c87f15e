// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What may be set of agents may be saved too.
#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "point_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

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
    StateWriter writer;
    crowd.save_state(writer);
    Result<StateReader> reader = StateReader::open(writer.finish());
    ASSERT_TRUE(reader.ok());
    Crowd again;
    EXPECT_TRUE(again.restore_state(*reader, [&](CrowdGroupId) { return map.view(); })) << slow;
    EXPECT_EQ(again.hash(), crowd.hash());
  }
}

}  // namespace
}  // namespace portolan
