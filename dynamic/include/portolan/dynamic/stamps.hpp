// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/id.hpp>
#include <portolan/core/world.hpp>
#include <portolan/dynamic/footprint.hpp>

namespace portolan {

/// What a stamp does to a cell that it covers: it blocks it, or makes it costlier, or both.
struct StampEffect {
  bool blocks = true;
  int extra_cost = 0;    ///< added to the cell's cost, 0..253
  bool passing = false;  ///< as in World::stamp

  constexpr bool operator==(const StampEffect&) const = default;
};

using StampId = Handle<struct StampTag>;

/// The shapes that lie on a world. They nest and overlap: the world counts per cell, and a cell is what it
/// was when the last stamp has left. Moving a stamp touches the cells that differ, no other. All changes are
/// edits of the world: they show after its next commit. Cells outside the world are left out. Not
/// thread-safe. Cost: O(cells of the shape) per change. Every call must get the same world. Not saved: a
/// saved world has what lies on its cells, and a game that is to lift that after loading keeps shape and
/// anchor.
class Stamps {
 public:
  StampId place(World& world, std::shared_ptr<const Footprint> footprint, Cell anchor,
                StampEffect effect = {});
  void move(World& world, StampId id, Cell anchor);
  /// Takes the stamp off the world but keeps its handle; `lay` puts it down again.
  void lift(World& world, StampId id);
  void lay(World& world, StampId id);
  void remove(World& world, StampId id);

  [[nodiscard]] bool alive(StampId id) const {
    return id.slot < slots_.size() && slots_[id.slot].generation == id.generation &&
           slots_[id.slot].footprint;
  }
  [[nodiscard]] Cell anchor(StampId id) const;
  [[nodiscard]] bool lies(StampId id) const;
  [[nodiscard]] const Footprint& footprint(StampId id) const;
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::shared_ptr<const Footprint> footprint;  // null: free
    Cell anchor;
    StampEffect effect;
    std::uint32_t generation = 0;
    bool lies = false;
  };

  [[nodiscard]] Slot* find(StampId id);
  [[nodiscard]] const Slot& look(StampId id) const;
  void put(World& world, const Slot& slot, Cell cell, int sign);
  void put_all(World& world, const Slot& slot, int sign);

  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::size_t size_ = 0;
};

}  // namespace portolan
