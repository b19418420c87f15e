// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/straight_queries.hpp>
#include <portolan/crowd/detail/bypass_guide.hpp>

namespace portolan::detail {
namespace {

constexpr float agreement = 0.7F;      // cosine of the angle between two headings that are one way
constexpr std::int32_t side = 4;       // of a square, in cells
constexpr float between_looks = 0.8F;  // cells of a way; a wall is thicker

}  // namespace

BypassGuide::Square BypassGuide::square_of(Cell c) { return {c.layer, c.y / side, c.x / side}; }

bool BypassGuide::elsewhere(Cell c) const {
  return std::binary_search(elsewhere_.begin(), elsewhere_.end(), square_of(c));
}

bool BypassGuide::differ(Vec2 position, std::int32_t layer) const {
  const Vec2 around = around_->heading(position, layer).direction;
  return around != Vec2{} && dot(around, by_itself_->heading(position, layer).direction) < agreement;
}

// Two ways lead through the same gates where at each distance from the goal, by the field without jams, the
// one sees the other. Looked at in steps so short that no wall falls in between.
bool BypassGuide::around_a_wall(std::span<const PathPoint> around, Cell from) const {
  const std::vector<PathPoint> direct = by_itself_->path(from);
  if (direct.size() < 2) return false;
  const auto left_at = [&](const PathPoint& p) { return by_itself_->distance(cell_at(p.at, p.layer)); };
  std::size_t k = 0;  // the piece of the direct way that is looked at
  float begin = left_at(direct[0]), end = left_at(direct[1]);
  for (std::size_t q = 0; q + 1 < around.size(); ++q) {
    if (around[q].layer != around[q + 1].layer || around[q].layer != direct[k].layer) return true;
    const Vec2 off = around[q + 1].at - around[q].at;
    const auto pieces = static_cast<int>(length(off) / between_looks) + 1;
    const float left = left_at(around[q]), less = left_at(around[q + 1]) - left;
    for (int piece = 0; piece < pieces; ++piece) {
      const float share = static_cast<float>(piece) / static_cast<float>(pieces);
      const float now = left + less * share;
      while (k + 2 < direct.size() && end > now) {
        ++k;
        begin = end;
        end = left_at(direct[k + 1]);
      }
      const float part = begin > end ? std::clamp((begin - now) / (begin - end), 0.0F, 1.0F) : 0.0F;
      const Vec2 there = direct[k].at + (direct[k + 1].at - direct[k].at) * part;
      if (straight(by_itself_->grid(), {there, direct[k].layer}, around[q].at + off * share)) return true;
    }
  }
  return false;
}

void BypassGuide::look(std::span<const Cell> agents) {
  elsewhere_.clear();
  PORTOLAN_ASSERT(by_itself_ == nullptr || around_ != nullptr, "follow() says what to compare");
  if (around_ == nullptr || by_itself_ == nullptr) return;
  std::vector<std::pair<Square, Cell>> squares;
  for (const Cell& c : agents) squares.push_back({square_of(c), c});
  std::sort(squares.begin(), squares.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  squares.erase(std::unique(squares.begin(), squares.end(), same), squares.end());
  std::vector<Square> found;
  for (const auto& [square, c] : squares) {
    if (!differ(centre_of(c), c.layer)) continue;
    const std::vector<PathPoint> way = around_->path(c);
    if (!around_a_wall(way, c)) continue;
    found.push_back(square);
    // And on the way there, until the two are one.
    for (const PathPoint& p : way) {
      const Square next = square_of(cell_at(p.at, p.layer));
      if (next == found.back()) continue;
      if (!differ(p.at, p.layer)) break;
      found.push_back(next);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  elsewhere_ = std::move(found);
}

Heading BypassGuide::course(Vec2 position, std::int32_t layer) const {
  if (around_ == nullptr) return {};
  const Heading around = around_->heading(position, layer);
  if (by_itself_ == nullptr || around.direction == Vec2{}) return around;
  const Heading direct = by_itself_->heading(position, layer);
  if (direct.direction == Vec2{} || dot(direct.direction, around.direction) >= agreement) return direct;
  return elsewhere(cell_at(position, layer)) ? around : direct;
}

std::optional<Cell> BypassGuide::next(Cell c) const {
  if (around_ == nullptr) return std::nullopt;
  return by_itself_ == nullptr || elsewhere(c) ? around_->next(c) : by_itself_->next(c);
}

}  // namespace portolan::detail
