// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/heap_bytes.hpp>
#include <portolan/hierarchy/detail/cost_tables.hpp>

#include "tables/hash.hpp"

namespace portolan::detail {

namespace {

TableWidth width_for(std::span<const std::uint64_t> values) {
  std::uint64_t most = 0;
  for (const std::uint64_t v : values) {
    if (v != CostTable::no_path) most = std::max(most, v);
  }
  if (most < std::numeric_limits<std::uint16_t>::max()) return TableWidth::narrow;
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
  return a.size == b.size && a.width == b.width &&
         (a.size == 0 || std::memcmp(a.data, b.data, byte_count(a)) == 0);
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
  if (known == none) return add(std::move(packed), hash);
  count_user(known);
  return known;
}

std::uint32_t CostTables::add(PackedTable packed, std::uint64_t hash) {
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
  const CostTable table{packed.size, packed.width, packed.bytes.get()};
  tables_[id] = table;
  entries_[id] = {std::move(packed.bytes), hash, 1, false, 0};
  ids_.add(folded(hash), id);
  bytes_ += byte_count(table);
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
  if (!entry.saved) {
    ids_.erase_if(folded(entry.hash), [&](std::uint32_t other) { return other == id; });
    bytes_ -= byte_count(tables_[id]);
  }
  entry = {};
  tables_[id] = {};
}

std::uint32_t CostTables::renew(std::uint32_t before, std::uint32_t size,
                                std::span<const std::uint64_t> values) {
  PORTOLAN_ASSERT(values.size() == std::size_t{size} * size);
  const TableWidth width = width_for(values);
  packed_.resize(values.size() * static_cast<std::size_t>(width));
  store(values, width, packed_.data());
  const CostTable table{size, width, packed_.data()};
  if (before != none && equal((*this)[before], table)) return before;
  const std::uint64_t hash = hash_of(table);
  std::uint32_t id = find(table, hash);
  if (id != none) {
    count_user(id);
  } else {
    PackedTable fresh(size, width);
    std::copy(packed_.begin(), packed_.end(), fresh.bytes.get());
    id = add(std::move(fresh), hash);
  }
  if (before != none) release(before);
  return id;
}

void CostTables::release(std::uint32_t id) {
  PORTOLAN_ASSERT(users(id) > 0);
  Entry& entry = entries_[id];
  --entry.users;
  if (journal_ != nullptr) journal_->add([this, id] { ++entries_[id].users; });
  if (entry.users > 0) return;
  if (journal_ != nullptr) {
    journal_->add(
        [this, id, table = tables_[id], old = std::move(entry)]() mutable {
          tables_[id] = table;
          entries_[id] = std::move(old);
          free_.pop_back();
          if (entries_[id].saved) return;
          ids_.add(folded(entries_[id].hash), id);
          bytes_ += byte_count(table);
        },
        byte_count(tables_[id]));
  }
  take_back(id);
  free_.push_back(id);
}

std::size_t CostTables::memory_bytes() const {
  return bytes_ + heap_bytes(tables_, free_, ids_, packed_) + entries_.capacity() * sizeof(Entry);
}

}  // namespace portolan::detail
