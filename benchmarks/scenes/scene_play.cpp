// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "scene_play.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>

#include "scene_player.hpp"
#include "scene_room.hpp"

namespace portolan::scenes {
namespace {

constexpr double seconds_after_the_last = 5;
constexpr float wall_tolerance = 0.02F;  // cells
constexpr float seconds_behind = 1.2F;   // that people keep; game units keep none
constexpr double settled_s = 10;         // before speeds are measured
constexpr float held_within = 0.5F;      // cells by which holders of a plug may be moved

}  // namespace

const Way& Player::way_to(ProfileId profile, const std::vector<Cell>& cells) {
  auto& way = ways_[{profile.value, cells}];
  if (way == nullptr) {
    const GridView grid = ground_.world().view(profile);
    way = std::make_unique<Way>(Way{StraightField(grid, TileGrid(grid.extent())), std::nullopt, {}});
    way->field.allow_all();
    for (const Cell& c : cells) way->field.add_goal({c});
    way->field.advance();
    way->guide.follow(&way->field, nullptr);
  }
  return *way;
}

void Player::look_for_jams() {
  if (!congestion_.update(crowd_, ground_.world(), options_.tick)) return;
  ground_.world().commit();
  for (const auto& [goal, way] : ways_) {
    const GridView jammed = ground_.world().view(SceneGround::seeing_jams({goal.first}));
    if (!way->around) way->around.emplace(jammed, TileGrid(jammed.extent()));
    way->around->reset();
    way->around->allow_all();
    for (const Cell& c : goal.second) way->around->add_goal({c});
    way->around->advance();
    way->guide.follow(&*way->around, &way->field);
  }
}

CrowdGroup Player::group_to(const Actor& actor, const std::vector<Cell>& cells) {
  CrowdGroup group{ground_.world().view(actor.profile), nullptr, cells, {}};
  if (!cells.empty()) group.guide = &way_to(actor.profile, cells).guide;
  group.clearance = actor.clearance;
  group.avoidance = options_.avoidance;
  group.headway = options_.headway.value_or(is_of_people() ? seconds_behind : 0);
  return group;
}

CrowdGroupId Player::group_for(std::size_t k, std::size_t leg) {
  const Actor& actor = cast_.actors[k];
  const bool last = leg + 1 >= actor.legs.size();
  const bool stays =
      actor.legs.empty() || (last && !actor.leaves && !makes_room(actor)) || actor.legs[leg].at_s;
  const std::vector<Cell> cells = actor.legs.empty() ? std::vector<Cell>() : actor.legs[leg].cells;
  const std::uint64_t key = actor.group * 4ULL + (stays ? 2 : 0) + (actor.legs.empty() ? 1 : 0);
  const auto [at, fresh] = groups_.try_emplace({key, cells});
  if (fresh) {
    CrowdGroup group = group_to(actor, cells);
    group.arrival_radius = makes_room(actor) && last ? 0 : actor.arrive_within;
    group.leave_on_arrival = !stays;
    at->second = crowd_.add_group(std::move(group));
  }
  return at->second;
}

AgentSpec Player::body_of(std::size_t k, Vec2 place) {
  const Actor& actor = cast_.actors[k];
  AgentSpec spec;
  spec.position = place;
  spec.radius = actor.radius;
  spec.max_speed = actor.speed;
  spec.group = group_for(k, 0);
  spec.holds = !actor.movable;
  spec.team = actor.team;
  return spec;
}

void Player::add(std::size_t k) {
  const Actor& actor = cast_.actors[k];
  AgentSpec spec = body_of(k, actor.start);
  spec.waiting = actor.start_s > 0;
  courses_.push_back({crowd_.add(spec), 0, 0, -1, actor.start});
  if (!actor.legs.empty()) set_leg(k, 0);
}

void Player::set_leg(std::size_t k, std::size_t leg) {
  const Actor& actor = cast_.actors[k];
  Course& course = courses_[k];
  course.leg = leg;
  const StraightField& field = way_to(actor.profile, actor.legs[leg].cells).field;
  const float cells =
      std::max(0.1F, field.distance(crowd_.cell(course.id)) - (actor.leaves ? actor.arrive_within : 0));
  course.free_seconds += static_cast<double>(cells / actor.speed);
  const bool waits = crowd_.state(course.id) == AgentState::waiting;
  crowd_.regroup(course.id, group_for(k, leg));
  if (!waits) crowd_.start(course.id);
  const bool last = leg + 1 == actor.legs.size();
  const bool own =
      actor.legs[leg].point && !makes_room(actor) && (last || actor.legs[leg].at_s) && !actor.leaves;
  if (own && !(actor.shares_point && groups_.size() < cast_.actors.size() &&
               scene_["groups"][actor.group]["starts"].value("count", 2) > 1))
    crowd_.set_place(course.id, *actor.legs[leg].point);
}

// At a goal that has no room for all who are to be there, nobody stays.
bool Player::makes_room(const Actor& actor) const {
  if (actor.legs.empty() || actor.leaves || is_tiles() || actor.legs.back().at_s) return false;
  return is_crowded(actor.legs.back(), actor, sharers_.at(goal_of(actor)));
}

void Player::make_room(std::size_t k) {
  const Actor& actor = cast_.actors[k];
  const Goal goal = goal_of(actor);
  const auto [found, fresh] = beyond_.try_emplace(goal);
  std::vector<Vec2>& places = found->second;
  const Vec2 heading = normalised(centre_of(goal.second.front()) - crowd_.position(courses_[k].id));
  if (fresh)
    places = places_beyond(ground_.world().view(actor.profile), actor.legs.back(), actor, heading,
                           sharers_.at(goal));
  if (places.empty()) return;
  const Vec2 place = places.back();
  places.pop_back();
  crowd_.regroup(courses_[k].id, crowd_.add_group(group_to(actor, {cell_at(place, 0)})));
  crowd_.set_place(courses_[k].id, place);
}

bool Player::there(std::size_t k) const {
  const Actor& actor = cast_.actors[k];
  const Leg& leg = actor.legs[courses_[k].leg];
  if (crowd_.state(courses_[k].id) == AgentState::gone) return true;
  const Vec2 p = crowd_.position(courses_[k].id);
  if (leg.point) return length(p - *leg.point) <= actor.arrive_within;
  return std::any_of(leg.cells.begin(), leg.cells.end(), [&](const Cell& c) {
    return length(p - centre_of(c)) <= std::max(0.75F, actor.arrive_within);
  });
}

bool Player::near(std::size_t k) const {
  const Actor& actor = cast_.actors[k];
  const Leg& leg = actor.legs[courses_[k].leg];
  return crowd_.state(courses_[k].id) == AgentState::gone ||
         length(crowd_.position(courses_[k].id) - centre_of(leg.cells.front())) <=
             static_cast<float>(scene_["pass"]["near_within"].get<double>() * ground_.scale());
}

void Player::follow(std::size_t k) {
  const Actor& actor = cast_.actors[k];
  Course& course = courses_[k];
  if (actor.legs.empty()) return;
  if (crowd_.state(course.id) == AgentState::waiting) {
    if (now_ < actor.start_s) return;
    const auto place = free_place(ground_.world().view(actor.profile), bodies(), actor);
    if (!place) return;
    *place == actor.start ? crowd_.start(course.id) : enter(k, *place);
  }
  const bool more = course.leg + 1 < actor.legs.size();
  if (more && actor.legs[course.leg + 1].at_s) {
    if (now_ >= *actor.legs[course.leg + 1].at_s) set_leg(k, course.leg + 1);
    return;
  }
  if (course.arrived_s >= 0 || !there(k)) return;
  if (more) return set_leg(k, course.leg + 1);
  course.arrived_s = now_;
  if (makes_room(actor)) make_room(k);
}

void Player::look(Played& played) {
  const float share = is_tiles() ? 0.8F : 0.9F;
  const double tick = static_cast<double>(options_.tick);
  if (now_ > 1 + tick / 2) played.overlaps = std::max(played.overlaps, crowd_.overlaps(share));
  played.wall_entries += crowd_.inside_walls();
  const GridView ground = ground_.bare();
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    const Actor& actor = cast_.actors[k];
    Course& course = courses_[k];
    if (!crowd_.present(course.id)) continue;
    const Vec2 p = crowd_.position(course.id);
    if (course.arrived_s < 0 && !actor.stationary) {
      ++moving_samples_;
      if (length(p - course.before) < 0.1F * actor.speed * options_.tick) ++stalled_samples_;
    }
    trace(k, p);
    course.before = p;
    if (!has_room(ground, p, actor.radius - wall_tolerance)) ++played.wall_entries;
  }
}

