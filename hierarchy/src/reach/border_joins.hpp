// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/core/detail/heap_bytes.hpp>

namespace portolan::detail {

/// Which slots of local components each border joins: mostly one pair, which lies in a list of all borders. A
/// list of pairs for each border took four times the memory.
class BorderJoins {
 public:
  using Joins = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  [[nodiscard]] std::size_t size() const { return first_.size(); }
  [[nodiscard]] bool empty() const { return first_.empty(); }
  void clear() { *this = {}; }
  /// So many borders that join nothing yet.
  void begin(std::size_t borders) {
    clear();
    first_.assign(borders, nothing);
  }

  [[nodiscard]] Joins at(std::uint32_t border) const {
    Joins joins;
    if (first_[border] != nothing) joins.push_back(first_[border]);
    const std::uint32_t* const more = more_of_.find(border);
    if (more != nullptr) joins.insert(joins.end(), more_[*more].begin(), more_[*more].end());
    return joins;
  }
  [[nodiscard]] bool holds(std::uint32_t border, const Joins& joins) const {
    return more_of_.contains(border) ? at(border) == joins
           : joins.size() == 1       ? joins.front() == first_[border]
                                     : joins.empty() && first_[border] == nothing;
  }
  void set(std::uint32_t border, const Joins& joins) {
    first_[border] = joins.empty() ? nothing : joins.front();
    if (joins.size() < 2 && !more_of_.contains(border)) return;
    const auto [more, is_new] = more_of_.try_emplace(border, static_cast<std::uint32_t>(more_.size()));
    if (is_new) more_.emplace_back();
    more_[more].assign(joins.begin() + (joins.empty() ? 0 : 1), joins.end());
  }
  /// Calls visit(a, b) for all pairs of all borders.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const auto& [a, b] : first_) {
      if (a != nothing.first) visit(a, b);
    }
    for (const Joins& joins : more_) {
      for (const auto& [a, b] : joins) visit(a, b);
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(first_, more_of_, more_); }

 private:
  static constexpr std::pair<std::uint32_t, std::uint32_t> nothing{~0U, ~0U};

  std::vector<std::pair<std::uint32_t, std::uint32_t>> first_;  // by border
  FlatHash<std::uint32_t, std::uint32_t> more_of_;              // by border: its further pairs in `more_`
  std::vector<Joins> more_;
};

}  // namespace portolan::detail
