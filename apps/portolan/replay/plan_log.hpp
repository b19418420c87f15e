// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <portolan/simulation/simulation.hpp>

#include "../json_out.hpp"
#include "../legs.hpp"

namespace portolan::tool {

/// Plans, repairs and portals while a run goes on: what was made when, and which trigger asked for it.
class PlanLog {
 public:
  static constexpr std::size_t most_events = 60'000;
  static constexpr std::size_t most_sectors = 20'000;  ///< of a map whose portals are shown

  explicit PlanLog(const std::vector<GroupLeg>& legs) : legs_(legs.begin(), legs.end()) {}

  /// `slots`: the agents that are shown.
  void note(const Simulation& simulation, const std::vector<std::uint32_t>& slots);

  /// `groups`: list of `[tick, leg, what, triggers, corridor]`, where `what` is 0 for a plan and 1 for a
  /// repair, triggers are bits and the corridor is a place in `corridors`, or -1. `agents`: list of
  /// `[tick, slot, what]`, where `what` is 0 for a whole path and 1 for a piece put in. `corridors`: lists of
  /// sectors. `portals`: list of `[tick, added, x, y, layer, width, down]`.
  [[nodiscard]] Json json() const;
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  using PortalKey = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t, bool>;
  struct Leg {
    Leg(const GroupLeg& which) : of(which) {}

    GroupLeg of;
    std::uint64_t plans = 0, fields = 0;
    std::vector<SectorId> corridor;
  };
  struct Walker {
    std::uint64_t plans = 0, splices = 0;
  };

  void note_leg(const Simulation& simulation, std::size_t k, unsigned triggers);
  void note_walkers(const Simulation& simulation, const std::vector<std::uint32_t>& slots);
  void note_portals(const Simulation& simulation);
  [[nodiscard]] static std::set<PortalKey> portals_around(const PortalGraph& graph, std::uint32_t sector);
  [[nodiscard]] unsigned triggers_of(const Simulation& simulation, ProfileId profile);
  void add(Json& list, Json event);

  std::vector<Leg> legs_;
  std::vector<Walker> walkers_;
  std::vector<std::array<std::uint64_t, trigger_count>> served_;  // by profile
  struct Border {
    std::uint64_t version = ~std::uint64_t{0};
    std::set<PortalKey> portals;
  };
  std::vector<Border> borders_;                   // by sector
  std::map<PortalKey, int> portals_;              // and by how many sectors they are told
  std::uint64_t portals_of_ = ~std::uint64_t{0};  // version of the hierarchy
  Json leg_events_ = Json::array(), agent_events_ = Json::array(), corridors_ = Json::array(),
       portal_events_ = Json::array();
  bool complete_ = true;
};

}  // namespace portolan::tool
