// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/content_store.hpp>
#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/core/detail/journal.hpp>
#include <portolan/core/detail/prefetch.hpp>
#include <portolan/core/detail/saved_parts.hpp>

namespace portolan::detail {

/// Bytes per entry of a table; the largest value of that many bytes stands for `no path`.
enum class TableWidth : std::uint8_t { narrow = 2, wide = 4, huge = 8 };

/// The costs between the nodes of one area: square, row-major. Row j holds the costs from every node to node
/// j, since searches run backward.
struct CostTable {
  static constexpr std::uint64_t most_wide = 1ULL << 29U;  ///< what is less fits into wide tables
  static constexpr std::size_t padding = 64;               ///< bytes that may be read past the end

  std::uint32_t size = 0;  ///< nodes
  TableWidth width = TableWidth::narrow;
  const std::byte* data = nullptr;

  template <class T>
  [[nodiscard]] const T* row(std::uint32_t into) const {
    return reinterpret_cast<const T*>(data) + static_cast<std::size_t>(into) * size;
  }
  void prefetch_row(std::uint32_t into) const {
    const std::size_t bytes = size * static_cast<std::size_t>(width);
    const std::byte* const start = data + into * bytes;
    prefetch_lines(start, bytes);
    prefetch_line(start + bytes - 1);
  }
  static constexpr std::uint64_t no_path = ~0ULL;
  /// `no_path` where there is none.
  [[nodiscard]] std::uint64_t at(std::uint32_t from, std::uint32_t into) const {
    PORTOLAN_ASSERT(from < size && into < size);
    switch (width) {
      case TableWidth::narrow:
        return widened(row<std::uint16_t>(into)[from]);
      case TableWidth::wide:
        return widened(row<std::uint32_t>(into)[from]);
      case TableWidth::huge:
        break;
    }
    return row<std::uint64_t>(into)[from];
  }

 private:
  template <class T>
  [[nodiscard]] static std::uint64_t widened(T value) {
    return value == static_cast<T>(~T{0}) ? no_path : value;
  }
};

/// A table that is not in a store: laid out as a CostTable, with padding.
struct PackedTable {
  std::uint32_t size = 0;
  TableWidth width = TableWidth::narrow;
  std::unique_ptr<std::byte[]> bytes;

  PackedTable() = default;
  /// As narrow as the values allow; they are row-major, CostTable::no_path where there is none.
  PackedTable(std::uint32_t size, std::span<const std::uint64_t> values);
  /// Room for a table of this width, not written yet.
  PackedTable(std::uint32_t size, TableWidth width);

  [[nodiscard]] std::size_t byte_count() const {
    return static_cast<std::size_t>(size) * size * static_cast<std::size_t>(width);
  }
  [[nodiscard]] PackedTable copy() const;
};

/// Keeps tables; equal ones are stored once, and where others have some in common with it, once for all of
/// them. Concurrent reads; writes need exclusive access.
class CostTables {
 public:
  static constexpr std::uint32_t none = ~0U;

  /// Finds or stores a table, and counts one more user.
  std::uint32_t share(PackedTable table);
  /// Gives `before` (or none) one user less and the table of these values one more. Returns the id of the
  /// latter: `before` just where it holds them already. Allocates only for tables that it does not know.
  std::uint32_t renew(std::uint32_t before, std::uint32_t size, std::span<const std::uint64_t> values);
  /// Likewise, of what `note` was told of.
  std::uint32_t renew(std::uint32_t before, std::uint32_t size, ContentStore::Made noted);
  /// Lets others know from what a table was made.
  void note(std::uint32_t id, std::span<const std::byte> key, std::uint64_t hash);
  /// True when the table `id` is this one.
  [[nodiscard]] bool holds(std::uint32_t id, const PackedTable& table) const;
  /// One more user of a table that is there.
  void retain(std::uint32_t id) {
    PORTOLAN_ASSERT(users(id) > 0);
    count_user(id);
  }
  /// One user less; the last one takes the table away.
  void release(std::uint32_t id);

