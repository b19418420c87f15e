// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/hierarchy/detail/graph_plan.hpp>

#include "general/sector_costs.hpp"

namespace portolan::detail {

/// The places where the agents of one order stand, and their ways to the portals of their sectors.
class GraphAgents {
 public:
  static constexpr std::uint64_t none = SectorCosts::none;
  struct Place {
    std::uint32_t vertex = 0;
    std::uint32_t sector = 0;
    std::uint32_t portal = ~0U;  ///< by which its best way leaves; none: it ends inside
    std::uint64_t cost = none;
    std::size_t row = 0;
  };

  explicit GraphAgents(const GraphState& state) : state_(state) {}

  /// Takes the vertices of agents; the same may come more than once.
  void begin(std::vector<std::uint32_t> vertices);
  /// No way from an agent to a portal is cheaper.
  [[nodiscard]] std::uint64_t bound(std::uint32_t portal) const;
  /// What a way costs that ends inside the sector, where `costs` were worked out to the goals.
  void arrive(std::uint32_t sector, const SectorCosts& costs);
  /// No agent's path to goals in this sector is cheaper: ask after `arrive`.
  [[nodiscard]] std::uint64_t lower_bound(std::uint32_t goals_in, const SectorCosts& costs) const;
  /// A portal's cost to the goals is final.
  void reach(std::uint32_t portal, std::uint64_t cost);
  /// No way that costs so much improves anything.
  [[nodiscard]] bool are_done(std::uint64_t bound);

  [[nodiscard]] std::span<const Place> places() const { return places_; }
  [[nodiscard]] const Place& place_of(std::uint32_t vertex) const;

 private:
  struct Group {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  void gather(const Group& group);
  void gather_by_portal(const Group& group);
  void aim(const Place& place);
  void aim_roughly(const Place& place);

  const GraphState& state_;
  std::vector<Place> places_;              // by sector and vertex
  FlatHash<std::uint32_t, Group> groups_;  // by sector
  std::vector<std::uint64_t> rows_;        // costs to the portals of the place's sector
  GraphLandmarks::Costs least_to_{}, most_from_{};
  SectorCosts costs_;
  std::uint64_t worst_ = none;
  std::size_t until_look_ = 0;
};

}  // namespace portolan::detail
