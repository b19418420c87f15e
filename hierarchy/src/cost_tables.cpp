// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/hierarchy/detail/cost_tables.hpp>

#include "hash.hpp"

namespace portolan::detail {

namespace {

TableWidth width_for(std::span<const std::uint64_t> values) {
  std::uint64_t most = 0;
  for (const std::uint64_t v : values) {
    if (v != CostTable::no_way) most = std::max(most, v);
  }
  if (most < std::numeric_limits<std::uint16_t>::max()) return TableWidth::narrow;
  return most < CostTable::most_wide ? TableWidth::wide : TableWidth::huge;
}

template <class T>
void store(std::span<const std::uint64_t> values, std::byte* out) {
  // no_way becomes the largest value of T by cutting off the upper bits.
  auto* const typed = reinterpret_cast<T*>(out);
  for (std::size_t i = 0; i < values.size(); ++i) typed[i] = static_cast<T>(values[i]);
}

}  // namespace

PackedTable::PackedTable(std::uint32_t side, TableWidth bytes_each) : size(side), width(bytes_each) {
  bytes = std::make_unique_for_overwrite<std::byte[]>(byte_count() + CostTable::padding);
  std::memset(bytes.get() + byte_count(), 0, CostTable::padding);
}

PackedTable::PackedTable(std::uint32_t side, std::span<const std::uint64_t> values)
    : PackedTable(side, width_for(values)) {
  PORTOLAN_ASSERT(values.size() == static_cast<std::size_t>(side) * side);
  switch (width) {
    case TableWidth::narrow:
      store<std::uint16_t>(values, bytes.get());
      break;
    case TableWidth::wide:
      store<std::uint32_t>(values, bytes.get());
      break;
    case TableWidth::huge:
      store<std::uint64_t>(values, bytes.get());
      break;
  }
}

PackedTable PackedTable::copy() const {
  PackedTable other(size, width);
  std::memcpy(other.bytes.get(), bytes.get(), byte_count());
  return other;
}

bool CostTables::holds(std::uint32_t id, const PackedTable& table) const {
  const CostTable& known = (*this)[id];
  return known.size == table.size && known.width == table.width &&
         std::memcmp(known.data, table.bytes.get(), table.byte_count()) == 0;
}

std::uint32_t CostTables::share(PackedTable packed) {
  const auto size = packed.size;
  const auto width = packed.width;
  const std::size_t count = packed.byte_count();
  const std::uint64_t hash =
      hash_bytes({packed.bytes.get(), count}, size * 8ULL + static_cast<std::uint64_t>(width));
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto i = begin; i != end; ++i) {
    Entry& entry = entries_[i->second];
    if (entry.table.size != size || entry.table.width != width ||
        (count > 0 && std::memcmp(entry.bytes.get(), packed.bytes.get(), count) != 0)) {
      continue;
    }
    ++entry.users;
    return i->second;
  }
  std::uint32_t id = 0;
  if (free_.empty()) {
    id = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  const CostTable table{size, width, packed.bytes.get()};
  entries_[id] = {table, std::move(packed.bytes), hash, 1, false, 0};
  by_hash_.emplace(hash, id);
  bytes_ += count;
  return id;
}

void CostTables::release(std::uint32_t id) {
  Entry& entry = entries_[id];
  if (--entry.users > 0) return;
  if (entry.saved) {
    entry = {};
    free_.push_back(id);
    return;
  }
  const auto [begin, end] = by_hash_.equal_range(entry.hash);
  by_hash_.erase(std::find_if(begin, end, [&](const auto& item) { return item.second == id; }));
  bytes_ -= static_cast<std::size_t>(entry.table.size) * entry.table.size *
            static_cast<std::size_t>(entry.table.width);
  entry = {};
  free_.push_back(id);
}

std::size_t CostTables::memory_bytes() const {
  // Nodes and buckets of the index, as the common implementations lay them out.
  const std::size_t index = by_hash_.size() * 4 * sizeof(void*) + by_hash_.bucket_count() * sizeof(void*);
  return bytes_ + entries_.capacity() * sizeof(Entry) + free_.capacity() * sizeof(std::uint32_t) + index;
}

}  // namespace portolan::detail
