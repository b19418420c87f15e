// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The forces that steer a group: how strongly each pulls, who leads it, and what its target is.
#include <portolan/crowd/detail/steering_forces.hpp>

#include "scenario_sections.hpp"

namespace portolan::detail {

namespace {

// Of whom or what a force is, beside the weights: a key of the group itself.
void goes_with_of_group(const YamlMapping& forces, const YamlMapping& group, std::string_view force,
                        std::string_view key) {
  if (!forces.given(force) || group.given(key)) return;
  forces.at(force).fail("goes with `" + std::string(key) + "` of the group; give that too, or take it away");
}

void read_weights(YamlMapping& group, Steering& steering) {
  group.map({"steering", "how strongly each force pulls; 0 switches it off"}, [&](YamlMapping& keys) {
    for (const SteeringForce& force : steering_forces)
      keys.number({force.name, force.meaning}, steering.*force.weight, 0, 100);
    if (keys.describing()) return;
    goes_with_of_group(keys, group, "leader", "leader");
    for (const std::string_view force : {"seek", "flee", "arrive"})
      goes_with_of_group(keys, group, force, "target");
  });
}

// Whom and what the forces of that name are about.
void read_steered_by(YamlMapping& keys, GroupText& text) {
  keys.text({"leader",
             "name of a group whose first agent leads this one while it sees it; its own name: its own first "
             "agent"},
            text.leader);
  if (keys.given("leader")) text.leader_mark = keys.at("leader").mark();
  Cell target;
  keys.cell({"target", "cell that `steering.seek`, `flee` and `arrive` are about"}, target);
  if (!keys.given("target")) return;
  text.group.manner.target = target;
  text.group.manner.target_where = keys.at("target").mark();
}

}  // namespace

void read_steering(YamlMapping& group, GroupText& text) {
  read_steered_by(group, text);
  read_weights(group, text.group.steering);
}

}  // namespace portolan::detail
