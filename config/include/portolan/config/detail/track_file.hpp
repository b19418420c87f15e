// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <portolan/core/result.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/dynamic/motion.hpp>

namespace portolan {

/// How recorded positions become cells and seconds.
struct TrackOptions {
  double frames_per_second = 25;
  double cells_per_metre = 2;
  Vec2 origin;  ///< cell position of the recording's (0, 0)
};

/// One walker of a recording; times count from the recording's first frame.
struct RecordedTrack {
  std::int64_t id = 0;
  std::vector<Keyframe> frames;  ///< times ascend strictly
};

/// Reads the annotations of the ETH and UCY pedestrian data (`obsmat.txt`): a line per walker and frame with
/// frame number, id, x, height, y, and velocities, in metres, separated by blanks. Tracks ascend by id.
/// Untrusted input: at most a million lines of at most 4,096 characters.
[[nodiscard]] Result<std::vector<RecordedTrack>> read_tracks(const std::filesystem::path& file,
                                                             const TrackOptions& options = {});

}  // namespace portolan
