// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/link.hpp>
#include <portolan/core/octile.hpp>

namespace portolan::detail {

/// A box of points in half cells; what nodes lie on.
struct HalfBox {
  std::int32_t x0 = 0;
  std::int32_t y0 = 0;
  std::int32_t x1 = -1;
  std::int32_t y1 = -1;

  void include(std::int32_t x, std::int32_t y) {
    if (x1 < x0) {
      *this = {x, y, x, y};
      return;
    }
    x0 = std::min(x0, x);
    y0 = std::min(y0, y);
    x1 = std::max(x1, x);
    y1 = std::max(y1, y);
  }
  void include(Cell c) { include(2 * c.x, 2 * c.y); }
};

/// Octile distance in half cells at cost 1, from a box to a box; 0 where they meet.
[[nodiscard]] inline std::uint64_t octile_units(const HalfBox& a, const HalfBox& b) {
  const std::int32_t dx = std::max({0, a.x0 - b.x1, b.x0 - a.x1});
  const std::int32_t dy = std::max({0, a.y0 - b.y1, b.y0 - a.y1});
  return octile_half_units(dx, dy);
}
[[nodiscard]] inline std::uint64_t octile_units(const HalfBox& a, std::int32_t x, std::int32_t y) {
  return octile_units(a, HalfBox{x, y, x, y});
}

/// What no path can be cheaper than: the octile distance at the least cost of the world, whatever the layers,
/// or the path over links that are cheaper than that. Immutable; reads by any thread. The least cost only
/// falls while the world is edited, which keeps the bound safe, if not the best.
class OctileBound {
 public:
  OctileBound() = default;
  OctileBound(Cost least_cost, std::vector<Link> shortcuts)
      : least_(least_cost), shortcuts_(std::move(shortcuts)) {}

  [[nodiscard]] Cost least_cost() const { return least_; }
  [[nodiscard]] const std::vector<Link>& shortcuts() const { return shortcuts_; }
  [[nodiscard]] bool is_shortcut(const Link& link) const {
    HalfBox a;
    a.include(link.from);
    return link.cost < least_ * octile_units(a, 2 * link.to.x, 2 * link.to.y);
  }

  /// Bounds on the cost of paths from a box to points. With shortcuts, the path may go from the box to where
  /// one begins, and from where one ends to the point.
  class From {
   public:
    From(const OctileBound& bound, const HalfBox& box);
    [[nodiscard]] std::uint64_t operator()(std::int32_t x, std::int32_t y) const {
      return to(HalfBox{x, y, x, y});
    }
    [[nodiscard]] const HalfBox& box() const { return box_; }
    [[nodiscard]] std::uint64_t to(const HalfBox& there) const {
      const std::uint64_t direct = least_ * octile_units(box_, there);
      return shortcuts_ == nullptr ? direct : std::min(direct, over_shortcuts(there));
    }

   private:
    [[nodiscard]] std::uint64_t over_shortcuts(const HalfBox& there) const;
    HalfBox box_;
    std::uint64_t least_ = 0;
    const std::vector<Link>* shortcuts_ = nullptr;
    std::uint64_t to_shortcut_ = 0;
  };
  [[nodiscard]] From from(const HalfBox& box) const { return {*this, box}; }

  /// Bounds on the cost of paths from points to a box.
  [[nodiscard]] std::uint64_t between(const HalfBox& from, const HalfBox& to) const {
    return From(*this, from).to(to);
  }

 private:
  // With more of them than this the bound falls back to 0: it would cost more than it saves.
  static constexpr std::size_t most_shortcuts = 16;

  Cost least_ = 1;
  std::vector<Link> shortcuts_;
};

}  // namespace portolan::detail
