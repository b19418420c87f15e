// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <portolan/simulation/simulation.hpp>

#include "../json_out.hpp"
#include "../legs.hpp"

namespace portolan::tool {

/// The fields of all groups while a run goes on: for each cell of a corridor its heading and its cost, a byte
/// each. Of a field that has changed only the sectors are kept that look otherwise than before.
class FieldLog {
 public:
  static constexpr std::size_t most_cells = 12'000'000;              ///< that are kept
  static constexpr std::uint8_t goal = 250, link = 251, none = 255;  ///< besides headings, 240 to a turn

  explicit FieldLog(const std::vector<GroupLeg>& legs) : legs_(legs.begin(), legs.end()) {}

  void note(const Simulation& simulation);
  /// Leaves out the last part of what is kept; false when nothing is left.
  bool shorten();

  /// List of `[leg, tick, units per level of cost, sectors]`, in the order of the column.
  [[nodiscard]] Json list() const;
  /// Of each field its sectors, as number, headings and costs; those less the one to the left.
  [[nodiscard]] std::string column() const;
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  struct Leg {
    Leg(const GroupLeg& which) : of(which) {}

    GroupLeg of;
    std::map<std::uint32_t, std::string> shown;       // by sector, as it was kept last
    std::map<std::uint32_t, std::uint64_t> versions;  // of the field's sectors, when it was looked at
    std::uint64_t seen = 0;                           // plans and fields by then
    std::int64_t next = 0, next_whole = 0;            // ticks from which on it is looked at again
    std::uint64_t units = 0;                          // per level of cost
  };
  struct Entry {
    std::size_t leg = 0;  // by the list
    std::int64_t tick = 0;
    std::uint64_t units = 0;
    std::size_t sectors = 0;
    std::string bytes;
  };

  void look(const Simulation& simulation, std::size_t k);
  [[nodiscard]] static bool fit_units(Leg& leg, std::uint64_t most, bool whole);
  void keep(Entry& entry, std::uint32_t sector, std::string bytes);
  [[nodiscard]] static std::string sector(const Simulation& simulation, const GroupLeg& g, const Rect& cells,
                                          const std::vector<Distance>& values, std::uint64_t units);

  std::vector<Leg> legs_;
  std::vector<Entry> entries_;
  std::size_t cells_ = 0;
  bool complete_ = true;
};

}  // namespace portolan::tool
