// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/dynamic/stamps.hpp>

#include "free_slot.hpp"

namespace portolan {
namespace {

Cell cell_of(Cell anchor, CellOffset o) { return {anchor.x + o.dx, anchor.y + o.dy, anchor.layer}; }

}  // namespace

Stamps::Slot* Stamps::find(StampId id) {
  PORTOLAN_ASSERT(alive(id), "the stamp has not been removed");
  return alive(id) ? &slots_[id.slot] : nullptr;
}

const Stamps::Slot& Stamps::look(StampId id) const {
  static const Slot nothing{std::make_shared<const Footprint>(), {-1, -1, -1}, {}};
  PORTOLAN_ASSERT(alive(id), "the stamp has not been removed");
  return alive(id) ? slots_[id.slot] : nothing;
}

void Stamps::put(World& world, const Slot& s, Cell cell, int sign) {
  if (!world.contains(cell)) return;
  world.stamp(cell, s.effect.blocks ? sign : 0, sign * s.effect.extra_cost, s.effect.passing);
}

void Stamps::put_all(World& world, const Slot& s, int sign) {
  for (const CellOffset& o : s.footprint->offsets()) put(world, s, cell_of(s.anchor, o), sign);
}

StampId Stamps::place(World& world, std::shared_ptr<const Footprint> footprint, Cell anchor,
                      StampEffect effect) {
  PORTOLAN_ASSERT(footprint != nullptr, "a stamp has a shape");
  PORTOLAN_ASSERT(effect.extra_cost >= 0 && effect.extra_cost <= 253, "a stamp adds 0 to 253");
  if (footprint == nullptr) return {};
  const std::uint32_t index = detail::take_slot(slots_, free_);
  Slot& s = slots_[index];
  s.footprint = std::move(footprint);
  s.anchor = anchor;
  s.effect = effect;
  s.lies = true;
  ++size_;
  put_all(world, s, 1);
  return {index, s.generation};
}

void Stamps::move(World& world, StampId id, Cell anchor) {
  Slot* const found = find(id);
  if (found == nullptr || anchor == found->anchor) return;
  Slot& s = *found;
  if (!s.lies) {
    s.anchor = anchor;
    return;
  }
  if (anchor.layer != s.anchor.layer) {
    put_all(world, s, -1);
    s.anchor = anchor;
    put_all(world, s, 1);
    return;
  }
  // Both lists are in the same order, so one merge finds what differs.
  const auto offsets = s.footprint->offsets();
  const CellOffset shift{anchor.y - s.anchor.y, anchor.x - s.anchor.x};
  std::size_t before = 0;
  std::size_t after = 0;
  while (before < offsets.size() || after < offsets.size()) {
    const bool have_before = before < offsets.size();
    const bool have_after = after < offsets.size();
    const CellOffset b = have_before ? offsets[before] : CellOffset{};
    const CellOffset a =
        have_after ? CellOffset{offsets[after].dy + shift.dy, offsets[after].dx + shift.dx} : CellOffset{};
    if (have_before && have_after && a == b) {
      ++before, ++after;
    } else if (have_after && (!have_before || a < b)) {
      put(world, s, cell_of(s.anchor, a), 1);
      ++after;
    } else {
      put(world, s, cell_of(s.anchor, b), -1);
      ++before;
    }
  }
  s.anchor = anchor;
}

void Stamps::lift(World& world, StampId id) {
  Slot* const s = find(id);
  if (s == nullptr || !s->lies) return;
  put_all(world, *s, -1);
  s->lies = false;
}

void Stamps::lay(World& world, StampId id) {
  Slot* const s = find(id);
  if (s == nullptr || s->lies) return;
  put_all(world, *s, 1);
  s->lies = true;
}

void Stamps::remove(World& world, StampId id) {
  Slot* const s = find(id);
  if (s == nullptr) return;
  lift(world, id);
  s->footprint.reset();
  ++s->generation;
  free_.push_back(id.slot);
  --size_;
}

Cell Stamps::anchor(StampId id) const { return look(id).anchor; }

bool Stamps::lies(StampId id) const { return look(id).lies; }

const Footprint& Stamps::footprint(StampId id) const { return *look(id).footprint; }

}  // namespace portolan
