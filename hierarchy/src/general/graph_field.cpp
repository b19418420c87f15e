// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/detail/prefetch.hpp>
#include <portolan/hierarchy/detail/graph_field.hpp>

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/bucket_queue.hpp>

namespace portolan::detail {

void GraphField::reset(const GraphPlan& plan) {
  made_from_ = plan.versions;
  goals_ = plan.goals;
  restart();
}

void GraphField::restart() {
  GraphSector::Weights weights;
  const std::size_t places = take_parts(weights);
  labels_.assign(places, unknown);
  const BucketSizes sizes = weights.most != 0 ? BucketSizes(weights.least, weights.most) : BucketSizes();
  shift_ = sizes.shift;
  mask_ = sizes.count - 1;
  if (ring_.size() < sizes.count) ring_.resize(sizes.count);
  for (Bucket& bucket : ring_) bucket.count = 0;
  std::sort(goals_.begin(), goals_.end(), [](const GraphGoalAt& a, const GraphGoalAt& b) {
    return a.offset != b.offset ? a.offset < b.offset : a.vertex < b.vertex;
  });
  now_ = goals_.empty() ? 0 : goals_.front().offset.units >> shift_;
  done_ = goals_taken_ = 0;
  settled_ = 0;
  finished_ = false;
  offer_goals();
}

// Gives how many places there are.
std::size_t GraphField::take_parts(GraphSector::Weights& weights) {
  const GraphSectors& sectors = state_->sectors;
  for (const Part& part : parts_) place_[part.number] = no_part;
  place_.resize(sectors.size(), no_part);
  parts_.clear();
  part_of_block_.clear();
  constexpr std::uint32_t block = 1U << block_shift;
  for (SectorVersion& from : made_from_) {
    PORTOLAN_ASSERT(from.sector.value < sectors.size(), "the plan is of this hierarchy");
    const GraphSector& sector = sectors[from.sector.value];
    from.version = sector.version;
    const auto number = static_cast<std::uint32_t>(parts_.size());
    place_[from.sector.value] = number;
    const auto place = static_cast<std::uint32_t>(part_of_block_.size() * block);
    const auto& short_arcs = sector.in.short_arcs();
    const auto& long_arcs = sector.in.long_arcs();
    parts_.push_back({sector.in.first().data(), short_arcs.empty() ? nullptr : short_arcs.data(),
                      long_arcs.data(), sector.portal_of.data(), &sector, from.sector.value, place});
    fetch(parts_.back());
    part_of_block_.resize(part_of_block_.size() + (sector.count + block - 1) / block, number);
    if (sector.all.most == 0) continue;
    weights.add(sector.all.least);
    weights.add(sector.all.most);
  }
  return part_of_block_.size() * block;
}

// The search comes to most sectors when other work has driven them out of the caches. It would wait for one
// line after the other; asked for at once they come side by side.
void GraphField::fetch(const Part& part) const {
  const auto lines = [](const auto* data, std::size_t count) { prefetch_lines(data, count * sizeof(*data)); };
  const GraphArcs& arcs = part.sector->in;
  lines(part.first, arcs.first().size());
  lines(part.short_arcs, arcs.short_arcs().size());
  lines(part.portal_of, part.sector->count);
}

bool GraphField::advance(std::uint64_t max_vertices) {
  while (!finished_) {
    Bucket& bucket = ring_[now_ & mask_];
    for (; done_ < bucket.count; ++done_) {
      const std::uint32_t place = bucket.places[done_];
      std::uint64_t& label = labels_[place];
      if (label % 2 == 0) continue;
      if (max_vertices == 0) return false;
      --max_vertices;
      ++settled_;
      settle(place, --label / 2);
    }
    bucket.count = done_ = 0;
    finished_ = !next_bucket();
  }
  return true;
}

// False when none is left with anything in it.
bool GraphField::next_bucket() {
  for (std::uint64_t ahead = 1; ahead <= mask_; ++ahead) {
    if (ring_[(now_ + ahead) & mask_].count == 0) continue;
    now_ += ahead;
    offer_goals();
    return true;
  }
  if (goals_taken_ == goals_.size()) return false;
  now_ = goals_[goals_taken_].offset.units >> shift_;
  offer_goals();
  return true;
}

// Those that lie in the ring by now.
void GraphField::offer_goals() {
  const GraphSectors& sectors = state_->sectors;
  for (; goals_taken_ < goals_.size(); ++goals_taken_) {
    const GraphGoalAt& goal = goals_[goals_taken_];
    if ((goal.offset.units >> shift_) - now_ > mask_) return;
    const std::uint32_t part = part_of(sectors.sector_of(goal.vertex));
    if (part != no_part) offer(parts_[part].place + sectors.local_of(goal.vertex), goal.offset.units);
  }
}

inline void GraphField::offer(std::uint32_t place, std::uint64_t cost) {
  const std::uint64_t label = 2 * cost + 1;
  std::uint64_t& known = labels_[place];
  if (label >= known) return;
  known = label;
  Bucket& bucket = ring_[(cost >> shift_) & mask_];
  if (bucket.count == bucket.places.size()) bucket.places.resize(2 * bucket.count + 64);
  bucket.places[bucket.count++] = place;
}

template <class Arc>
inline void GraphField::offer_all(std::uint32_t place, const Arc* arc, const Arc* end, std::uint64_t cost) {
  for (; arc != end; ++arc) offer(place + arc->other, cost + arc->weight);
}

inline void GraphField::settle(std::uint32_t place, std::uint64_t cost) {
  const Part& part = parts_[part_of_block_[place >> block_shift]];
  const std::uint32_t local = place - part.place, first = part.first[local], last = part.first[local + 1];
  if (part.short_arcs != nullptr) {
    offer_all(part.place, part.short_arcs + first, part.short_arcs + last, cost);
  } else {
    offer_all(part.place, part.long_arcs + first, part.long_arcs + last, cost);
  }
  const std::uint32_t portal = part.portal_of[local];
  if (portal != GraphSector::no_portal) cross(part, portal, cost);
}

void GraphField::cross(const Part& part, std::uint32_t portal, std::uint64_t cost) {
  for (const GraphCross& arc : part.sector->cross_in[portal]) {
    const std::uint32_t beyond = place_[arc.sector];
    if (beyond != no_part) offer(parts_[beyond].place + arc.local, cost + arc.weight);
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
  for (const GraphArc arc : sector.out[local]) {
    if (value(number, arc.other) + arc.weight == here) return sectors.vertex_at(sector.first + arc.other);
  }
  const std::uint32_t portal = sector.portal_of[local];
  if (portal == GraphSector::no_portal) return std::nullopt;
  for (const GraphCross& arc : sector.cross_out[portal]) {
    if (value(arc.sector, arc.local) + arc.weight == here)
      return sectors.vertex_at(sectors[arc.sector].first + arc.local);
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
  std::size_t bytes = sizeof(*this) + labels_.capacity() * sizeof(labels_[0]) +
                      parts_.capacity() * sizeof(Part) + place_.capacity() * sizeof(place_[0]) +
                      part_of_block_.capacity() * sizeof(part_of_block_[0]) +
                      made_from_.capacity() * sizeof(SectorVersion) + ring_.capacity() * sizeof(Bucket);
  for (const Bucket& bucket : ring_) bytes += bucket.places.capacity() * sizeof(bucket.places[0]);
  return bytes;
}

}  // namespace portolan::detail
