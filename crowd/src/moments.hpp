// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <tuple>
#include <vector>

#include <portolan/crowd/crowd.hpp>

#include "errand.hpp"

namespace portolan::detail {

// An array as it was at the last moment. Of each moment before, those words are kept that are others at the
// next one: none of who stands, and a third of who walks.
class KeptArray {
 public:
  void begin(std::span<const std::byte> now) { bytes_.assign(now.begin(), now.end()); }
  // Appends the words that are others now, and holds what is now.
  void advance(std::span<const std::byte> now, std::vector<std::uint32_t>& others);
  // Holds what it held before; reads what `advance` appended then.
  void go_back(const std::uint32_t*& others);
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

// Of a crowd. To note one is to compare all that there is: nobody tells of what changes.
class Moments {
 public:
  // What there is one of: groups and where they face, free slots, greatest radius and speed, steps, squeezes,
  // whether anybody has no place, the clock.
  using Rest =
      std::tuple<std::vector<CrowdGroup>, std::vector<Vec2>, std::vector<const Guide*>,
                 std::vector<std::uint32_t>, float, float, std::uint32_t, std::uint64_t, bool, Clock, Focus>;
  struct Moment {
    std::uint64_t number = 0;
    Rest rest;
    std::vector<std::uint32_t> words;  // of its arrays, in order, that are others at the next moment
  };

  std::vector<KeptArray> arrays;  // as they were at the last moment
  std::deque<Moment> list;
  std::uint64_t last = 0;                         // number
  std::vector<std::uint32_t> fresh;               // words of the moment that is noted
  std::vector<std::vector<std::uint32_t>> spare;  // memory of moments that are gone, for later ones

  Moments() = default;
  // A copy of a crowd has none.
  Moments(const Moments& /*other*/) : Moments() {}
  Moments& operator=(const Moments& other) {
    if (this != &other) *this = Moments();
    return *this;
  }
  Moments(Moments&&) = default;
  Moments& operator=(Moments&&) = default;
  ~Moments() = default;
  // The words that were noted are those of the moment that was the last one so far.
  void keep_words();
  void forget_words(Moment& of);
};

}  // namespace portolan::detail
