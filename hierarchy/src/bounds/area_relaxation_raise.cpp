// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Values that edges became too costly for (Ramalingam and Reps, "An incremental algorithm for a
// generalization of the shortest-path problem", 1996). An edge costs more than nothing: what accounts for a
// value is less than it, so that by rising values each node is looked at once, when all that it may rest on
// is decided.
#include <algorithm>

#include <portolan/core/assert.hpp>

#include "bounds/area_relaxation.hpp"

namespace portolan::detail {

namespace {

std::uint32_t node_at(const AreaRecord& area, const AreaLinks& links, std::uint32_t place) {
  for (const Side side : all_sides) {
    if (place < area.end[side]) return area.first[side] + place - area.begin(side);
  }
  return links.leaving[place - area.portals()];
}

}  // namespace

std::uint32_t AreaRelaxation::known_cost(std::uint32_t node) {
  const std::array<Place, 2> at = places_of(node);
  if (at[1].number != none) lanes_of(at[1].number);
  return values_[lanes_of(at[0].number) + at[0].place];
}

void AreaRelaxation::set_cost(std::uint32_t node, std::uint32_t cost, std::uint32_t done) {
  PORTOLAN_ASSERT(level_->nodes[node].alive());
  for (const Place& at : places_of(node)) {
    if (at.number == none) continue;
    const std::uint32_t lane = lanes_of(at.number) + at.place;
    values_[lane] = cost;
    done_[lane] = done;
  }
}

// Of paths that begin at a place in an area.
std::uint32_t AreaRelaxation::least_through(std::uint32_t area, std::uint32_t place) {
  const std::uint32_t first = lanes_of(area);  // may move all lanes
  const std::uint32_t* const values = values_.data() + first;
  const CostTable& table = level_->table(area);
  if (level_->is_plain(level_->areas[area]))
    return least_sum(table.row<std::uint16_t>(place), values, table.size);
  std::uint64_t least = far;
  const std::uint32_t count = exits_of(area);
  for (std::uint32_t exit = 0; exit < count; ++exit) {
    const std::uint64_t cost = table.at(place, exit);
    if (cost < far && exit != place) least = std::min(least, cost + values[exit]);
  }
  return static_cast<std::uint32_t>(least);
}

std::uint32_t AreaRelaxation::least_onward(std::uint32_t node) {
  const NodeRecord& record = level_->nodes[node];
  if (record.is_link()) {
    const LinkNode& link = level_->link(record);
    const std::uint64_t sum = std::uint64_t{least_through(link.to_area, link.arriving_at)} + link.link.cost;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, far));
  }
  std::uint32_t least = far;
  for (const Place& at : places_of(node)) least = std::min(least, least_through(at.number, at.place));
  return least;
}

// What an area has taken in of a node that waits, or was raised, is set to nothing meanwhile: so it is not
// found again.
void AreaRelaxation::doubt(std::uint32_t node) {
  std::uint32_t cost = far;
  for (const Place& at : places_of(node)) {
    if (at.number == none) continue;
    const std::uint32_t lane = lanes_of(at.number) + at.place;
    if (done_[lane] == 0) return;
    cost = values_[lane];
    done_[lane] = 0;
  }
  doubts_.push({cost, node});
}

// Nodes of an area whose value may be made of a path to this place of it, from where it cost so much.
void AreaRelaxation::doubt_at(const Place& at, std::uint32_t cost) {
  const AreaRecord& record = level_->areas[at.number];
  const AreaLinks& links = level_->links_of(record);
  const CostTable& table = level_->table(at.number);
  const std::uint32_t first = lanes_of(at.number);  // may move all lanes
  const std::uint32_t* const values = done_.data() + first;
  resting_.clear();
  if (level_->is_plain(record)) {
    find_resting(table.row<std::uint16_t>(at.place), values, cost, table.size, resting_);
  } else {
    const std::uint32_t count = exits_of(at.number);
    for (std::uint32_t exit = 0; exit < count; ++exit) {
      const std::uint64_t edge = table.at(exit, at.place);
      if (edge < far && values[exit] < far && edge + cost <= values[exit]) resting_.push_back(exit);
    }
  }
  for (const std::uint32_t place : resting_) doubt(node_at(record, links, place));
  for (const std::uint32_t node : links.arriving) {
    const LinkNode& link = level_->link(level_->nodes[node]);
    const std::uint64_t edge = table.at(link.arriving_at, at.place);
    const std::uint32_t value = known_cost(node);
    if (edge < far && value < far && edge + link.link.cost + cost <= value) doubt(node);
  }
}

void AreaRelaxation::doubt_what_rests_on(std::uint32_t node, std::uint32_t cost) {
  for (const Place& at : places_of(node)) {
    if (at.number != none) doubt_at(at, cost);
  }
}

std::size_t AreaRelaxation::raise(std::span<const std::uint32_t> doubted,
                                  const std::function<std::uint32_t(std::uint32_t node)>& begins,
                                  std::size_t most) {
  PORTOLAN_ASSERT(whole_ && known_.of_first_node != nullptr, "what is raised has to be known");
  doubts_.clear();
  for (const std::uint32_t node : doubted) doubt(node);
  std::vector<std::uint32_t> raised;
  std::size_t looked_at = 0;
  for (; !doubts_.empty() && looked_at < most; ++looked_at) {
    const Waiting top = doubts_.pop();
    const std::uint32_t node = top.number;
    set_cost(node, far, 0);
    if (std::min(begins(node), least_onward(node)) <= top.key) {
      set_cost(node, top.key, top.key);
      continue;
    }
    raised.push_back(node);
    doubt_what_rests_on(node, top.key);
  }
  for (const std::uint32_t node : raised) set_cost(node, far, far);
  for (const std::uint32_t node : raised) seed(node, std::min(begins(node), least_onward(node)));
  return looked_at;
}

}  // namespace portolan::detail
