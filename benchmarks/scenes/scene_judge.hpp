// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scene_ground.hpp"

namespace portolan::scenes {

/// What a scene's own criterion looks at, of one who walked, in the units of the scene.
struct Trace {
  std::uint32_t group = 0;
  double arrived_s = -1;
  Point arrived_at;
  std::map<double, double> crossed_s;  ///< by the coordinate of a line, when it was crossed first
};

/// Lines that the criterion counts crossings of.
struct Lines {
  bool across_x = false;  ///< of constant x; otherwise of constant y
  std::vector<double> at;
};
[[nodiscard]] Lines lines_of(const Json& scene);
/// Notes which of them somebody crossed in the tick that ends now.
void note_crossings(const Lines& lines, Point before, Point now, double seconds, double tick, Trace& trace);

/// The figure that the criterion of a recording or a guideline is about, and whether it is met; nothing where
/// arriving apart is all that is asked. `mean_speed`: in the area that is measured, where there is one.
struct Verdict {
  double figure = 0;
  bool met = false;
};
[[nodiscard]] std::optional<Verdict> verdict_on(const Json& scene, const std::vector<Trace>& traces,
                                                double mean_speed);

/// The area in which the mean speed is measured.
[[nodiscard]] std::optional<Box> measured_area(const Json& scene);

}  // namespace portolan::scenes