  [[nodiscard]] const CostTable& operator[](std::uint32_t id) const {
    PORTOLAN_ASSERT(users(id) > 0);
    CostTable& table = tables_[id];
    // Those of a saved world are checked when they are first asked for, by whichever thread.
    if (std::atomic_ref(table.data).load(std::memory_order_acquire) == nullptr) [[unlikely]]
      fetch(id);
    return table;
  }
  [[nodiscard]] std::uint32_t users(std::uint32_t id) const {
    PORTOLAN_ASSERT(id < id_end());
    return entries_[id].users;
  }
  [[nodiscard]] std::uint64_t hash(std::uint32_t id) const { return entries_[id].hash; }
  /// All ids are below it.
  [[nodiscard]] std::uint32_t id_end() const { return static_cast<std::uint32_t>(entries_.size()); }
  [[nodiscard]] std::size_t table_count() const { return entries_.size() - free_.size(); }
  [[nodiscard]] std::size_t memory_bytes() const;
  /// Gives back what lists have grown too large by, but for a sixteenth for tables to come.
  void make_room();
  /// Has what leads to a table's values on its way to the cache by the time that it is read.
  void prefetch(std::uint32_t id) const { prefetch_line(tables_.data() + id); }
  /// The same for the values themselves.
  static void prefetch(const CostTable& table) {
    prefetch_lines(table.data, std::size_t{table.size} * table.size * static_cast<std::size_t>(table.width));
  }
  /// What `renew` needs as well: first what leads to it, then all of it.
  void prefetch_for_renewal(std::uint32_t id) const {
    prefetch_line(tables_.data() + id);
    prefetch_line(entries_.data() + id);
  }
  void prefetch_all(std::uint32_t id) const;

  /// Where bytes are kept that others have as well; it must outlive the tables.
  void share_by(ContentStore* common) { common_ = common; }
  /// Where that is, as long as there are others; null: nowhere.
  [[nodiscard]] ContentStore* common() const {
    return common_ != nullptr && common_->is_shared() ? common_ : nullptr;
  }

  /// Tells a journal of each change; null: no more. Tables keep their ids when it goes back.
  void log_to(Journal* journal) { journal_ = journal; }

  void save(PartSink& sink) const;
  /// False when the parts are damaged. Tables found damaged later hold no path at all; the source knows of
  /// it. Restored tables are not found by content: equal ones that come later are stored once more.
  [[nodiscard]] bool restore(PartSource& source);

 private:
  void fetch(std::uint32_t id) const;
  // What only those who store tables ask for.
  struct Entry {
    static constexpr std::uint64_t not_saved = ~0ULL;

    [[nodiscard]] bool saved() const { return offset != not_saved; }

    std::unique_ptr<std::byte[]> bytes;  // its own,
    ContentStore::Handle common;         // or those that others have as well,
    std::uint64_t offset = not_saved;    // or, from here on, those of `saved_`, or of `damaged_`
    std::uint64_t hash = 0;
    std::uint32_t users = 0;
  };

  [[nodiscard]] std::uint32_t find(const CostTable& table, std::uint64_t hash) const;
  std::uint32_t add(const CostTable& shape, std::uint64_t hash, Entry entry);
  void take_back(std::uint32_t id);
  void count_user(std::uint32_t id) {
    ++entries_[id].users;
    if (journal_ != nullptr) journal_->add([this, id] { --entries_[id].users; });
  }

  // By id, both. Four tables lie in one line of the cache, those of neighbours side by side.
  mutable std::vector<CostTable> tables_;  // restored ones get their bytes while they are read
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
  FlatHash<std::uint32_t, std::uint32_t>
      ids_;  // by folded hash of the content; different tables may share one
  std::vector<std::byte> packed_;
  std::size_t bytes_ = 0;
  Journal* journal_ = nullptr;
  ContentStore* common_ = nullptr;
  SavedPart saved_;
  std::shared_ptr<const std::vector<std::byte>> no_paths_;  // stands in for damaged tables
};

}  // namespace portolan::detail
