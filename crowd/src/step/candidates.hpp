// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>

#include "../crowd_state.hpp"

namespace portolan::detail {

// Of the one that looks: a wider one whose rim is farther off counts from its middle. From any distance those
// between the bodies of an army of wide ones saw hardly anybody else: 31 of 105 stood there for good.
constexpr float radii_of_rims = 5;

/// How far off another is, squared, if it were as wide as the one that looks and touched it as soon. Of one
/// that is not wider, or not near, it is what it was.
inline float square_to_rim(float square, float radius, float other) {
  if (other <= radius) return square;
  const float far = std::max(std::sqrt(square) - (other - radius), 0.0F);
  return far < radii_of_rims * radius ? far * far : square;
}

/// Some of those around an agent, and how far they are. To guess whether one is near enough, or before
/// another, would go wrong half of the time, and that takes longer than to work it out: nothing here depends
/// on it.
class Candidates {
 public:
  static constexpr std::uint32_t most = 48;   // that can be sorted
  static constexpr std::uint32_t room = 127;  // for all, also what is too far off

  /// Adds those of some whose square is at most `farthest`. `place(k)` and `agent(k)`: where the k-th is, and
  /// who.
  template <class Place, class Agent>
  void add(std::size_t size, Vec2 middle, float farthest, const Place& place, const Agent& agent) {
    if (size > room - count_) overflows_ = true;
    if (overflows_) return;
    std::uint32_t count = count_;  // in a register
    for (std::size_t k = 0; k < size; ++k) {
      const Vec2 off = middle - place(k);
      const float square = dot(off, off);
      // Floats that are not negative are ordered as their bits are.
      squares_[count] = std::bit_cast<std::int32_t>(square);
      agents_[count] = agent(k);
      count += static_cast<std::uint32_t>(square <= farthest);
    }
    count_ = count;
  }
  void add_too_many() { overflows_ = true; }
  /// More than can be sorted.
  [[nodiscard]] bool too_many() const { return overflows_ || count_ > most; }
  /// Lists those whose square is at most `farthest`. Where there is no room for them the count says so.
  void list(float farthest, detail::Approaching& approaching) const {
    const auto last = std::bit_cast<std::int32_t>(farthest);
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < count_; ++k) {
      if (count < detail::Approaching::most) approaching.agents[count] = agents_[k];
      count += static_cast<std::uint32_t>(squares_[k] <= last);
    }
    approaching.count = overflows_ ? detail::Approaching::most + 1 : count;
  }
  /// Leaves those whose square is at most `farthest`, in their order.
  void keep(float farthest) {
    const auto last = std::bit_cast<std::int32_t>(farthest);
    std::uint32_t kept = 0;
    for (std::uint32_t k = 0; k < count_; ++k) {
      const std::int32_t square = squares_[k];
      squares_[kept] = square;
      agents_[kept] = agents_[k];
      kept += static_cast<std::uint32_t>(square <= last);
    }
    count_ = kept;
  }
  /// Takes wider ones that are near to be as near as their rims.
  void measure_to_rims(float radius, std::span<const float> radii) {
    for (std::uint32_t k = 0; k < count_; ++k) {
      const float square = square_to_rim(std::bit_cast<float>(squares_[k]), radius, radii[agents_[k]]);
      squares_[k] = std::bit_cast<std::int32_t>(square);
    }
  }
  /// Puts them in order, the nearest first; of two that are as near the earlier slot.
  void sort() {
    if (count_ <= few) return insert_all();
    std::fill_n(squares_.begin() + count_, lanes, beyond);
    std::array<std::int32_t, most + lanes> squares;
    std::array<std::uint32_t, most + lanes> agents;
    std::uint64_t taken = 0;
    for (std::uint32_t first = 0; first < count_; first += lanes) {
      const std::array<std::int32_t, lanes> ranks = ranks_from(first);
      for (std::uint32_t k = first; k < std::min(first + lanes, count_); ++k) {
        const auto rank = static_cast<std::uint32_t>(ranks[k - first]);
        squares[rank] = squares_[k];
        agents[rank] = agents_[k];
        taken |= std::uint64_t{1} << rank;
      }
    }
    if (taken + 1 != std::uint64_t{1} << count_) return insert_all();
    for (std::uint32_t k = 0; k < count_; k += lanes) {
      std::memcpy(&squares_[k], &squares[k], lanes * sizeof squares[k]);
      std::memcpy(&agents_[k], &agents[k], lanes * sizeof agents[k]);
    }
  }

