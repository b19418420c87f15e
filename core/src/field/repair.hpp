// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>

#include <portolan/core/tile_field.hpp>

#include "scratch.hpp"

namespace portolan {

/// The repair of one field.
struct TileField::Repair {
  explicit Repair(TileField& owner)
      : field(owner), scratch(*owner.scratch_), links(owner.links_taken_in_ || !owner.grid_.links().empty()) {
    scratch.waiting.clear();
    scratch.listed.clear();
    scratch.due.clear();
  }

  bool run(std::span<const TileId> changed, std::uint64_t max_solves);
  void fetch(const detail::TileSlot& slot) const;
  bool enter(detail::TileSlot& slot);
  [[nodiscard]] bool may_begin_in(TileId tile) const;

  // What may be too low, cell by cell (tile_repair.cpp).
  /// What the tiles on the sides of one offer it, each found when it is asked for.
  struct Offers {
    alignas(64) std::uint16_t units[4][detail::lanes];
    std::uint64_t base[4];
    bool known[4] = {};
  };
  void look(detail::TileSlot* slot, std::uint32_t rows);
  void look_around(detail::TileSlot& slot);
  [[nodiscard]] detail::TileSlot& nearest_waiting();
  void raise(detail::TileSlot& slot);
  void lose(detail::TileSlot& slot, int y, std::uint32_t cells);
  void look_beside(detail::TileSlot& slot, int y, std::uint32_t cells);
  void look_along_links(const detail::TileSlot& slot, int y, std::uint32_t cells);
  std::uint32_t held_otherwise(const detail::TileSlot& slot, int y, std::uint32_t cells, Offers& offers);
  bool held_across(const detail::TileSlot& slot, int x, int y, Offers& offers);
  [[nodiscard]] bool held_by_link(const detail::TileSlot& slot, int x, int y) const;

  // What may be too low, a tile at a time (tile_renewal.cpp).
  struct Former;
  void solve_again(detail::TileSlot& slot);
  void hear_others(detail::TileSlot& slot, const Former& former);
  void look_where_risen(detail::TileSlot& slot, const Former& former);

  // What may be too high (tile_lower.cpp).
  void prepare(detail::TileSlot& slot);
  void hear(detail::TileSlot& slot);
  void hear_goals(detail::TileSlot& slot);
  void hear_side(detail::TileSlot& slot, int side);
  void hear_corner(detail::TileSlot& slot, int diagonal);
  void hear_links(detail::TileSlot& slot);
  bool lower(std::uint64_t max_solves);

  static constexpr std::uint32_t all_sides = 15;
  static constexpr std::uint8_t again = 16;  // in `felt`: solved again, and may not have heard all yet
  /// The sides that a tile in a direction touches, as bits: of a diagonal two.
  static std::uint32_t sides_of(int direction) {
    return 1U << (direction / 2) | 1U << ((direction + 1) / 2 % 4);
  }

  void list(detail::TileSlot& slot) {
    if (!slot.repair.listed) scratch.listed.push_back(&slot);
    slot.repair.listed = true;
  }
  void finish();

  TileField& field;
  Scratch& scratch;
  bool links;
  std::uint64_t solves = 0;
  bool fits = true;  // no tile at hand is wide
};

}  // namespace portolan
