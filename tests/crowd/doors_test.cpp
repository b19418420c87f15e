// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/straight_field.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/detail/doors.hpp>

#include <doors/gap.hpp>
#include <doors/other_way.hpp>
#include <support/cases.hpp>
#include <support/random.hpp>

#include "point_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using detail::Doors;
using test::tick;

// A hall of 48 cells with doors in the wall to its right, and a goal along all of the far side.
struct DoorHall {
  explicit DoorHall(const std::vector<int>& free_rows) : world(Extent{96, 48, 1}, 1) {
    for (int y = 0; y < 48; ++y) {
      if (std::find(free_rows.begin(), free_rows.end(), y) == free_rows.end())
        world.set_terrain({48, y, 0}, 0);
      goals.push_back({{95, y, 0}, {}});
    }
    Profile profile;
    profile.cost[0] = impassable;
    seen = world.add_profile(profile);
    world.commit();
    for (std::uint32_t t = 0; t < tiles().tile_count(); ++t) all.push_back({t});
  }
  [[nodiscard]] TileGrid tiles() const { return TileGrid(Extent{96, 48, 1}); }
  [[nodiscard]] StraightField field() const {
    StraightField straight(world.view(seen), tiles());
    straight.allow_all();
    for (const Goal& goal : goals) straight.add_goal(goal);
    straight.advance();
    return straight;
  }
  // A block of so many rows of twelve from a corner on.
  std::vector<AgentId> fill(Crowd& crowd, int x, int y, int rows) const {
    const CrowdGroupId group = crowd.add_group({world.view(seen), nullptr, goals, {}});
    std::vector<AgentId> agents;
    for (int k = 0; k < 12 * rows; ++k)
      agents.push_back(crowd.add({centre_of({x + k % 12, y + k / 12, 0}), 0, 0.4F, 4, group}));
    return agents;
  }

  World world;
  ProfileId seen;
  std::vector<Goal> goals;
  std::vector<TileId> all;
};

// Where the way of the k-th agent comes to the wall.
Vec2 end_of_way(const Doors& doors, std::size_t k, Vec2 p) {
  const Guide* const guide = doors.guide_of(k);
  for (int step = 0; guide != nullptr && step < 200 && p.x < 47.5F; ++step) p += guide->heading(p, 0) * 0.5F;
  return p;
}

struct Led {
  int near = 0, far = 0, by_group = 0;
};

// By which of two doors, one in rows 23 and 24 and one beyond row 40, agents are led: where they cannot see
// the door the first step of the other one leads down.
Led led(const Doors& doors, const Crowd& crowd, std::span<const AgentId> agents) {
  Led all;
  for (std::size_t k = 0; k < agents.size(); ++k) {
    const bool near = end_of_way(doors, k, crowd.position(agents[k])).y < 32;
    ++(doors.guide_of(k) == nullptr ? all.by_group : near ? all.near : all.far);
  }
  return all;
}

struct Looking {
  explicit Looking(const DoorHall& in)
      : hall(in), straight(in.field()), doors(in.world.view(in.seen), in.tiles(), {0.4F, 4, 0}) {
    renew();
  }
  void renew() { doors.renew(hall.all, hall.goals); }
  void look(const Crowd& crowd, std::span<const AgentId> agents, int ticks) {
    for (int k = 0; k < ticks; ++k) doors.look(crowd, agents, straight, tick);
  }
  const DoorHall& hall;
  StraightField straight;
  Doors doors;
};

// Nobody stands before a door yet: those on their way to it count.
TEST(Doors, SomeGoToTheFarDoorBeforeThereIsAJam) {
  const DoorHall hall({23, 24, 42, 43, 44, 45});
  Crowd crowd;
  const std::vector<AgentId> agents = hall.fill(crowd, 4, 4, 20);
  Looking looking(hall);
  looking.look(crowd, agents, 20);
  EXPECT_EQ(looking.doors.size(), 2U);
  const Led first = led(looking.doors, crowd, agents);
  EXPECT_EQ(first.by_group, 0);
  EXPECT_GT(first.far, first.near) << "the far one is twice as wide";
  EXPECT_GT(first.near, 40);
  looking.look(crowd, agents, 20);
  const Led later = led(looking.doors, crowd, agents);
  EXPECT_EQ(first.near, later.near) << "nobody changes while nothing does";
}

