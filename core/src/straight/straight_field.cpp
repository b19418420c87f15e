// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/straight_field.hpp>

#include <algorithm>
#include <cmath>

#include <portolan/core/assert.hpp>

#include "cone_way.hpp"
#include "node_way.hpp"
#include "straight_state.hpp"

namespace portolan {

using detail::Anchor;
using detail::Beam;
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

StraightField::State::State(GridView grid, const TileGrid& tiles, Isa isa)
    : board(grid, tiles),
      kernel(detail::tile_kernel(isa)),
      cast(detail::cone_kernel(isa)),
      by_nodes(detail::node_kernel(isa)) {}

StraightField::StraightField(GridView grid, const TileGrid& tiles, Isa isa) {
  PORTOLAN_ASSERT(tiles.extent() == grid.extent());
  state_ = detail::make_pimpl<State>(grid, tiles, isa);
}

StraightField::StraightField(const StraightField& other) : state_(detail::make_pimpl<State>(*other.state_)) {}

void StraightField::reset() {
  state_->board.reset();
  state_->change();
  state_->goals.clear();
  state_->has_begun = state_->is_finished = false;
  state_->beams = 0;
}

void StraightField::allow_all() {
  std::vector<TileId> all(tiles().tile_count());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = {i};
  allow(all);
}

void StraightField::allow(std::span<const TileId> tiles) {
  state_->board.add(tiles, state_->kernel);
  state_->change();
  state_->has_begun = state_->is_finished = false;
}

void StraightField::add_goal(const Goal& goal) {
  PORTOLAN_ASSERT(grid().contains(goal.cell), "add goals inside the world");
  if (!grid().contains(goal.cell)) return;
  state_->change();
  state_->goals.push_back(goal);
  state_->has_begun = state_->is_finished = false;
}

bool StraightField::advance(std::uint64_t max_beams) {
  State& state = *state_;
  if (max_beams == 0) return state.is_finished;  // so that the beams tell how far a field is
  if (!state.is_finished) state.change();
  if (!state.has_begun) state.board.begin(state.goals);
  state.has_begun = true;
  const std::uint64_t before = state.beams;
  while (state.beams - before < max_beams && !state.is_finished) {
    if (state.board.queue().empty() && (!has_one_cost() || !state.board.start_at_rest())) {
      state.is_finished = true;
    } else {
      state.take_next();
    }
  }
  return state.is_finished;
}

void StraightField::State::take_next() {
  const Beam beam = board.queue().pop();
  if (board.ground() == 0) {
    beams += beams_per_tile;
    return beam.towards == 0 ? board.lower_around(beam.anchor) : board.relax(beam.tile, by_nodes.relax_row);
  }
  ++beams;
  if (beam.towards != 0) return cast(board, beam);
  Beam first[2];
  const int count = board.start(beam, first);
  for (int i = 0; i < count; ++i) cast(board, first[i]);
}

bool StraightField::finished() const { return state_->is_finished; }

float StraightField::settled_below() const {
  if (state_->is_finished) return std::numeric_limits<float>::infinity();
  if (!state_->has_begun || state_->board.queue().empty()) return 0;
  return static_cast<float>(state_->board.queue().front()) * state_->ground();
}

float StraightField::distance(Cell c) const {
  if (!has_one_cost()) {
    const float cost = detail::cost_of_nodes(state_->board, c);
    return cost < detail::NodeTile::far ? cost : std::numeric_limits<float>::infinity();
  }
  const ConeTile* tile = state_->board.find(c);
  const std::uint32_t offset = tiles().offset(c);
  if (tile == nullptr || !tile->is_served(offset)) return std::numeric_limits<float>::infinity();
  return static_cast<float>(state_->board.distance(*tile, offset)) * state_->ground();
}

Distance StraightField::at(Cell c) const {
  const float cells = distance(c);
  if (std::isinf(cells)) return unreachable;
  return {static_cast<std::uint64_t>(std::llround(static_cast<double>(cells) * (2 * straight_factor)))};
}

std::uint64_t StraightField::revision() const { return state_->revision; }
Cost StraightField::cost(Cell c) const { return state_->board.cost(c); }
bool StraightField::has_one_cost() const { return state_->board.ground() != 0; }
const GridView& StraightField::grid() const { return state_->board.grid(); }
const TileGrid& StraightField::tiles() const { return state_->board.tiles(); }
std::span<const Goal> StraightField::goals() const { return state_->goals; }
std::size_t StraightField::tile_count() const { return state_->board.tile_count(); }
std::size_t StraightField::anchor_count() const { return state_->board.anchor_count(); }
std::uint64_t StraightField::beams_cast() const { return state_->beams; }

std::size_t StraightField::memory_bytes() const {
  return sizeof(State) + state_->board.memory_bytes() + state_->goals.capacity() * sizeof(Goal);
}

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
  if (own != nullptr && is_here(*own, c)) return own->kind == Anchor::Kind::link ? board.link_end(*own) : c;
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
      const std::optional<Cell> to = board.link_end(anchor);
      if (!to) return {};
      add(centre_of(*to), to->layer);
    }
    number = anchor.parent;
  }
}

}  // namespace portolan
