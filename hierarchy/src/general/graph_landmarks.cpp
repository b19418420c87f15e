// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/detail/graph_landmarks.hpp>

#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/best_first.hpp>

namespace portolan::detail {

namespace {

/// The costs to one landmark, or from it: Dijkstra's algorithm on all portals, and its repair, which first
/// forgets the costs that no edge accounts for any more, least first, and then works out what is left
/// (Ramalingam and Reps 1996).
class Sweep {
 public:
  Sweep(const GraphSectors& sectors, bool inward, std::vector<GraphLandmarks::Costs>& costs)
      : sectors_(sectors), inward_(inward), costs_(costs) {}

  void run(std::uint32_t landmark, std::size_t number) {
    number_ = number;
    start(landmark);
    search_.run(*this);
  }
  /// These sectors have other edges than when the costs were worked out.
  void repair(std::uint32_t landmark, std::size_t number, const std::vector<std::uint32_t>& touched) {
    number_ = number;
    landmark_ = landmark;
    lost_.clear();
    forgets_ = true;
    const auto for_each_suspect = [&](const auto& visit) {
      for (const std::uint32_t s : touched) {
        for (std::uint32_t p = sectors_.first_portal(s); p < sectors_.first_portal(s + 1); ++p) visit(p);
      }
    };
    for_each_suspect([&](std::uint32_t p) {
      if (known(p) != unknown_cost) search_.open({known(p), known(p), p});
    });
    search_.run(*this);
    forgets_ = false;
    start(landmark);
    for (const std::uint32_t p : lost_) offer(p, by_edges(p));
    for_each_suspect([&](std::uint32_t p) { offer(p, by_edges(p)); });
    search_.run(*this);
  }

 private:
  friend class BestFirst<>;
  using State = BestFirst<>::State;

  [[nodiscard]] std::uint32_t& known(std::uint32_t portal) { return costs_[portal][number_]; }
  void start(std::uint32_t landmark) {
    search_.clear();
    for (std::uint32_t p = sectors_.first_portal(landmark); p < sectors_.first_portal(landmark + 1); ++p)
      offer(p, 0);
  }
  void offer(std::uint32_t portal, std::uint64_t cost) {
    if (cost >= known(portal)) return;
    known(portal) = static_cast<std::uint32_t>(cost);
    search_.open({cost, cost, portal});
  }
  // The portals that one's cost is handed on to, or that it comes from.
  template <class Visit>
  void for_each_edge(std::uint32_t portal, bool on, const Visit& visit) const {
    const std::uint32_t s = sectors_.sector_of_portal(portal), first = sectors_.first_portal(s);
    const GraphSector& sector = sectors_[s];
    const bool in = inward_ == on;
    for (const GraphArc& arc : (in ? sector.table_in : sector.table_out)[portal - first])
      visit(first + arc.other, arc.weight);
    for (const GraphCross& arc : (in ? sector.cross_in : sector.cross_out)[portal - first])
      visit(arc.portal, arc.weight);
  }
  [[nodiscard]] std::uint64_t by_edges(std::uint32_t portal) {
    std::uint64_t least = unknown_cost;
    for_each_edge(portal, false, [&](std::uint32_t other, std::uint32_t weight) {
      if (known(other) != unknown_cost)
        least = std::min<std::uint64_t>(least, known(other) + std::uint64_t{weight});
    });
    return least;
  }

  [[nodiscard]] bool is_stale(const State& state) {
    return known(static_cast<std::uint32_t>(state.key)) < state.cost ||
           (forgets_ && known(static_cast<std::uint32_t>(state.key)) == unknown_cost);
  }
  [[nodiscard]] bool is_end(const State&) const { return false; }
  void expand(const State& state) {
    const auto portal = static_cast<std::uint32_t>(state.key);
    if (forgets_) return forget(portal);
    for_each_edge(portal, true,
                  [&](std::uint32_t other, std::uint32_t weight) { offer(other, state.cost + weight); });
  }
  // As weights are above 0, what accounts for a cost is less, and has been looked at before.
  void forget(std::uint32_t portal) {
    const std::uint32_t before = known(portal);
    if (sectors_.sector_of_portal(portal) == landmark_ || by_edges(portal) <= before) return;
    known(portal) = unknown_cost;
    lost_.push_back(portal);
    for_each_edge(portal, true, [&](std::uint32_t other, std::uint32_t weight) {
      if (known(other) == before + std::uint64_t{weight}) search_.open({known(other), known(other), other});
    });
  }