// What the scene's own criterion looks at.
void Player::trace(std::size_t k, Vec2 p) {
  const Point now = ground_.point(p), before = ground_.point(courses_[k].before);
  note_crossings(lines_, before, now, now_, static_cast<double>(options_.tick), traces_[k]);
  const bool in_area = area_ && now.x >= area_->x0 && now.x <= area_->x1 && now.y >= area_->y0 &&
                       now.y <= area_->y1 && now_ > settled_s;
  if (!in_area) return;
  speeds_ += std::hypot(now.x - before.x, now.y - before.y) / static_cast<double>(options_.tick);
  ++speed_samples_;
}

std::vector<Vec2> Player::bodies() const {
  std::vector<Vec2> at;
  for (const Course& c : courses_) {
    if (crowd_.present(c.id)) at.push_back(crowd_.position(c.id));
  }
  return at;
}

void Player::enter(std::size_t k, Vec2 place) {
  courses_[k].before = place;
  crowd_.remove(courses_[k].id);
  courses_[k].id = crowd_.add(body_of(k, place));
}

// A corridor without end: who comes to its end goes on from its beginning, as soon as there is room.
void Player::enter_again(std::size_t k) {
  const Actor& actor = cast_.actors[k];
  Course& course = courses_[k];
  const Box whole = bounds(scene_["groups"][actor.group]["starts"]["area"]);
  const Point p = ground_.point(crowd_.position(course.id));
  if (p.x < whole.x1 - 0.5) return;
  const Vec2 entry =
      ground_.place({whole.x0 + static_cast<double>(actor.radius) / ground_.scale() + 0.1, p.y});
  if (is_free(bodies(), entry, actor.radius)) enter(k, entry);
}

