// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <portolan/crowd/crowd.hpp>
#include <portolan/dynamic/navigator.hpp>

#include "ground.hpp"
#include "jobs.hpp"
#include "order_guide.hpp"

namespace portolan::c {

/// The agents of a world: a crowd that moves them, a navigator that knows their ways, and for each order a
/// group of the crowd that carries it out.
class Fleet {
 public:
  Fleet(Ground& ground, Executor* executor);
  ~Fleet();
  Fleet(const Fleet&) = delete;
  Fleet& operator=(const Fleet&) = delete;

  AgentId add(std::uint32_t profile, AgentSpec spec);
  void remove(AgentId agent);

  OrderId give(const OrderSpec& spec, const CrowdGroup& how, std::span<const AgentId> agents);
  void set_places(OrderId order, std::span<const Cell> places);
  void join(OrderId order, std::span<const AgentId> agents);
  void stop(std::span<const AgentId> agents);
  void tick(float seconds, std::uint64_t units);
  void finish();

  void save(PartSink& sink) const;
  [[nodiscard]] bool restore(StateReader& reader);
  /// World and hierarchies have another owner now.
  void move_to(Ground& ground);

  [[nodiscard]] std::uint32_t profile_of(AgentId agent) const {
    return profiles_[crowd_.group_of(agent).value].value;
  }
  [[nodiscard]] Crowd& crowd() { return crowd_; }
  [[nodiscard]] const Crowd& crowd() const { return crowd_; }
  [[nodiscard]] const Navigator& navigator() const { return navigator_; }
  [[nodiscard]] const OrderGuide& guide(OrderId order) const {
    return *guides_[squads_[order.slot].group.value];
  }

 private:
  /// An order, and its group. Groups are used again.
  struct Squad {
    OrderId id;
    CrowdGroupId group;
    std::uint32_t changed = 0;
  };

  CrowdGroupId add_group(ProfileId profile);
  void place(std::span<const AgentId> agents);
  void place_all();
  void note_events();
  void lead_all();
  void lead(Squad& squad);

  Ground* ground_;
  Navigator navigator_;
  Crowd crowd_;
  std::vector<CrowdGroupId> idle_;                   // by profile
  std::vector<ProfileId> profiles_;                  // by group
  std::vector<Squad> squads_;                        // by the order's slot
  std::vector<std::unique_ptr<OrderGuide>> guides_;  // by group
};

}  // namespace portolan::c

struct portolan_navigator {
  portolan_navigator(std::shared_ptr<portolan::c::Ground> ground, const portolan::c::HostJobs& host)
      : world{std::move(ground)},
        jobs(host),
        fleet(std::make_unique<portolan::c::Fleet>(*world.ground, jobs.executor())) {}

  portolan_world world;
  portolan::c::HostJobs jobs;
  std::unique_ptr<portolan::c::Fleet> fleet;
};
