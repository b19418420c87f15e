// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/detail/graph_field.hpp>

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

void GraphField::reset(const GraphPlan& plan) {
  made_from_ = plan.versions;
  goals_ = plan.goals;
  restart();
}

void GraphField::restart() {
  const GraphSectors& sectors = state_->sectors;
  place_.resize(sectors.size());
  parts_.clear();
  std::size_t count = 0;
  for (const SectorVersion& from : made_from_) count += sectors[from.sector.value].count;
  values_.assign(count, unreachable.units);
  std::uint64_t* values = values_.data();
  GraphSector::Weights weights;
  for (SectorVersion& from : made_from_) {
    PORTOLAN_ASSERT(from.sector.value < sectors.size(), "the plan is of this hierarchy");
    const GraphSector& sector = sectors[from.sector.value];
    from.version = sector.version;
    place_[from.sector.value] = static_cast<std::uint32_t>(parts_.size());
    parts_.push_back({sector.in.first.data(), sector.in.items.data(), sector.portal_of.data(), values,
                      &sector, from.sector.value});
    values += sector.count;
    if (sector.all.most == 0) continue;
    weights.add(sector.all.least);
    weights.add(sector.all.most);
  }
  search_.clear();
  if (weights.most != 0) search_.queue().set_steps(weights.least, weights.most);
  std::sort(goals_.begin(), goals_.end(), [](const GraphGoalAt& a, const GraphGoalAt& b) {
    return a.offset != b.offset ? a.offset < b.offset : a.vertex < b.vertex;
  });
  for (const GraphGoalAt& goal : goals_) {
    const std::uint32_t sector = sectors.sector_of(goal.vertex);
    if (const std::uint32_t part = part_of(sector); part != no_part)
      offer(part, sectors.local_of(goal.vertex), goal.offset.units);
  }
  finished_ = false;
}

bool GraphField::advance(std::uint64_t max_vertices) {
  const std::uint64_t so_far = search_.opened();
  const std::uint64_t most = max_vertices < ~so_far ? so_far + max_vertices : ~std::uint64_t{0};
  // What the loop took out when its budget was spent goes back.
  if (!finished_ && search_.run(*this, most) == Search::End::spent)
    return search_.open(search_.last()), false;
  return finished_ = true;
}

inline void GraphField::offer(std::uint32_t part, std::uint32_t local, std::uint64_t cost) {
  std::uint64_t& known = parts_[part].values[local];
  if (cost >= known) return;
  known = cost;
  search_.open({cost, part, local});
}

inline void GraphField::expand(const State& state) {
  const Part& part = parts_[state.part];
  const GraphArc* const end = part.in + part.first[state.local + 1];
  for (const GraphArc* arc = part.in + part.first[state.local]; arc != end; ++arc)
    offer(state.part, arc->other, state.bound + arc->weight);
  const std::uint32_t portal = part.portal_of[state.local];
  if (portal != GraphSector::no_portal) expand_portal(state, portal);
}

void GraphField::expand_portal(const State& state, std::uint32_t portal) {
  for (const GraphCross& arc : parts_[state.part].sector->cross_in[portal]) {
    const std::uint32_t beyond = state_->sectors.sector_of_portal(arc.portal);
    if (const std::uint32_t part = part_of(beyond); part != no_part)
      offer(part, arc.local, state.bound + arc.weight);
  }
}

Distance GraphField::at(std::uint32_t vertex) const {
  const GraphSectors& sectors = state_->sectors;
  PORTOLAN_ASSERT(vertex < sectors.vertex_count(), "a vertex of the graph");
  return {value(sectors.sector_of(vertex), sectors.local_of(vertex))};
}

std::optional<std::uint32_t> GraphField::next(std::uint32_t vertex) const {
  const GraphSectors& sectors = state_->sectors;
  const std::uint32_t number = sectors.sector_of(vertex), local = sectors.local_of(vertex);
  const std::uint64_t here = value(number, local);
  if (here == unreachable.units) return std::nullopt;
  const GraphSector& sector = sectors[number];
  for (const GraphArc& arc : sector.out[local]) {
    if (value(number, arc.other) + arc.weight == here) return sectors.vertex_at(sector.first + arc.other);
  }
  const std::uint32_t portal = sector.portal_of[local];
  if (portal == GraphSector::no_portal) return std::nullopt;
  for (const GraphCross& arc : sector.cross_out[portal]) {
    const std::uint32_t beyond = sectors.sector_of_portal(arc.portal);
    if (value(beyond, arc.local) + arc.weight == here)
      return sectors.vertex_at(sectors[beyond].first + arc.local);
  }
  return std::nullopt;
}

std::vector<std::uint32_t> GraphField::path(std::uint32_t vertex) const {
  PORTOLAN_ASSERT(finished_, "advance() comes first");
  std::vector<std::uint32_t> path;
  if (!reachable(at(vertex))) return path;
  path.push_back(vertex);
  for (auto on = next(vertex); on; on = next(*on)) path.push_back(*on);
  return path;
}

bool GraphField::stale() const {
  return std::any_of(made_from_.begin(), made_from_.end(), [&](const SectorVersion& from) {
    return state_->sectors[from.sector.value].version != from.version;
  });
}

bool GraphField::refresh() {
  const bool was_stale = stale();
  if (was_stale) restart();
  return was_stale;
}

std::size_t GraphField::memory_bytes() const {
  return sizeof(*this) + values_.capacity() * sizeof(values_[0]) + parts_.capacity() * sizeof(Part) +
         place_.capacity() * sizeof(place_[0]) + search_.memory_bytes() +
         made_from_.capacity() * sizeof(SectorVersion);
}

}  // namespace portolan::detail
