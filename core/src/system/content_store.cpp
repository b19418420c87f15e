// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/detail/content_store.hpp>

#include <algorithm>
#include <cstring>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

// With more notes than this all are forgotten: as many as a commit makes that goes all over a large map.
constexpr std::size_t most_notes = 8192;

bool same_bytes(std::span<const std::byte> a, const std::byte* b, std::size_t size) {
  return a.size() == size && (size == 0 || std::memcmp(a.data(), b, size) == 0);
}

}  // namespace

ContentStore::~ContentStore() {
  forget_notes();
  PORTOLAN_ASSERT(items_.empty(), "who owns bytes goes before the store");
}

ContentStore::Item* ContentStore::find(std::span<const std::byte> bytes, std::uint64_t hash) const {
  Item* const* const known = items_.find_if(
      hash, [&](const Item* item) { return same_bytes(bytes, item->bytes.get(), item->size); });
  return known == nullptr ? nullptr : *known;
}

ContentStore::Handle ContentStore::add(std::unique_ptr<std::byte[]> bytes, std::size_t size,
                                       std::uint64_t hash) {
  auto item = std::make_unique<Item>();
  item->store = this;
  item->bytes = std::move(bytes);
  item->size = size;
  item->hash = hash;
  item->users = 1;
  items_.add(hash, item.get());
  bytes_ += size + sizeof(Item);
  return Handle(item.release());
}

ContentStore::Handle ContentStore::keep(std::unique_ptr<std::byte[]> bytes, std::size_t size,
                                        std::uint64_t hash) {
  const std::lock_guard lock(mutex_);
  Item* const known = find({bytes.get(), size}, hash);
  if (known == nullptr) return add(std::move(bytes), size, hash);
  ++known->users;
  return Handle(known);
}

ContentStore::Handle ContentStore::keep_copy(std::span<const std::byte> bytes, std::uint64_t hash,
                                             std::size_t padding) {
  const std::lock_guard lock(mutex_);
  if (Item* const known = find(bytes, hash); known != nullptr) {
    ++known->users;
    return Handle(known);
  }
  auto copy = std::make_unique_for_overwrite<std::byte[]>(bytes.size() + padding);
  std::copy(bytes.begin(), bytes.end(), copy.get());
  std::fill_n(copy.get() + bytes.size(), padding, std::byte{0});
  return add(std::move(copy), bytes.size(), hash);
}

// Of bytes that others have as well, as kinds that are alike do, one user less is no matter of the store's.
void ContentStore::release(Item* item) {
  std::uint32_t users = item->users.load(std::memory_order_relaxed);
  while (users > 1) {
    if (item->users.compare_exchange_weak(users, users - 1, std::memory_order_acq_rel)) return;
  }
  const std::lock_guard lock(mutex_);
  if (--item->users == 0 && item->notes == 0) drop(item);
}

void ContentStore::drop(Item* item) {
  items_.erase_if(item->hash, [item](const Item* other) { return other == item; });
  bytes_ -= item->size + sizeof(Item);
  delete item;
}

const ContentStore::Note* ContentStore::note_of(std::span<const std::byte> key, std::uint64_t hash) const {
  const std::uint32_t* const at = note_at_.find_if(hash, [&](std::uint32_t number) {
    return same_bytes(key, keys_.data() + notes_[number].key, notes_[number].length);
  });
  return at == nullptr ? nullptr : &notes_[*at];
}

ContentStore::Made ContentStore::made_from(std::span<const std::byte> key, std::uint64_t hash) const {
  const std::lock_guard lock(mutex_);
  const Note* const note = note_of(key, hash);
  if (note == nullptr) return {};
  ++note->made->users;
  return {Handle(note->made), note->number};
}

void ContentStore::note(std::span<const std::byte> key, std::uint64_t hash, const Handle& made,
                        std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  if (notes_.size() >= most_notes) forget_notes();
  if (note_of(key, hash) != nullptr) return;
  const auto begin = static_cast<std::uint32_t>(keys_.size());
  keys_.insert(keys_.end(), key.begin(), key.end());
  notes_.push_back({begin, static_cast<std::uint32_t>(key.size()), number, made.item_});
  ++made.item_->notes;
  note_at_.add(hash, static_cast<std::uint32_t>(notes_.size() - 1));
}

void ContentStore::begin_notes(std::uint64_t change) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(change_, change) != change) forget_notes();
}

void ContentStore::forget_notes() {
  for (const Note& note : notes_) {
    if (--note.made->notes == 0 && note.made->users == 0) drop(note.made);
  }
  notes_.clear();
  keys_.clear();
  note_at_.clear();
}

std::size_t ContentStore::memory_bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_ + items_.memory_bytes() + note_at_.memory_bytes() + keys_.capacity() +
         notes_.capacity() * sizeof(Note);
}

}  // namespace portolan::detail
