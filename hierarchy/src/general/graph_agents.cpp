// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "general/graph_agents.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

// More places than so many have bounds of their sectors only.
constexpr std::size_t few_places = 8;

std::uint32_t as_bound(std::uint64_t cost) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(cost, unknown_cost));
}

}  // namespace

void GraphAgents::begin(std::vector<std::uint32_t> vertices) {
  std::sort(vertices.begin(), vertices.end(), [&](std::uint32_t a, std::uint32_t b) {
    return state_.sectors.slot_of(a) < state_.sectors.slot_of(b);
  });
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  places_.clear();
  groups_.clear();
  rows_.clear();
  for (const std::uint32_t vertex : vertices) {
    const std::uint32_t sector = state_.sectors.sector_of(vertex);
    const auto number = static_cast<std::uint32_t>(places_.size());
    Group& group = groups_.try_emplace(sector, {number, 0}).value;
    ++group.count;
    places_.push_back({vertex, sector, ~0U, none, rows_.size()});
    rows_.resize(rows_.size() + state_.sectors[sector].portals.size(), none);
  }
  least_to_.fill(unknown_cost);
  most_from_.fill(places_.size() > few_places ? unknown_cost : 0);
  for (std::uint32_t first = 0; first < places_.size();) {
    const Group group = *groups_.find(places_[first].sector);
    gather(group);
    first += group.count;
  }
  // One that is not known says nothing.
  for (std::uint32_t& cost : least_to_) cost = cost == unknown_cost ? 0 : cost;
  worst_ = none;
  until_look_ = 0;
}

void GraphAgents::gather(const Group& group) {
  const std::uint32_t number = places_[group.first].sector;
  const GraphSector& sector = state_.sectors[number];
  if (group.count > sector.portals.size()) {
    gather_by_portal(group);
  } else {
    for (std::uint32_t i = group.first; i < group.first + group.count; ++i) {
      costs_.begin(sector, sector.out);
      costs_.start(state_.sectors.local_of(places_[i].vertex), 0);
      costs_.run();
      for (std::size_t p = 0; p < sector.portals.size(); ++p)
        rows_[places_[i].row + p] = costs_.cost(sector.portals[p]);
    }
  }
  if (places_.size() > few_places) return aim_roughly(places_[group.first]);
  for (std::uint32_t i = group.first; i < group.first + group.count; ++i) aim(places_[i]);
}

void GraphAgents::gather_by_portal(const Group& group) {
  const GraphSector& sector = state_.sectors[places_[group.first].sector];
  for (std::size_t p = 0; p < sector.portals.size(); ++p) {
    costs_.begin(sector, sector.in);
    costs_.start(sector.portals[p], 0);
    costs_.run();
    for (std::uint32_t i = group.first; i < group.first + group.count; ++i)
      rows_[places_[i].row + p] = costs_.cost(state_.sectors.local_of(places_[i].vertex));
  }
}

void GraphAgents::aim(const Place& place) {
  const GraphSector& sector = state_.sectors[place.sector];
  const std::uint32_t first = state_.sectors.first_portal(place.sector);
  costs_.begin(sector, sector.in);
  costs_.start(state_.sectors.local_of(place.vertex), 0);
  costs_.run();
  GraphLandmarks::Costs from;
  from.fill(unknown_cost);
  for (std::uint32_t p = 0; p < sector.portals.size(); ++p) {
    const std::uint64_t leave = rows_[place.row + p], enter = costs_.cost(sector.portals[p]);
    for (std::size_t l = 0; l < from.size(); ++l) {
      const std::uint32_t to_landmark = state_.landmarks.to(first + p)[l];
      const std::uint32_t from_landmark = state_.landmarks.from(first + p)[l];
      if (leave != none && to_landmark != unknown_cost)
        least_to_[l] = std::min(least_to_[l], as_bound(leave + to_landmark));
      if (enter != none && from_landmark != unknown_cost)
        from[l] = std::min(from[l], as_bound(enter + from_landmark));
    }
  }
  for (std::size_t l = 0; l < from.size(); ++l) most_from_[l] = std::max(most_from_[l], from[l]);
}

