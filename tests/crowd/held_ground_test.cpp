// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/detail/held_ground.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>

#include "point_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using detail::HeldGround;
using test::PointGuide;
using test::tick;

// Ground with walls (#), guards of another team who stand in the middles of their cells (G), and one who
// walks to the right (w), towards a goal far beyond the drawing.
struct Picket {
  explicit Picket(const std::vector<std::string>& drawing, float radius_of_walker = 0.4F)
      : rows(drawing), world(Extent{64, static_cast<std::int32_t>(drawing.size()), 1}, 1) {
    Profile profile;
    profile.cost[0] = impassable;
    profile_id = world.add_profile(profile);
    each([&](Cell c, char letter) {
      if (letter == '#') world.set_terrain(c, 0);
    });
    world.commit();
    std::vector<Cell> goals;
    each([&](Cell c, char letter) {
      if (letter == 'G') goals.push_back(c);
    });
    CrowdGroup standing{world.view(profile_id), &guide, goals, {}};
    standing.leave_on_arrival = false;
    guards = crowd.add_group(standing);
    each([&](Cell c, char letter) {
      if (letter == 'G')
        crowd.add({.position = centre_of(c), .radius = 0.45F, .group = guards, .holds = true, .team = 1});
      if (letter == 'w') walk_from(c, radius_of_walker);
    });
  }
  void walk_from(Cell c, float radius, float mass = 1) {
    guide = PointGuide({60.5F, centre_of(c).y});
    CrowdGroup walkers{world.view(profile_id), &guide, {{Cell{60, c.y, 0}}}, {}};
    crowd.add({.position = centre_of(c), .radius = radius, .group = crowd.add_group(walkers), .mass = mass});
  }
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t y = 0; y < rows.size(); ++y) {
      for (std::size_t x = 0; x < rows[y].size(); ++x)
        visit(Cell{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), 0}, rows[y][x]);
    }
  }
  // After three seconds: held ground as x, all else but walls as a dot.
  std::vector<std::string> held() {
    for (int k = 0; k < 30; ++k) crowd.step(tick);
    ground.update(crowd, world);
    world.commit();
    std::vector<std::string> found = rows;
    each([&](Cell c, char letter) {
      const bool is_held = letter != '#' && world.view(profile_id).cost(c) == 1 + extra;
      if (letter != '#')
        found[static_cast<std::size_t>(c.y)][static_cast<std::size_t>(c.x)] = is_held ? 'x' : '.';
    });
    return found;
  }

  static constexpr std::int32_t extra = 100;
  std::vector<std::string> rows;
  World world;
  ProfileId profile_id;
  Crowd crowd;
  CrowdGroupId guards;
  PointGuide guide{{}};
  HeldGround ground{extra};
};

using Rows = std::vector<std::string>;

// Those beyond a gap that a body gets through are not known before they are met.
TEST(HeldGround, OneGuardThatIsMetShowsItsWholeRow) {
  Picket picket(
      {"........", "....G...", "....G...", "..w.G...", "....G...", "........", "....G...", "....G..."});
  EXPECT_EQ(picket.held(), (Rows{"........", "....x...", "....x...", "....x...", "....x...", "........",
                                 "........", "........"}));
}

// Between two guards, and between one and the corner of a wall: a field would slip through.
TEST(HeldGround, AGapTooNarrowForABodyIsHeldToo) {
  Picket picket({"........", ".....#..", "..w.G...", "...G....", "###....."});
  EXPECT_EQ(picket.held(), (Rows{"........", "....x#..", "...xxx..", "..xxx...", "###x...."}));
}

// From 0.55 cells on nobody gets through a gap of one cell.
TEST(HeldGround, AGapIsAsNarrowAsTheLargestBodyThatIsHeldUp) {
  const Rows drawing{".......", "...G...", ".......", ".w.G...", "......."};
  Picket picket(drawing, 0.3F);
  const Rows small = picket.held();
  EXPECT_EQ(small[2], ".......");
  picket.walk_from({1, 3, 0}, 0.8F);
  picket.held();  // the small one gets by meanwhile
  const Rows large = picket.held();
  EXPECT_EQ(large[1][3], 'x');
  EXPECT_EQ(large[2][3], 'x');
}

