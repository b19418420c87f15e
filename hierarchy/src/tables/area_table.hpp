// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <boost/container/flat_map.hpp>

#include <portolan/core/detail/pimpl.hpp>
#include <portolan/hierarchy/detail/level.hpp>

namespace portolan::detail {

/// The areas of the level below that make up one area.
struct ChildBlock {
  std::uint32_t x0 = 0;
  std::uint32_t y0 = 0;
  std::uint32_t x1 = 0;  ///< past the last
  std::uint32_t y1 = 0;
  std::uint32_t layer = 0;
};
[[nodiscard]] ChildBlock children_of(const Level& level, const Level& below, std::uint32_t area);
[[nodiscard]] inline std::uint32_t child_at(const Level& below, const ChildBlock& block, std::uint32_t x,
                                            std::uint32_t y) {
  return (block.layer * below.grid.rows() + y) * below.grid.columns() + x;
}
/// The area of `level` that an area of the level below lies in.
[[nodiscard]] std::uint32_t parent_of(const Level& level, const Level& below, std::uint32_t child);

/// Computes tables of the areas of an upper level from those of the level below: halves are joined along the
/// nodes between them, which are then eliminated, up to the whole area (nested dissection of George, 1973, in
/// the min-plus algebra; compare the customisation of Delling, Goldberg, Pajor, Werneck, "Customizable Route
/// Planning", 2011). One per worker, in lines of the cache of its own. Keeps its memory, and no result but
/// for areas that are made of equal parts, until told to forget them.
class alignas(64) AreaTableMaker {
 public:
  using Values = std::shared_ptr<PackedTable>;

  AreaTableMaker();

  /// The table of an area. Areas of equal parts get the same object. Costs are kept in 16 bits where no path
  /// is costlier, which is tried first.
  Values make(const Level& level, const Level& below, std::uint32_t area);
  /// Tables that several areas were given.
  void forget() { plain_.clear(); }

 private:
  struct Scratch;

  [[nodiscard]] bool is_plain(const Level& below, const ChildBlock& block);
  [[nodiscard]] Values compute(const Level& level, const Level& below, std::uint32_t area,
                               const ChildBlock& block);

  Pimpl<Scratch> scratch_;
  std::vector<std::uint32_t> key_;
  boost::container::flat_map<std::vector<std::uint32_t>, Values> plain_;
};

}  // namespace portolan::detail
