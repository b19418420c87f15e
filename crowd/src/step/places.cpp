// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Places at the goal: one for everybody, where nobody else stands or will stand.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/straight_queries.hpp>

#include "../crowd_state.hpp"
#include "../open_ground.hpp"
#include "claims.hpp"
#include "formation.hpp"
#include "pairing.hpp"
#include "yard.hpp"

namespace portolan {
namespace {

using detail::Claims;
using detail::Errand;
using detail::looked_up;
using detail::numbers_of;
using detail::pair_up;
using detail::Yard;

constexpr float spacing = 2.1F;       // of radii, between two who stand side by side
constexpr float most_scattered = 10;  // of the ground that a group takes up: beyond, it has no shape to keep
constexpr float radii_of_lane = 3;    // times the root of their number: so wide a group needs to walk at most
constexpr float widest_yard =
    4;  // times the ground that a group takes up, to both sides: where goals are looked for
constexpr float spacing_in_ranks = 2.6F;  // of radii: who is late gets through
constexpr float shift_of_block = 0.25F;   // of how far it reaches, from one try to the next
// Where a block stands whose goal others have taken: before them, or at their sides. In front, to the right.
constexpr Vec2 sides_of_crowd[] = {{-1, 0}, {-0.7F, 0.7F}, {-0.7F, -0.7F}, {0, 1}, {0, -1}};
constexpr std::size_t agents_of_one_moved =
    10;                                       // of so many agents of a block one may stand beside its place
constexpr std::size_t most_ranks_behind = 3;  // times those of a formation that has room

Vec2 middle_of(std::span<const Vec2> points) {
  PORTOLAN_ASSERT(!points.empty(), "nothing has no middle");
  double x = 0, y = 0;
  for (const Vec2& p : points) {
    x += static_cast<double>(p.x);
    y += static_cast<double>(p.y);
  }
  const auto n = static_cast<double>(points.size());
  return {static_cast<float>(x / n), static_cast<float>(y / n)};
}

std::uint32_t nearest_to(Vec2 middle, std::span<const Vec2> points, std::span<const std::uint32_t> who) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const Vec2 off = points[k] - middle, least = points[best] - middle;
    if (dot(off, off) < dot(least, least)) best = k;
  }
  return who[best];
}

// Finds places for the agents of one group who set out together.
class Arranging {
 public:
  // They come to the goal in the direction `facing`.
  Arranging(const CrowdGroup& group, float radius, float margin, std::size_t count, Vec2 facing,
            Claims claims)
      : group_(group), radius_(radius), margin_(margin), facing_(facing), claims_(std::move(claims)) {
    std::vector<Vec2> goals;
    for (const Goal& goal : group.goals) goals.push_back(centre_of(goal.cell));
    const Vec2 mean = middle_of(goals);
    middle_ = *std::min_element(goals.begin(), goals.end(), [&](Vec2 a, Vec2 b) {
      return dot(a - mean, a - mean) < dot(b - mean, b - mean);
    });
    for (const Vec2& p : goals) far_ = std::max(far_, length(p - middle_));
    claims_.look_from(middle_, room_for(count), facing_);
  }

  // One for each of the agents, in their order; fewer where there is no room.
  [[nodiscard]] std::vector<Vec2> places(std::span<const Vec2> agents) const {
    std::vector<Vec2> found = as_they_stand(agents);
    if (!found.empty()) return found;
    found = packed(agents.size());
    std::vector<std::uint32_t> of_agents = numbers_of(agents), of_places = numbers_of(found);
    const std::size_t both = std::min(of_agents.size(), of_places.size());
    pair_up(agents, found, std::span(of_agents).first(both), std::span(of_places).first(both));
    std::vector<Vec2> result(both);
    for (std::size_t k = 0; k < both; ++k) result[of_agents[k]] = found[of_places[k]];
    return result;
  }

  // Rank behind rank, from left to right, as far as there is room; nothing where there is not enough.
  [[nodiscard]] std::vector<Vec2> in_formation(std::size_t count) const {
    const detail::Ranks ranks(group_.formation, count, spacing_in_ranks * radius_);
    const Yard yard(group_.grid, group_.goals, middle_, ranks.reach(most_ranks_behind));
    std::vector<Vec2> result;
    for (std::size_t rank = 0; rank < most_ranks_behind * ranks.count() && result.size() < count; ++rank) {
      for (const Vec2& off : ranks.slots(rank, count - result.size())) {
        const Vec2 place = middle_ + facing_ * off.x + Vec2{-facing_.y, facing_.x} * off.y;
        if (yard.has_room(place, margin_) && is_free(place)) result.push_back(place);
      }
    }
    return result.size() == count ? result : std::vector<Vec2>{};
  }

