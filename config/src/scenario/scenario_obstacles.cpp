// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include <portolan/config/detail/track_file.hpp>

#include "scenario_sections.hpp"

// Section about obstacles: shape, motion, presence, effect.
namespace portolan::detail {

namespace {

constexpr double last_second = 1e7;
constexpr std::array<std::string_view, 4> shape_keys{"radius", "box", "polygon", "mask"};
constexpr std::array<std::string_view, 4> motion_keys{"waypoints", "at", "keyframes", "track"};

/// What is read before it is put together.
struct ObstacleText {
  ScenarioObstacle obstacle;
  std::vector<Vec2> corners;  ///< on the map
  std::string mask;
  std::optional<std::filesystem::path> track;
  std::int64_t track_id = -1;
  TrackOptions track_options;
};

Vec2 to_point(const std::vector<double>& v) { return {static_cast<float>(v[0]), static_cast<float>(v[1])}; }

// '#' is covered, '.' is not; the middle of the drawing is the anchor.
Footprint mask_of(const std::string& drawing) {
  std::vector<CellOffset> mask;
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t width = 0;
  for (const char c : drawing) {
    if (c == '#') mask.push_back({y, x});
    ++x;
    if (c == '\n') ++y, x = 0;
    width = std::max(width, x);
  }
  const std::int32_t height = x > 0 ? y + 1 : y;
  for (CellOffset& o : mask) o = {o.dy - height / 2, o.dx - width / 2};
  return Footprint(std::move(mask));
}

void check_mask(const ValueReader& value, const std::string& drawing) {
  const std::size_t other = drawing.find_first_not_of("#. \r\n");
  if (other != std::string::npos) {
    value.fail("expected # and . alone, found '" + drawing.substr(other, 1) + "'");
  } else if (drawing.find('#') == std::string::npos) {
    value.fail("expected at least one #, which is a cell that is covered");
  }
}

// Does a shape of such sides have room in a footprint?
bool check_sides(const ValueReader& value, float width, float height) {
  const bool fits = (width + 1) * (height + 1) <= static_cast<float>(Footprint::most_cells);
  if (!fits)
    value.fail("expected a shape within " + std::to_string(Footprint::most_cells) +
               " cells; make it smaller");
  return fits;
}

Footprint box_of(const ValueReader& value, float width, float height, float degrees) {
  // The largest square around a turned box is that of 45 degrees.
  const bool is_turned = std::fmod(degrees, 90.0F) != 0;
  const float square = (width + height) * std::numbers::sqrt2_v<float> / 2;
  const bool fits =
      is_turned ? check_sides(value, square, square) : check_sides(value, width - 1, height - 1);
  return fits ? Footprint::box(width, height, degrees) : Footprint();
}

// Its corners are relative to the centre of the cell that the obstacle starts on.
Footprint polygon_of(const ValueReader& value, std::vector<Vec2> corners, Vec2 start) {
  Vec2 low, high;
  for (Vec2& corner : corners) {
    corner -= centre_of(cell_at(start, 0));
    if (&corner == &corners.front()) low = high = corner;
    low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
    high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
  }
  if (!check_sides(value, high.x - low.x, high.y - low.y)) return {};
  if (std::max({-low.x, -low.y, high.x, high.y}) > static_cast<float>(Footprint::most_reach)) {
    value.fail("expected corners within " + std::to_string(Footprint::most_reach) +
               " cells of the obstacle's position");
    return {};
  }
  Footprint shape = Footprint::polygon(corners);
  if (shape.empty()) value.fail("expected a shape that covers the middle of a cell; make it larger");
  return shape;
}

void read_shape(YamlMapping& keys, ObstacleText& text) {
  const auto which = keys.only_one(shape_keys, true);
  float radius = 2;
  float degrees = 0;
  std::vector<std::int64_t> box;
  keys.number({"radius", "of a disc, in cells"}, radius, 0, 1024);
  keys.integers({"box", "a rectangle"}, box, 2, 2, 1, 4096, "[width, height]");
  keys.number({"degrees", "turn of the box, clockwise"}, degrees, -360, 360);
  read_points(keys, {"polygon", "corners of a polygon on the map, as it lies at the start"}, 3, text.corners);
  keys.text(
      {"mask", "any shape drawn as text: `#` is covered, `.` is not; its middle is the obstacle's position"},
      text.mask);
  text.obstacle.spec.shape = Footprint::disc(radius);
  if (which == 1 && box.size() == 2) {
    text.obstacle.spec.shape =
        box_of(keys.at("box"), static_cast<float>(box[0]), static_cast<float>(box[1]), degrees);
  }
  if (which == 3) {
    check_mask(keys.at("mask"), text.mask);
    text.obstacle.spec.shape = mask_of(text.mask);
  }
  keys.goes_with("degrees", {"box"}, "`box`");
}

void read_track(YamlMapping& keys, ObstacleText& text) {
  keys.map(
      {"track", "recorded movement of walkers (ETH, UCY), one obstacle for each"}, [&](YamlMapping& track) {
        std::string name;
        std::vector<std::int64_t> origin;
        track.text(required("file", "annotations, `obsmat.txt`, relative to the scenario's folder"), name);
        track.integer({"id", "one walker of the recording; -1: all"}, text.track_id, -1, 1'000'000);
        track.number({"frames_per_second", "of the recording"}, text.track_options.frames_per_second, 0.01,
                     10000);
        track.number({"cells_per_metre", "size of a cell"}, text.track_options.cells_per_metre, 0.001, 1000);
        track.integers({"origin", "cell of the recording's point (0, 0)"}, origin, 2, 2, 0, 32768, "[x, y]");
        if (origin.size() == 2)
          text.track_options.origin = {static_cast<float>(origin[0]), static_cast<float>(origin[1])};
        if (track.describing() || name.empty()) return;
        text.track = named_file(track.at("file"), name, "track");
      });
}

void read_motion(YamlMapping& keys, ObstacleText& text) {
  constexpr std::array<std::string_view, 3> modes{"loop", "once", "there_and_back"};
  constexpr std::array<Repeat, 3> repeats{Repeat::loop, Repeat::once, Repeat::there_and_back};
  const auto which = keys.only_one(motion_keys);
  std::vector<Vec2> waypoints;
  std::vector<Keyframe> keyframes;
  float speed = 2;
  std::vector<Vec2> at;
  std::vector<Vec2> velocity;
  std::size_t mode = 0;
  keys.number({"speed", "along the waypoints, in cells per second"}, speed, 0, 1000);
  read_points(keys,
              {"waypoints",
               "points [x, y] that it moves between on straight lines, in cells; the centre of a cell is at "
               "one half"},
              1, waypoints);
  keys.point({"at", "where it is, or starts"}, at, 0, 32768);
  keys.point({"velocity", "with `at`: moves on for ever, in cells per second"}, velocity, -1000, 1000);
  keys.list({"keyframes", "places at times, on straight lines in between"}, 1, 10000,
            [&](const ValueReader& entry) {
              Keyframe frame;
              entry.map([&](YamlMapping& key) {
                std::vector<Vec2> place;
                key.number(required("time", "in seconds; times ascend"), frame.time, 0, last_second);
                key.point(required("at", "where it is then"), place, 0, 32768);
                if (!place.empty()) frame.position = place[0];
              });
              if (entry.describing()) return;
              if (!keyframes.empty() && frame.time <= keyframes.back().time)
                return entry.fail("expected a later time than the one before; sort the keyframes");
              keyframes.push_back(frame);
            });
  keys.choice({"mode", "after the last waypoint or keyframe: on to the first, stop, or back"}, mode, modes);
  read_track(keys, text);
  keys.goes_with("speed", {"waypoints"}, "`waypoints`");
  keys.goes_with("mode", {"waypoints", "keyframes"}, "`waypoints` or `keyframes`");
  keys.goes_with("velocity", {"at"}, "`at`");
  Course& course = text.obstacle.spec.course;
  if (which == 0 && !waypoints.empty()) course = Course::waypoints(waypoints, speed, repeats[mode]);
  if (which == 1 && !at.empty()) course = Course::linear(at[0], velocity.empty() ? Vec2{} : velocity[0]);
  if (which == 2 && !keyframes.empty()) course = Course(std::move(keyframes), repeats[mode]);
  text.obstacle.may_leave = which > 1U;
  if (which && !keys.describing()) text.obstacle.places = keys.at(motion_keys[*which]).mark();
}

void read_presence(YamlMapping& keys, PresenceScript& presence) {
  keys.map({"presence", "when it is there: gates, doors, bridges that fall"}, [&](YamlMapping& script) {
    script.flag({"at_start", "whether it is there at the start"}, presence.present_at_start);
    script.list({"turns", "times in seconds at which it comes or goes, in turn"}, 0, 10000,
                [&](const ValueReader& entry) {
                  if (entry.describing()) {
                    entry.state(KeyRecord::Shape::number, "0 to 10000000", "", "one of the times");
                    return;
                  }
                  const auto time = entry.number(0, last_second);
                  if (!time) return;
                  if (!presence.turns.empty() && *time <= presence.turns.back()) {
                    entry.fail("expected a later time than the one before; sort the times");
                  }
                  presence.turns.push_back(*time);
                });
    script.number({"period", "seconds after which the list repeats; 0: never"}, presence.period, 0,
                  last_second);
    script.goes_with("period", {"turns"}, "`turns`");
    if (script.describing() || presence.period <= 0 || presence.turns.empty()) return;
    if (presence.turns.back() > presence.period)
      script.at("period").fail("expected a period no shorter than the last time");
  });
}

void read_obstacle(YamlMapping& keys, ObstacleText& text) {
  constexpr std::array<std::string_view, 2> contacts{"push", "wait"};
  constexpr std::array<std::string_view, 3> foresights{"script", "velocity", "none"};
  ScenarioObstacle& obstacle = text.obstacle;
  keys.text({"name", "for reports"}, obstacle.name, "its number");
  read_shape(keys, text);
  read_motion(keys, text);
  if (!text.corners.empty())
    obstacle.spec.shape = polygon_of(keys.at("polygon"), text.corners, obstacle.spec.course.at(0));
  read_presence(keys, obstacle.spec.presence);
  keys.flag({"blocks", "false: it only makes cells costlier"}, obstacle.spec.effect.blocks);
  keys.integer({"extra_cost", "added to the cost of the cells under it"}, obstacle.spec.effect.extra_cost, 0,
               253);
  keys.goes_with("extra_cost", {"blocks"}, "`blocks: false`");
  keys.choice({"on_contact", "what it does when an agent is in its way: push it aside, or wait"},
              obstacle.spec.waits, contacts);
  keys.choice(
      {"foresight", "what groups that foresee know of it: its whole script, how fast it goes, or nothing"},
      obstacle.foresight, foresights);
  keys.number({"growth", "for `foresight: velocity`: cells per second by which it may stray, all around"},
              obstacle.growth, 0, 100);
  keys.goes_with("growth", {"foresight"}, "`foresight: velocity`");
  keys.integer({"layer", "floor that it moves on"}, obstacle.spec.layer, 0, 63);
  keys.integer({"start_tick", "tick at which it appears and its time begins"}, obstacle.start_tick, 0,
               last_tick);
  if (!keys.describing()) obstacle.where = keys.here().mark();
}

// A walker is there from its first frame to its last.
void add_tracks(const ValueReader& entry, const ObstacleText& text,
                std::vector<ScenarioObstacle>& obstacles) {
  const Result<std::vector<RecordedTrack>> tracks = read_tracks(*text.track, text.track_options);
  if (!tracks.ok()) return entry.report(tracks.error());
  bool found = false;
  for (const RecordedTrack& track : *tracks) {
    if (text.track_id >= 0 && track.id != text.track_id) continue;
    found = true;
    ScenarioObstacle obstacle = text.obstacle;
    obstacle.name += "/" + std::to_string(track.id);
    obstacle.spec.course = Course(track.frames);
    obstacle.spec.presence = {track.frames.front().time <= 0, {}, 0};
    if (track.frames.front().time > 0) obstacle.spec.presence.turns.push_back(track.frames.front().time);
    obstacle.spec.presence.turns.push_back(track.frames.back().time + 0.001);
    obstacles.push_back(std::move(obstacle));
  }
  if (!found) entry.fail("expected a walker of the recording, found no id " + std::to_string(text.track_id));
}

}  // namespace

void read_points(YamlMapping& keys, const YamlKey& wanted, std::size_t least, std::vector<Vec2>& points) {
  keys.list(wanted, least, 10000, [&](const ValueReader& entry) {
    if (entry.describing()) {
      entry.state(KeyRecord::Shape::point, "[x, y]", "", "one of the points");
    } else if (const auto p = entry.numbers(2, 0, 32768)) {
      points.push_back(to_point(*p));
    }
  });
}

void read_obstacles(YamlMapping& root, Scenario& scenario) {
  root.list({"obstacles", "things that block cells or make them costlier, and move, or come and go"}, 0,
            10000, [&](const ValueReader& entry) {
              ObstacleText text;
              text.obstacle.name = std::to_string(scenario.obstacles.size());
              entry.map([&](YamlMapping& keys) { read_obstacle(keys, text); });
              if (entry.describing()) return;
              if (text.track) return add_tracks(entry, text, scenario.obstacles);
              scenario.obstacles.push_back(std::move(text.obstacle));
            });
}

}  // namespace portolan::detail
