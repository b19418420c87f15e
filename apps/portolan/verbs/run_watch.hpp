// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <portolan/simulation/simulation.hpp>
#include <portolan/view/color.hpp>

namespace portolan::tool {

/// A run in the terminal, as it goes on: layer 0, two cells of the picture to a character, and a line of
/// numbers. It holds the run back so that one can follow it.
class RunWatch {
 public:
  static constexpr double most_speed = 4;  ///< seconds of the run in one of the one who looks

  /// Whether stderr is a terminal, which is what it draws on.
  [[nodiscard]] static bool possible();

  /// After every tick. Draws at most thirty times a second, and waits where the run is ahead of its time.
  void note(const Simulation& simulation);

  /// The picture: `rows` lines of `columns` characters, and one of numbers.
  [[nodiscard]] std::string picture(const Simulation& simulation, int columns, int rows);

 private:
  using Clock = std::chrono::steady_clock;

  void paint_ground(const Simulation& simulation);
  void paint_obstacles(const Simulation& simulation);
  void paint_agents(const Simulation& simulation);
  void paint(std::int32_t x, std::int32_t y, Color color);

  Clock::time_point begin_, next_;
  int width_ = 0, height_ = 0, lines_ = 0;  // of the picture in its cells; lines that stand on the terminal
  std::int32_t cells_ = 1;                  // of the world along the side of one of the picture
  std::vector<Color> ground_, pixels_;
};

}  // namespace portolan::tool
