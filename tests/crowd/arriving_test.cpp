// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who has come to a place, and who still wants to get to one behind it.
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>

#include "point_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::tick;

constexpr float radius = 0.3906F, speed = 0.5556F;

// One that is stuck between others gets no further by pushing: one that stands beside its way, less far
// off than it needs, makes room.
TEST(Arriving, OneThatStandsBesideTheWayOfAFriendWhoIsStuckMakesRoom) {
  World world(Extent{16, 16, 1}, 1);
  const ProfileId profile = world.add_profile({});
  world.commit();
  Crowd crowd(CrowdOptions{nullptr, 1e9F, 3});
  const auto add = [&](const Guide* guide, Vec2 at, Vec2 place) {
    CrowdGroup group{world.view(profile), guide, std::vector<Cell>{cell_at(place, 0)}, {}};
    group.leave_on_arrival = false;
    group.avoidance = Avoidance::reciprocal;
    const AgentId id = crowd.add({at, 0, radius, speed, crowd.add_group(group)});
    crowd.set_place(id, place);
    return id;
  };
  const Vec2 place{8, 12}, start{8, 8}, beside{8.76F, 8.25F};
  const test::PointGuide guide(place);
  const AgentId stuck = add(&guide, start, place);
  crowd.set_holds(add(nullptr, {8, 8.79F}, {8, 8.79F}), true);
  const AgentId stands = add(nullptr, beside, beside);
  for (int step = 0; step < 20; ++step) crowd.step(tick);
  EXPECT_LT(length(crowd.position(stuck) - start), 0.3F);
  EXPECT_GT(crowd.position(stands).x, start.x + 2 * radius * 1.02F);
}

}  // namespace
}  // namespace portolan
