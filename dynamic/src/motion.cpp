// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/dynamic/motion.hpp>

namespace portolan {
namespace {

double distance(Vec2 a, Vec2 b) {
  const double dx = static_cast<double>(b.x) - static_cast<double>(a.x);
  const double dy = static_cast<double>(b.y) - static_cast<double>(a.y);
  return std::sqrt(dx * dx + dy * dy);
}

}  // namespace

Course::Course(std::vector<Keyframe> frames, Repeat repeat) : frames_(std::move(frames)), repeat_(repeat) {
  PORTOLAN_ASSERT(!frames_.empty(), "what moves is somewhere: one keyframe at least");
  PORTOLAN_ASSERT(std::is_sorted(frames_.begin(), frames_.end(),
                                 [](const Keyframe& a, const Keyframe& b) { return a.time < b.time; }),
                  "keyframes come in the order of their times");
}

Course Course::linear(Vec2 start, Vec2 velocity) {
  Course course(std::vector<Keyframe>{{0, start}});
  course.drift_ = velocity;
  return course;
}

Course Course::waypoints(std::span<const Vec2> points, float speed, Repeat repeat) {
  PORTOLAN_ASSERT(!points.empty(), "a walk begins somewhere: one point at least");
  std::vector<Keyframe> frames{{0, points.front()}};
  const auto walk_to = [&](Vec2 point) {
    const double far = distance(frames.back().position, point);
    if (far == 0 || speed <= 0) return;
    frames.push_back({frames.back().time + far / static_cast<double>(speed), point});
  };
  for (const Vec2 point : points.subspan(1)) walk_to(point);
  if (repeat == Repeat::loop) walk_to(points.front());
  return Course(std::move(frames), repeat);
}

double Course::period() const {
  const double span = frames_.back().time - frames_.front().time;
  if (repeat_ == Repeat::once) return 0;
  return repeat_ == Repeat::loop ? span : 2 * span;
}

// The time on the frames' own scale that a time falls on.
double Course::phase(double time) const {
  const double first = frames_.front().time;
  const double span = frames_.back().time - first;
  if (repeat_ == Repeat::once || span <= 0 || time < first) return time;
  const double gone = std::fmod(time - first, period());
  return first + (gone > span ? 2 * span - gone : gone);
}

Vec2 Course::at(double time) const {
  const double t = phase(time);
  if (t <= frames_.front().time) {
    const auto early = static_cast<float>(std::max(0.0, t));
    return frames_.size() == 1 ? frames_[0].position + drift_ * early : frames_.front().position;
  }
  if (t >= frames_.back().time) {
    return frames_.back().position + drift_ * static_cast<float>(t - frames_.back().time);
  }
  const auto after = std::upper_bound(frames_.begin(), frames_.end(), t,
                                      [](double value, const Keyframe& f) { return value < f.time; });
  const Keyframe& a = *(after - 1);
  const Keyframe& b = *after;
  const auto share = static_cast<float>((t - a.time) / (b.time - a.time));
  return a.position + (b.position - a.position) * share;
}

bool PresenceScript::present(double time) const {
  PORTOLAN_ASSERT(std::is_sorted(turns.begin(), turns.end()), "turns come in the order of their times");
  PORTOLAN_ASSERT(period <= 0 || turns.empty() || turns.back() <= period,
                  "a period is not over before its last turn");
  const double t = period > 0 ? std::fmod(std::max(0.0, time), period) : time;
  const auto turned = std::upper_bound(turns.begin(), turns.end(), t) - turns.begin();
  return present_at_start == (turned % 2 == 0);
}

}  // namespace portolan