// Who leaves the sector does so by a portal.
void GraphAgents::aim_roughly(const Place& place) {
  const std::uint32_t first = state_.sectors.first_portal(place.sector);
  const std::uint32_t end = state_.sectors.first_portal(place.sector + 1);
  for (std::uint32_t p = first; p < end; ++p) {
    for (std::size_t l = 0; l < least_to_.size(); ++l)
      least_to_[l] = std::min(least_to_[l], state_.landmarks.to(p)[l]);
  }
}

std::uint64_t GraphAgents::bound(std::uint32_t portal) const {
  const GraphLandmarks::Costs& to = state_.landmarks.to(portal);
  const GraphLandmarks::Costs& from = state_.landmarks.from(portal);
  std::uint32_t best = 0;
  for (std::size_t l = 0; l < to.size(); ++l) {
    const std::uint32_t beyond = least_to_[l] > to[l] ? least_to_[l] - to[l] : 0;
    const std::uint32_t known = from[l] == unknown_cost ? 0 : from[l];
    const std::uint32_t behind = known > most_from_[l] ? known - most_from_[l] : 0;
    best = std::max(best, std::max(beyond, behind));
  }
  return best;
}

// A path to a goal ends inside its sector, after the portal that it came in by.
std::uint64_t GraphAgents::lower_bound(std::uint32_t goals_in, const SectorCosts& costs) const {
  const GraphSector& sector = state_.sectors[goals_in];
  std::uint64_t least = none;
  for (std::uint32_t p = 0; p < sector.portals.size(); ++p) {
    const std::uint64_t inside = costs.cost(sector.portals[p]);
    if (inside != none) least = std::min(least, inside + bound(state_.sectors.first_portal(goals_in) + p));
  }
  for (const Place& place : places_) least = std::min(least, place.cost);
  return least;
}

void GraphAgents::arrive(std::uint32_t sector, const SectorCosts& costs) {
  const Group* const group = groups_.find(sector);
  if (group == nullptr) return;
  for (std::uint32_t i = group->first; i < group->first + group->count; ++i)
    places_[i].cost = std::min(places_[i].cost, costs.cost(state_.sectors.local_of(places_[i].vertex)));
}

void GraphAgents::reach(std::uint32_t portal, std::uint64_t cost) {
  const std::uint32_t sector = state_.sectors.sector_of_portal(portal);
  const Group* const group = groups_.find(sector);
  if (group == nullptr) return;
  const std::uint32_t p = portal - state_.sectors.first_portal(sector);
  PORTOLAN_ASSERT(p < state_.sectors[sector].portals.size(), "portals are numbered sector by sector");
  for (std::uint32_t i = group->first; i < group->first + group->count; ++i) {
    const std::uint64_t leave = rows_[places_[i].row + p];
    if (leave == none || leave + cost >= places_[i].cost) continue;
    places_[i].cost = leave + cost;
    places_[i].portal = portal;
    until_look_ = std::min<std::size_t>(until_look_, places_.size() / few_places);
  }
}

// Many places are looked at now and then only.
bool GraphAgents::are_done(std::uint64_t bound) {
  if (bound >= worst_) return true;
  if (until_look_ > 0) return --until_look_, false;
  worst_ = 0;
  for (const Place& place : places_) worst_ = std::max(worst_, place.cost);
  until_look_ = worst_ == none ? places_.size() / few_places : ~std::size_t{0};
  return bound >= worst_;
}

const GraphAgents::Place& GraphAgents::place_of(std::uint32_t vertex) const {
  const std::uint32_t slot = state_.sectors.slot_of(vertex);
  const auto place = std::lower_bound(
      places_.begin(), places_.end(), slot,
      [&](const Place& a, std::uint32_t wanted) { return state_.sectors.slot_of(a.vertex) < wanted; });
  PORTOLAN_ASSERT(place != places_.end() && place->vertex == vertex, "ask about those that began");
  return *place;
}

}  // namespace portolan::detail
