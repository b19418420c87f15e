// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/detail/graph_landmarks.hpp>

#include <algorithm>
#include <utility>

#include <portolan/core/detail/best_first.hpp>

namespace portolan::detail {

namespace {

/// Dijkstra's algorithm on all portals, from or to those of one sector.
class Sweep {
 public:
  Sweep(const GraphSectors& sectors, bool inward) : sectors_(sectors), inward_(inward) {}

  void run(std::uint32_t landmark, std::size_t number, std::vector<GraphLandmarks::Costs>& costs) {
    costs_ = &costs;
    number_ = number;
    search_.clear();
    for (std::uint32_t p = sectors_.first_portal(landmark); p < sectors_.first_portal(landmark + 1); ++p)
      offer(p, 0);
    search_.run(*this);
  }

 private:
  friend class BestFirst<>;
  using State = BestFirst<>::State;

  void offer(std::uint32_t portal, std::uint64_t cost) {
    std::uint32_t& known = (*costs_)[portal][number_];
    if (cost >= known) return;
    known = static_cast<std::uint32_t>(cost);
    search_.open({cost, cost, portal});
  }
  [[nodiscard]] bool is_stale(const State& state) const { return (*costs_)[state.key][number_] < state.cost; }
  [[nodiscard]] bool is_end(const State&) const { return false; }
  void expand(const State& state) {
    const auto portal = static_cast<std::uint32_t>(state.key);
    const std::uint32_t s = sectors_.sector_of_portal(portal), first = sectors_.first_portal(s);
    const GraphSector& sector = sectors_[s];
    for (const GraphArc& arc : (inward_ ? sector.table_in : sector.table_out)[portal - first])
      offer(first + arc.other, state.cost + arc.weight);
    for (const GraphCross& arc : (inward_ ? sector.cross_in : sector.cross_out)[portal - first])
      offer(arc.portal, state.cost + arc.weight);
  }

  const GraphSectors& sectors_;
  bool inward_;
  std::vector<GraphLandmarks::Costs>* costs_ = nullptr;
  std::size_t number_ = 0;
  BestFirst<> search_;
};

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
  Sweep inward(sectors, true), outward(sectors, false);
  for (std::size_t i = 0; i < landmarks_.size(); ++i) {
    inward.run(landmarks_[i], i, to_);
    outward.run(landmarks_[i], i, from_);
  }
}

}  // namespace portolan::detail