 private:
  // How far so many reach from the goal if they stand close together; the ground that they take up; whether
  // the goals have as much.
  [[nodiscard]] float room_for(std::size_t count) const {
    return spacing * radius_ * (1 + std::sqrt(static_cast<float>(count)));
  }
  [[nodiscard]] float ground_of(std::size_t count) const {
    return static_cast<float>(count) * (spacing * radius_) * (spacing * radius_);
  }
  [[nodiscard]] bool goals_hold(std::size_t count) const {
    return static_cast<float>(group_.goals.size()) > ground_of(count);
  }

  // Does nobody else stand there, or in front of it?
  [[nodiscard]] bool is_free(Vec2 p) const { return !claims_.claimed(p) && !claims_.hidden(p, radius_); }

  // A guide leads to the goal: who gets there goes on to its place straight.
  [[nodiscard]] bool sees(Vec2 place) const {
    const std::int32_t layer = group_.goals.front().cell.layer;
    return !straight(group_.grid, {middle_, layer}, place) &&
           !detail::has_costlier(group_.grid, layer, middle_, place - middle_);
  }

  // The block that they are, around the goal or, where others stand there, beside them; nothing where they
  // are none, or the ground does not allow it.
  [[nodiscard]] std::vector<Vec2> as_they_stand(std::span<const Vec2> agents) const {
    if (agents.size() < 2) return {};
    const Vec2 centre = middle_of(agents);
    float far = 0;
    for (const Vec2& p : agents) far = std::max(far, length(p - centre));
    if (far * far * 2 > most_scattered * ground_of(agents.size())) return {};
    const float reach = far + 2 * spacing * radius_;
    const float farthest = claims_.anybody() ? claims_.reach() + far : 0;
    const Yard yard(group_.grid, group_.goals, middle_, reach + farthest);
    const float step = std::max(2 * spacing * radius_, far * shift_of_block);
    const int tries = static_cast<int>(farthest / step) + 1;
    for (int k = 0; k < tries; ++k) {
      for (const Vec2& side : sides_of_crowd) {
        const Vec2 way = facing_ * side.x + Vec2{-facing_.y, facing_.x} * side.y;
        std::vector<Vec2> found =
            block_at(middle_ + way * (step * static_cast<float>(k)), agents, centre, yard, reach);
        if (!found.empty()) return found;
        if (k == 0) break;
      }
    }
    return {};
  }

  // The block with its middle there. Some may have to stand beside their places: one rock is no reason to
  // leave the block.
  [[nodiscard]] std::vector<Vec2> block_at(Vec2 middle, std::span<const Vec2> agents, Vec2 centre,
                                           const Yard& yard, float reach) const {
    const bool all_in = goals_hold(agents.size());
    std::vector<Vec2> result;
    std::vector<std::uint32_t> kept, without;
    for (const Vec2& p : agents) {
      const Vec2 place = middle + (p - centre);
      const bool good =
          yard.has_room(place, margin_) && is_free(place) && (all_in ? yard.in_goal(place) : sees(place));
      (good ? kept : without).push_back(static_cast<std::uint32_t>(result.size()));
      if (all_in ? !without.empty() : without.size() * agents_of_one_moved > agents.size()) return {};
      result.push_back(place);
    }
    if (!apart(result)) return {};
    return stand_beside(middle, result, kept, without, yard, reach) ? result : std::vector<Vec2>{};
  }

  // The nearest place that is left for each of those who have none.
  [[nodiscard]] bool stand_beside(Vec2 middle, std::vector<Vec2>& places, std::span<const std::uint32_t> kept,
                                  std::span<const std::uint32_t> without, const Yard& yard,
                                  float reach) const {
    if (without.empty()) return true;
    const float step = spacing_in_ranks * radius_;
    const Neighbours near = looked_up(places, kept, step);
    std::vector<Vec2> left;
    for (const auto& found : free_places(middle, reach, step, yard)) {
      const Vec2 p = found.second;
      bool free = !claims_.hidden(p);
      near.around(p, 0, step, [&](std::uint32_t j) { free = free && length(places[j] - p) >= step; });
      if (free && sees(p)) left.push_back(p);
    }
    for (const std::uint32_t k : without) {
      const auto nearer = [&](Vec2 a, Vec2 b) {
        return dot(a - places[k], a - places[k]) < dot(b - places[k], b - places[k]);
      };
      const auto best = std::min_element(left.begin(), left.end(), nearer);
      if (best == left.end()) return false;
      places[k] = *best;
      left.erase(best);
    }
    return true;
  }

