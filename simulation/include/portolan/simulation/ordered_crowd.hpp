// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/saved_state.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/detail/held_ground.hpp>
#include <portolan/dynamic/navigator.hpp>
#include <portolan/simulation/stop.hpp>

namespace portolan {

namespace detail {
class Passages;
}  // namespace detail

/// A navigator whose orders a crowd carries out: what lies between the two in every game. Each order has a
/// group of the crowd, which follows its field and has its goals; groups are used again. Agents without an
/// order stand in an idle group of their profile, and give way. In each tick: `commit`, `work`, `step`, as in
/// `examples/rts/main.cpp`.
///
/// Equal calls give equal bits, whatever the executor. Not thread-safe. Cost besides that of navigator and
/// crowd: O(agents + orders) for each tick.
class OrderedCrowd {
 public:
  /// Hierarchies have been added to the navigator, or are its own.
  explicit OrderedCrowd(Navigator navigator, CrowdOptions options = {});
  ~OrderedCrowd();
  OrderedCrowd(OrderedCrowd&&) noexcept;
  OrderedCrowd& operator=(OrderedCrowd&&) noexcept;

  /// What groups of a profile are like for orders that are given from now on: to be changed, but for grid,
  /// guide, goals and clearance. At first agents stay where they have arrived. Not saved.
  [[nodiscard]] CrowdGroup& manner(ProfileId profile);
  /// What a cell costs more that agents hold who stand, and give no way to one whom they hold up: at first
  /// 192, at most 254; 0: nothing. Fields and plans lead around them, through a gap that leaves room, or by
  /// another gate, unless the way around costs more. Nothing, while a group's speed depends on costs
  /// (`CrowdGroup::full_speed_cost`). The ground is stamped (`World::stamp`) by `commit`,
  /// which looks at the crowd once in a second, and when one of those walks on: cost O(agents) each time. A
  /// change takes off all stamps with the next commit. A host that lends its world, and uses it further, sets
  /// it to 0 at the end. Saved.
  void set_held_cost(std::int32_t extra);
  [[nodiscard]] std::int32_t held_cost() const { return held_.extra(); }

  /// An agent without an order; its group is that of its profile. No id, where it cannot stand there: no
  /// mistake, as a place where agents come into the world may be full. Where its body would overlap a wall it
  /// is put beside it, less than half a cell away.
  AgentId add(ProfileId profile, AgentSpec spec);
  /// Whether such an agent would stand just there, and touch no wall and nobody. Cost: O(agents).
  [[nodiscard]] bool has_room(ProfileId profile, const AgentSpec& spec) const;
  /// Orders that follow or flee from it end there (`OrderEvent::Kind::target_gone`), also when another
  /// agent gets its slot.
  void remove(AgentId id);
  [[nodiscard]] ProfileId profile_of(AgentId id) const;

  /// Agents of the order's profile; they leave the orders that they had. An order that nobody has any more
  /// ends with the next `work`; who has arrived and left the map has none.
  OrderId give(const OrderSpec& spec, std::span<const AgentId> agents);
  void join(OrderId id, std::span<const AgentId> agents);
  void leave(std::span<const AgentId> agents);
  void set_places(OrderId id, std::span<const Cell> places) { navigator_.set_places(id, places); }
  /// No work is spent on a paused order. Its agents go on along the field that it has.
  void pause(OrderId id, bool paused) { navigator_.pause(id, paused); }
  void remove(OrderId id);
  [[nodiscard]] OrderId order_of(AgentId id) const { return navigator_.order_of(id.slot); }
  /// The group that carries out an order that lives, with the guide that leads it until the next `work`.
  [[nodiscard]] const CrowdGroup& group(OrderId id) const;
  /// The same, to be changed from the next step on, but for grid, guide, goals and clearance.
  [[nodiscard]] CrowdGroup& group(OrderId id);
  /// Lets a hierarchy of the world follow, as for the navigator.
  void add(Hierarchy& hierarchy) { navigator_.add(hierarchy); }

