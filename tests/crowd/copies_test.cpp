// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A copy of a crowd goes on as the one that it was taken from, whatever has happened since where it is put
// back: what each step makes again is not in it, and must not be needed.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::tick;

struct Arena {
  explicit Arena(Avoidance avoidance) {
    for (const bool to_east : {true, false}) {
      CrowdGroup group{map.view(), to_east ? &eastward : &westward, to_east ? east : west, {}, 1.5F, false};
      group.avoidance = avoidance;
      groups[to_east ? 0 : 1] = crowd.add_group(group);
    }
    test::Random random(5);
    for (int k = 0; k < 24; ++k) add(random);
  }
  void add(test::Random& random) {
    const std::uint32_t side = random.below(2);
    const auto x = static_cast<float>(side == 0 ? 2 + random.below(5) : 13 + random.below(5));
    AgentSpec spec;
    spec.position = {x, static_cast<float>(1 + random.below(4))};
    spec.group = groups[side];
    crowd.add(spec);
  }

  test::TestWorld map = test::draw_map(R"(
    .........#..........
    A..................B
    .........#..........
    .........#..........
    ....................
    .........#..........
  )");
  std::vector<Cell> east{map['B']}, west{map['A']};
  test::ReferenceGuide eastward{map.view(), east}, westward{map.view(), west};
  Crowd crowd;
  CrowdGroupId groups[2];
};

TEST(CrowdCopies, GoOnAsTheCrowdThatTheyWereTakenFrom) {
  for (const Avoidance avoidance : {Avoidance::none, Avoidance::separation, Avoidance::reciprocal}) {
    Arena hall(avoidance);
    for (int k = 0; k < 25; ++k) hall.crowd.step(tick);
    const Crowd moment = hall.crowd;
    std::vector<std::uint64_t> hashes;
    for (int k = 0; k < 40; ++k) {
      hall.crowd.step(tick);
      hashes.push_back(hall.crowd.hash());
    }
    test::Random random(7);
    for (int k = 0; k < 6; ++k) hall.add(random);  // slots that the moment does not have
    hall.crowd.step(tick);
    for (const bool put_back : {true, false}) {
      Crowd copy(moment);
      if (put_back) hall.crowd = moment;
      Crowd& again = put_back ? hall.crowd : copy;
      for (const std::uint64_t hash : hashes) {
        again.step(tick);
        ASSERT_EQ(again.hash(), hash) << "avoidance " << static_cast<int>(avoidance);
      }
    }
  }
}

}  // namespace
}  // namespace portolan
