// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include <portolan/core/assert.hpp>

#include "report_parts.hpp"
#include "state.hpp"

namespace portolan {
namespace {

std::string text(double value) {
  std::array<char, 64> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 5);
  return {buffer.data(), end.ptr};
}

}  // namespace

std::vector<std::string> unmet(const ScenarioExpect& expect, const SimulationReport& r) {
  std::vector<std::string> failures;
  const auto check = [&](bool holds, const std::string& words) {
    if (!holds) failures.push_back("expected " + words);
  };
  const auto check_none = [&](std::optional<bool> none, std::uint64_t count, const std::string& what) {
    if (none) {
      check((count == 0) == *none,
            (*none ? "no " : "some ") + what + "; there were " + std::to_string(count));
    }
  };
  const auto number = [](auto value) { return std::to_string(value); };
  const ContactReport& contacts = r.contacts;
  const std::string arrived = number(r.arrived) + " of " + number(r.agents) + " agents arrived";
  if (expect.all_arrived) {
    check((r.arrived == r.agents) == *expect.all_arrived,
          (*expect.all_arrived ? "all to arrive; " : "some not to arrive; ") + arrived);
  }
  if (expect.min_arrived) {
    check(r.arrived >= *expect.min_arrived,
          "at least " + number(*expect.min_arrived) + " to arrive; " + arrived);
  }
  if (expect.max_ticks) {
    check(r.ticks <= *expect.max_ticks,
          "at most " + number(*expect.max_ticks) + " ticks; it took " + number(r.ticks));
  }
  check_none(expect.no_wall_entries, static_cast<std::uint64_t>(contacts.wall_entries), "wall entries");
  if (expect.max_overlaps) {
    check(contacts.overlaps <= *expect.max_overlaps, "at most " + number(*expect.max_overlaps) +
                                                         " overlaps at a time; there were " +
                                                         number(contacts.overlaps));
  }
  if (expect.max_pushed) {
    check(contacts.pushed <= *expect.max_pushed, "obstacles to hit agents at most " +
                                                     number(*expect.max_pushed) + " times; they did " +
                                                     number(contacts.pushed) + " times");
  }
  check_none(expect.no_stale_steps, contacts.stale_steps, "stale steps");
  if (expect.max_detour) {
    check(r.detour <= *expect.max_detour,
          "a mean detour of at most " + text(*expect.max_detour) + "; it was " + text(r.detour));
  }
  return failures;
}

ForesightReport& ForesightReport::operator+=(const ForesightReport& o) {
  plans += o.plans;
  for (std::size_t k = 0; k < outcomes.size(); ++k) outcomes[k] += o.outcomes[k];
  nodes_opened += o.nodes_opened;
  most_nodes = std::max(most_nodes, o.most_nodes);
  forecasts += o.forecasts;
  off_schedule += o.off_schedule;
  ticks_waited += o.ticks_waited;
  return *this;
}

namespace {

// Adds to the report what became of the agents of a group. `optimum` per agent; empty: not known.
Walk note_agents(const Crowd& crowd, std::span<const AgentId> agents, std::span<const Distance> optimum,
                 GroupReport& report) {
  PORTOLAN_ASSERT(optimum.empty() || optimum.size() == agents.size(),
                  "an optimum for each agent, or for none");
  Walk walk;
  for (std::size_t k = 0; k < agents.size(); ++k) {
    const AgentState state = crowd.state(agents[k]);
    if (state == AgentState::stuck) ++report.stuck;
    if (state != AgentState::arrived && state != AgentState::gone) continue;
    walk.add(static_cast<double>(crowd.distance(agents[k])), crowd.path_cost(agents[k]),
             optimum.empty() ? unreachable : optimum[k]);
  }
  report.walked = walk.mean_walked();
  report.detour = walk.mean_detour();
  return walk;
}

}  // namespace

void add_group(GroupReport group, SimulationReport& all) {
  if (all.groups.empty() || is_worse(group.outcome, all.outcome)) all.outcome = group.outcome;
  all.agents += group.agents;
  all.arrived += group.arrived;
  all.stuck += group.stuck;
  all.groups.push_back(std::move(group));
}

SimulationReport Simulation::report() const {
  const State& s = *state_;
  SimulationReport r = s.sums;
  Walk all;
  for (std::size_t g = 0; g < s.groups.size(); ++g) {
    const State::Group& group = s.groups[g];
    GroupReport report;
    report.name = s.scenario.groups[g].name;
    report.agents = static_cast<std::int64_t>(group.agents.size());
    report.arrived = group.arrived;
    report.last_arrival_tick = group.last_arrival_tick;
    group.controller->report(report, r);
    report.outcome = ending(report, report.outcome);
    all += note_agents(s.crowd, group.agents, group.optimum, report);
    add_group(std::move(report), r);
  }
  for (const auto& context : s.contexts) {
    if (!context) continue;
    r.replans += context->dispatcher.report();
    r.cache += context->cache.stats();
  }
  if (s.land) s.land->report(r);
  r.contacts.squeezes = static_cast<std::int64_t>(s.crowd.squeezes());
  r.walked = all.mean_walked();
  r.detour = all.mean_detour();
  r.hash = s.crowd.hash();
  r.failures = unmet(s.scenario.expect, r);
  return r;
}

std::optional<Error> Simulation::State::fault() const {
  if (baked != nullptr) {
    if (auto found = baked->fault()) return found;
  }
  return land ? land->fault(scenario.file) : std::nullopt;
}

}  // namespace portolan
