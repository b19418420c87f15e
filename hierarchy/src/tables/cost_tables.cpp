// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/heap_bytes.hpp>
#include <portolan/hierarchy/detail/cost_tables.hpp>

#include "simd/widen.hpp"
#include "tables/hash.hpp"

namespace portolan::detail {

namespace {

TableWidth width_for(std::span<const std::uint64_t> values) {
  // Nearly all are narrow. One more than no path is 0, and then each must fit, the greatest value left out.
  std::uint64_t bits = 0;
  for (const std::uint64_t v : values) bits |= v + 1;
  if (bits <= std::numeric_limits<std::uint16_t>::max()) return TableWidth::narrow;
  std::uint64_t most = 0;
  for (const std::uint64_t v : values) {
    if (v != CostTable::no_path) most = std::max(most, v);
  }
  return most < CostTable::most_wide ? TableWidth::wide : TableWidth::huge;
}

template <class T>
void store_as(std::span<const std::uint64_t> values, std::byte* out) {
  // no_path becomes the largest value of T by cutting off the upper bits.
  auto* const typed = reinterpret_cast<T*>(out);
  for (std::size_t i = 0; i < values.size(); ++i) typed[i] = static_cast<T>(values[i]);
}

void store(std::span<const std::uint64_t> values, TableWidth width, std::byte* out) {
  switch (width) {
    case TableWidth::narrow:
      return store_as<std::uint16_t>(values, out);
    case TableWidth::wide:
      return store_as<std::uint32_t>(values, out);
    case TableWidth::huge:
      return store_as<std::uint64_t>(values, out);
  }
}

}  // namespace

PackedTable::PackedTable(std::uint32_t side, TableWidth bytes_each) : size(side), width(bytes_each) {
  bytes = std::make_unique_for_overwrite<std::byte[]>(byte_count() + CostTable::padding);
  std::memset(bytes.get() + byte_count(), 0, CostTable::padding);
}

PackedTable::PackedTable(std::uint32_t side, std::span<const std::uint64_t> values)
    : PackedTable(side, width_for(values)) {
  PORTOLAN_ASSERT(values.size() == static_cast<std::size_t>(side) * side);
  store(values, width, bytes.get());
}

PackedTable PackedTable::copy() const {
  PackedTable other(size, width);
  std::memcpy(other.bytes.get(), bytes.get(), byte_count());
  return other;
}

namespace {

std::size_t byte_count(const CostTable& table) {
  return static_cast<std::size_t>(table.size) * table.size * static_cast<std::size_t>(table.width);
}

bool equal(const CostTable& a, const CostTable& b) {
  // What has a size has data.
  return a.size == b.size && a.width == b.width &&
         (a.size == 0 || std::memcmp(a.data, b.data, byte_count(a)) == 0);  // NOLINT(*.NonNullParamChecker)
}

std::uint64_t hash_of(const CostTable& table) {
  return hash_bytes({table.data, byte_count(table)},
                    table.size * 8ULL + static_cast<std::uint64_t>(table.width));
}

// Half of the bits tell tables apart well enough, and keep what is looked up small.
std::uint32_t folded(std::uint64_t hash) { return static_cast<std::uint32_t>(hash ^ hash >> 32U); }

}  // namespace

bool CostTables::holds(std::uint32_t id, const PackedTable& table) const {
  PORTOLAN_ASSERT(table.bytes != nullptr);
  return equal((*this)[id], {table.size, table.width, table.bytes.get()});
}

std::uint32_t CostTables::find(const CostTable& table, std::uint64_t hash) const {
  const std::uint32_t* const id =
      ids_.find_if(folded(hash), [&](std::uint32_t known) { return equal(tables_[known], table); });
  return id == nullptr ? none : *id;
}

std::uint32_t CostTables::share(PackedTable packed) {
  const CostTable table{packed.size, packed.width, packed.bytes.get()};
  PORTOLAN_ASSERT(packed.bytes != nullptr);
  const std::uint64_t hash = hash_of(table);
  const std::uint32_t known = find(table, hash);
  if (known != none) {
    count_user(known);
    return known;
  }
  Entry entry;
  if (common() != nullptr) {
    entry.common = common_->keep(std::move(packed.bytes), byte_count(table), hash);
  } else {
    entry.bytes = std::move(packed.bytes);
  }
  return add(table, hash, std::move(entry));
}

// `shape`: of the table whose bytes the entry has.
std::uint32_t CostTables::add(const CostTable& shape, std::uint64_t hash, Entry entry) {
  std::uint32_t id = 0;
  const bool is_new = free_.empty();
  if (is_new) {
    id = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
    tables_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  if (entry.bytes != nullptr) bytes_ += byte_count(shape);
  tables_[id] = {shape.size, shape.width, entry.bytes != nullptr ? entry.bytes.get() : entry.common.data()};
  entry.hash = hash;
  entry.users = 1;
  entries_[id] = std::move(entry);
  ids_.add(folded(hash), id);
  if (journal_ != nullptr) {
    journal_->add([this, id, is_new] {
      take_back(id);
      is_new ? (entries_.pop_back(), tables_.pop_back()) : free_.push_back(id);
    });
  }
  return id;
}

// All but its id, of a table without users.
void CostTables::take_back(std::uint32_t id) {
  Entry& entry = entries_[id];
  if (!entry.saved()) ids_.erase_if(folded(entry.hash), [&](std::uint32_t other) { return other == id; });
  if (entry.bytes != nullptr) bytes_ -= byte_count(tables_[id]);
  entry = {};
  tables_[id] = {};
}

std::uint32_t CostTables::renew(std::uint32_t before, std::uint32_t size,
                                std::span<const std::uint64_t> values) {
  PORTOLAN_ASSERT(values.size() == std::size_t{size} * size);
  packed_.resize(values.size() * sizeof(std::uint16_t));
  TableWidth width = TableWidth::narrow;  // as nearly all are
  if (!narrow(values, reinterpret_cast<std::uint16_t*>(packed_.data()))) {
    width = width_for(values);
    packed_.resize(values.size() * static_cast<std::size_t>(width));
    store(values, width, packed_.data());
  }
  const CostTable table{size, width, packed_.data()};
  if (before != none && equal((*this)[before], table)) return before;
  const std::uint64_t hash = hash_of(table);
  std::uint32_t id = find(table, hash);
  if (id != none) {
    count_user(id);
  } else {
    Entry entry;
    if (common() != nullptr) {
      entry.common = common_->keep_copy(packed_, hash, CostTable::padding);
    } else {
      PackedTable fresh(size, width);
      std::copy(packed_.begin(), packed_.end(), fresh.bytes.get());
      entry.bytes = std::move(fresh.bytes);
    }
    id = add(table, hash, std::move(entry));
  }
  if (before != none) release(before);
  return id;
}

std::uint32_t CostTables::renew(std::uint32_t before, std::uint32_t size, ContentStore::Made noted) {
  const CostTable table{size, static_cast<TableWidth>(noted.number), noted.bytes.data()};
  if (before != none && equal((*this)[before], table)) return before;
  const std::uint64_t hash = noted.bytes.hash();
  std::uint32_t id = find(table, hash);
  if (id != none) {
    count_user(id);
  } else {
    Entry entry;
    entry.common = std::move(noted.bytes);
    id = add(table, hash, std::move(entry));
  }
  if (before != none) release(before);
  return id;
}

// Those of a saved world stay there.
void CostTables::note(std::uint32_t id, std::span<const std::byte> key, std::uint64_t hash) {
  PORTOLAN_ASSERT(common() != nullptr, "somebody has to be there who may read it");
  Entry& entry = entries_[id];
  if (entry.saved()) return;
  if (entry.bytes != nullptr) {
    bytes_ -= byte_count(tables_[id]);
    entry.common = common_->keep(std::move(entry.bytes), byte_count(tables_[id]), entry.hash);
    tables_[id].data = entry.common.data();
  }
  common_->note(key, hash, entry.common, static_cast<std::uint32_t>(tables_[id].width));
}

void CostTables::release(std::uint32_t id) {
  PORTOLAN_ASSERT(users(id) > 0);
  Entry& entry = entries_[id];
  --entry.users;
  if (journal_ != nullptr) journal_->add([this, id] { ++entries_[id].users; });
  if (entry.users > 0) return;
  if (journal_ != nullptr) {
    const std::size_t own = entry.bytes == nullptr ? 0 : byte_count(tables_[id]);
    bytes_ -= own;
    journal_->add(
        [this, id, own, table = tables_[id], old = std::move(entry)]() mutable {
          tables_[id] = table;
          entries_[id] = std::move(old);
          free_.pop_back();
          if (!entries_[id].saved()) ids_.add(folded(entries_[id].hash), id);
          bytes_ += own;
        },
        byte_count(tables_[id]));
  }
  take_back(id);
  free_.push_back(id);
}

void CostTables::prefetch_all(std::uint32_t id) const {
  prefetch(tables_[id]);
  ids_.prefetch(folded(entries_[id].hash));
}

void CostTables::make_room() {
  const std::size_t room = tables_.size() + tables_.size() / 16 + 64;
  const auto fit = [room](auto& list) {
    list.shrink_to_fit();
    list.reserve(room);
  };
  fit(tables_);
  fit(entries_);
}

std::size_t CostTables::memory_bytes() const {
  return bytes_ + heap_bytes(tables_, free_, ids_, packed_) + entries_.capacity() * sizeof(Entry);
}

}  // namespace portolan::detail
