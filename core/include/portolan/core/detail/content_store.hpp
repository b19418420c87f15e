// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/detail/flat_hash.hpp>

namespace portolan::detail {

/// Bytes that several owners have, equal ones kept once, and notes of what was made from what, so that the
/// next one who would make the same finds it. No result depends on whether it does.
/// Any thread may call, and what a handle shows never changes.
class ContentStore {
 public:
  class Handle;
  /// One of those who may own: as long as there is only one, nothing is shared.
  class Member;
  /// What was made, and a number that its maker needs to read it.
  struct Made;

  ContentStore() = default;
  ~ContentStore();
  ContentStore(const ContentStore&) = delete;
  ContentStore& operator=(const ContentStore&) = delete;

  [[nodiscard]] bool is_shared() const { return members_.load(std::memory_order_relaxed) > 1; }

  /// Takes bytes over, or finds equal ones. `hash` is of their content; more memory may follow them.
  [[nodiscard]] Handle keep(std::unique_ptr<std::byte[]> bytes, std::size_t size, std::uint64_t hash);
  /// Likewise, of a copy that has so much more memory behind it.
  [[nodiscard]] Handle keep_copy(std::span<const std::byte> bytes, std::uint64_t hash, std::size_t padding);
  /// Notes are of one change of what things are made from: forgets those of another. Kept from change to
  /// change, they would hold what nobody has any more.
  void begin_notes(std::uint64_t change);
  /// What was noted for a key; no bytes where nothing is.
  [[nodiscard]] Made made_from(std::span<const std::byte> key, std::uint64_t hash) const;
  /// Forgets all notes first where they have become many.
  void note(std::span<const std::byte> key, std::uint64_t hash, const Handle& made, std::uint32_t number);

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Item {
    ContentStore* store = nullptr;
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
    std::uint64_t hash = 0;
    std::atomic<std::uint32_t> users{0};  // the last one goes, and others come, with the lock alone
    std::uint32_t notes = 0;              // that are about it
  };
  struct Note {
    std::uint32_t key = 0;  // where it begins in `keys_`
    std::uint32_t length = 0;
    std::uint32_t number = 0;
    Item* made = nullptr;
  };

  [[nodiscard]] Item* find(std::span<const std::byte> bytes, std::uint64_t hash) const;
  [[nodiscard]] Handle add(std::unique_ptr<std::byte[]> bytes, std::size_t size, std::uint64_t hash);
  void release(Item* item);
  void drop(Item* item);
  void forget_notes();
  [[nodiscard]] const Note* note_of(std::span<const std::byte> key, std::uint64_t hash) const;

  mutable std::mutex mutex_;
  std::atomic<std::uint32_t> members_{0};
  FlatHash<std::uint64_t, Item*> items_;  // by hash
  std::size_t bytes_ = 0;
  std::uint64_t change_ = 0;  // that the notes are of
  std::vector<Note> notes_;
  std::vector<std::byte> keys_;
  FlatHash<std::uint64_t, std::uint32_t> note_at_;  // by hash of the key
};

class ContentStore::Handle {
 public:
  Handle() = default;
  Handle(Handle&& other) noexcept : item_(std::exchange(other.item_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(item_, other.item_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (item_ != nullptr) item_->store->release(item_);
  }
  /// Null of none.
  [[nodiscard]] const std::byte* data() const { return item_ == nullptr ? nullptr : item_->bytes.get(); }
  [[nodiscard]] std::uint64_t hash() const { return item_->hash; }

 private:
  friend class ContentStore;
  explicit Handle(Item* item) : item_(item) {}
  Item* item_ = nullptr;
};

struct ContentStore::Made {
  Handle bytes;
  std::uint32_t number = 0;
};

class ContentStore::Member {
 public:
  explicit Member(std::shared_ptr<ContentStore> store) : store_(std::move(store)) { ++store_->members_; }
  ~Member() { --store_->members_; }
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;
  [[nodiscard]] ContentStore& store() const { return *store_; }

 private:
  std::shared_ptr<ContentStore> store_;
};

}  // namespace portolan::detail
