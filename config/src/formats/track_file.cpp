// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include <portolan/config/detail/track_file.hpp>

#include "byte_source.hpp"

namespace portolan {
namespace {

constexpr std::size_t longest_line = 4096;
constexpr int most_lines = 1'000'000;
constexpr std::size_t columns = 5;  // frame, id, x, height, y; velocities follow and are not needed
constexpr double farthest = 1e6;    // metres, frames, ids beyond it are nonsense

// The first numbers of a line; fewer where it holds fewer.
std::size_t numbers_of(std::string_view line, std::array<double, columns>& out) {
  std::size_t count = 0;
  const char* at = line.data();
  const char* const end = line.data() + line.size();
  while (count < columns) {
    while (at < end && (*at == ' ' || *at == '\t')) ++at;
    const auto [next, error] = std::from_chars(at, end, out[count]);
    if (error != std::errc() || !std::isfinite(out[count]) || std::abs(out[count]) > farthest) return count;
    at = next;
    ++count;
  }
  return count;
}

struct Sample {
  double frame = 0;
  double x = 0;
  double y = 0;
};

}  // namespace

Result<std::vector<RecordedTrack>> read_tracks(const std::filesystem::path& file,
                                               const TrackOptions& options) {
  const auto source = detail::open_source(file);
  if (!source) return source.error();
  detail::LineReader lines(**source, longest_line);
  std::map<std::int64_t, std::map<double, Sample>> by_id;
  double first = 0;
  bool any = false;
  while (const auto line = lines.next_filled()) {
    std::array<double, columns> v{};
    if (lines.line() > most_lines || numbers_of(*line, v) < columns) {
      return Error{file.string(), lines.line(), 1, "",
                   lines.line() > most_lines
                       ? "has more than a million lines; cut it"
                       : "expected a line of numbers: frame, id, x, height, y, in metres"};
    }
    first = any ? std::min(first, v[0]) : v[0];
    any = true;
    by_id[static_cast<std::int64_t>(v[1])][v[0]] = {v[0], v[2], v[4]};
  }
  if (auto wrong = lines.fault(file.string(), "a track file")) return *wrong;
  if (!any) return Error{file.string(), 0, 0, "", "expected recorded tracks, found none"};
  std::vector<RecordedTrack> tracks;
  for (const auto& [id, samples] : by_id) {
    RecordedTrack track;
    track.id = id;
    for (const auto& [frame, s] : samples) {
      track.frames.push_back({(frame - first) / options.frames_per_second,
                              options.origin + Vec2{static_cast<float>(s.x * options.cells_per_metre),
                                                    static_cast<float>(s.y * options.cells_per_metre)}});
    }
    tracks.push_back(std::move(track));
  }
  return tracks;
}

}  // namespace portolan
