// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/core/saved_state.hpp>
#include <portolan/core/world.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/simulation/ordered_crowd.hpp>

#include "guard.hpp"

namespace portolan::c {

/// A stamp of the host. The last two members are those of its slot.
struct HostStamp {
  portolan_rect rect;
  std::int32_t blocks;
  std::int32_t extra_cost;
  std::uint32_t generation;
  std::uint32_t lies;
};

/// Numbers that callers hold: of a slot and its generation, never 0.
template <class Id>
[[nodiscard]] std::uint64_t number_of(const Id& id) {
  return (static_cast<std::uint64_t>(id.generation) << 32U) | (id.slot + 1);
}
template <class Id>
[[nodiscard]] Id id_of(std::uint64_t number) {
  return {static_cast<std::uint32_t>(number) - 1, static_cast<std::uint32_t>(number >> 32U)};
}

/// What a world, its navigator and its path finders share: the last of them to go takes it along.
struct Ground {
  explicit Ground(World taken) : world(std::make_unique<World>(std::move(taken))) {}

  void add_hierarchy(ProfileId profile, const HierarchyOptions& how);
  void keep(Hierarchy hierarchy, int sector_size, int levels);
  /// Lets edits take effect. Returns how many sectors were rebuilt.
  std::uint64_t commit();
  [[nodiscard]] portolan_stamp lay(const HostStamp& stamp);
  /// False where there is none of that number.
  [[nodiscard]] bool lift(portolan_stamp number);
  void save(PartSink& sink) const;
  /// Null where the parts do not fit.
  [[nodiscard]] static std::shared_ptr<Ground> restore(StateReader& reader);

  [[nodiscard]] bool knows(std::uint32_t profile) const { return profile < hierarchies.size(); }
  /// One to which all hierarchies were added.
  [[nodiscard]] Navigator new_navigator();
  [[nodiscard]] const Hierarchy& hierarchy(std::uint32_t profile) const {
    return PORTOLAN_ASSERT(knows(profile), "check_profile first"), *hierarchies[profile];
  }

  std::unique_ptr<World> world;
  std::vector<std::unique_ptr<Hierarchy>> hierarchies;  // by profile
  std::vector<std::array<std::int32_t, 2>> options;     // of each, as asked for: sector size and levels
  std::vector<HostStamp> stamps;
  std::uint32_t free_from = 0;     // no slot of a stamp below it is free
  OrderedCrowd* agents = nullptr;  // through which all commits go, where there are any
  bool edited = false;             // edits wait
  bool keeps_moments = false;      // to which no profile can be added
  std::uint64_t restored = 0;      // and went back, so many times: path finders look at it
};

// What is wrong with an argument, as a status.
[[nodiscard]] portolan_status check_rect(const World& world, const portolan_rect& rect, std::size_t values,
                                         std::size_t size);
[[nodiscard]] portolan_status check_cell(const World& world, const portolan_cell& cell, const char* name);
[[nodiscard]] portolan_status check_profile(const Ground& ground, std::uint32_t profile);

[[nodiscard]] inline Cell cell_of(const portolan_cell& c) { return {c.x, c.y, c.layer}; }
[[nodiscard]] inline portolan_cell cell_of(const Cell& c) { return {c.x, c.y, c.layer}; }

/// Calls visit(cell, index) row by row.
template <class Visit>
void for_each_cell(const portolan_rect& rect, const Visit& visit) {
  PORTOLAN_ASSERT(rect.x >= 0 && rect.y >= 0 && rect.width >= 0 && rect.height >= 0, "check_rect first");
  std::size_t index = 0;
  for (std::int32_t y = rect.y; y < rect.y + rect.height; ++y) {
    for (std::int32_t x = rect.x; x < rect.x + rect.width; ++x) visit(Cell{x, y, rect.layer}, index++);
  }
}

}  // namespace portolan::c

struct portolan_world {
  std::shared_ptr<portolan::c::Ground> ground;
  bool is_part = false;  // of a navigator, which takes it along
};
