// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace portolan::detail {

/// Ids by hash, equal hashes allowed: open addressing with linear probing, at most half full, eight bytes a
/// place. To look up, put in or take out touches one line of the cache, and allocates only to grow.
class HashIndex {
 public:
  static constexpr std::uint32_t none = ~0U;

  /// The first id with that hash for which `same(id)` holds, or none.
  template <class Same>
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, const Same& same) const {
    if (places_.empty()) return none;
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t at = home(tag); places_[at].id != none; at = after(at)) {
      if (places_[at].tag == tag && same(places_[at].id)) return places_[at].id;
    }
    return none;
  }
  void insert(std::uint64_t hash, std::uint32_t id) {
    if (places_.size() < 2 * (count_ + 1)) grow();
    put({tag_of(hash), id});
    ++count_;
  }
  /// Requires that the id was put in with this hash.
  void erase(std::uint64_t hash, std::uint32_t id) {
    std::size_t hole = home(tag_of(hash));
    while (places_[hole].id != id) hole = after(hole);
    // Whoever stands behind the hole, and no nearer to its home, moves up.
    for (std::size_t at = after(hole); places_[at].id != none; at = after(at)) {
      const std::size_t way = (at - home(places_[at].tag)) & (places_.size() - 1);
      if (way < ((at - hole) & (places_.size() - 1))) continue;
      places_[hole] = places_[at];
      hole = at;
    }
    places_[hole] = {};
    --count_;
  }
  void clear() {
    places_.clear();
    count_ = 0;
  }
  [[nodiscard]] std::size_t memory_bytes() const { return places_.capacity() * sizeof(Place); }

 private:
  struct Place {
    std::uint32_t tag = 0;
    std::uint32_t id = none;
  };

  static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash ^ hash >> 32U); }
  [[nodiscard]] std::size_t home(std::uint32_t tag) const { return tag & (places_.size() - 1); }
  [[nodiscard]] std::size_t after(std::size_t at) const { return (at + 1) & (places_.size() - 1); }
  void put(Place place) {
    std::size_t at = home(place.tag);
    while (places_[at].id != none) at = after(at);
    places_[at] = place;
  }
  void grow() {
    const std::vector<Place> before = std::exchange(places_, {});
    places_.resize(before.empty() ? 64 : 2 * before.size());
    for (const Place& place : before) {
      if (place.id != none) put(place);
    }
  }

  std::vector<Place> places_;  // a power of two
  std::size_t count_ = 0;
};

}  // namespace portolan::detail