  const GraphSectors& sectors_;
  bool inward_;
  std::vector<GraphLandmarks::Costs>& costs_;
  std::size_t number_ = 0;
  std::uint32_t landmark_ = 0;
  bool forgets_ = false;
  std::vector<std::uint32_t> lost_;
  BestFirst<> search_;
};

/// Costs of portals that have got other numbers.
void renumber(const std::vector<std::uint32_t>& before, std::vector<GraphLandmarks::Costs>& costs) {
  GraphLandmarks::Costs unknown;
  unknown.fill(unknown_cost);
  std::vector<GraphLandmarks::Costs> now(before.size(), unknown);
  for (std::size_t p = 0; p < now.size(); ++p) {
    PORTOLAN_ASSERT(before[p] == GraphSector::no_portal || before[p] < costs.size(), "it was a portal");
    if (before[p] != GraphSector::no_portal) now[p] = costs[before[p]];
  }
  costs = std::move(now);
}

/// Lowers the number of sectors from each to the nearest chosen one; whatever is nearer already stays.
void spread(const GraphSectors& sectors, std::uint32_t from, std::vector<std::uint32_t>& gap) {
  std::vector<std::uint32_t> front{from};
  gap[from] = 0;
  for (std::size_t i = 0; i < front.size(); ++i) {
    const std::uint32_t here = front[i];
    const auto reach = [&](std::uint32_t slot) {
      const std::uint32_t next = sectors.sector_of_slot(slot);
      if (gap[next] <= gap[here] + 1) return;
      gap[next] = gap[here] + 1;
      front.push_back(next);
    };
    for (const GraphBridge& bridge : sectors[here].leave) reach(bridge.to);
    for (const GraphBridge& bridge : sectors[here].enter) reach(bridge.from);
  }
}

}  // namespace

std::vector<std::uint32_t> GraphLandmarks::choose(const GraphSectors& sectors) {
  constexpr std::uint32_t far = ~0U - 1;
  std::vector<std::uint32_t> chosen, gap(sectors.size(), far);
  // The first is as far as can be from any one, and only there to begin with.
  for (std::uint32_t s = 0; s < sectors.size(); ++s) {
    if (sectors[s].portals.empty()) gap[s] = 0;
  }
  while (chosen.size() < most) {
    const auto farthest = std::max_element(gap.begin(), gap.end());
    if (farthest == gap.end() || *farthest == 0) break;
    const auto next = static_cast<std::uint32_t>(farthest - gap.begin());
    if (chosen.empty()) {
      std::vector<std::uint32_t> from_any(sectors.size(), far);
      spread(sectors, next, from_any);
      std::uint32_t first = next;
      for (std::uint32_t s = 0; s < sectors.size(); ++s) {
        if (from_any[s] < far && from_any[s] > from_any[first]) first = s;
      }
      chosen.push_back(first);
    } else {
      chosen.push_back(next);
    }
    spread(sectors, chosen.back(), gap);
  }
  // No choice is a choice too: edges that come later must not lead to another one.
  if (chosen.empty() && sectors.size() > 0) chosen.push_back(0);
  return chosen;
}

void GraphLandmarks::build(const GraphSectors& sectors, std::vector<std::uint32_t> landmarks) {
  Costs unknown;
  unknown.fill(unknown_cost);
  landmarks_ = std::move(landmarks);
  if (landmarks_.size() > most) landmarks_.resize(most);
  to_.assign(sectors.portal_count(), unknown);
  from_.assign(sectors.portal_count(), unknown);
  Sweep inward(sectors, true, to_), outward(sectors, false, from_);
  for (std::size_t i = 0; i < landmarks_.size(); ++i) {
    inward.run(landmarks_[i], i);
    outward.run(landmarks_[i], i);
  }
}

void GraphLandmarks::repair(const GraphSectors& sectors, const std::vector<std::uint32_t>& touched) {
  if (!sectors.numbers_before().empty()) {
    renumber(sectors.numbers_before(), to_);
    renumber(sectors.numbers_before(), from_);
  }
  to_.resize(sectors.portal_count());
  from_.resize(sectors.portal_count());
  Sweep inward(sectors, true, to_), outward(sectors, false, from_);
  for (std::size_t i = 0; i < landmarks_.size(); ++i) {
    inward.repair(landmarks_[i], i, touched);
    outward.repair(landmarks_[i], i, touched);
  }
}

}  // namespace portolan::detail
