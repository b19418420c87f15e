// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/vec2.hpp>

#include "errand.hpp"

namespace portolan::detail {

/// All mouths that agents have, in a table whose places are their numbers: many have the same one, and two
/// bytes tell which. Number 0 is that of none. What nobody has any more is thrown out when there is no room
/// for another near where it belongs, and the others get other numbers then.
class Mouths {
 public:
  /// Of one that was found, and has no number yet.
  static constexpr std::uint16_t found = 0xFFFF;

  static constexpr std::size_t most = 0x8000;  // places

  explicit Mouths(std::vector<Mouth>& table) : table_(&table) {}

  /// The number of a mouth; that of none, where tens of thousands of others are in use. Errands are those of
  /// all agents, whose numbers may change.
  [[nodiscard]] std::uint16_t number(const Mouth& mouth, std::vector<Errand>& errands) const {
    if (mouth.way == Mouth::Way::none) return 0;
    const std::uint16_t known = place_in(*table_, mouth);
    return known != 0 ? known : number_in_other(mouth, errands);
  }

 private:
  static constexpr std::size_t least = 64;  // places
  static constexpr std::size_t probes = 8;

  [[nodiscard]] static std::uint64_t hash(const Mouth& mouth) {
    const std::uint64_t at = std::uint64_t{std::bit_cast<std::uint32_t>(mouth.middle.x)} << 32U |
                             std::bit_cast<std::uint32_t>(mouth.middle.y);
    const auto rest = static_cast<std::uint64_t>(mouth.way) << 16U | mouth.hall;
    const std::uint64_t mixed = (at ^ at >> 29U ^ rest << 7U) * 0x9E3779B97F4A7C15ULL;
    return (mixed ^ mixed >> 32U) * 0xBF58476D1CE4E5B9ULL >> 32U;
  }
  // The place of one, or a free one that it takes, near where its hash says; 0: there is none.
  [[nodiscard]] static std::uint16_t place_in(std::vector<Mouth>& table, const Mouth& mouth) {
    PORTOLAN_ASSERT(mouth.way != Mouth::Way::none && table.size() <= most, "a mouth has a way in");
    const std::uint64_t first = hash(mouth);
    for (std::uint64_t k = 0; k < probes && !table.empty(); ++k) {
      const std::size_t place = (first + k) % table.size();
      if (place == 0) continue;
      Mouth& there = table[place];
      if (there.way == Mouth::Way::none) there = mouth;
      if (there == mouth && there.hall == mouth.hall) return static_cast<std::uint16_t>(place);
    }
    return 0;
  }
  // The same in another table, of those that somebody has, as large as it takes. It never gets smaller, as
  // nothing does of which moments are kept.
  [[nodiscard]] std::uint16_t number_in_other(const Mouth& mouth, std::vector<Errand>& errands) const {
    const auto is_number = [](std::uint16_t number) { return number != 0 && number != found; };
    for (std::size_t size = std::max(least, table_->size()); size <= most; size *= 2) {
      std::vector<Mouth> table(size);
      std::vector<std::uint16_t> numbers(table_->size());  // that were given so far
      const bool fit = std::all_of(errands.begin(), errands.end(), [&](const Errand& errand) {
        if (!is_number(errand.mouth) || numbers[errand.mouth] != 0) return true;
        return (numbers[errand.mouth] = place_in(table, (*table_)[errand.mouth])) != 0;
      });
      const std::uint16_t number = place_in(table, mouth);
      if (!fit || number == 0) continue;
      for (Errand& errand : errands) {
        if (is_number(errand.mouth)) errand.mouth = numbers[errand.mouth];
      }
      *table_ = std::move(table);
      return number;
    }
    return 0;
  }

  std::vector<Mouth>* table_;
};

}  // namespace portolan::detail
