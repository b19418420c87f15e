// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "arranging.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <portolan/core/detail/open_ground.hpp>
#include <portolan/core/straight_queries.hpp>

#include "formation.hpp"
#include "pairing.hpp"

namespace portolan::detail {
namespace {

// Of radii, between two who stand side by side: as much as there is room for. At 2.1 those who come jostle
// for ten seconds before each stands where it is to stand, and those who have come give way again and again.
constexpr std::array spacings{2.6F, 2.35F, 2.1F};
constexpr float closest = spacings.back();
constexpr float most_scattered = 10;  // of the ground that a group takes up: beyond, it has no shape to keep
constexpr float widest_yard = 4;  // times the ground of a group, to both sides: where goals are looked for
constexpr float spacing_in_ranks = 2.6F;  // of radii: who is late gets through
constexpr float over_disc = 0.25F;  // of the spacing: so far a lattice reaches beyond the disc of its size
constexpr int most_tries = 6;       // to find places for all, in the last one also where others hide them
constexpr int tries_with_room = 3;  // before they stand closer
constexpr float shift_of_block = 0.25F;  // of how far it reaches, from one try to the next
// Where a block stands whose goal others have taken: before them, or at their sides. In front, to the right.
constexpr Vec2 sides_of_crowd[] = {{-1, 0}, {-0.7F, 0.7F}, {-0.7F, -0.7F}, {0, 1}, {0, -1}};
constexpr std::size_t agents_of_one_moved = 10;  // of so many of a block one may stand beside its place
constexpr std::size_t most_ranks_behind = 3;     // times those of a formation that has room

}  // namespace

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

Arranging::Arranging(const CrowdGroup& group, float radius, float margin, std::size_t count,
                     const LastLeg& leg, Vec2 facing, Claims claims)
    : group_(group),
      radius_(radius),
      margin_(margin),
      facing_(facing),
      claims_(std::move(claims)),
      goals_(GoalsAhead(group.grid, group.goals, ground_of(count), leg).found()) {
  std::vector<Vec2> goals;
  for (const Goal& goal : goals_) goals.push_back(centre_of(goal.cell));
  const Vec2 mean = middle_of(goals);
  middle_ = *std::min_element(goals.begin(), goals.end(), [&](Vec2 a, Vec2 b) {
    return dot(a - mean, a - mean) < dot(b - mean, b - mean);
  });
  for (const Vec2& p : goals) far_ = std::max(far_, length(p - middle_));
  claims_.look_from(middle_, disc_of(count), room_for(count, spacings.front()), facing_);
}

float Arranging::ground_of(std::size_t count) const {
  return static_cast<float>(count) * (closest * radius_) * (closest * radius_);
}

float Arranging::disc_of(std::size_t count) const {
  const float across = std::sqrt(static_cast<float>(count) / std::numbers::pi_v<float>) + over_disc;
  return across * spacings.front() * radius_;
}

std::vector<Vec2> Arranging::places(std::span<const Vec2> agents) const {
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

std::vector<Vec2> Arranging::in_formation(std::size_t count) const {
  const Ranks ranks(group_.formation, count, spacing_in_ranks * radius_);
  const Yard yard(group_.grid, goals_, middle_, ranks.reach(most_ranks_behind));
  std::vector<Vec2> result;
  for (std::size_t rank = 0; rank < most_ranks_behind * ranks.count() && result.size() < count; ++rank) {
    for (const Vec2& off : ranks.slots(rank, count - result.size())) {
      const Vec2 place = middle_ + facing_ * off.x + right_of(facing_) * off.y;
      if (yard.has_room(place, margin_) && is_free(place) && (yard.in_goal(place) || sees(place)))
        result.push_back(place);
    }
  }
  return result.size() == count ? result : std::vector<Vec2>{};
}

bool Arranging::sees(Vec2 place) const {
  const std::int32_t layer = goals_.front().cell.layer;
  return !straight(group_.grid, {middle_, layer}, place) &&
         !has_costlier(group_.grid, layer, middle_, place - middle_);
}

std::vector<Vec2> Arranging::as_they_stand(std::span<const Vec2> agents) const {
  if (agents.size() < 2) return {};
  const Vec2 centre = middle_of(agents);
  float far = 0;
  for (const Vec2& p : agents) far = std::max(far, length(p - centre));
  if (far * far * 2 > most_scattered * ground_of(agents.size())) return {};
  const float reach = far + 2 * closest * radius_;
  const float farthest = claims_.anybody() ? claims_.reach() + far : 0;
  const Yard yard(group_.grid, goals_, middle_, reach + farthest);
  const float step = std::max(2 * closest * radius_, far * shift_of_block);
  const int tries = static_cast<int>(farthest / step) + 1;
  for (int k = 0; k < tries; ++k) {
    for (const Vec2& side : sides_of_crowd) {
      const Vec2 way = facing_ * side.x + right_of(facing_) * side.y;
      std::vector<Vec2> found =
          block_at(middle_ + way * (step * static_cast<float>(k)), agents, centre, yard, reach);
      if (!found.empty()) return found;
      if (k == 0) break;
    }
  }
  return {};
}

std::vector<Vec2> Arranging::block_at(Vec2 middle, std::span<const Vec2> agents, Vec2 centre,
                                      const Yard& yard, float reach) const {
  std::vector<Vec2> result;
  std::vector<std::uint32_t> kept, without;
  for (const Vec2& p : agents) {
    const Vec2 place = middle + (p - centre);
    const bool good = yard.has_room(place, margin_) && is_free(place) && suits(place, yard, agents.size());
    (good ? kept : without).push_back(static_cast<std::uint32_t>(result.size()));
    if (without.size() * agents_of_one_moved > agents.size()) return {};
    result.push_back(place);
  }
  if (!apart(result)) return {};
  return stand_beside(middle, result, kept, without, yard, reach) ? result : std::vector<Vec2>{};
}

bool Arranging::stand_beside(Vec2 middle, std::vector<Vec2>& places, std::span<const std::uint32_t> kept,
                             std::span<const std::uint32_t> without, const Yard& yard, float reach) const {
  if (without.empty()) return true;
  const float step = spacing_in_ranks * radius_;
  const Neighbours near = looked_up(places, kept, step);
  std::vector<Vec2> left;
  for (const auto& found : free_places(middle, reach, step, yard)) {
    const Vec2 p = found.second;
    bool free = !claims_.hidden(p);
    near.around(p, 0, step, [&](std::uint32_t j) { free = free && length(places[j] - p) >= step; });
    if (free && suits(p, yard, places.size())) left.push_back(p);
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

bool Arranging::apart(const std::vector<Vec2>& points) const {
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

std::vector<Vec2> Arranging::packed(std::size_t count) const {
  std::vector<Vec2> loosest;
  for (const float spacing : spacings) {
    std::vector<Vec2> found = packed_at(spacing, count, goals_hold(count) ? 1 : tries_with_room);
    if (found.size() < count) continue;
    if (goals_hold(count) || are_near(found)) return found;
    if (loosest.empty()) loosest = std::move(found);
  }
  // Where walls leave so little that none of that helps, as in a passage, at least nobody jostles.
  if (!loosest.empty()) return loosest;
  std::vector<Vec2> found = packed_at(closest, count, most_tries);
  return found.size() == count ? found : packed_at(closest, count, most_tries, true);
}

std::vector<Vec2> Arranging::packed_at(float spacing, std::size_t count, int tries, bool last_resort) const {
  const float step = spacing * radius_;
  const float room = room_for(count, spacing);
  float reach = std::max(room, std::min(far_ + step, widest_yard * room));
  std::vector<Vec2> found;
  for (int k = 1; k <= tries && found.size() < count; ++k, reach *= 1.7F)
    found = lattice(reach, step, count, last_resort, k == most_tries);
  found.resize(std::min(found.size(), count));
  return found;
}

bool Arranging::are_near(std::span<const Vec2> places) const {
  if (claims_.anybody()) return true;  // beside those who stand there
  const float most = std::max(far_, disc_of(places.size()));
  return std::all_of(places.begin(), places.end(), [&](Vec2 p) { return length(p - middle_) <= most; });
}

std::vector<std::pair<float, Vec2>> Arranging::free_places(Vec2 middle, float reach, float step,
                                                           const Yard& yard, bool far_too) const {
  const auto most = static_cast<int>(reach / step);
  const Yard::Span rows = yard.rows(middle.y, step, most), columns = yard.columns(middle.x, step, most);
  std::vector<std::pair<float, Vec2>> found;
  for (int y = rows.first; y <= rows.last; ++y) {
    for (int x = columns.first; x <= columns.last; ++x) {
      const Vec2 off{static_cast<float>(x) * step, static_cast<float>(y) * step};
      const float square = dot(off, off);
      const Vec2 p = middle + off;
      if (square <= reach * reach && yard.has_room(p, margin_, far_too) && !claims_.claimed(p))
        found.emplace_back(square, p);
    }
  }
  return found;
}

std::vector<Vec2> Arranging::lattice(float reach, float step, std::size_t count, bool far_too,
                                     bool hidden_too) const {
  const Yard yard(group_.grid, goals_, middle_, reach);
  const bool all_in = goals_hold(count);
  std::array<std::vector<std::pair<float, Vec2>>, 5> kinds;  // of places, the best first
  for (const auto& place : free_places(middle_, reach, step, yard, far_too)) {
    const unsigned beside = yard.in_goal(place.second) ? 0 : 1, hidden = claims_.hidden(place.second) ? 1 : 0;
    if (hidden == 1 && !hidden_too && (beside == 1 || !all_in)) continue;
    if (beside == 1 && all_in && step > closest * radius_) continue;
    const bool near = yard.is_near(place.second);
    kinds[near ? (all_in ? 2 * beside + hidden : 2 * hidden + beside) : 4].push_back(place);
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

void Arranging::add_goals(std::vector<Vec2>& places, const Yard& yard, float step, std::size_t count) const {
  for (const auto& [c, offset] : goals_) {
    const Vec2 p = centre_of(c);
    if (places.size() >= count) return;
    if (yard.has_room(p, margin_) && is_free(p) && !near_any(places, p, step)) places.push_back(p);
  }
}

bool Arranging::near_any(std::span<const Vec2> places, Vec2 p, float step) {
  return std::any_of(places.begin(), places.end(),
                     [&](Vec2 q) { return dot(p - q, p - q) < step * step * 0.99F; });
}

}  // namespace portolan::detail
