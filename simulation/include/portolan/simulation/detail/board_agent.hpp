// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace portolan::detail {

/// Somebody who goes from vertex to vertex.
struct BoardAgent {
  static constexpr std::uint32_t nowhere = ~0U;
  static constexpr std::int64_t parts = 1024;  ///< of a unit, so that slow agents get on too

  enum class State : std::uint8_t {
    outside,   ///< waits for room where it begins
    standing,  ///< will ask where to go
    walking,   ///< on an edge; its place is at the end of it
    waiting,   ///< until the next vertex has room
    stuck,     ///< no way leads to its goal
    arrived,
  };

  std::uint32_t group = 0;
  State state = State::outside;
  bool leaves = true;          ///< when it has arrived
  std::uint32_t at = nowhere;  ///< where it stands, or where its edge begins
  std::uint32_t to = nowhere;  ///< where its edge ends, or what it waits for
  std::int64_t gone = 0;       ///< of the edge, in parts of units
  std::int64_t length = 0;     ///< of the edge, in parts of units
  std::int64_t pace = 0;       ///< parts of units in a tick
  std::int64_t left = 0;       ///< of the tick's pace
  std::uint64_t cost = 0;      ///< of all edges so far, in units
  std::uint64_t steps = 0;     ///< edges so far
  std::int64_t arrival = -1;   ///< tick

  /// Whose place is taken: where it stands, or where it will.
  [[nodiscard]] std::uint32_t place() const { return state == State::walking ? to : at; }
  [[nodiscard]] bool on_board() const {
    return state != State::outside && (state != State::arrived || !leaves);
  }
};

}  // namespace portolan::detail