  [[nodiscard]] std::span<const std::uint32_t> agents() const { return std::span(agents_).first(count_); }
  /// The first of them, in order. What lies behind them is copied with them: to copy just so many takes three
  /// times as long.
  void write(detail::Contacts& contacts) const {
    contacts.count = std::min(count_, detail::Contacts::most);
    std::memcpy(contacts.agents.data(), agents_.data(), sizeof contacts.agents);
  }
  [[nodiscard]] std::uint32_t count_within(float square) const {
    const auto last = std::bit_cast<std::int32_t>(square);
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < count_; ++k) count += static_cast<std::uint32_t>(squares_[k] <= last);
    return count;
  }

 private:
  static constexpr std::uint32_t few = 5;
  static constexpr std::uint32_t lanes = 8;           // at once
  static constexpr std::int32_t beyond = 0x7FFFFFFF;  // every square

  // How many are nearer than each of some. Left to themselves compilers go along the others, which takes
  // three times as long.
  [[nodiscard]] std::array<std::int32_t, lanes> ranks_from(std::uint32_t first) const {
    using Four [[gnu::vector_size(16)]] = std::int32_t;
    Four low, high, ranks_low{}, ranks_high{};
    std::memcpy(&low, &squares_[first], sizeof low);
    std::memcpy(&high, &squares_[first + 4], sizeof high);
    for (std::uint32_t k = 0; k < count_; ++k) {
      const Four square = Four{} + squares_[k];
      ranks_low -= square < low;  // -1 where that holds
      ranks_high -= square < high;
    }
    std::array<std::int32_t, lanes> ranks;
    std::memcpy(ranks.data(), &ranks_low, sizeof ranks_low);
    std::memcpy(ranks.data() + 4, &ranks_high, sizeof ranks_high);
    return ranks;
  }
  // One after the other to its place: for few, and where some are as near as others.
  void insert_all() {
    for (std::uint32_t n = 1; n < count_; ++n) {
      const std::int32_t square = squares_[n];
      const std::uint32_t agent = agents_[n];
      std::uint32_t k = n;
      for (; k > 0 && (squares_[k - 1] > square || (squares_[k - 1] == square && agents_[k - 1] > agent));
           --k) {
        squares_[k] = squares_[k - 1];
        agents_[k] = agents_[k - 1];
      }
      squares_[k] = square;
      agents_[k] = agent;
    }
  }

  std::array<std::int32_t, room + 1> squares_;
  std::array<std::uint32_t, room + 1> agents_;
  std::uint32_t count_ = 0;
  bool overflows_ = false;
};

/// The same, of however many: the nearest alone.
class Nearest {
 public:
  void add(float square, std::uint32_t agent) {
    // Floats that are not negative are ordered as their bits are.
    const std::uint64_t key = std::uint64_t{std::bit_cast<std::uint32_t>(square)} << 32U | agent;
    if (count_ == detail::Contacts::most && key > keys_[count_ - 1]) return;
    std::uint32_t k = count_ < detail::Contacts::most ? count_++ : count_ - 1;
    for (; k > 0 && keys_[k - 1] > key; --k) keys_[k] = keys_[k - 1];
    keys_[k] = key;
  }
  /// How far to look on, where it is full and others have moved so far since they were where they are looked
  /// for. Nowhere, where so many are on the very point: of those only later slots are left, as they come by
  /// index.
  [[nodiscard]] float reach(float moved) const {
    const float farthest =
        std::sqrt(std::bit_cast<float>(static_cast<std::uint32_t>(keys_[count_ - 1] >> 32U)));
    return farthest + moved > 0 ? 1.001F * farthest + moved : -1;
  }
  void write(detail::Contacts& contacts) const {
    contacts.count = count_;
    for (std::uint32_t k = 0; k < count_; ++k) contacts.agents[k] = static_cast<std::uint32_t>(keys_[k]);
  }
  [[nodiscard]] std::uint32_t count_within(float square) const {
    const std::uint64_t least_beyond = (std::uint64_t{std::bit_cast<std::uint32_t>(square)} + 1) << 32U;
    std::uint32_t count = 0;
    while (count < count_ && keys_[count] < least_beyond) ++count;
    return count;
  }

 private:
  std::array<std::uint64_t, detail::Contacts::most> keys_;
  std::uint32_t count_ = 0;
};

}  // namespace portolan::detail
