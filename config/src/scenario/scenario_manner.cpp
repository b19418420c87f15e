// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <array>
#include <string_view>
#include <vector>

#include "scenario_sections.hpp"

// Keys of a group about how its agents walk among others.
namespace portolan::detail {
namespace {

// How bodies drive, and before whom.
void read_driving(YamlMapping& keys, ScenarioGroup& group) {
  keys.number(
      {"acceleration",
       "how fast it gets up to speed and brakes, in cells per second, and second; 0: within a fifth of a "
       "second, as people do"},
      group.manner.acceleration, 0, 1'000'000);
  keys.number({"turn_rate",
               "how fast its body turns, in degrees per second: it goes where it faces; 0: it turns at once"},
              group.manner.turn_rate, 0, 36'000);
  keys.integer(
      {"priority",
       "of two who avoid each other reciprocally the one with the lower priority makes room, and goes "
       "later through a passage for one"},
      group.manner.priority, 0, most_priority);
}

}  // namespace

void read_manner(YamlMapping& keys, ScenarioGroup& group) {
  constexpr std::array<std::string_view, 5> formations{"as_it_stands", "block", "line", "column", "wedge"};
  keys.number(
      {"headway",
       "seconds that an agent keeps behind the one in front of it; 1.2 is what people keep, as recorded"},
      group.manner.headway, 0, 60);
  keys.number({"mass", "of two that touch, the lighter one gives way more"}, group.manner.mass, 0.01,
              1'000'000);
  keys.integer({"team", "an agent that stands gives way to its own team only"}, group.manner.team, 0, 255);
  keys.choice({"formation",
               "how the places at the goal lie, in the direction in which the group comes; for "
               "`on_arrival: stay`"},
              group.manner.formation, formations);
  std::vector<Vec2> facing;
  keys.point({"facing",
              "direction in which the formation faces at the goal: [1, 0] is east, [0, -1] north; without it "
              "that in "
              "which the group comes; for the same groups"},
             facing, -1000, 1000);
  if (!facing.empty()) group.manner.facing = facing[0];
  keys.flag({"keep_rank",
             "true: all walk as fast as the slowest, and who is ahead of its rank lets the others catch up; "
             "for the same groups"},
            group.manner.keeps_rank);
  keys.integer({"full_speed_cost",
                "ground of this cost is walked at full speed, costlier ground as much slower as it is "
                "costlier; 0: at full speed everywhere"},
               group.manner.full_speed_cost, 0, 254);
  read_driving(keys, group);
  if (keys.describing()) return;
  for (const std::string_view key : {"formation", "facing", "keep_rank"}) {
    if (keys.given(key) && group.leave_on_arrival)
      keys.at(key).fail("expected `on_arrival: stay` with it, which gives places");
  }
}

}  // namespace portolan::detail