std::optional<Verdict> Player::verdict() const {
  std::vector<Trace> traces = traces_;
  for (std::size_t k = 0; k < traces.size(); ++k) {
    traces[k].group = cast_.actors[k].group;
    traces[k].arrived_s = courses_[k].arrived_s;
    traces[k].arrived_at = ground_.point(courses_[k].before);
  }
  return verdict_on(scene_, traces,
                    speeds_ / static_cast<double>(std::max<std::uint64_t>(1, speed_samples_)));
}

// The enemies stay, and fewer than a quarter get past them.
bool Player::plug_holds() const {
  std::size_t passed = 0, ordered = 0;
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    const Actor& actor = cast_.actors[k];
    const float moved = length(crowd_.position(courses_[k].id) - actor.start);
    if (actor.stationary && moved > held_within) return false;
    if (actor.stationary) continue;
    ++ordered;
    passed += near(k) ? 1U : 0U;
  }
  return passed * 4 < ordered;
}

bool Player::resolved(const Played& played, const std::optional<Verdict>& own) const {
  if (played.wall_entries > 0 || played.overlaps > 0 || played.squeezes > 0) return false;
  const std::string name = scene_["name"];
  if (name.starts_with("enemyblock")) return plug_holds();
  if (own && (area_ || !own->met)) return own->met;
  if (name == "strafe") return true;  // re-ordered until the end, so that nobody can be near
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    if (cast_.actors[k].stationary) continue;
    if (is_tiles() ? !near(k) : courses_[k].arrived_s < 0) return false;
  }
  return true;
}

void Player::finish(Played& played) {
  std::vector<double> ratios;
  for (std::size_t k = 0; k < courses_.size(); ++k) {
    if (cast_.actors[k].stationary) continue;
    const Course& course = courses_[k];
    const double took = (course.arrived_s >= 0 ? course.arrived_s : now_) - cast_.actors[k].start_s;
    ratios.push_back(took / course.free_seconds);
    played.arrived += course.arrived_s >= 0 ? 1U : 0U;
  }
  played.agents = ratios.size();
  std::sort(ratios.begin(), ratios.end());
  if (!ratios.empty()) {
    played.p50 = ratios[ratios.size() / 2];
    played.p95 = ratios[std::min(ratios.size() - 1, ratios.size() * 95 / 100)];
  }
  played.stalled_share =
      moving_samples_ == 0 ? 0 : static_cast<double>(stalled_samples_) / static_cast<double>(moving_samples_);
  played.squeezes = crowd_.squeezes();
  played.settled_overlaps = crowd_.overlaps(0.9F);
  played.seconds = now_;
  const std::optional<Verdict> own = verdict();
  if (own) played.figure = own->figure;
  played.resolved = resolved(played, own);
}

Played Player::run() {
  Played played;
  const double limit = scene_["time_limit_s"].get<double>();
  double last_arrival = 0, spent = 0;
  std::uint64_t agent_ticks = 0;
  std::ofstream trails;
  if (!options_.trails.empty()) trails.open(options_.trails);
  for (int tick = 0; now_ < limit; ++tick) {
    for (std::size_t k = 0; k < courses_.size(); ++k) area_ ? enter_again(k) : follow(k);
    look_for_jams();
    const std::clock_t begin = std::clock();
    crowd_.step(options_.tick);
    spent += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    now_ += static_cast<double>(options_.tick);
    look(played);
    agent_ticks += crowd_.count(AgentState::moving) + crowd_.count(AgentState::stuck) +
                   crowd_.count(AgentState::arrived);
    if (trails && tick % 10 == 0) {
      for (std::size_t k = 0; k < courses_.size(); ++k) {
        if (!crowd_.present(courses_[k].id)) continue;
        const Vec2 p = crowd_.position(courses_[k].id);
        trails << tick / 10 << ' ' << k << ' ' << cast_.actors[k].group << ' ' << p.x << ' ' << p.y << '\n';
      }
    }
    const bool over = std::all_of(courses_.begin(), courses_.end(), [&](const Course& c) {
      return c.arrived_s >= 0 || cast_.actors[static_cast<std::size_t>(&c - courses_.data())].stationary;
    });
    if (!over) last_arrival = now_;
    if (over && now_ - last_arrival > seconds_after_the_last) break;
  }
  finish(played);
  played.us_per_agent_tick = agent_ticks == 0 ? 0 : spent * 1e6 / static_cast<double>(agent_ticks);
  return played;
}

Played play(const Json& scene, int start, const PlayOptions& options) {
  return Player(scene, start, options).run();
}

}  // namespace portolan::scenes
