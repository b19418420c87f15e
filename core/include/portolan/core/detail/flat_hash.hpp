// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/prefetch.hpp>
#include <portolan/core/hash.hpp>

namespace portolan {

/// Values by key, for keys that are integers or hold one: numbers, enumerations, `Id`s, pointers. The one
/// hash table of the library.
///
/// Open addressing with linear probing (Knuth, "The Art of Computer Programming" 3, 6.4), at most half full.
/// Keys and values lie in one array, so that most look-ups touch one line of the cache. Erasing moves later
/// entries up instead of leaving tombstones, so that a table in which entries come and go neither grows nor
/// slows down. `clear` is O(1) and keeps the memory: each slot notes the generation that it was written in.
/// An empty table has no memory at all.
///
/// The entries cannot be walked through: where they lie depends on the hash, and no result may.
///
///     FlatHash<TileId, std::uint32_t> place_of;
///     if (auto [place, is_new] = place_of.try_emplace(tile, count); is_new) ++count;
///     if (const std::uint32_t* place = place_of.find(tile)) use(*place);
///
/// Equal keys: `try_emplace` and `operator[]` keep one entry per key. `add` does not look whether there is
/// one, so that a key that is itself the hash of something larger can stand for several values; `find_if` and
/// `erase_if` tell those apart.
///
/// Cost: O(1) expected. Pointers and references to values last until the next call that changes the table.
/// Any number of readers, or one writer.
template <class Key, class Value>
class FlatHash {
  static_assert(std::is_trivially_copyable_v<Key>);
  static_assert(std::is_trivially_copyable_v<Value>, "clear() forgets values without destroying them");

 public:
  /// An entry, and whether it was made by this call.
  struct Placed {
    Value& value;
    bool is_new;
  };

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] bool contains(Key key) const { return find(key) != nullptr; }

  /// The value of a key; null when there is none.
  [[nodiscard]] const Value* find(Key key) const {
    return find_if(key, [](const Value&) { return true; });
  }
  [[nodiscard]] Value* find(Key key) { return const_cast<Value*>(std::as_const(*this).find(key)); }
  /// Has the place where it is looked for on its way to the cache.
  void prefetch(Key key) const {
    if (!slots_.empty()) detail::prefetch_line(slots_.data() + home(key));
  }
  /// Among the values of a key, the first that `accept(value)` holds for; null when there is none.
  template <class Accept>
  [[nodiscard]] const Value* find_if(Key key, const Accept& accept) const {
    const std::size_t at = place_if(key, accept);
    return at == nowhere ? nullptr : &slots_[at].value;
  }

  /// The value of a key, which is made from `value` when there is none.
  Placed try_emplace(Key key, Value value = {}) {
    if (Value* const known = find(key)) return {*known, false};
    return {add(key, value), true};
  }
  /// The value of a key; a new one is value-initialised.
  [[nodiscard]] Value& operator[](Key key) { return try_emplace(key).value; }
  /// One more entry, whether the key has some already or not.
  Value& add(Key key, Value value) {
    if (slots_.size() < 2 * (size_ + 1)) rehash(slots_.empty() ? least_slots : 2 * slots_.size());
    ++size_;
    return put(key, value);
  }

  /// Takes the entry of a key away; false when there is none.
  bool erase(Key key) {
    return erase_if(key, [](const Value&) { return true; });
  }
  /// Takes away the first of a key's entries that `accept(value)` holds for.
  template <class Accept>
  bool erase_if(Key key, const Accept& accept) {
    const std::size_t at = place_if(key, accept);
    if (at == nowhere) return false;
    close(at);
    --size_;
    return true;
  }

  /// O(1). Keeps the memory.
  void clear() {
    size_ = 0;
    if (++generation_ != 0) return;
    for (Slot& slot : slots_) slot.generation = 0;  // the generations have come round
    generation_ = 1;
  }
  /// Room for so many entries, so that adding them does not allocate.
  void reserve(std::size_t count) {
    std::size_t slots = slots_.empty() ? least_slots : slots_.size();
    while (slots < 2 * count) slots *= 2;
    if (slots > slots_.size()) rehash(slots);
  }
  [[nodiscard]] std::size_t memory_bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  static constexpr std::size_t least_slots = 16;
  static constexpr std::size_t nowhere = ~std::size_t{0};

  struct Slot {
    Key key{};
    std::uint32_t generation = 0;  // in use when it is the table's; 0 never is
    Value value{};
  };

  [[nodiscard]] static std::uint64_t bits_of(Key key) {
    if constexpr (std::is_pointer_v<Key>) {
      return reinterpret_cast<std::uintptr_t>(key);
    } else if constexpr (std::is_integral_v<Key> || std::is_enum_v<Key>) {
      return static_cast<std::uint64_t>(key);
    } else {
      return key.value;
    }
  }
  [[nodiscard]] std::size_t home(Key key) const {
    return static_cast<std::size_t>(detail::mix(0, bits_of(key))) & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t after(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }
  [[nodiscard]] bool in_use(std::size_t at) const { return slots_[at].generation == generation_; }

  template <class Accept>
  [[nodiscard]] std::size_t place_if(Key key, const Accept& accept) const {
    if (size_ == 0) return nowhere;
    for (std::size_t at = home(key); in_use(at); at = after(at)) {
      if (slots_[at].key == key && accept(slots_[at].value)) return at;
    }
    return nowhere;
  }
  Value& put(Key key, const Value& value) {
    std::size_t at = home(key);
    while (in_use(at)) at = after(at);
    slots_[at] = {key, generation_, value};
    return slots_[at].value;
  }
  // Fills a hole with the next entry that a search from its home would not find behind the hole, and goes on
  // with the hole that this leaves.
  void close(std::size_t hole) {
    for (std::size_t at = after(hole); in_use(at); at = after(at)) {
      const std::size_t from_home = (at - home(slots_[at].key)) & (slots_.size() - 1);
      if (from_home < ((at - hole) & (slots_.size() - 1))) continue;
      slots_[hole] = slots_[at];
      hole = at;
    }
    slots_[hole].generation = 0;
  }
  void rehash(std::size_t slots) {
    PORTOLAN_ASSERT((slots & (slots - 1)) == 0);
    std::vector<Slot> before(slots);
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.generation == generation_) put(slot.key, slot.value);
    }
  }

  std::vector<Slot> slots_;  // a power of two
  std::size_t size_ = 0;
  std::uint32_t generation_ = 1;
};

}  // namespace portolan
