// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Leaders and targets are part of what a crowd is: of copies, saved games and moments.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/backward_executor.hpp>
#include <support/draw_map.hpp>

#include "march.hpp"

namespace portolan {
namespace {

using test::March;

std::vector<std::uint64_t> hashes_on_the_march(Crowd& crowd) {
  std::vector<std::uint64_t> hashes;
  for (int k = 0; k < 60; ++k) {
    crowd.step(test::tick);
    hashes.push_back(crowd.hash());
  }
  return hashes;
}

TEST(Leading, IsTheSameOnAnyThreadsFromACopyASaveAndAMoment) {
  const auto map = test::draw_map(test::two_rooms);
  test::BackwardExecutor threads;
  CrowdOptions options;
  options.executor = &threads;
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    March march(map, avoidance), other(map, avoidance, options);
    march.followers({1, 2, 0}, 3, 5), other.followers({1, 2, 0}, 3, 5);
    march.crowd.group(march.company).target = PathPoint{centre_of({5, 3, 0}), 0};
    other.crowd.group(other.company).target = PathPoint{centre_of({5, 3, 0}), 0};
    march.crowd.group(march.company).steering.flee = other.crowd.group(other.company).steering.flee = 0.3F;
    march.play(15), other.play(15);
    StateWriter writer;
    march.crowd.save_state(writer);
    const std::uint64_t moment = march.crowd.keep();
    Crowd copy(march.crowd);
    const std::vector<std::uint64_t> hashes = hashes_on_the_march(march.crowd);
    EXPECT_EQ(hashes_on_the_march(other.crowd), hashes);
    EXPECT_EQ(hashes_on_the_march(copy), hashes);
    march.crowd.go_back(moment);
    EXPECT_EQ(hashes_on_the_march(march.crowd), hashes);

    Result<StateReader> reader = StateReader::open(writer.finish());
    ASSERT_TRUE(reader.ok());
    Crowd restored;
    ASSERT_TRUE(restored.restore_state(*reader, [&](CrowdGroupId) { return map.view(); }));
    restored.group(march.alone).guide = &march.to_g;
    restored.group(march.company).guide = &march.to_h;
    EXPECT_EQ(restored.group(march.company).leader, march.leader);
    EXPECT_EQ(hashes_on_the_march(restored), hashes);

    for (const bool without_leader : {true, false}) {
      march.crowd.go_back(moment);
      if (without_leader)
        march.crowd.group(march.company).leader = {};
      else
        march.crowd.group(march.company).target.reset();
      EXPECT_NE(hashes_on_the_march(march.crowd), hashes) << "it matters";
    }
  }
}

}  // namespace
}  // namespace portolan
