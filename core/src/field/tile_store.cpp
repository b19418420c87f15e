// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <cstring>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/prefetch.hpp>
#include <portolan/core/detail/tile_store.hpp>
#include <portolan/core/field_memory.hpp>

namespace portolan::detail {

TileStore::TileStore(const TileGrid& tiles, std::shared_ptr<FieldMemory> memory)
    : tiles_(tiles),
      shift_(tiles.shift()),
      page_columns_((tiles.columns() + 15) / 16),
      page_rows_((tiles.rows() + 15) / 16),
      pages_(static_cast<std::size_t>(page_columns_) * static_cast<std::size_t>(page_rows_) *
             static_cast<std::size_t>(tiles.extent().layers)),
      memory_(std::move(memory)) {}

TileStore::~TileStore() {
  if (!memory_) return;
  for (auto& chunk : chunks_) memory_->give_back(std::move(chunk));
}

// What it has goes back when the other one goes.
TileStore& TileStore::operator=(TileStore&& other) noexcept {
  std::swap(tiles_, other.tiles_);
  std::swap(shift_, other.shift_);
  std::swap(page_columns_, other.page_columns_);
  std::swap(page_rows_, other.page_rows_);
  std::swap(pages_, other.pages_);
  std::swap(chunks_, other.chunks_);
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  return *this;
}

// Does not touch the slot itself: for whole maps that would be the slow part.
namespace {

template <class T, std::size_t n>
void copy_array(const T (&from)[n], T (&to)[n]) {
  std::memcpy(to, from, sizeof to);
}

// All but the neighbours.
void copy_slot(const TileSlot& from, TileSlot& to) {
  if (from.loaded) {
    copy_array(from.values, to.values);
    copy_array(from.offered_west, to.offered_west);
    copy_array(from.offered_east, to.offered_east);
    copy_array(from.rows, to.rows);
    std::memcpy(to.edge_costs, from.edge_costs, sizeof to.edge_costs);
  }
  copy_array(from.directions, to.directions);
  to.wide = from.wide ? std::make_unique<WideTile>(*from.wide) : nullptr;
  to.base = from.base;
  to.tile = from.tile;
  to.origin = from.origin;
  to.number = from.number;
  to.dirty = from.dirty;
  to.entered_max = from.entered_max;
  to.plain_cost = from.plain_cost;
  to.loaded = from.loaded;
  to.touched = from.touched;
  to.stale = from.stale;
  to.repair = from.repair;
}

}  // namespace

TileStore::TileStore(const TileStore& other) : TileStore(other.tiles_, other.memory_) {
  for (std::size_t i = 0; i < other.size_; ++i) {
    const Cell origin = other[i].origin;
    copy_slot(other[i], place(origin.x >> shift_, origin.y >> shift_, origin.layer));
  }
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t d = 0; d < step_count; ++d) {
      const TileSlot* const there = other[i].neighbours[d];
      (*this)[i].neighbours[d] = there == nullptr ? nullptr : &(*this)[there->number];
    }
  }
}

TileSlot& TileStore::place(int column, int row, int layer) {
  std::unique_ptr<Page>& page = pages_[page_of(column, row, layer)];
  if (!page) page = std::make_unique<Page>();
  PORTOLAN_ASSERT(page->slots[entry_of(column, row)] == nullptr, "a tile has one slot");
  if (size_ == chunks_.size() * per_chunk)
    chunks_.push_back(memory_ ? memory_->take() : std::make_unique_for_overwrite<TileSlot[]>(per_chunk));
  TileSlot& slot = (*this)[size_++];
  page->slots[entry_of(column, row)] = &slot;
  return slot;
}

void TileStore::name(TileSlot& slot, TileId tile, Cell origin, std::size_t number) const {
  slot.tile = tile;
  slot.origin = origin;
  slot.number = static_cast<std::uint32_t>(number);
}

// Most neighbours are found in the same page: outside the world its entries are null.
void TileStore::find_neighbours(TileSlot& slot) const {
  const int column = slot.origin.x >> shift_, row = slot.origin.y >> shift_;
  const auto inside_page = [](int v) { return ((v + 1) & 15) > 1; };
  if (inside_page(column) && inside_page(row)) {
    TileSlot* const* const at =
        pages_[page_of(column, row, slot.origin.layer)]->slots + entry_of(column, row);
    for (std::size_t d = 0; d < step_count; ++d) slot.neighbours[d] = at[step_dy[d] * 16 + step_dx[d]];
    return;
  }
  for (std::size_t d = 0; d < step_count; ++d) {
    const int c = column + step_dx[d], r = row + step_dy[d];
    const bool inside = c >= 0 && r >= 0 && c < tiles_.columns() && r < tiles_.rows();
    slot.neighbours[d] = inside ? find(c, r, slot.origin.layer) : nullptr;
  }
}

void TileStore::tell_neighbours(TileSlot& slot) {
  for (std::size_t d = 0; d < step_count; ++d) {
    if (slot.neighbours[d] != nullptr) slot.neighbours[d]->neighbours[(d + 4) % step_count] = &slot;
  }
}

TileSlot& TileStore::create(Cell origin) {
  const int column = origin.x >> shift_, row = origin.y >> shift_;
  TileSlot& slot = place(column, row, origin.layer);
  name(slot, tiles_.at(column, row, origin.layer), origin, size_ - 1);
  find_neighbours(slot);
  tell_neighbours(slot);
  return slot;
}

std::size_t TileStore::add(std::span<const TileId> tiles) {
  const std::size_t before = size_;
  for (const TileId tile : tiles) {
    PORTOLAN_ASSERT(tile.value < tiles_.tile_count(), "allow tiles of this field's grid");
    if (tile.value >= tiles_.tile_count()) continue;
    const Cell origin = tiles_.origin(tile);
    const int column = origin.x >> shift_, row = origin.y >> shift_;
    if (find(column, row, origin.layer) != nullptr) continue;
    TileSlot& slot = place(column, row, origin.layer);
    name(slot, tile, origin, size_ - 1);
  }
  for (std::size_t i = before; i < size_; ++i) {
    find_neighbours((*this)[i]);
    if (before > 0) tell_neighbours((*this)[i]);
  }
  return before;
}

// Wide values are freed when their slot is used again. Where most pages are full, they are emptied without a
// look at the slots, which lie far apart.
void TileStore::clear() {
  if (size_ >= 64 * pages_.size()) {
    for (const auto& page : pages_) {
      if (page) *page = {};
    }
  } else {
    constexpr std::size_t ahead = 8;
    for (std::size_t i = 0; i < size_; ++i) {
      const TileSlot& slot = (*this)[i];
      if (i + ahead < size_) prefetch_line(&(*this)[i + ahead].origin);
      const int column = slot.origin.x >> shift_, row = slot.origin.y >> shift_;
      pages_[page_of(column, row, slot.origin.layer)]->slots[entry_of(column, row)] = nullptr;
    }
  }
  size_ = 0;
}

std::size_t TileStore::memory_bytes() const {
  std::size_t bytes = pages_.capacity() * sizeof(pages_[0]) + chunks_.size() * per_chunk * sizeof(TileSlot);
  for (const auto& page : pages_) bytes += page ? sizeof(Page) : 0;
  for (std::size_t i = 0; i < size_; ++i) bytes += (*this)[i].wide ? sizeof(WideTile) : 0;
  return bytes;
}

}  // namespace portolan::detail