  [[nodiscard]] bool apart(const std::vector<Vec2>& points) const {
    const std::vector<std::uint32_t> all = numbers_of(points);
    const Neighbours near = looked_up(points, all, 2 * radius_);
    bool free = true;
    for (std::uint32_t k = 0; k < all.size() && free; ++k) {
      near.around(points[k], 0, 2 * radius_, [&](std::uint32_t j) {
        free = free && (j == k || length(points[j] - points[k]) >= 1.99F * radius_);
      });
    }
    return free;
  }

  // So many places of a lattice: those at the goals, then on goals beside it, then those nearest to them.
  [[nodiscard]] std::vector<Vec2> packed(std::size_t count) const {
    const float step = spacing * radius_;
    const float room = room_for(count);
    float reach = std::max(room, std::min(far_ + step, widest_yard * room));
    for (int tries = 0; tries < 6; ++tries, reach *= 1.7F) {
      std::vector<Vec2> found = lattice(reach, step, count, tries == 5);
      if (found.size() < count && tries < 5) continue;
      found.resize(std::min(found.size(), count));
      return found;
    }
    return {};
  }

  // Of a lattice, row by row, with the squares of how far they are from the middle.
  [[nodiscard]] std::vector<std::pair<float, Vec2>> free_places(Vec2 middle, float reach, float step,
                                                                const Yard& yard) const {
    const auto rows = static_cast<int>(reach / step);
    std::vector<std::pair<float, Vec2>> found;
    for (int y = -rows; y <= rows; ++y) {
      for (int x = -rows; x <= rows; ++x) {
        const Vec2 off{static_cast<float>(x) * step, static_cast<float>(y) * step};
        const float square = dot(off, off);
        const Vec2 p = middle + off;
        if (square <= reach * reach && yard.has_room(p, margin_) && !claims_.claimed(p))
          found.emplace_back(square, p);
      }
    }
    return found;
  }

  // Those at the goals before those beside them, and what others hide last; but goals that have room for all
  // are filled first.
  [[nodiscard]] std::vector<Vec2> lattice(float reach, float step, std::size_t count, bool hidden_too) const {
    const Yard yard(group_.grid, group_.goals, middle_, reach);
    const bool all_in = goals_hold(count);
    std::array<std::vector<std::pair<float, Vec2>>, 4> kinds;  // of places, the best first
    for (const auto& place : free_places(middle_, reach, step, yard)) {
      const unsigned beside = yard.in_goal(place.second) ? 0 : 1,
                     hidden = claims_.hidden(place.second) ? 1 : 0;
      if (hidden == 1 && !hidden_too && (beside == 1 || !all_in)) continue;
      kinds[all_in ? 2 * beside + hidden : 2 * hidden + beside].push_back(place);
    }
    std::vector<Vec2> places;
    std::size_t at_goal = 0, firm = 0;  // places of the lattice at goals, and these with goals that it misses
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      std::stable_sort(kinds[kind].begin(), kinds[kind].end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      if (kind == 1) {
        at_goal = places.size();
        if (at_goal < count) add_goals(places, yard, step, count);
        firm = places.size();
      }
      for (const auto& [square, p] : kinds[kind]) {
        if (kind > 0 && places.size() >= count) break;
        if (!near_any(std::span(places).subspan(at_goal, firm - at_goal), p, step)) places.push_back(p);
      }
    }
    return places;
  }

  // Goals that the lattice misses: they may lie far apart.
  void add_goals(std::vector<Vec2>& places, const Yard& yard, float step, std::size_t count) const {
    for (const auto& [c, offset] : group_.goals) {
      const Vec2 p = centre_of(c);
      if (places.size() >= count) return;
      if (yard.has_room(p, margin_) && is_free(p) && !near_any(places, p, step)) places.push_back(p);
    }
  }

  [[nodiscard]] static bool near_any(std::span<const Vec2> places, Vec2 p, float step) {
    return std::any_of(places.begin(), places.end(),
                       [&](Vec2 q) { return dot(p - q, p - q) < step * step * 0.99F; });
  }

  const CrowdGroup& group_;
  float radius_, margin_;
  Vec2 facing_;
  Claims claims_;
  Vec2 middle_;
  float far_ = 0;  // from there to the farthest goal
};

}  // namespace

