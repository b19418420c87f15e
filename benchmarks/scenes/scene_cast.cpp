// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "scene_cast.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace portolan::scenes {
namespace {

constexpr int most_refusals = 3000;  // after so many an overlap is allowed, says the README

Point grid_point(const Json& d, int i) {
  const Point a = point_of(d["anchor"]), step = point_of(d["step"]), row = point_of(d["row_step"]);
  const int columns = d["columns"].get<int>(), x = i % columns, y = i / columns;
  return {a.x + x * step.x + y * row.x, a.y + x * step.y + y * row.y};
}

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

Point middle(const Json& shape) {
  const Box b = bounds(shape);
  return {(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2};
}

/// Makes the actors of one group after the other.
class Caster {
 public:
  Caster(SceneGround& ground, int arrangement, Draw& draw)
      : ground_(ground), draw_(draw), arrangement_(arrangement) {}

  void add_group(const Json& g, std::uint32_t index);
  Cast take() { return std::move(cast_); }

 private:
  [[nodiscard]] std::vector<Point> starts(const Json& g, ProfileId profile);
  [[nodiscard]] std::vector<Point> drawn(const Json& g, ProfileId profile);
  [[nodiscard]] Leg leg_of(const Json& goals, Actor& actor, Point start, int member);
  [[nodiscard]] Leg area_leg(const Json& goals, const Actor& actor, Point start);
  [[nodiscard]] Leg point_leg(const Actor& actor, Point p) const;
  [[nodiscard]] Vec2 middle_of(const std::vector<Point>& points) const;
  void put_on_ground(Actor& actor, bool alone, Vec2 middle);

  SceneGround& ground_;
  Draw& draw_;
  int arrangement_;
  Cast cast_;
  std::set<std::pair<int, int>> taken_;
  std::vector<std::pair<Point, double>> drawn_;
};

std::vector<Point> Caster::drawn(const Json& g, ProfileId profile) {
  const Json& d = g["starts"];
  const double radius = g["radius"].get<double>();
  const Box q = bounds(d["area"]);
  const GridView bare = ground_.bare(), grid = ground_.world().view(profile);
  const auto body = static_cast<float>(radius * ground_.scale());
  std::vector<Point> points;
  int refused = 0, tries = 0;
  while (points.size() < d["count"].get<std::size_t>() && ++tries < 2'000'000) {
    const double x = q.x0 + draw_.unit() * (q.x1 - q.x0);
    const Point p{x, q.y0 + draw_.unit() * (q.y1 - q.y0)};
    const Vec2 at = ground_.place(p);
    bool free = inside(d["area"], p) && grid.passable(cell_at(at, 0)) && has_room(bare, at, body);
    if (free && refused <= most_refusals) {
      free = std::none_of(drawn_.begin(), drawn_.end(),
                          [&](const auto& o) { return distance(o.first, p) < o.second + radius; });
    }
    refused = free ? 0 : refused + 1;
    if (!free) continue;
    points.push_back(p);
    drawn_.emplace_back(p, radius);
  }
  return points;
}

std::vector<Point> Caster::starts(const Json& g, ProfileId profile) {
  const Json& d = g["starts"];
  std::vector<Point> points;
  if (d.contains("points")) {
    for (const Json& p : d["points"]) points.push_back(point_of(p));
  } else if (d.value("rule", "") == "grid") {
    for (int i = 0; i < d["count"].get<int>(); ++i) points.push_back(grid_point(d, i));
  } else if (d.value("rule", "") == "spiral") {
    const Point a = point_of(d["anchor"]);
    for (int i = 0; i < d["count"].get<int>(); ++i) {
      const double turns = i * d["angle_turns"].get<double>();
      const double angle = 2 * std::numbers::pi * (turns - std::floor(turns));
      const double r = d["radius"].get<double>() * std::sqrt(i + 1.0);
      points.push_back({a.x + r * std::sin(angle), a.y + r * std::cos(angle)});
    }
  } else {
    return drawn(g, profile);
  }
  if (!d.contains("arrangement_digit")) return points;
  const int digit = static_cast<int>(arrangement_ / std::pow(9, d["arrangement_digit"].get<int>())) % 9;
  for (Point& p : points) p = {p.x + digit % 3 - 1, p.y + digit / 3 - 1};
  return points;
}

Leg Caster::point_leg(const Actor& actor, Point p) const {
  Leg leg;
  leg.point = ground_.nearest(actor.profile, ground_.place(p), {}, ground_.place(p));
  leg.cells = {cell_at(*leg.point, 0)};
  return leg;
}

Leg Caster::area_leg(const Json& goals, const Actor& actor, Point start) {
  const Json& areas = goals["areas"];
  const std::string choose = goals.value("choose", "any");
  std::vector<std::size_t> chosen;
  const bool far = choose.starts_with("farthest");
  if (far || choose == "nearest") {
    std::size_t best = 0;
    for (std::size_t k = 1; k < areas.size(); ++k) {
      const double now = distance(middle(areas[k]), start), before = distance(middle(areas[best]), start);
      if (far ? now > before : now < before) best = k;
    }
    chosen = {best};
  } else if (choose == "random" || choose == "weighted") {
    std::vector<double> weights(areas.size(), 1);
    if (goals.contains("weights")) weights = goals["weights"].get<std::vector<double>>();
    double u = 0;
    for (const double w : weights) u += w;
    u *= draw_.unit();
    std::size_t k = 0;
    while (k + 1 < weights.size() && u >= weights[k]) u -= weights[k++];
    chosen = {k};
  } else {
    for (std::size_t k = 0; k < areas.size(); ++k) chosen.push_back(k);
  }
  Leg leg;
  for (const std::size_t k : chosen) {
    for (const Cell& c : ground_.cells_in(actor.profile, areas[k])) leg.cells.push_back(c);
  }
  return leg;
}

Leg Caster::leg_of(const Json& goals, Actor& actor, Point start, int member) {
  if (goals.contains("areas")) return area_leg(goals, actor, start);
  if (goals.contains("random_in")) {
    const Box q = bounds(goals["random_in"]);
    const double x = q.x0 + draw_.unit() * (q.x1 - q.x0);
    return point_leg(actor, {x, q.y0 + draw_.unit() * (q.y1 - q.y0)});
  }
  if (!goals.contains("points")) return point_leg(actor, grid_point(goals, member));
  const bool shared = goals.value("shared", false) || goals["points"].size() == 1;
  actor.shares_point = shared;
  return point_leg(actor, point_of(goals["points"][shared ? 0 : static_cast<std::size_t>(member)]));
}

Vec2 Caster::middle_of(const std::vector<Point>& points) const {
  Vec2 sum;
  for (const Point& p : points) sum += ground_.place(p);
  return sum * (1 / static_cast<float>(std::max<std::size_t>(1, points.size())));
}

void Caster::put_on_ground(Actor& actor, bool alone, Vec2 middle) {
  const Vec2 wanted = actor.start;
  actor.start =
      ground_.nearest(actor.profile, wanted, alone ? taken_ : std::set<std::pair<int, int>>(), middle);
  if (actor.start != wanted) ++cast_.moved_starts;
  const Cell c = cell_at(actor.start, 0);
  taken_.insert({c.x, c.y});
}

void Caster::add_group(const Json& g, std::uint32_t index) {
  const double radius = g["radius"].get<double>(), scale = ground_.scale();
  const ProfileId profile = ground_.profile_for(radius);
  const std::vector<Point> points = starts(g, profile);
  const bool timed = g["starts"].contains("start_times");
  for (std::size_t k = 0; k < points.size(); ++k) {
    Actor actor;
    actor.group = index;
    actor.profile = profile;
    actor.clearance = ground_.clearance_for(radius);
    actor.start = ground_.place(points[k]);
    actor.start_s = timed ? g["starts"]["start_times"][k].get<double>() : g.value("start_s", 0.0);
    actor.radius = static_cast<float>(radius * scale);
    const double spread = g.value("speed_sd", 0.0) * std::clamp(draw_.normal(), -2.0, 2.0);
    actor.speed = static_cast<float>(std::max(0.1, g["speed"].get<double>() + spread) * scale);
    actor.arrive_within = static_cast<float>(g["arrive_within"].get<double>() * scale);
    actor.leaves = g.value("on_arrival", "leave") == "leave";
    actor.stationary = g.value("stationary", false);
    actor.movable = g.value("may_be_moved", true);
    actor.team = static_cast<std::uint8_t>(g.value("team", 0));
    put_on_ground(actor, !timed, middle_of(points));
    const auto member = static_cast<int>(k);
    if (!actor.stationary) {
      const bool ordered = g.contains("legs") && g["legs"][0].contains("at_s");
      if (!ordered) actor.legs.push_back(leg_of(g["goals"], actor, points[k], member));
      if (g.contains("legs")) {
        for (const Json& leg : g["legs"]) {
          actor.legs.push_back(leg_of(leg["goals"], actor, points[k], member));
          if (leg.contains("at_s")) actor.legs.back().at_s = leg["at_s"].get<double>();
        }
      }
    }
    cast_.actors.push_back(std::move(actor));
  }
}

}  // namespace

Cast cast_of(const Json& scene, SceneGround& ground, int arrangement, Draw& draw) {
  Caster caster(ground, arrangement, draw);
  std::uint32_t index = 0;
  for (const Json& g : scene["groups"]) caster.add_group(g, index++);
  return caster.take();
}

}  // namespace portolan::scenes
