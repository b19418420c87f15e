// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <string>
#include <string_view>

#include "scenario_sections.hpp"

// Keys of a group about its goals one after another.
namespace portolan::detail {
namespace {

void read_stop(YamlMapping& keys, ScenarioStop& stop) {
  keys.number({"wait", "seconds that an agent stays at this goal before it goes on to the next one"},
              stop.wait, 0, 1'000'000);
  keys.flag(
      {"together",
       "true: nobody goes on from this goal, or begins to wait, before everybody of the group is there"},
      stop.together);
  if (keys.describing()) return;
  stop.where = keys.here().mark();
  for (const std::string_view key : {"wait", "together"}) {
    if (keys.given(key)) stop.where = keys.at(key).mark();
  }
}

void read_leg(YamlMapping& keys, ScenarioLeg& leg) {
  read_place(keys, required("goal", "where they go then: as `goal` of the group"), leg.goal);
  read_stop(keys, leg.stop);
  keys.integer({"tick",
                "tick at which everybody who has set out is ordered there, wherever he is; without it each "
                "goes when he is through with the goal before"},
               leg.tick, 1, last_tick);
}

bool has_stop(const ScenarioStop& stop) { return stop.wait > 0 || stop.together; }

// From where nobody goes on there is nothing to wait for, and who is ordered away waits for that.
void check_stop(const YamlMapping& keys, const ScenarioGroup& group, std::size_t leg, std::size_t round) {
  const ScenarioStop& stop = leg == 0 ? group.goal.stop : group.goal.then[leg - 1].stop;
  const bool is_in_round = leg + 1 == round && group.goal.rounds != 1;
  if (!has_stop(stop) || is_in_round || group.goal.then.empty()) return;  // without `then` that is told
  const bool is_last = leg == group.goal.then.size();
  if (is_last)
    return keys.here().report(
        stop.where.with("nobody goes on from the last goal; take it away, or let them walk more `rounds`"));
  if (group.goal.then[leg].tick)
    keys.here().report(stop.where.with("they go on from this goal at tick " +
                                       std::to_string(*group.goal.then[leg].tick) +
                                       ", as `then` has it; take this or that `tick` away"));
}

void check_legs(const YamlMapping& keys, const ScenarioGroup& group) {
  std::int64_t before = group.start_tick;
  std::size_t round = group.goal.then.size() + 1;
  for (std::size_t k = 0; k < group.goal.then.size(); ++k) {
    const ScenarioLeg& leg = group.goal.then[k];
    if (!leg.tick) continue;
    round = std::min(round, k + 1);
    if (*leg.tick <= before)
      keys.at("then").item(k).find("tick")->expected(
          "a tick above " + std::to_string(before) + ", at which the group starts or is ordered elsewhere",
          "raise it");
    before = *leg.tick;
  }
  if (round == 1 && keys.given("rounds") && group.goal.rounds != 1 && !group.goal.then.empty())
    keys.at("rounds").fail(
        "expected two goals or more before the first `tick`, to walk from one to the other; take it away");
  for (std::size_t leg = 0; leg <= group.goal.then.size(); ++leg) check_stop(keys, group, leg, round);
}

}  // namespace

void read_legs(YamlMapping& keys, ScenarioGroup& group) {
  read_stop(keys, group.goal.stop);
  keys.list({"then", "goals after that, in their order"}, 1, most_legs, [&](const ValueReader& entry) {
    ScenarioLeg leg;
    entry.map([&](YamlMapping& of_leg) { read_leg(of_leg, leg); });
    if (!entry.describing()) group.goal.then.push_back(std::move(leg));
  });
  keys.integer(
      {"rounds",
       "times that the goals up to the first one with a `tick`, or all, are walked one after another; "
       "0: for ever, or until that tick"},
      group.goal.rounds, 0, 1'000'000);
  for (const std::string_view key : {"wait", "together", "rounds"}) keys.goes_with(key, {"then"}, "`then`");
  if (!keys.describing()) check_legs(keys, group);
}

bool walks_for_ever(const ScenarioGroup& group) {
  return group.goal.rounds == 0 && std::none_of(group.goal.then.begin(), group.goal.then.end(),
                                                [](const ScenarioLeg& leg) { return leg.tick.has_value(); });
}

}  // namespace portolan::detail
