// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include <portolan/crowd/detail/bypass_guide.hpp>

namespace portolan::detail {
namespace {

constexpr float agreement = 0.95F;     // cosine of the angle between the two
constexpr float gain_to_leave = 0.1F;  // of what the way through costs,
constexpr float gain_in_gap = 0.5F;    // or where both ways lead through one gap between walls
constexpr int pieces_through = 48;     // pieces of the way through
constexpr int pieces_around = 64;      // and of the way around
constexpr float longest_piece = 2;     // cells
constexpr float least_piece = 1.0F / 64;
constexpr float beside_rim = 0.45F;     // from the middle of a cell to that of the next
constexpr float one_way = 4;            // cells by which two ways may lie apart that are one
constexpr std::size_t most_asked = 64;  // positions at once

}  // namespace

// The way through jams, piece by piece. The points' parts lie side by side, so that several are compared at
// once with another one.
struct BypassGuide::Through {
  std::array<float, pieces_through> x, y;
  std::size_t jammed = 0;  // of the points, up to the last one in a jam
  Distance after;          // what is left from there without jams
  float cost = 0;
  Vec2 end;
  std::int32_t layer = 0;

  // Is a place close by one of the points up to the last one in a jam? All are compared: to stop at the first
  // one found takes longer.
  [[nodiscard]] bool is_close_by(Vec2 place) const {
    int found = 0;
    for (std::size_t k = 0; k < jammed; ++k) {
      const Vec2 off{x[k] - place.x, y[k] - place.y};
      found |= dot(off, off) < one_way * one_way ? 1 : 0;
    }
    return found != 0;
  }
  [[nodiscard]] Vec2 last_jammed() const { return {x[jammed - 1], y[jammed - 1]}; }
};

void BypassGuide::follow(const StraightField* around, const StraightField* by_itself) {
  around_ = around;
  by_itself_ = by_itself;
  if (around == nullptr || by_itself == nullptr) return revision_.forget();
  if (revision_.note(*around, *by_itself)) decisions_.forget(around->tiles(), around->tile_count());
}

std::uint64_t BypassGuide::revision() const {
  if (around_ == nullptr) return 0;
  if (by_itself_ == nullptr) return around_->revision();
  return revision_.of(*around_, *by_itself_);
}

// Where the two agree it is not looked at which is quicker. No direction is that of a goal, of no way, or of
// the foot of a link: then it is as with the next cell, else agents would stand at a foot for ever whose link
// they do not take.
Heading BypassGuide::chosen(Vec2 position, std::int32_t layer, const Heading& around,
                            const Heading& straight) const {
  if (around.direction == Vec2{}) {
    const Cell c = cell_at(position, layer);
    return next(c) == around_->next(c) ? around : straight;
  }
  if (dot(straight.direction, around.direction) >= agreement) return straight;
  const Cell c = cell_at(position, layer);
  return leaves_jam(c) || goes_through_from_middle(c, around) ? around : straight;
}

// Does the way through a jam lead from the middle of a cell where the way around leads from its rim? Where
// two ways by themselves are as long the other one begins within the cell, and agents went to and fro.
bool BypassGuide::goes_through_from_middle(Cell c, const Heading& around) const {
  return dot(by_itself_->heading(centre_of(c), c.layer).direction, around.direction) >= agreement;
}

Heading BypassGuide::course(Vec2 position, std::int32_t layer) const {
  if (around_ == nullptr) return {};
  const Heading around = around_->heading(position, layer);
  if (by_itself_ == nullptr) return around;
  return chosen(position, layer, around, by_itself_->heading(position, layer));
}

void BypassGuide::courses(std::span<const PathPoint> positions, std::span<Heading> headings) const {
  if (around_ == nullptr) return Guide::courses(positions, headings);
  around_->headings(positions, headings.first(positions.size()));
  if (by_itself_ == nullptr) return;
  std::array<Heading, most_asked> straight;
  for (std::size_t first = 0; first < positions.size(); first += most_asked) {
    const auto some = positions.subspan(first, std::min(most_asked, positions.size() - first));
    by_itself_->headings(some, std::span(straight).first(some.size()));
    for (std::size_t k = 0; k < some.size(); ++k)
      headings[first + k] = chosen(some[k].at, some[k].layer, headings[first + k], straight[k]);
  }
}

std::optional<Cell> BypassGuide::next(Cell c) const {
  if (around_ == nullptr) return std::nullopt;
  const std::optional<Cell> around = around_->next(c);
  const std::optional<Cell> straight = by_itself_ == nullptr ? around : by_itself_->next(c);
  if (around == straight || !around || !straight) return around;
  // As the course has it: at the foot of a link that one of the two takes agents would go to and fro.
  return leaves_jam(c) ? around : straight;
}

BypassGuide::Through BypassGuide::way_through(Vec2 position, std::int32_t layer, Heading way) const {
  Through through;
  for (std::size_t k = 0; k < pieces_through; ++k) {
    if (way.direction == Vec2{} && !take_link(position, layer, through.cost)) break;
    const float piece = way.direction == Vec2{} ? 0 : std::clamp(way.reach, least_piece, 1.0F);
    const Vec2 point = position + way.direction * (piece * 0.5F);
    through.x[k] = point.x, through.y[k] = point.y;
    const Cell c = cell_at(point, layer);
    const Cost cost = around_->cost(c);
    if (cost > by_itself_->cost(c)) {
      through.jammed = k + 1;
      through.after = by_itself_->at(c);
    }
    through.cost += piece * 2 * straight_factor * static_cast<float>(cost);
    position += way.direction * piece;
    way = by_itself_->heading(position, layer);
  }
  through.end = position;
  through.layer = layer;
  return through;
}

// Where a link begins that the way through takes: to its other end.
bool BypassGuide::take_link(Vec2& position, std::int32_t& layer, float& cost) const {
  const Cell foot = cell_at(position, layer);
  const std::optional<Cell> to = by_itself_->next(foot);
  if (!to || *to == foot || is_beside(*to, foot)) return false;
  const Distance before = by_itself_->at(foot), after = by_itself_->at(*to);
  cost += static_cast<float>(before.units) - static_cast<float>(after.units);
  position = centre_of(*to);
  layer = to->layer;
  return true;
}

// Do two places, the first one in a jam, lie in one gap between walls, where the other gains little or the
// gap is jammed for the most part? Who went to the other side of a wide door would stand in the same queue
// there. Were half of the gap enough, 400 agents took 1.25 times the bound in place of 1.20 to a door in the
// middle and a wider one far off. In the bend of a wide hall some of each row are slower than others: were a
// small gain enough, rows would go to pieces, and the last of 500 be through after 121 s in place of 94.
bool BypassGuide::is_same_gap(Vec2 jammed, Vec2 other, std::int32_t layer, bool gains) const {
  const Vec2 off = other - jammed;
  const float apart = length(off);
  if (!(apart > 0)) return true;
  int slow = 0, all = 0;
  for (const float side : {1.0F, -1.0F}) {
    const Vec2 step = off * (side / apart);
    for (int k = 0; k < pieces_around; ++k) {
      const Cell c = cell_at(jammed + step * static_cast<float>(k), layer);
      if (by_itself_->cost(c) == impassable) {
        if (side > 0 && static_cast<float>(k) < apart) return false;  // a wall is between the two
        break;
      }
      ++all;
      slow += around_->cost(c) > by_itself_->cost(c) ? 1 : 0;
    }
  }
  return !gains || 3 * slow > 2 * all;
}

// Does the way around come back to the one through jams before these end? Then it leads past a queue to the
// head of the same: nobody would be sooner there, and those who took it would press in from its sides. Were
// only ways that come back into a jam to count, not those close by it, 400 agents in twelve halls took 1.41
// times the bound in the mean in place of 1.24.
bool BypassGuide::comes_back(Vec2 position, std::int32_t layer, Heading way, const Through& through,
                             bool gains) const {
  bool away = false;
  for (int k = 0; through.jammed > 0 && k < pieces_around && way.direction != Vec2{}; ++k) {
    const Vec2 before = position;
    position += way.direction * std::clamp(way.reach, least_piece, longest_piece);
    const bool close_by = through.is_close_by(position);
    if (close_by && away) return true;
    away = away || !close_by;
    if (by_itself_->at(cell_at(position, layer)) < through.after)
      return close_by || (layer == through.layer && is_same_gap(through.last_jammed(), before, layer, gains));
    way = around_->heading(position, layer);
  }
  return false;
}

// From the middle of a cell: is the way around quicker by so much than the other one through its jams, and
// another way?
bool BypassGuide::is_quicker_around(Cell c) const {
  const Vec2 at = centre_of(c);
  const Through through = way_through(at, c.layer, by_itself_->heading(at, c.layer));
  const Distance best = around_->at(c), rest = around_->at(cell_at(through.end, through.layer));
  const float saved = through.cost + static_cast<float>(rest.units) - static_cast<float>(best.units);
  return saved > through.cost * gain_to_leave &&
         !comes_back(at, c.layer, around_->heading(at, c.layer), through, saved > through.cost * gain_in_gap);
}

// One decision for all who stand in a cell, kept while the fields are the same. It takes as long as a hundred
// headings. It follows from the fields and their ground alone: were it by what ground is at the time, it
// would depend on who asked first, and a run of which a replay is made would end otherwise than one without.
bool BypassGuide::leaves_jam(Cell c) const {
  const bool holds = revision() != 0;
  const std::optional<bool> known = holds ? decisions_.of(c) : std::nullopt;
  if (known) return *known;
  const bool leaves = is_quicker_around(c) && leads_back(c, holds);
  if (holds) decisions_.note(c, leaves);
  return leaves;
}

// Does the way through lead from one of two neighbours to the other, from its middle or where they meet?
bool BypassGuide::turns_to(Cell from, Cell to) const {
  if (by_itself_->next(from) == to) return true;
  const Vec2 way = centre_of(to) - centre_of(from);
  const Vec2 rim = centre_of(from) + way * beside_rim;
  if (!is_beside(from, to) || dot(by_itself_->heading(rim, from.layer).direction, way) <= 0) return false;
  const Heading around = around_->heading(rim, from.layer);
  return dot(around.direction, way) > 0 || !goes_through_from_middle(from, around);
}

// Do all turn back where those turn back who come from a cell? Before a cell from which the way through is
// taken agents went to and fro.
bool BypassGuide::leads_back(Cell c, bool holds) const {
  for (;;) {
    const std::optional<Cell> back = around_->next(c);
    if (!back || !turns_to(*back, c)) return true;
    const std::optional<bool> known = holds ? decisions_.of(*back) : std::nullopt;
    if (known) return *known;
    if (!is_quicker_around(*back)) return false;
    c = *back;
  }
}

}  // namespace portolan::detail
