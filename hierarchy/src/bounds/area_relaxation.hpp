// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/min_queue.hpp>
#include <portolan/hierarchy/detail/level.hpp>

#include "simd/rows.hpp"

namespace portolan::detail {

/// Costs from every node of a level to a set of nodes, area by area: label correcting, where a step relaxes
/// all edges of an area at once. The same idea as the tile field's, one level up. Values only fall, so that a
/// field that some edges no longer fit can be mended by waking their areas. Reusable scratch.
class AreaRelaxation {
 public:
  static constexpr std::uint32_t far =
      min_plus_no_path<std::uint32_t>;  ///< the greatest value; costs stop there

  /// Works on the values of a level's nodes, `stride` apart.
  AreaRelaxation(const Level& level, std::uint32_t* values, std::size_t stride)
      : level_(&level), values_(values), stride_(stride), key_(level.areas.size(), asleep) {}
  void use(std::uint32_t* values) { values_ = values; }
  /// Adds the areas of every node that gets a lower value to this list, more than once; but not for the first
  /// value of one of these nodes, which are ascending.
  void log(std::vector<std::uint32_t>& altered, std::span<const std::uint32_t> fresh) {
    altered_ = &altered;
    fresh_ = fresh;
  }

  /// The areas that a node belongs to take its value in.
  void wake_around(std::uint32_t node);
  void wake(std::uint32_t area, std::uint32_t key);
  void run();

 private:
  static constexpr std::uint32_t asleep = ~0U;
  struct Waiting {
    std::uint32_t key = 0;
    std::uint32_t area = 0;
    [[nodiscard]] bool before(const Waiting& o) const { return key != o.key ? key < o.key : area < o.area; }
  };

  [[nodiscard]] std::uint32_t& value(std::uint32_t node) { return values_[node * stride_]; }
  void relax(std::uint32_t area);
  void lower(std::uint32_t node, std::uint32_t to);
  void gather(const AreaRecord& record);

  const Level* level_;
  std::uint32_t* values_;
  std::size_t stride_;
  std::vector<std::uint32_t> key_;  // by area: least value that waits
  MinQueue<Waiting> heap_;
  std::vector<std::uint32_t>* altered_ = nullptr;
  std::span<const std::uint32_t> fresh_;
  std::vector<std::uint32_t> nodes_;  // of the area at hand, by place
  std::vector<std::uint32_t> old_;
  std::vector<std::uint32_t> new_;
};

}  // namespace portolan::detail
