// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/id.hpp>
#include <portolan/core/world.hpp>
#include <portolan/dynamic/footprint.hpp>
#include <portolan/dynamic/motion.hpp>
#include <portolan/dynamic/stamps.hpp>

namespace portolan {

using ObstacleId = Handle<struct ObstacleTag>;

struct ObstacleSpec {
  Footprint shape = Footprint::disc(0.5F);
  Course course;
  PresenceScript presence;
  StampEffect effect;
  std::int32_t layer = 0;
  /// Where an agent stands on cells that it wants to lie on: true: stays as it is, its time standing still,
  /// until they are free; false: lies down there, and the owner of the agents must put them on a free cell.
  bool waits = false;
};

/// Things that move over a world and lay their shape on its cells. An obstacle's shape lies on the cell that
/// holds its position: moving within the cell stamps nothing, moving to another cell touches the cells that
/// differ. Not thread-safe. Cost of `advance`: O(obstacles + cells that differ). Every call must get the same
/// world.
class Obstacles {
 public:
  /// Tells whether an agent stands on a cell.
  using Occupied = std::function<bool(Cell)>;

  /// Adds an obstacle at its position for time 0. Shows in the world after its next commit.
  ObstacleId add(World& world, const ObstacleSpec& spec);
  void remove(World& world, ObstacleId id);
  /// Moves every obstacle on by `time`. Obstacles that wait on contact ask `occupied`, if there is one.
  void advance(World& world, double time, const Occupied& occupied = {});

  [[nodiscard]] bool alive(ObstacleId id) const {
    return id.slot < slots_.size() && slots_[id.slot].generation == id.generation && slots_[id.slot].used;
  }
  [[nodiscard]] Vec2 position(ObstacleId id) const { return at(id).position; }
  [[nodiscard]] std::int32_t layer(ObstacleId id) const { return at(id).layer; }
  [[nodiscard]] bool present(ObstacleId id) const { return stamps_.lies(at(id).stamp); }
  /// The obstacle's own time: all the time that it did not spend waiting.
  [[nodiscard]] double clock(ObstacleId id) const { return at(id).clock; }
  [[nodiscard]] const Course& course(ObstacleId id) const { return at(id).course; }
  [[nodiscard]] const PresenceScript& presence(ObstacleId id) const { return at(id).presence; }
  [[nodiscard]] const StampEffect& effect(ObstacleId id) const { return at(id).effect; }
  [[nodiscard]] const Footprint& footprint(ObstacleId id) const { return stamps_.footprint(at(id).stamp); }
  [[nodiscard]] std::size_t size() const { return live_; }
  /// Handles of all obstacles, by slot.
  [[nodiscard]] std::vector<ObstacleId> all() const;

 private:
  struct Slot {
    Course course;
    PresenceScript presence;
    StampEffect effect;
    StampId stamp;
    Vec2 position;
    double clock = 0;
    std::uint32_t generation = 0;
    std::int32_t layer = 0;
    bool waits = false;
    bool used = false;
  };

  [[nodiscard]] const Slot& at(ObstacleId id) const;
  void advance(World& world, Slot& slot, double time, const Occupied& occupied);
  [[nodiscard]] bool free_to_lie(const Slot& slot, Cell anchor, const Occupied& occupied) const;

  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  Stamps stamps_;
  std::size_t live_ = 0;
};

}  // namespace portolan
