// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
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

std::string number(std::int64_t value) { return std::to_string(value); }

/// Collects what does not hold, each as the key that asks for it and what there was instead.
class Unmet {
 public:
  void flag(const std::string& key, std::optional<bool> wanted, bool found, const std::string& words) {
    if (wanted && *wanted != found) add(key + (*wanted ? "" : ": false"), words);
  }
  void most(const std::string& key, std::optional<std::int64_t> wanted, std::int64_t found,
            const std::string& words) {
    if (wanted && found > *wanted) add(key + ": " + number(*wanted), words);
  }
  void add(const std::string& what, const std::string& words) {
    failures.push_back("expect." + what + " does not hold: " + words);
  }

  std::vector<std::string> failures;
};

}  // namespace

std::vector<std::string> unmet(const ScenarioExpect& expect, const SimulationReport& r) {
  Unmet unmet;
  const detail::ContactReport& contacts = r.contacts;
  const auto stale = static_cast<std::int64_t>(contacts.stale_steps);
  const std::string arrived = number(r.arrived) + " of " + number(r.agents) + " agents arrived";
  unmet.flag("all_arrived", expect.all_arrived, r.arrived == r.agents, arrived);
  if (expect.min_arrived && r.arrived < *expect.min_arrived)
    unmet.add("min_arrived: " + number(*expect.min_arrived), arrived);
  unmet.most("max_ticks", expect.max_ticks, r.ticks, "it took " + number(r.ticks) + " ticks");
  unmet.flag("no_wall_entries", expect.no_wall_entries, contacts.wall_entries == 0,
             "there were " + number(contacts.wall_entries) + " wall entries");
  unmet.most("max_overlaps", expect.max_overlaps, contacts.overlaps,
             "there were " + number(contacts.overlaps) + " overlaps at a time");
  unmet.most("max_pushed", expect.max_pushed, contacts.pushed,
             "obstacles hit agents " + number(contacts.pushed) + " times");
  unmet.flag("no_stale_steps", expect.no_stale_steps, stale == 0,
             "there were " + number(stale) + " stale steps");
  if (expect.max_detour && r.detour > *expect.max_detour)
    unmet.add("max_detour: " + text(*expect.max_detour), "the mean detour was " + text(r.detour));
  return std::move(unmet.failures);
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

// Adds to the report what became of the agents of a group.
Walk Simulation::State::note_agents(const Group& group, GroupReport& report) const {
  PORTOLAN_ASSERT(group.optimum.empty() || group.optimum.size() == group.agents.size(),
                  "an optimum for each agent, or for none");
  Walk walk;
  for (std::size_t k = 0; k < group.agents.size(); ++k) {
    const AgentId agent = group.agents[k];
    if (crowd.state(agent) == AgentState::stuck) ++report.stuck;
    if (!has_arrived(group, k)) continue;
    walk.add(static_cast<double>(crowd.distance(agent)), crowd.path_cost(agent),
             group.optimum.empty() ? unreachable : group.optimum[k]);
  }
  report.walked = walk.mean_walked();
  report.detour = walk.mean_detour();
  return walk;
}

// What was done on all its legs. How it ended is told by the worst of those that somebody is on.
void Simulation::State::note_legs(const Group& group, GroupReport& report, SimulationReport& all) const {
  std::optional<Outcome> worst;
  for (std::size_t l = 0; l < group.legs.size(); ++l) {
    GroupReport of_leg;
    group.legs[l].controller->report(of_leg, all);
    report.plans += of_leg.plans;
    report.fields += of_leg.fields;
    const bool is_walked =
        group.journeys.empty() || std::any_of(group.journeys.begin(), group.journeys.end(),
                                              [&](const detail::Journey& j) { return j.leg == l; });
    if (is_walked && (!worst || is_worse(of_leg.outcome, *worst))) worst = of_leg.outcome;
  }
  report.outcome = worst.value_or(Outcome::pending);
}

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
    s.note_legs(group, report, r);
    report.outcome = ending(report, report.outcome);
    all += s.note_agents(group, report);
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
