// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <array>
#include <cstdint>
#include <utility>

#include <portolan/hierarchy/band_field.hpp>

#include "scenario_sections.hpp"

// Sections about who moves, and what is asked of the run: groups, budget, expect, output.
namespace portolan::detail {

namespace {

constexpr std::array<std::string_view, 6> place_keys{"cell", "cells", "rect", "around", "near", "anywhere"};

Rect to_rect(const std::vector<std::int64_t>& v) {
  const auto at = [&](std::size_t i) { return static_cast<std::int32_t>(v[i]); };
  return {at(0), at(1), at(2), at(3), v.size() > 4 ? at(4) : 0};
}

void read_place_keys(YamlMapping& keys, ScenarioPlace& place) {
  const auto which = keys.only_one(place_keys);
  Cell cell;
  Cell near;
  std::vector<Cell> cells;
  std::vector<std::int64_t> rect;
  Disc disc{{}, 8};
  bool anywhere = false;
  keys.cell({"cell", "this cell"}, cell);
  keys.list({"cells", "these cells; agents are dealt over them in turn"}, 1, 50000,
            [&](const ValueReader& entry) {
              if (entry.describing()) {
                entry.state(KeyRecord::Shape::cell, "[x, y] or [x, y, layer]", "", "one of the cells");
              } else if (const auto c = entry.cell()) {
                cells.push_back(*c);
              }
            });
  keys.integers({"rect", "passable cells of a rectangle"}, rect, 4, 5, 0, 32768,
                "[x, y, width, height] or with layer");
  for (const std::size_t side : {2U, 3U}) {
    if (!rect.empty() && rect[side] == 0)
      keys.at("rect").item(side).fail(std::string("the ") + (side == 2 ? "width" : "height") +
                                      " must be at least 1");
  }
  keys.cell({"around", "passable cells around this one, within `radius`"}, disc.centre);
  if (keys.given("around") || keys.describing()) {
    keys.number({"radius", "of `around`, in cells"}, disc.radius, 0, 32768);
  } else if (keys.given("radius")) {
    keys.known("radius");
    keys.at("radius").fail("goes with `around`: write {around: [x, y], radius: ...}, or take it away");
  }
  keys.cell({"near", "the passable cell nearest to this one; of a goal: that the group can walk to"}, near);
  keys.flag({"anywhere", "true: anywhere in the largest connected area, drawn with the scenario's seed"},
            anywhere);
  if (keys.describing()) return;
  place.where = keys.here().mark();
  if (!which) return;
  const std::string_view chosen = place_keys[*which];
  place.where = keys.at(chosen).mark();
  if (chosen == "cell") place.at = std::vector<Cell>{cell};
  if (chosen == "cells") place.at = std::move(cells);
  if (chosen == "rect" && !rect.empty()) place.at = to_rect(rect);
  if (chosen == "around") place.at = disc;
  if (chosen == "near") place.at = near;
  if (chosen == "anywhere" && !anywhere) keys.at("anywhere").fail("expected true; or name another place");
}

}  // namespace

void read_place(YamlMapping& group, const YamlKey& wanted, ScenarioPlace& place) {
  group.map(wanted, [&](YamlMapping& keys) { read_place_keys(keys, place); });
}

namespace {

// A trigger that a policy switches: by a flag, or by a number of steps of which 0 is off.
struct ReplanKey {
  std::string_view name;
  std::string_view meaning;
  bool ReplanPolicy::*flag = nullptr;
  std::uint32_t ReplanPolicy::*steps = nullptr;
};
constexpr std::array<ReplanKey, 4> replan_keys{
    {{"every_steps", "after so many cells walked by the group's first agent; 0: never", nullptr,
      &ReplanPolicy::every_steps},
     {"at_turns", "when it comes to another sector, or turns", &ReplanPolicy::at_turns},
     {"on_change", "when a watched region has changed", &ReplanPolicy::on_change},
     {"when_idle", "when budget is left over, the oldest plan first", &ReplanPolicy::when_idle}}};

void read_replan(YamlMapping& group, ReplanPolicy& replan) {
  constexpr std::array<std::string_view, 3> merges{"each_tick", "deadline", "interval"};
  std::size_t merge = 2;
  group.map(
      {"replan", "when to replan although the plan still serves; each may be on, and any of them together"},
      [&](YamlMapping& keys) {
        for (const ReplanKey& key : replan_keys) {
          if (key.flag != nullptr) keys.flag({key.name, key.meaning}, replan.*key.flag);
          if (key.steps != nullptr) keys.integer({key.name, key.meaning}, replan.*key.steps, 0, 1'000'000);
        }
        keys.limit({"watch_ahead", "watch only so many regions ahead; 0: all of the corridor"},
                   replan.watch_ahead, 1'000'000);
        keys.integer({"watch_margin", "rings of regions around the corridor that are watched too"},
                     replan.watch_margin, 0, 64);
        keys.choice({"merge",
                     "notices of changes come every tick, within `merge_ticks` of the first, or every "
                     "`merge_ticks`"},
                    merge, merges);
        keys.integer({"merge_ticks", "for `merge`"}, replan.timing.ticks, 1, 1'000'000);
        if (merge == 0) replan.timing.ticks = 0;
        replan.timing.at_intervals = merge == 2;
      });
}

void read_splice(YamlMapping& group, SpliceOptions& splice) {
  group.map(
      {"splice", "for `follow: path`: how a path is mended when something changes ahead"},
      [&](YamlMapping& keys) {
        keys.integer({"window", "steps ahead that are searched again; 0: always replan"}, splice.window, 0,
                     1'000'000);
        keys.number({"max_ratio", "a new piece may cost so many times what the old one cost; beyond: replan"},
                    splice.max_ratio, 1, 1000);
        keys.integer({"every", "steps at least between two splices for changes that do not block the way"},
                     splice.every, 0, 1'000'000);
        keys.number(
            {"give_up_ratio", "replan when the rest costs more than so many times the known estimate"},
            splice.give_up_ratio, 1, 1000);
      });
}

void read_foresee(YamlMapping& group, ForesightOptions& foresee) {
  group.map(
      {"foresee", "plan in time around obstacles whose movement is known, waiting where that is better"},
      [&](YamlMapping& keys) {
        keys.number({"horizon", "how far ahead, in seconds; 0: not at all"}, foresee.horizon, 0, 600);
        keys.number({"margin", "seconds by which an agent may miss its time, kept free around obstacles"},
                    foresee.margin, 0, 60);
        keys.integer(
            {"room", "cells around an obstacle that are kept free too, for agents that others may push"},
            foresee.room, 0, 16);
        keys.integer(
            {"max_nodes",
             "nodes that one plan may open; where they do not do, it leads as near to the goal as they "
             "do, and is made again there; 0: no limit"},
            foresee.max_nodes, 0, 1'000'000'000);
        for (const std::string_view key : {"margin", "room", "max_nodes"})
          keys.goes_with(key, {"horizon"}, "`horizon`");
        if (keys.describing() || !(foresee.horizon > 0)) return;
        if (foresee.horizon < 4 * foresee.margin)
          keys.here().fail("expected a horizon of at least four margins; raise `horizon`");
      });
}

// What does not go together.
void check_following(const YamlMapping& keys, const ScenarioGroup& group, bool wants_band) {
  if (group.follow == ScenarioGroup::Follow::path && group.foresee.horizon > 0)
    keys.at("foresee").fail("expected `follow: field` in a group that foresees; take `follow` away");
  for (const std::string_view key : {"acceleration", "turn_rate"}) {
    if (keys.given(key) && group.foresee.horizon > 0)
      keys.at(key).fail(
          "expected none in a group that foresees, whose times are those of agents that turn and stop at "
          "once; "
          "take `foresee` or this away");
  }
  if (!wants_band) return;
  if (group.follow == ScenarioGroup::Follow::path)
    keys.at("corridor").fail("expected `follow: field` in a group that keeps to a band; take `follow` away");
  if (group.foresee.horizon > 0)
    keys.at("corridor").fail("expected `sectors` in a group that foresees, which plans on all of them");
}

void read_following(YamlMapping& keys, ScenarioGroup& group) {
  constexpr std::array<std::string_view, 2> corridors{"sectors", "band"};
  constexpr std::array<std::string_view, 2> headings{"octile", "any_angle"};
  constexpr std::array<std::string_view, 2> follows{"field", "path"};
  std::size_t corridor = 0;
  std::size_t follow = 0;
  keys.choice({"corridor",
               "what the field covers: the sectors on the route, or the cells within `band_radius` steps of "
               "the agents' paths"},
              corridor, corridors);
  keys.integer({"band_radius", "for `corridor: band`, in steps"}, group.band_radius, 1,
               BandField::most_radius);
  keys.choice({"headings",
               "along the shortest or cheapest curve, or blended from steps; for "
               "`follow: field` and `corridor: sectors`, without `foresee`"},
              group.headings, headings);
  keys.choice({"follow", "one field for all, or a path for each agent, kept right by splicing"}, follow,
              follows);
  read_splice(keys, group.splice);
  read_foresee(keys, group.foresee);
  if (follow == 1) group.follow = ScenarioGroup::Follow::path;
  if (!keys.describing()) check_following(keys, group, corridor == 1);
  keys.goes_with("band_radius", {"corridor"}, "`corridor: band`");
  keys.goes_with("splice", {"follow"}, "`follow: path`");
  if (follow == 0 && corridor == 1) group.follow = ScenarioGroup::Follow::band;
}

void read_group(YamlMapping& keys, GroupText& text) {
  constexpr std::array<std::string_view, 2> arrivals{"stay", "leave"};
  constexpr std::array<std::string_view, 3> avoidances{"none", "separation", "reciprocal"};
  ScenarioGroup& group = text.group;
  keys.text({"name", "for reports"}, group.name, "its number");
  keys.integer(required("count", "number of agents"), group.count, 1, 1'000'000);
  read_place(
      keys,
      required("start", "where the agents begin: exactly one of cell, cells, rect, around, near, anywhere"),
      group.start);
  read_place(
      keys,
      required("goal",
               "where they want to go: exactly one of cell, cells, rect, around, near, anywhere; any of its "
               "cells will do"),
      group.goal);
  keys.text({"profile", "kind of agent, one of `profiles`"}, text.profile, "default");
  if (keys.given("profile")) text.profile_mark = keys.at("profile").mark();
  keys.number({"speed", "cells per second"}, group.speed, 0.01, 1000);
  keys.number({"radius",
               "of an agent, in cells; its way is as broad as its profile's `clearance`: give 2 to bodies of "
               "0.5 to 1.5"},
              group.radius, 0.05, 16);
  keys.number({"arrival_radius", "an agent this near to the centre of a goal cell has arrived, in cells"},
              group.arrival_radius, 0.5, 256);
  keys.choice({"on_arrival", "whether agents that have arrived leave the map or stay in the way"},
              group.leave_on_arrival, arrivals);
  keys.integer({"start_tick", "tick at which the group appears"}, group.start_tick, 0, last_tick);
  read_legs(keys, group);
  read_steering(keys, text);
  keys.choice(
      {"avoidance",
       "how agents keep out of each other's way: they part when they touch, by the force of that name, "
       "or by velocities that collide with nobody for two seconds if the others choose so too"},
      group.avoidance, avoidances);
  read_manner(keys, group);
  read_replan(keys, group.replan);
  read_following(keys, group);
  if (!keys.describing()) group.where = keys.here().mark();
}

void check_name(const ValueReader& value, const std::string& name, const std::vector<GroupText>& before) {
  for (std::size_t k = 0; k < before.size(); ++k) {
    if (before[k].group.name != name) continue;
    return value.fail("'" + name + "' is the name of groups." + std::to_string(k) +
                      " too; reports would not tell them apart: give it another");
  }
}

}  // namespace

void read_groups(YamlMapping& root, std::vector<GroupText>& groups) {
  root.list(required("groups", "agents that share start, goal and profile"), 1, 256,
            [&](const ValueReader& entry) {
              GroupText text;
              text.group.name = std::to_string(groups.size());
              entry.map([&](YamlMapping& keys) {
                read_group(keys, text);
                if (keys.given("name")) check_name(keys.at("name"), text.group.name, groups);
              });
              if (!entry.describing()) groups.push_back(std::move(text));
            });
}

void read_budget(YamlMapping& root, Scenario& scenario) {
  constexpr std::int64_t most = 1'000'000'000;
  WorkBudget& budget = scenario.budget;
  root.map(
      {"budget", "work that each tick may do; what is begun is finished, and owed to the ticks that follow"},
      [&](YamlMapping& keys) {
        keys.limit({"tiles", "tile solves; 0: no limit"}, budget.tiles, most);
        keys.limit({"nodes", "portals opened by searches; 0: no limit"}, budget.nodes, most);
        keys.limit({"sectors", "sectors rebuilt; what is above is paid for in tile solves; 0: no limit"},
                   budget.sectors, most);
        keys.integer({"longest_wait", "ticks after which a request is served whatever it costs"},
                     budget.longest_wait, 0, 1'000'000);
      });
  root.map({"regions", "blocks of the map that are watched for changes"}, [&](YamlMapping& keys) {
    keys.integer({"side", "of a region, in cells; need not fit the sectors"}, scenario.region_side, 1, 16384);
  });
}

void read_congestion(YamlMapping& root, Scenario& scenario) {
  CongestionOptions& congestion = scenario.congestion;
  root.map(
      {"congestion",
       "makes ground costlier on which agents get on slowly or stand, so that a second gate is used"},
      [&](YamlMapping& keys) {
        congestion.interval = 2;
        keys.number({"interval", "seconds between two looks at the crowd; 0: never"}, congestion.interval, 0,
                    3600);
        keys.integer({"side", "of the squares that are looked at, in cells"}, congestion.side, 1, 8);
        keys.number({"dense", "share of a square's free ground under slow bodies for it to count whole"},
                    congestion.dense, 0.01, 1);
        keys.integer({"most", "times what the ground costs by itself, at most"}, congestion.most, 2, 254);
        keys.integer({"changes", "squares that become costlier or cheaper in one look, at most"},
                     congestion.changes, 1, 1'000'000);
        keys.integer(
            {"held", "what a cell costs more that others hold who stand and give no way; 0: no more"},
            congestion.held, 0, 254);
        if (keys.describing() || !(congestion.interval > 0)) return;
        if (scenario.streaming.enabled)
          keys.here().fail("expected a world that is in memory; take `streaming` or this away");
      });
}

void read_focus(YamlMapping& root, Scenario& scenario) {
  root.map(
      {"focus", "where players look: agents far from there walk seldom, and avoid nobody"},
      [&](YamlMapping& keys) {
        detail::FocusOptions& focus = scenario.focus;
        read_points(keys, {"at", "points [x, y], in cells; without any all agents are near"}, 1, focus.at);
        keys.number({"radius", "cells around each of them within which agents are near"}, focus.radius, 0,
                    32768);
        keys.integer({"interval", "ticks from one step of an agent that is far to the next"}, focus.interval,
                     1, most_interval);
        keys.goes_with("radius", {"at"}, "`at`");
        keys.goes_with("interval", {"at"}, "`at`");
      });
}

void read_expect(YamlMapping& root, ScenarioExpect& expect) {
  root.map({"expect", "what must hold after the run; what is not named is not checked"}, [&](YamlMapping&
                                                                                                 keys) {
    keys.flag({"all_arrived", "whether every agent reaches its goal"}, expect.all_arrived);
    keys.integer({"min_arrived", "so many agents arrive, at least"}, expect.min_arrived, 0, 1'000'000'000);
    keys.integer({"max_ticks", "the run takes at most so many ticks"}, expect.max_ticks, 1, last_tick);
    keys.flag({"no_wall_entries", "true: no agent is ever inside a wall or under an obstacle"},
              expect.no_wall_entries);
    keys.integer({"max_overlaps", "at no time more pairs of agents closer than half the sum of their radii"},
                 expect.max_overlaps, 0, 1'000'000'000'000);
    keys.integer({"max_pushed", "obstacles hit agents at most so many times"}, expect.max_pushed, 0,
                 1'000'000'000);
    keys.flag({"no_stale_steps", "true: nobody is ever told to step where it has become illegal"},
              expect.no_stale_steps);
    keys.number({"max_detour", "cost walked over the optimum, mean over the agents that arrived"},
                expect.max_detour, 1, 1000);
  });
}

void read_output(YamlMapping& root, ScenarioOutput& output) {
  root.map({"output", "what the picture shows"}, [&](YamlMapping& keys) {
    keys.integer({"picture_size", "longest side in pixels"}, output.picture_size, 64, 16384);
    keys.flag({"corridor", "sectors that the plans use"}, output.corridor);
    keys.flag({"field", "cost to the goal, as colour"}, output.field);
    keys.flag({"directions", "arrows, where there is room for them"}, output.directions);
    keys.flag({"trails", "ways that agents took"}, output.trails);
    keys.integer({"trail_agents", "so many trails at most, spread over the groups"}, output.trail_agents, 0,
                 100'000);
    keys.flag({"crowd", "where each agent wants to go, whom it touches, who gives way and who has arrived"},
              output.crowd);
  });
}

}  // namespace portolan::detail
