// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/heading.hpp>
#include <portolan/core/path_point.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan {

/// Tells agents which way to go: a field, or a path. Reads only while a crowd steps; any thread may ask.
class Guide {
 public:
  virtual ~Guide() = default;

  /// Unit vector to move along, or zero at the goal and where there is no way. Never leads into a wall.
  [[nodiscard]] virtual Vec2 heading(Vec2 position, std::int32_t layer) const = 0;
  /// The same, with how far it holds where the way is made of straight pieces: agents turn at its bends,
  /// within a step, without losing speed.
  [[nodiscard]] virtual Heading course(Vec2 position, std::int32_t layer) const {
    return {heading(position, layer)};
  }
  /// The same of many positions; there is room for a heading of each.
  virtual void courses(std::span<const PathPoint> positions, std::span<Heading> headings) const {
    for (std::size_t i = 0; i < positions.size(); ++i)
      headings[i] = course(positions[i].at, positions[i].layer);
  }
  /// Whether it tells one path that is to be kept, as it may have been planned in time: then nothing leads
  /// aside from it but others who are in the way.
  [[nodiscard]] virtual bool keeps_to_path() const { return false; }
  /// Whether it was planned in time: whom it guides has to be in a cell while the plan says so. Far from the
  /// focus of a crowd (`Crowd::set_focus`) it walks in each step all the same.
  [[nodiscard]] virtual bool keeps_time() const { return false; }
  /// Whether whom it guides has to get on at once, as where it is is about to be closed: those who avoid
  /// others reciprocally make room for it, and it makes none for them.
  [[nodiscard]] virtual bool is_urgent() const { return false; }
  /// The cell that follows c on a legal way, c itself at the goal, nothing where there is no way.
  [[nodiscard]] virtual std::optional<Cell> next(Cell c) const = 0;
  /// What is left of the way from a cell; `unreachable` where there is none.
  [[nodiscard]] virtual Distance remaining(Cell c) const = 0;
  /// The same on ground by itself, where jams cost: of two in a queue it tells who is ahead. Nothing where it
  /// knows of no jams, and this would be the same.
  [[nodiscard]] virtual std::optional<Distance> without_jams(Cell /*c*/) const { return std::nullopt; }
  /// As long as it is the same, both of them are, of each cell: then who stays in a cell need not ask again.
  /// No two guides that tell different things have one number. 0: not told.
  [[nodiscard]] virtual std::uint64_t revision() const { return 0; }
};

}  // namespace portolan