// Large groups are lined up rarely: four thousand every two seconds.
TEST(Doors, WhoHasGoneThroughHoldsItsDoorNoMore) {
  const DoorHall hall({23, 24, 42, 43, 44, 45});
  Crowd before, after;
  std::vector<AgentId> agents = hall.fill(before, 4, 4, 20);
  const std::vector<AgentId> same_ids = hall.fill(after, 50, 24, 20);
  ASSERT_EQ(agents, same_ids);
  agents.resize(4000);
  Looking looking(hall);
  looking.look(before, agents, 50);
  for (const std::size_t k : {0U, 1U}) EXPECT_NE(looking.doors.guide_of(k), nullptr) << k;
  looking.look(after, agents, 6);
  for (const std::size_t k : {0U, 1U})
    EXPECT_EQ(looking.doors.guide_of(k), nullptr) << k + 2 << " cells beyond the near door";
}

// From the gap of the other way, which is at its beginning, the straight way leads back to the near door.
TEST(Doors, AWayThatBeginsWithAGapIsFollowedToItsEnd) {
  DoorHall hall({0, 1, 2, 3, 25, 26});
  for (int x = 0; x < 48; ++x) {
    if (x != 40 && x != 41) hall.world.set_terrain({x, 9, 0}, 0);
    if (x > 2) hall.world.set_terrain({x, 4, 0}, 0);
  }
  hall.world.commit();
  Crowd crowd;
  const std::vector<AgentId> agents = hall.fill(crowd, 34, 12, 34);
  Looking looking(hall);
  looking.look(crowd, agents, 20);
  ASSERT_EQ(looking.doors.size(), 2U);
  std::size_t by_other = 0;
  for (std::size_t k = 0; k < agents.size(); ++k) {
    Vec2 p = crowd.position(agents[k]);
    for (int step = 0; step < 300 && p.x < 47.5F && p.y > 4; ++step)
      p += looking.doors.guide_of(k)->heading(p, 0) * 0.5F;
    ASSERT_TRUE(p.x >= 47.5F || p.y <= 4) << "agent " << k << " goes to and fro at " << p.x << ", " << p.y;
    by_other += p.y <= 4 ? 1 : 0;
  }
  EXPECT_GT(by_other, agents.size() / 8);
  EXPECT_LT(by_other, agents.size() / 2);
}

// From before the near door it is not as far to the goal as from the other one.
TEST(Doors, TheHallBeforeADoorIsNoDoorBesideAnother) {
  std::vector<int> rows{46};
  for (int y = 0; y < 16; ++y) rows.push_back(y);
  DoorHall hall(rows);
  for (int y = 0; y < 32; ++y) hall.world.set_terrain({60, y, 0}, 0);
  hall.world.commit();
  Crowd crowd;
  const std::vector<AgentId> agents = hall.fill(crowd, 34, 12, 34);
  Looking looking(hall);
  looking.look(crowd, agents, 20);
  EXPECT_EQ(looking.doors.size(), 2U);
}

TEST(Doors, AFewTakeTheNearDoorAndOneDoorAloneIsNoChoice) {
  const DoorHall hall({23, 24, 42, 43, 44, 45}), one_door({23, 24});
  Crowd crowd;
  const std::vector<AgentId> agents = hall.fill(crowd, 30, 18, 2);
  Looking few(hall), alone(one_door);
  few.look(crowd, agents, 40);
  EXPECT_EQ(led(few.doors, crowd, agents).far, 0);
  alone.look(crowd, agents, 40);
  EXPECT_EQ(alone.doors.size(), 1U);
  EXPECT_EQ(led(alone.doors, crowd, agents).by_group, 24);
}

TEST(Doors, AreForgottenWhereTheGroundChangesAndFoundAgain) {
  DoorHall hall({23, 24, 42, 43, 44, 45});
  Crowd crowd;
  const std::vector<AgentId> agents = hall.fill(crowd, 4, 4, 20);
  Looking looking(hall);
  looking.look(crowd, agents, 20);
  looking.renew();
  EXPECT_EQ(looking.doors.size(), 2U) << "nothing has changed";
  for (int y = 42; y < 46; ++y) hall.world.set_terrain({48, y, 0}, 0);
  hall.world.commit();
  looking.renew();
  EXPECT_EQ(looking.doors.size(), 0U);
  EXPECT_EQ(looking.doors.guide_of(0), nullptr);
  looking.straight = hall.field();
  looking.look(crowd, agents, 40);
  EXPECT_EQ(looking.doors.size(), 1U);
}

