// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "plan_log.hpp"

#include <portolan/hierarchy/portal_graph.hpp>

namespace portolan::tool {

void PlanLog::add(Json& list, Json event) {
  if (list.size() < most_events) {
    list.push_back(std::move(event));
  } else {
    complete_ = false;
  }
}

// Of all orders of a profile in this tick. Where several orders plan in one tick for several reasons, each is
// told all of them.
unsigned PlanLog::triggers_of(const Simulation& simulation, ProfileId profile) {
  if (served_.size() <= profile.value) served_.resize(profile.value + 1);
  unsigned bits = 0;
  const DispatchReport& report = simulation.dispatched(profile);
  for (std::size_t t = 0; t < trigger_count; ++t) {
    if (report.triggers[t].served != served_[profile.value][t]) bits |= 1U << t;
    served_[profile.value][t] = report.triggers[t].served;
  }
  return bits;
}

void PlanLog::note(const Simulation& simulation, const std::vector<std::uint32_t>& slots) {
  std::vector<unsigned> triggers;
  std::vector<bool> asked;
  for (std::size_t k = 0; k < legs_.size(); ++k) {
    const ProfileId profile = simulation.planning_profile(legs_[k].of.group);
    if (triggers.size() <= profile.value) triggers.resize(profile.value + 1), asked.resize(profile.value + 1);
    if (!asked[profile.value]) triggers[profile.value] = triggers_of(simulation, profile);
    asked[profile.value] = true;
    note_leg(simulation, k, triggers[profile.value]);
  }
  note_walkers(simulation, slots);
  note_portals(simulation);
}

void PlanLog::note_leg(const Simulation& simulation, std::size_t k, unsigned triggers) {
  Leg& leg = legs_[k];
  const PlanWork& work = simulation.work(leg.of.group, leg.of.leg);
  const bool planned = work.plans != leg.plans, repaired = work.fields != leg.fields;
  leg.plans = work.plans;
  leg.fields = work.fields;
  if (!planned && !repaired) return;
  std::int64_t corridor = -1;
  if (const std::vector<SectorId>& sectors = simulation.plan(leg.of.group, leg.of.leg).corridor;
      planned && sectors != leg.corridor) {
    leg.corridor = sectors;
    corridor = static_cast<std::int64_t>(corridors_.size());
    Json list = Json::array();
    std::uint32_t before = 0;
    for (const SectorId s : sectors) {
      list.push_back(s.value - before);
      before = s.value;
    }
    add(corridors_, std::move(list));
  }
  add(leg_events_, {simulation.ticks(), k, planned ? 0 : 1, planned ? triggers : 0, corridor});
}

void PlanLog::note_walkers(const Simulation& simulation, const std::vector<std::uint32_t>& slots) {
  walkers_.resize(slots.size());
  for (std::size_t k = 0; k < slots.size(); ++k) {
    const auto work = simulation.work_of(simulation.crowd().agent(slots[k]));
    if (!work) continue;
    Walker& walker = walkers_[k];
    if (work->plans != walker.plans) {
      add(agent_events_, {simulation.ticks(), slots[k], 0});
    } else if (work->splices != walker.splices) {
      add(agent_events_, {simulation.ticks(), slots[k], 1});
    }
    walker = {work->plans, work->splices};
  }
}

// Of the first group's profile; the page shows one. Only sectors are looked at that have changed: to go over
// all portals of a large map in every tick took longer than the run.
void PlanLog::note_portals(const Simulation& simulation) {
  if (legs_.empty()) return;
  const Hierarchy& hierarchy = simulation.hierarchy(simulation.planning_profile(0));
  if (hierarchy.version() == portals_of_) return;
  portals_of_ = hierarchy.version();
  const std::uint32_t sectors = hierarchy.sectors().tile_count();
  if (sectors > most_sectors || portal_events_.size() >= most_events) {
    complete_ = false;
    return;
  }
  borders_.resize(sectors);
  std::map<PortalKey, int> changed;  // by how many more sectors it is told now
  for (std::uint32_t s = 0; s < sectors; ++s) {
    Border& border = borders_[s];
    if (border.version == hierarchy.sector_version(SectorId{s})) continue;
    border.version = hierarchy.sector_version(SectorId{s});
    std::set<PortalKey> now = portals_around(hierarchy.graph(), s);
    for (const PortalKey& key : border.portals) --changed[key];
    for (const PortalKey& key : now) ++changed[key];
    border.portals = std::move(now);
  }
  for (const auto& [key, more] : changed) {
    const int before = portals_[key];
    const int after = portals_[key] = before + more;
    if ((before > 0) == (after > 0)) continue;
    const auto& [x, y, layer, width, below] = key;
    add(portal_events_, {simulation.ticks(), after > 0 ? 1 : 0, x, y, layer, width, below ? 1 : 0});
  }
}

std::set<PlanLog::PortalKey> PlanLog::portals_around(const PortalGraph& graph, std::uint32_t sector) {
  std::set<PortalKey> portals;
  graph.for_each_portal(sector, [&](PortalId id) {
    const Portal portal = graph.portal(id);
    if (portal.is_link()) return;
    portals.insert(
        {portal.first.x, portal.first.y, portal.first.layer, portal.width, portal.a.x == portal.b.x});
  });
  return portals;
}

Json PlanLog::json() const {
  return {{"groups", leg_events_},
          {"agents", agent_events_},
          {"corridors", corridors_},
          {"portals", portal_events_}};
}

}  // namespace portolan::tool