// To a body of two cells those beside a wall are none, but a small one walks there, up to where it is closed.
TEST(HeldGround, BesideAWallGroundIsHeldThatALargeGuardCannotStandOn) {
  for (const float x : {4.5F, 4.9F, 5.3F}) {
    Picket picket({"##########", "..........", ".w........", "..........", ".........."}, 0.2F);
    Profile large;
    large.cost[0] = impassable;
    large.clearance = 2;
    const ProfileId of_large = picket.world.add_profile(large);
    picket.world.commit();
    const CrowdGroupId guards = picket.crowd.add_group({picket.world.view(of_large), nullptr, {}, {}});
    picket.crowd.add({.position = {x, 2.5F}, .radius = 1.1F, .group = guards, .holds = true, .team = 1});
    const Rows held = picket.held();
    EXPECT_NE(held[2].find('x'), std::string::npos) << x;
    EXPECT_NE(held[1].find('x'), std::string::npos) << x << ": a body of 0.2 does not get through 0.4 cells";
  }
}

TEST(HeldGround, WhoGivesWayHoldsNothing) {
  for (const bool holds : {false, true}) {
    for (const int team : {0, 1}) {
      for (const float mass : {1.0F, 5.0F}) {
        Picket picket({".....", "w.G..", "....."});
        const AgentId guard = picket.crowd.agent(1);
        picket.crowd.set_holds(guard, holds);
        picket.crowd.set_team(guard, static_cast<std::uint8_t>(team));
        picket.crowd.set_mass(guard, mass);
        EXPECT_EQ(picket.held()[1], holds || team == 1 || mass > 1 ? "..x.." : ".....")
            << holds << ", " << team << ", " << mass;
      }
    }
  }
}

TEST(HeldGround, IsFreeOnceTheGuardsGo) {
  Picket picket({".....", "w.G..", "....."});
  EXPECT_EQ(picket.held()[1], "..x..");
  EXPECT_FALSE(picket.ground.is_outdated(picket.crowd));
  for (std::uint32_t k = 0; k < picket.crowd.size(); ++k) picket.crowd.remove(picket.crowd.agent(k));
  EXPECT_TRUE(picket.ground.is_outdated(picket.crowd));
  EXPECT_EQ(picket.held()[1], ".....");
  EXPECT_EQ(picket.ground.raised(), 0U);
  EXPECT_FALSE(picket.ground.is_outdated(picket.crowd));
}

// Every stamp is taken off again, as agents come and go, hold their ground and let go, and walls are built.
TEST(HeldGround, RandomPicketsLeaveNoTrace) {
  for (std::uint64_t seed = 0; seed < test::cases(40); ++seed) {
    test::Random random(seed);
    Rows rows(12, std::string(16, '.'));
    for (std::string& row : rows) {
      for (char& letter : row) {
        const auto drawn = random.below(8);
        letter = drawn == 0 ? 'G' : drawn == 1 ? '#' : drawn == 2 ? 'w' : '.';
      }
    }
    Picket picket(rows);
    std::size_t most = 0;
    for (int look = 0; look < 6; ++look) {
      picket.held();
      most = std::max(most, picket.ground.raised());
      for (int k = 0; k < 6; ++k) {
        const AgentId one = picket.crowd.agent(random.below(static_cast<std::uint32_t>(picket.crowd.size())));
        if (random.below(2) == 0) picket.crowd.set_holds(one, random.below(2) == 0);
        if (random.below(4) == 0 && picket.crowd.alive(one)) picket.crowd.remove(one);
      }
      const Cell c{static_cast<std::int32_t>(random.below(16)), static_cast<std::int32_t>(random.below(12)),
                   0};
      picket.world.set_terrain(c, static_cast<TerrainId>(random.below(2)));
    }
    EXPECT_GT(most, 0U) << "seed " << seed;
    for (std::uint32_t k = 0; k < picket.crowd.size(); ++k) {
      if (picket.crowd.alive(picket.crowd.agent(k))) picket.crowd.remove(picket.crowd.agent(k));
    }
    picket.held();
    ASSERT_EQ(picket.ground.raised(), 0U) << "seed " << seed;
    picket.each([&](Cell c, char) { ASSERT_FALSE(picket.world.stamped(c)) << "seed " << seed; });
  }
}

}  // namespace
}  // namespace portolan