// How far to the right of its group's middle each walks: ranks are kept around corners.
void Crowd::State::give_lanes(std::span<const std::uint32_t> who) {
  std::vector<Vec2> at;
  Vec2 heading;
  for (const std::uint32_t i : who) {
    at.push_back(bodies.positions[i]);
    heading += guide_of(i).heading(bodies.positions[i], bodies.layers[i]);
  }
  const Vec2 middle = middle_of(at);
  heading = normalised(heading);
  const Vec2 right{-heading.y, heading.x};
  float most = 0;
  for (const Vec2& p : at) most = std::max(most, std::abs(dot(p - middle, right)));
  for (std::size_t k = 0; k < who.size(); ++k) {
    bodies.errands[who[k]].lane = most > 0 ? 0.5F + 0.5F * dot(at[k] - middle, right) / most : 0.5F;
    const float enough = radii_of_lane * bodies.radii[who[k]] * std::sqrt(static_cast<float>(who.size()));
    bodies.errands[who[k]].breadth = std::min(2 * most, enough);
  }
}

// The places of all on a layer: of those who walk, at their goals.
std::vector<Vec2> Crowd::State::places_on(std::int32_t layer) const {
  std::vector<Vec2> result;
  for (const std::uint32_t i : work.on_map) {
    const GoalSet& goals = group_of(i).goals;
    const std::int32_t own = stands(i) || goals.empty() ? bodies.layers[i] : goals.front().cell.layer;
    if (own == layer && bodies.errands[i].is(Errand::has_place)) result.push_back(bodies.places[i]);
  }
  return result;
}

// Places for those of a group who set out since the last step.
void Crowd::State::arrange(CrowdGroup& group, std::span<const std::uint32_t> setting_out) {
  std::vector<Vec2> at;
  std::vector<std::uint32_t> who;
  float radius = 0, room = 0;
  for (const std::uint32_t i : setting_out) {
    bodies.errands[i].set(Errand::set_out, false);
    if (bodies.errands[i].is(Errand::has_place)) continue;
    who.push_back(i);
    at.push_back(bodies.positions[i]);
    radius = std::max(radius, bodies.radii[i]);
    room = std::max(room, margin(i));
  }
  if (who.empty() || group.leave_on_arrival || group.goals.empty()) return;
  const Vec2 facing = last_leg(nearest_to(middle_of(at), at, who));
  const Arranging arranging(group, radius, room, who.size(), facing,
                            Claims(places_on(group.goals.front().cell.layer), radius + greatest_radius));
  std::vector<Vec2> places;
  if (group.formation != Formation::as_it_stands) places = arranging.in_formation(who.size());
  const bool forms = !places.empty();
  if (forms) fall_in(who, places, facing);
  if (!forms) places = arranging.places(at);
  for (std::size_t k = 0; k < places.size(); ++k) {
    bodies.places[who[k]] = places[k];
    bodies.errands[who[k]].set(Errand::has_place, true);
    bodies.errands[who[k]].set(Errand::in_rank, forms);
    look_for_place(who[k]);
    bodies.headings[who[k]] = heading(who[k], bodies.positions[who[k]]).direction;
  }
  if (forms || group.keeps_rank) form_up(std::span(who).first(places.size()), facing);
}

// Everybody who set out since the last step, group by group.
void Crowd::State::give_places() {
  if (!anybody_without_place) return;
  anybody_without_place = false;
  std::vector<std::vector<std::uint32_t>> setting_out(groups.size());
  for (const std::uint32_t i : work.on_map) {
    Errand& errand = bodies.errands[i];
    const CrowdGroup& group = group_of(i);
    const bool fresh = errand.is(Errand::set_out) && gets_place(i);
    if (fresh && group.guide == nullptr && !group.goals.empty()) {  // its way is still to be found
      anybody_without_place = true;
      continue;
    }
    // Who walks nowhere comes back to where it is when somebody has pushed it.
    if (fresh && stands(i) && !errand.is(Errand::has_place)) {
      bodies.places[i] = bodies.positions[i];
      errand.set(Errand::has_place, true);
    }
    if (fresh && stands(i)) errand.set(Errand::set_out, false);
    if (fresh && errand.is(Errand::set_out)) setting_out[bodies.kinds[i].group.value].push_back(i);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (setting_out[g].empty()) continue;
    give_lanes(setting_out[g]);
    arrange(groups[g], setting_out[g]);
  }
}

}  // namespace portolan
