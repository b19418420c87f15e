// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <portolan/crowd/crowd.hpp>

#include "scene_cast.hpp"

namespace portolan::scenes {

/// How a scene went from one start, judged by positions alone.
struct Played {
  bool resolved = false;  ///< its strict criterion holds
  std::size_t agents = 0, arrived = 0;
  double p50 = 0,
         p95 = 0;  ///< of arrival over free travel time; who has not arrived counts with the whole run
  double stalled_share = 0;
  std::uint64_t wall_entries = 0, squeezes = 0;
  std::size_t overlaps = 0;  ///< most pairs at one time, after the first second
  std::size_t settled_overlaps = 0;
  double figure = 0;   ///< that the scene's own criterion is about, where there is one
  double seconds = 0;  ///< simulated
  double us_per_agent_tick = 0;
};

struct PlayOptions {
  Avoidance avoidance = Avoidance::reciprocal;
  float tick = 0.1F;
  std::optional<float> headway;  ///< seconds; nothing: as people keep, and game units
  std::string trails;            ///< a file for positions every second, `second agent group x y`; empty: none
};

[[nodiscard]] Played play(const Json& scene, int start, const PlayOptions& options);

}  // namespace portolan::scenes
