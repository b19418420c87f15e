// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <portolan/core/grid_view.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan::detail {

/// Guides one agent along cells of its own: the part of a path that lies just ahead, set again before every
/// step of the crowd. Straight at the last of them that it can walk to in a straight line, or standing.
class PathGuide final : public Guide {
 public:
  static constexpr std::size_t longest = 8;

  PathGuide() = default;
  /// Of a path that was planned in time.
  explicit PathGuide(bool keeps_time) : keeps_time_(keeps_time) {}

  /// Without cells there is no way.
  void clear() {
    count_ = 0;
    urgent_ = false;
  }
  /// Adds a cell, the agent's own first, and what is left of the way from there. True while there is room.
  bool add(Cell c, Distance remaining);
  /// Decides where to go from a position: `one_by_one` to the second cell at most, otherwise as far as the
  /// line is clear. Where not even the next cell can be walked to, the agent stands.
  void aim(const GridView& grid, Vec2 position, bool one_by_one);
  /// Stands where it is; the way remains known.
  void stand() { standing_ = true; }
  /// Has to get on at once, or not any more.
  void urge(bool urgent) { urgent_ = urgent; }

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override;
  [[nodiscard]] bool keeps_to_path() const override { return true; }
  [[nodiscard]] bool keeps_time() const override { return keeps_time_; }
  [[nodiscard]] bool is_urgent() const override { return urgent_; }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override;
  [[nodiscard]] Distance remaining(Cell c) const override;

 private:
  std::array<Cell, longest> cells_{};
  std::array<Distance, longest> remaining_{};
  std::size_t count_ = 0;
  Cell target_;
  bool standing_ = true, urgent_ = false, keeps_time_ = false;
};

}  // namespace portolan::detail