// Those before the near door do not get on, as where somebody holds it: in the end they go to the other one.
TEST(Doors, WhoIsNotLetThroughTakesTheOtherDoor) {
  const DoorHall hall({23, 24, 42, 43, 44, 45});
  Crowd crowd;
  const std::vector<AgentId> agents = hall.fill(crowd, 36, 15, 10);
  Looking looking(hall);
  looking.look(crowd, agents, 10);
  EXPECT_GT(led(looking.doors, crowd, agents).near, 40);
  looking.look(crowd, agents, 300);
  EXPECT_GT(led(looking.doors, crowd, agents).far, 100);
}

// Those before the near door never come to where they would be through within half a second.
TEST(Doors, WhoComesSlowlyToADoorTakesTheOtherOne) {
  const DoorHall hall({23, 24, 42, 43, 44, 45});
  Crowd crowd;
  const std::vector<AgentId> agents = hall.fill(crowd, 32, 15, 10);
  Looking looking(hall);
  looking.look(crowd, agents, 10);
  EXPECT_GT(led(looking.doors, crowd, agents).near, 40);
  looking.look(crowd, agents, 300);
  EXPECT_GT(led(looking.doors, crowd, agents).far, 100);
}

// Of all pairs whom two doors take, the parts in a thousand who would both have a shorter way together if
// they changed doors, by more than a cell: their ways cross. `doors`: their middles.
std::size_t crossings(const Looking& looking, const Crowd& crowd, std::span<const AgentId> agents,
                      const std::vector<Vec2>& doors) {
  std::vector<std::size_t> at;
  for (std::size_t k = 0; k < agents.size(); ++k) {
    const float y = end_of_way(looking.doors, k, crowd.position(agents[k])).y;
    const auto nearer = [y](Vec2 a, Vec2 b) { return std::abs(a.y - y) < std::abs(b.y - y); };
    at.push_back(
        static_cast<std::size_t>(std::min_element(doors.begin(), doors.end(), nearer) - doors.begin()));
  }
  std::size_t pairs = 0, crossed = 0;
  for (std::size_t a = 0; a < agents.size(); ++a) {
    for (std::size_t b = a + 1; b < agents.size(); ++b) {
      const auto way = [&](std::size_t who, std::size_t door) {
        return length(doors[at[door]] - crowd.position(agents[who]));
      };
      pairs += at[a] != at[b] ? 1 : 0;
      crossed += way(a, a) + way(b, b) > way(a, b) + way(b, a) + 1 ? 1 : 0;
    }
  }
  return crossed * 1000 / std::max<std::size_t>(pairs, 1);
}

// A few do: those whom a door takes first that is free before anybody else can be there.
TEST(Doors, WaysToThemHardlyCross) {
  const DoorHall two({23, 24, 42, 43, 44, 45}), four({5, 16, 23, 24, 33, 34, 35, 36});
  Crowd before_two, before_four;
  const std::vector<AgentId> some = two.fill(before_two, 4, 4, 20), all = four.fill(before_four, 4, 4, 30);
  Looking at_two(two), at_four(four);
  at_two.look(before_two, some, 40);
  at_four.look(before_four, all, 40);
  EXPECT_EQ(at_four.doors.size(), 4U);
  EXPECT_LT(crossings(at_two, before_two, some, {{48.5F, 24}, {48.5F, 44}}), 40U);
  EXPECT_LT(crossings(at_four, before_four, all, {{48.5F, 5.5F}, {48.5F, 16.5F}, {48.5F, 24}, {48.5F, 35}}),
            12U);
}

TEST(DoorGap, IsTheNarrowerOneAcrossTheWay) {
  const DoorHall hall({23, 24, 25});
  const GridView grid = hall.world.view(hall.seen);
  const detail::DoorGap gap = detail::gap_at(grid, {48, 24, 0}, {1, 0}, 12);
  EXPECT_EQ(gap.width, 3);
  EXPECT_EQ(gap.cells(), (std::vector<Cell>{{48, 23, 0}, {48, 24, 0}, {48, 25, 0}}));
  EXPECT_EQ(detail::gap_at(grid, {20, 24, 0}, {1, 0}, 12).width, detail::no_gap);
  EXPECT_EQ(detail::gap_at(grid, {48, 24, 0}, {0, 1}, 12).width, detail::no_gap) << "along the wall";
  const detail::DoorGap on_way = detail::narrowest_gap(hall.field(), {4.5F, 40.5F}, 0, 12);
  EXPECT_EQ(on_way.first, (Cell{48, 23, 0}));
  EXPECT_EQ(on_way.width, 3);
}