  /// Edits that wait take effect, and who stands where nothing can stand now is put beside. So does what is
  /// known of those who are in the way of others.
  CommitReport commit();
  /// Tells the navigator where everybody is, and lets it work for about so many units.
  std::uint64_t work(std::uint64_t units);
  /// Finishes all work at once.
  void finish();
  void step(float seconds);

  /// Why an agent stands, or that it walks (`StopReason::none`). It changes nothing. Cost: O(agents); of one
  /// whose goal no path leads to, the first time after an edit, O(cells): a copy of the ground is kept.
  [[nodiscard]] Stop why(AgentId id);

  /// A game that goes on later, bit for bit (docs/your-games-tick.md). No edit may wait.
  void save_state(PartSink& sink) const;
  /// One whose navigator took its world over, with the same options. Nothing where the parts do not fit.
  [[nodiscard]] static std::optional<OrderedCrowd> restored(StateReader& reader,
                                                            const HierarchyOptions& hierarchies,
                                                            CrowdOptions options = {});
  /// One whose navigator was lent its world and hierarchies, which are as they were when it was saved.
  [[nodiscard]] static std::optional<OrderedCrowd> restored(StateReader& reader, Navigator navigator,
                                                            CrowdOptions options = {});
  /// A game that takes back what it guessed: as of the navigator, with the crowd.
  std::uint64_t keep();
  void go_back(std::uint64_t moment);
  void forget_before(std::uint64_t moment);

  [[nodiscard]] World& world() { return navigator_.world(); }
  [[nodiscard]] const World& world() const { return navigator_.world(); }
  [[nodiscard]] const Navigator& navigator() const { return navigator_; }
  /// To change agents. Who comes and goes, and which group they are in, is decided here.
  [[nodiscard]] Crowd& crowd() { return crowd_; }
  [[nodiscard]] const Crowd& crowd() const { return crowd_; }

 private:
  struct Guides;
  class Scene;
  /// An order, and the group of the crowd that carries it out.
  struct Squad {
    OrderId id;
    CrowdGroupId group;
    // A path, by the last work. As wide as the rest: saved games hold squads as they lie in memory.
    std::uint32_t found = 0;
    std::uint64_t planned_around = 0;  // version of the world for which a way past others was looked for last
  };
  struct Lists {
    std::vector<CrowdGroupId> idle;   // by profile
    std::vector<ProfileId> profiles;  // by group
    std::vector<Squad> squads;        // by the order's slot
  };
  struct Kept;

  [[nodiscard]] CrowdGroup new_manner(ProfileId profile) const;
  [[nodiscard]] Vec2 with_room(ProfileId profile, const AgentSpec& spec) const;
  [[nodiscard]] bool can_stand(ProfileId profile, const AgentSpec& spec) const;
  CrowdGroupId add_group(ProfileId profile);
  Squad& squad_of(OrderId id);
  CrowdGroupId idle(ProfileId profile);
  std::span<const std::uint32_t> slots(std::span<const AgentId> agents);
  void place(AgentId agent);
  std::span<const AgentId> of_profile(std::span<const AgentId> agents, ProfileId profile);
  std::span<const std::uint32_t> placed(std::span<const AgentId> agents);
  void enlist(std::span<const AgentId> agents, CrowdGroupId group);
  [[nodiscard]] bool look_for_held_ground();
  [[nodiscard]] bool cost_is_a_matter_of_speed() const;
  void plan_around_held_ground();
  void lead(Squad& squad);
  void lead_all();
  [[nodiscard]] bool restore_crowd(StateReader& reader);

  Navigator navigator_;
  Crowd crowd_;
  Lists lists_;
  detail::HeldGround held_;
  float since_look_ = 0;                         // for held ground, in seconds
  std::deque<CrowdGroup> manners_;               // by profile; a host may hold on to them
  std::optional<CrowdGroup> no_manner_;          // for who asks for one that there is not
  std::vector<std::unique_ptr<Guides>> guides_;  // by group
  std::vector<Kept> kept_;                       // by moment
  std::unique_ptr<detail::Passages> passages_;   // null: nobody has asked since the last edit
  std::vector<std::uint32_t> slots_;
  std::vector<AgentId> fitting_;
};

}  // namespace portolan
