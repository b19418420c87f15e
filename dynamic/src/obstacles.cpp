// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <memory>

#include <portolan/core/assert.hpp>
#include <portolan/dynamic/obstacles.hpp>

#include "free_slot.hpp"

namespace portolan {

const Obstacles::Slot& Obstacles::at(ObstacleId id) const {
  static const Slot nothing;
  PORTOLAN_ASSERT(alive(id), "the obstacle has not been removed");
  return alive(id) ? slots_[id.slot] : nothing;
}

ObstacleId Obstacles::add(World& world, const ObstacleSpec& spec) {
  PORTOLAN_ASSERT(spec.layer >= 0 && spec.layer < world.extent().layers,
                  "an obstacle lies on a layer of the world");
  if (spec.layer < 0 || spec.layer >= world.extent().layers) return {};
  const std::uint32_t index = detail::take_slot(slots_, free_);
  Slot& slot = slots_[index];
  slot.course = spec.course;
  slot.presence = spec.presence;
  slot.effect = spec.effect;
  slot.position = slot.course.at(0);
  slot.clock = 0;
  slot.layer = spec.layer;
  slot.waits = spec.waits;
  slot.used = true;
  slot.stamp = stamps_.place(world, std::make_shared<const Footprint>(spec.shape),
                             cell_at(slot.position, spec.layer), spec.effect);
  if (!slot.presence.present(slot.clock)) stamps_.lift(world, slot.stamp);
  ++live_;
  return {index, slot.generation};
}

void Obstacles::remove(World& world, ObstacleId id) {
  PORTOLAN_ASSERT(alive(id), "the obstacle has not been removed");
  if (!alive(id)) return;
  Slot& slot = slots_[id.slot];
  stamps_.remove(world, slot.stamp);
  slot.used = false;
  ++slot.generation;
  free_.push_back(id.slot);
  --live_;
}

// Cells that the obstacle covers already need no asking: an agent there came in by other means.
bool Obstacles::free_to_lie(const Slot& slot, Cell anchor, const Occupied& occupied) const {
  if (!occupied || !slot.waits || !slot.effect.blocks) return true;
  const Footprint& footprint = stamps_.footprint(slot.stamp);
  const bool lies = stamps_.lies(slot.stamp);
  const Cell before = stamps_.anchor(slot.stamp);
  const auto offsets = footprint.offsets();
  return std::none_of(offsets.begin(), offsets.end(), [&](const CellOffset& o) {
    const Cell c{anchor.x + o.dx, anchor.y + o.dy, anchor.layer};
    return !(lies && footprint.covers(before, c)) && occupied(c);
  });
}

void Obstacles::advance(World& world, Slot& slot, double time, const Occupied& occupied) {
  const double clock = slot.clock + time;
  const Vec2 position = slot.course.at(clock);
  const Cell anchor = cell_at(position, slot.layer);
  const bool present = slot.presence.present(clock);
  const bool lies = stamps_.lies(slot.stamp);
  if (present && (!lies || anchor != stamps_.anchor(slot.stamp)) && !free_to_lie(slot, anchor, occupied))
    return;
  slot.clock = clock;
  slot.position = position;
  if (lies && !present) stamps_.lift(world, slot.stamp);
  stamps_.move(world, slot.stamp, anchor);
  if (present) stamps_.lay(world, slot.stamp);
}

void Obstacles::advance(World& world, double time, const Occupied& occupied) {
  PORTOLAN_ASSERT(time >= 0, "time goes on");
  for (Slot& slot : slots_) {
    if (slot.used) advance(world, slot, time, occupied);
  }
}

std::vector<ObstacleId> Obstacles::all() const {
  std::vector<ObstacleId> ids;
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].used) ids.push_back({i, slots_[i].generation});
  }
  return ids;
}

}  // namespace portolan
