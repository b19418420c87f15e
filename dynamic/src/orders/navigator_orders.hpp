// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include <portolan/core/detail/carrier.hpp>
#include <portolan/core/detail/journal.hpp>
#include <portolan/dynamic/navigator.hpp>
#include <portolan/hierarchy/detail/array.hpp>
#include <portolan/hierarchy/planner.hpp>

#include "orders/places.hpp"

namespace portolan {

/// The orders of a navigator, and who has which.
struct Navigator::Orders {
  static constexpr std::uint32_t nobody = ~0U;
  static constexpr std::uint32_t gone = nobody - 1;  // a target that was forgotten, until that is told
  static constexpr std::uint32_t most_agents = 1U << 26U;

  struct Entry {
    std::shared_ptr<Order> order;  // null: the slot is free; shared with earlier moments
    OrderSpec spec;
    std::vector<std::uint32_t> agents;
    std::size_t served = 0;       // which hierarchy
    std::size_t place = 0;        // patrol: of the places, where it goes
    std::size_t looked_at = 0;    // agents, in turn
    Cell aimed{-1, -1, -1};       // follow, flee: where the target was for these goals
    Cell fled{-1, -1, -1};        // flee: where the first agent was
    std::uint64_t thought = 0;    // flee: tick in which it last looked for places
    std::uint64_t around_of = 0;  // version of the hierarchy for which buildings on places were looked at
    std::uint32_t generation = 0;
    bool paused = false;
    std::size_t told_instead = 0;  // stand-ins
    bool told = false;             // that its field is finished
  };
  struct Agent {
    Cell cell{-1, -1, -1};
    OrderId order;
    std::uint32_t at = 0;             // in the order's list
    Cell asked{-1, -1, -1};           // where it last wanted a path outside the field
    std::uint32_t lost = 0;           // 1: that was in vain; saved games hold agents as they lie in memory
    std::uint64_t asked_version = 0;  // of the hierarchy, then
  };
  static_assert(std::has_unique_object_representations_v<Agent>);
  /// A hierarchy, and what its orders share.
  struct Served {
    Hierarchy* hierarchy = nullptr;
    std::unique_ptr<Planner> planner;
    std::unique_ptr<Refuges> refuges = nullptr;  // made when first asked
  };

  explicit Orders(World& of) : world(&of) {}
  ~Orders() { forget_moments(); }
  Orders(const Orders&) = delete;
  Orders& operator=(const Orders&) = delete;

  [[nodiscard]] bool alive(OrderId id) const {
    return id.slot < entries.size() && entries[id.slot].generation == id.generation && entries[id.slot].order;
  }
  /// Of an order that is not there: one that leads nowhere, and is forgotten by the next call.
  [[nodiscard]] Entry& entry(OrderId id);
  [[nodiscard]] const CorridorField& nowhere();
  [[nodiscard]] OrderId id_of(const Entry& e) const {
    return {static_cast<std::uint32_t>(&e - entries.data()), e.generation};
  }
  [[nodiscard]] Agent& agent(std::uint32_t number);
  [[nodiscard]] const Agent& known(std::uint32_t number) const { return agents[number]; }
  [[nodiscard]] Cell cell_of(std::uint32_t number) const;  ///< outside: it was not placed
  [[nodiscard]] const Hierarchy& hierarchy(const Entry& e) const { return *served[e.served].hierarchy; }
  /// Where its agents are, of those that were placed. Valid until the next call.
  [[nodiscard]] std::span<const Cell> cells(const Entry& e);

  OrderId give(const OrderSpec& spec, std::span<const std::uint32_t> numbers);
  void join(Entry& e, std::span<const std::uint32_t> numbers);
  void leave(std::uint32_t number);
  void forget(std::uint32_t number);
  void tell_gone(Entry& e);
  [[nodiscard]] static std::span<const Cell> places_of(const Entry& e);
  void aim_around_buildings(Entry& e);
  void remove(Entry& e);

  /// Goals of the kind, as things are now; none: they stay.
  void aim(Entry& e);
  void head_for(Entry& e, std::span<const Goal> goals);
  void follow(Entry& e);
  void share_out_looks(std::uint64_t units);
  void flee(Entry& e);
  [[nodiscard]] bool threatened(const Entry& e) const;  ///< by `threats`
  void patrol(Entry& e);
  /// Asks for paths for agents who have none.
  void look_at_agents(Entry& e);
  void tell_found(Entry& e);
  /// Brings hierarchies up to date whose orders want it, for about half of a tick's units or as long as one
  /// takes, at the price of this tick and the next.
  void settle(std::uint64_t units);
  /// Units of this tick that it goes without for that.
  std::uint64_t pay_for_settling(std::uint64_t units);
  /// In a tick without other work: raises the bounds of searches.
  void sharpen(std::uint64_t units);
  std::uint64_t work(std::uint64_t units, std::uint64_t slice);

  // Earlier moments (navigator_kept.cpp).
  std::uint64_t keep();
  void go_back(std::uint64_t moment);
  void forget_moments();
  void tell_journal(detail::Journal* of);
  void keep_lists();

  void carry(detail::Carrier& carrier);
  void carry_entry(detail::Carrier& carrier, Entry& e);
  void carry_spec(detail::Carrier& carrier, Entry& e);
  [[nodiscard]] bool fits(const Entry& e) const;
  [[nodiscard]] bool lists_agree() const;

  World* world;
  std::vector<Served> served;
  std::vector<Entry> entries;
  std::vector<std::uint32_t> free;
  detail::Array<Agent> agents;
  std::vector<OrderEvent> events;
  struct Counts {
    std::size_t turn = 0;  // entry that is worked on next
    std::uint64_t tick = 0;
    std::uint64_t last_thought = 0;  // tick in which an order last looked where to flee
    std::uint64_t calm = 0;          // ticks since there was work
    std::uint64_t owed = 0;          // units that the last tick took beyond its own
    std::uint64_t owed_for_settling = 0;
    std::size_t settled_next = 0;  // hierarchy that is settled first, where there is no time for all
  } now;
  std::unique_ptr<detail::Journal> journal;  // null until a moment is kept

  // Of those who flee in this tick.
  struct Looks {
    std::uint64_t apart = 1;  // ticks from one look for places to the next
    std::uint64_t fleeing = 0;
  } looks;

  // Kept for their memory: a tick in which nothing is to be done allocates nothing.
  std::vector<Cell> cells_found, threats;
  std::vector<char> wanted;  // by hierarchy: to be settled

  // What is given to those who ask for an order or an agent that cannot be.
  Entry nothing;
  Agent no_agent;
  std::unique_ptr<CorridorField> empty_field;
};

}  // namespace portolan