// Against the distances of a field from where the way begins, on ground where the shut cells are walls.
TEST(OtherWay, IsTheShortestOneAroundWhatIsShut) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= test::storm(24); ++seed) {
    test::Random random(seed);
    World world(Extent{48, 48, 1}, 1), closed(Extent{48, 48, 1}, 1);
    std::vector<Cell> shut;
    for (int k = 0; k < 48 * 48; ++k) {
      const Cell c{k % 48, k / 48, 0};
      const bool wall = random.next() % 4 == 0 && k != 0 && k != 48 * 48 - 1;
      const bool closes = !wall && c.x + c.y > 40 && c.x + c.y < 44 && random.next() % 4 != 0;
      if (closes) shut.push_back(c);
      if (wall) world.set_terrain(c, 0);
      if (wall || closes) closed.set_terrain(c, 0);
    }
    std::sort(shut.begin(), shut.end());
    Profile profile;
    profile.cost[0] = impassable;
    const ProfileId open_seen = world.add_profile(profile), closed_seen = closed.add_profile(profile);
    world.commit(), closed.commit();
    const TileGrid tiles(world.view(open_seen).extent());
    StraightField straight(world.view(open_seen), tiles);
    straight.allow_all();
    straight.add_goal({{47, 47, 0}, {}});
    straight.advance();
    TileField from = TileField::distances_only(closed.view(closed_seen), tiles);
    from.add_goal({{0, 0, 0}, {}});
    from.advance();
    Distance least = unreachable;
    for (int k = 0; k < 48 * 48; ++k) {
      const Cell c{k % 48, k / 48, 0};
      if (straight.distance(c) < 30) least = std::min(least, from.at(c));
    }
    const std::vector<Cell> way =
        detail::find_other_way(straight, world.view(open_seen), {0, 0, 0}, shut, {30, 1000, 48 * 48});
    EXPECT_EQ(way.empty(), !reachable(least)) << seed;
    if (way.empty()) continue;
    ++found;
    Distance walked;
    for (std::size_t k = 1; k < way.size(); ++k) {
      EXPECT_TRUE(closed.view(closed_seen).can_step(way[k - 1], way[k])) << seed;
      const bool diagonal = way[k].x != way[k - 1].x && way[k].y != way[k - 1].y;
      walked = walked + Distance{diagonal ? 34U : 24U};
    }
    EXPECT_EQ(walked, least) << seed;
  }
  EXPECT_GE(found, 1);
}

TEST(Crowd, AnAgentWithAGuideOfItsOwnFollowsItAndWhoTakesItsSlotDoesNot) {
  const DoorHall hall({23});
  const test::PointGuide up({20, 2}), down({20, 45});
  Crowd crowd;
  const CrowdGroupId group =
      crowd.add_group({hall.world.view(hall.seen), &up, GoalSet(std::vector<Cell>{{20, 2, 0}}), {}});
  const AgentId first = crowd.add({{10, 24}, 0, 0.4F, 4, group}),
                other = crowd.add({{20, 24}, 0, 0.4F, 4, group});
  crowd.set_guide(other, &down);
  EXPECT_EQ(crowd.guide(first), &up);
  EXPECT_EQ(crowd.guide(other), &down);
  crowd.step(tick);
  EXPECT_LT(crowd.velocity(first).y, 0);
  EXPECT_GT(crowd.velocity(other).y, 0);
  crowd.remove(other);
  const AgentId next = crowd.add({{20, 24}, 0, 0.4F, 4, group});
  EXPECT_EQ(next.slot, other.slot);
  EXPECT_EQ(crowd.guide(next), &up);
  crowd.set_guide(first, &down);
  crowd.set_guide(first, nullptr);
  crowd.step(tick);
  EXPECT_LT(crowd.velocity(first).y, 0);
  EXPECT_LT(crowd.velocity(next).y, 0);
}

}  // namespace
}  // namespace portolan
