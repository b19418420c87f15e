// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Those who go nowhere cost little in a step as long as nobody comes near: who walks into them pushes them
// all the same, and they push one another on.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/hash.hpp>
#include <portolan/crowd/crowd.hpp>
#include <support/draw_map.hpp>
#include <support/random.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::tick;

// A crowd of all sizes that stands about, and some who walk through it.
struct Square {
  explicit Square(int passes) : crowd({.relaxations = passes}) {
    CrowdGroup about{map.view(), nullptr, {}, {}};
    CrowdGroup through{map.view(), &guide, east, {}, 2, false};
    about.avoidance = through.avoidance = Avoidance::separation;
    const CrowdGroupId groups[2] = {crowd.add_group(about), crowd.add_group(through)};
    test::Random random(11);
    for (int k = 0; k < 90; ++k) {
      AgentSpec spec;
      const bool walks = k % 6 == 0;
      spec.position = {static_cast<float>(random.between(walks ? 0 : 60, walks ? 50 : 240)) / 10,
                       static_cast<float>(random.between(0, 119)) / 10};
      if (!map.view().passable(cell_at(spec.position, 0))) continue;
      spec.radius = static_cast<float>(random.between(2, k % 10 == 0 ? 12 : 4)) / 10;
      spec.mass = static_cast<float>(random.between(1, 3));
      spec.max_speed = 3;
      spec.group = groups[walks ? 1 : 0];
      spec.holds = random.percent(5);
      spec.team = random.percent(20) ? 1 : 0;
      crowd.add(spec);
    }
  }

  test::TestWorld map = test::draw_map(R"(
    ............................
    ............................
    ...........#................
    ...........#................
    ............................
    ...........................B
    ............................
    ............................
    ..................##........
    ............................
    ............................
    ............................
  )");
  std::vector<Cell> east{map['B']};
  test::ReferenceGuide guide{map.view(), east};
  Crowd crowd;
};

// As a crowd does that looks around each of them in each step: the hashes are of one that did.
TEST(Resting, AreMovedAsIfEachWereLookedAt) {
  std::vector<std::uint64_t> hashes;
  for (const int passes : {1, 3, 8}) {
    Square square(passes);
    std::uint64_t hash = 0;
    std::vector<Vec2> before;
    int moved = 0;
    for (std::size_t k = 0; k < square.crowd.size(); ++k)
      before.push_back(square.crowd.position(square.crowd.agent(k)));
    for (int k = 0; k < 150; ++k) {
      square.crowd.step(tick);
      hash = detail::mix(hash, square.crowd.hash());
    }
    for (std::size_t k = 0; k < square.crowd.size(); ++k)
      moved += square.crowd.position(square.crowd.agent(k)) != before[k] ? 1 : 0;
    EXPECT_GT(moved, 40) << "many are pushed";
    hashes.push_back(hash);
  }
  EXPECT_EQ(hashes,
            (std::vector<std::uint64_t>{4842266468214296690U, 5844652304916322683U, 5646832144070564743U}));
}

}  // namespace
}  // namespace portolan
