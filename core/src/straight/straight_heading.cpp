// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What is read off a field: headings and paths.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include "cone_way.hpp"
#include "node_way.hpp"

#include <portolan/core/assert.hpp>
#include "straight_state.hpp"

namespace portolan {

using detail::Anchor;
using detail::ConeBoard;
using detail::ConeTile;
using detail::is_here;

namespace {

// The anchor of a served cell; null elsewhere.
const Anchor* anchor_for(const ConeBoard& board, Cell c) {
  const ConeTile* tile = board.find(c);
  const std::uint32_t offset = board.tiles().offset(c);
  return tile != nullptr && tile->is_served(offset) ? &board.anchor(tile->anchor_of(offset)) : nullptr;
}

}  // namespace

Heading StraightField::heading(Vec2 position, std::int32_t layer) const {
  const ConeBoard& board = state_->board;
  return board.ground() == 0 ? detail::heading_by_nodes(board, position, layer)
                             : detail::heading_by_anchors(board, position, layer);
}

void StraightField::headings(std::span<const PathPoint> positions, std::span<Heading> headings) const {
  PORTOLAN_ASSERT(headings.size() == positions.size(), "there is room for a heading of each position");
  const ConeBoard& board = state_->board;
  const auto some = positions.first(std::min(positions.size(), headings.size()));
  if (board.ground() == 0) {
    detail::headings_by_nodes(board, state_->by_nodes, some, headings.data());
  } else {
    detail::headings_by_anchors(board, some, headings.data());
  }
}

std::optional<Cell> StraightField::next(Cell c) const {
  const ConeBoard& board = state_->board;
  const Anchor* const own = has_one_cost() ? anchor_for(board, c) : detail::source_in(board, c);
  if (own == nullptr && has_one_cost()) return std::nullopt;
  if (own != nullptr && is_here(*own, c)) return own->kind == Anchor::Kind::link ? board.link(*own).to : c;
  std::optional<Cell> best;
  float least = std::numeric_limits<float>::infinity();
  for (int i = 0; i < step_count; ++i) {
    const auto d = static_cast<Direction>(i);
    const Cell n = step(c, d);
    if (!grid().can_step(c, d)) continue;
    const float left = distance(n), cost = 0.5F * static_cast<float>(grid().cost(c) + grid().cost(n));
    const float whole = left + (is_diagonal(d) ? 1.4142135F : 1.0F) * cost;
    if (!(has_one_cost() ? left < distance(c) : detail::leads_on(board, c, n)) || !(whole < least)) continue;
    best = n;
    least = whole;
  }
  if (best || has_one_cost()) return best;
  const std::optional<Cell> around = detail::around_lowest_node(board, c);
  for (int i = 0; around && i < step_count; ++i) {
    const auto d = static_cast<Direction>(i);
    if (step(c, d) == *around && grid().can_step(c, d)) return around;  // the world may be younger
  }
  return std::nullopt;
}

std::vector<PathPoint> StraightField::path(Cell from) const {
  const ConeBoard& board = state_->board;
  if (!has_one_cost()) return detail::path_by_nodes(board, from);
  const ConeTile* tile = board.find(from);
  if (tile == nullptr || !tile->is_served(tiles().offset(from))) return {};
  std::vector<PathPoint> points{{centre_of(from), from.layer}};
  const auto add = [&points](Vec2 at, std::int32_t layer) {
    if (const PathPoint next{at, layer}; points.back() != next) points.push_back(next);
  };
  for (std::uint32_t number = tile->anchor_of(tiles().offset(from));;) {
    const Anchor& anchor = board.anchor(number);
    add(anchor.point(), anchor.layer);
    if (anchor.kind == Anchor::Kind::goal) return points;
    if (anchor.kind == Anchor::Kind::link) {
      const Cell to = board.link(anchor).to;
      add(centre_of(to), to.layer);
    }
    number = anchor.parent;
  }
}

}  // namespace portolan
