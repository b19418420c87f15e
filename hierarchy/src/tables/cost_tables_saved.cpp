// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/hierarchy/detail/cost_tables.hpp>

namespace portolan::detail {

namespace {

// A table in a file. An id without users has a record too, so that ids stay as they are.
struct TableRecord {
  std::uint64_t offset = 0;
  std::uint64_t hash = 0;
  std::uint32_t size = 0;
  std::uint32_t users = 0;
  std::uint64_t width = 0;
};

constexpr std::uint64_t alignment = 8;

std::uint64_t byte_count(std::uint64_t size, std::uint64_t width) { return size * size * width; }

}  // namespace

void CostTables::save(PartSink& sink) const {
  std::vector<TableRecord> records(entries_.size());
  std::uint64_t offset = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.users == 0) continue;
    const auto width = static_cast<std::uint64_t>(tables_[i].width);
    records[i] = {offset, entry.hash, tables_[i].size, entry.users, width};
    offset += (byte_count(tables_[i].size, width) + alignment - 1) / alignment * alignment;
  }
  sink.write_part<TableRecord>(records);
  sink.begin_part();
  constexpr std::byte padding[alignment] = {};
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    if (records[i].users == 0) continue;
    const std::uint64_t count = byte_count(records[i].size, records[i].width);
    sink.write({(*this)[i].data, static_cast<std::size_t>(count)});
    if (count % alignment != 0)
      sink.write({padding, static_cast<std::size_t>(alignment - count % alignment)});
  }
}

bool CostTables::restore(PartSource& source) {
  const auto records = source.next_values<TableRecord>();
  const auto bytes = source.next();
  if (!records || !bytes) return false;
  saved_ = *bytes;
  entries_.clear();
  entries_.resize(records->size());
  tables_.assign(records->size(), {});
  free_.clear();
  ids_.clear();
  bytes_ = 0;
  std::uint64_t largest = 1;
  for (std::uint32_t i = 0; i < records->size(); ++i) {
    const TableRecord& record = (*records)[i];
    if (record.users == 0) {
      free_.push_back(i);
      continue;
    }
    constexpr std::uint32_t most_nodes = 1U << 16U;
    const bool known = record.width == 2 || record.width == 4 || record.width == 8;
    if (!known || record.size > most_nodes || record.offset % alignment != 0) return false;
    Entry& entry = entries_[i];
    tables_[i] = {record.size, static_cast<TableWidth>(record.width), nullptr};
    entry.hash = record.hash;
    entry.users = record.users;
    entry.offset = record.offset;
    largest = std::max(largest, byte_count(record.size, record.width));
  }
  if (largest > std::max<std::uint64_t>(1, saved_.size)) return false;
  no_paths_ = std::make_shared<const std::vector<std::byte>>(
      static_cast<std::size_t>(largest) + CostTable::padding, std::byte{255});
  return true;
}

// Several threads may come here for the same table, and all write the same.
void CostTables::fetch(std::uint32_t id) const {
  PORTOLAN_ASSERT(users(id) > 0 && entries_[id].saved());
  CostTable& table = tables_[id];
  const std::uint64_t count = byte_count(table.size, static_cast<std::uint64_t>(table.width));
  const std::byte* found = count == 0 ? nullptr : saved_.at(entries_[id].offset, count);
  if (found == nullptr) found = no_paths_->data();
  std::atomic_ref(table.data).store(found, std::memory_order_release);
}

}  // namespace portolan::detail
