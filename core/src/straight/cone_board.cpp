// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "cone_board.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/prefetch.hpp>

#include "../field/scratch.hpp"

namespace portolan::detail {

namespace {

constexpr std::size_t first_most_anchors = 256;  // their places fit a byte

// A row with the frame's bits: what lies to the left and to the right of it. Beyond is wall.
std::uint64_t framed(std::uint64_t row, std::uint64_t west, std::uint64_t east, int side) {
  PORTOLAN_ASSERT(side > 0 && side <= lanes, "a row of a tile fits a word");
  const auto last = static_cast<unsigned>(side);
  const std::uint64_t own = ((std::uint64_t{1} << last) - 1) << 1U, beyond = ~std::uint64_t{0} << (last + 2U);
  return (row & own) | (west >> last & 1U) | (east >> 1U & 1U) << (last + 1U) | beyond;
}

}  // namespace

namespace {

// All but the cells.
void copy_tile(const ConeTile& from, ConeTile& to) {
  to.cells = nullptr;
  to.anchors = from.anchors;
  to.origin = from.origin;
  to.high_places = from.high_places;
  to.nodes = from.nodes ? std::make_unique<NodeTile>(*from.nodes) : nullptr;
  to.most_anchors = from.most_anchors;
  to.id = from.id;
  to.first_foot = from.first_foot;
  to.feet = from.feet;
  to.has_costs = from.has_costs;
  std::copy(std::begin(from.around), std::end(from.around), to.around);
  std::copy(std::begin(from.served), std::end(from.served), to.served);
  std::copy(std::begin(from.walls), std::end(from.walls), to.walls);
  std::copy(std::begin(from.corners), std::end(from.corners), to.corners);
}

}  // namespace

ConeBoard::ConeBoard(const ConeBoard& other)
    : grid_(other.grid_),
      tiles_(other.tiles_),
      index_(other.tiles_),
      tile_count_(other.tile_count_),
      anchors_(other.anchors_),
      feet_(other.feet_),
      kept_feet_(other.kept_feet_),
      queue_(other.queue_),
      left_out_(other.left_out_),
      ground_(other.ground_) {
  for (std::size_t i = 0; i < tile_count_; ++i) {
    const ConeTile& from = *other.storage_[i];
    ConeTile& to = *storage_.emplace_back(std::make_unique<ConeTile>());
    copy_tile(from, to);
    index_.set(to.id, static_cast<std::uint32_t>(i + 1));
    if (from.cells != nullptr) *(to.cells = take_cells()) = *from.cells;
  }
}

void ConeBoard::reset() {
  for (std::size_t i = 0; i < tile_count_; ++i) index_.set(storage_[i]->id, 0);
  tile_count_ = 0;
  anchors_.clear();
  feet_.clear();
  kept_feet_.reset();
  queue_.clear();
  ground_ = impassable;
}

void ConeBoard::add(std::span<const TileId> tiles, const TileKernel& kernel) {
  for (const TileId id : tiles) {
    const Cell origin = tiles_.origin(id);
    if (index_.at(origin) != 0) continue;
    if (tile_count_ == storage_.size()) storage_.push_back(std::make_unique<ConeTile>());
    ConeTile& tile = *storage_[tile_count_++];
    index_.set(id, static_cast<std::uint32_t>(tile_count_));
    tile.id = id;
    tile.origin = origin;
    tile.has_costs = false;
    blank(tile);  // its memory may have been another's
    read(tile, kernel);
  }
  for (std::size_t i = 0; ground_ == 0 && i < tile_count_; ++i) {
    if (!storage_[i]->has_costs) read_costs(*storage_[i]);
  }
}

void ConeBoard::read(ConeTile& tile, const TileKernel& kernel) {
  alignas(64) std::uint8_t buffer[tile_cells];
  std::uint32_t open[lanes];
  const Cost cost = kernel.survey(tile_costs(grid_, tiles_, tile.origin, buffer), open);
  for (int y = 0; y < lanes; ++y) tile.walls[y + 1] = std::uint64_t{~open[y]} << 1U;
  if (cost == impassable || cost == ground_) return;
  ground_ = ground_ == impassable ? cost : Cost{0};
}

Cost ConeBoard::cost(Cell c) const {
  const ConeTile* const tile = find(c);
  if (tile == nullptr || tile->is_wall(c.x - tile->origin.x, c.y - tile->origin.y)) return impassable;
  return ground_ == 0 ? tile->nodes->costs[tiles_.offset(c)] : ground_;
}

void ConeBoard::begin(std::span<const Goal> goals) {
  anchors_.clear();
  feet_.clear();
  queue_.clear();
  lit_count_ = 0;
  left_out_ = ~std::size_t{0};
  for (std::size_t i = 0; i < tile_count_; ++i) {
    ConeTile& tile = *storage_[i];
    frame(tile);
    blank(tile);
    if (ground_ == 0) blank_nodes(tile);
  }
  find_feet();
  for (const Goal& goal : goals) {
    if (!is_open(goal.cell)) continue;
    const double distance = static_cast<double>(goal.offset.units) * cells_per_unit();
    const std::uint32_t anchor = add_middle(goal.cell, Anchor::Kind::goal, distance, none);
    if (hold(anchor)) queue_.push(distance) = {{0, 0}, anchor, 0, 0, 0};
  }
}

double ConeBoard::cells_per_unit() const {
  const Cost ground = ground_ == 0 || ground_ == impassable ? Cost{1} : ground_;
  return 1.0 / static_cast<double>(step_units(ground, ground, false));
}

void ConeBoard::blank(ConeTile& tile) {
  tile.cells = nullptr;
  std::fill_n(tile.served, lanes, 0U);
  std::fill_n(tile.corners, lanes, none);
  tile.anchors.clear();
  tile.high_places.clear();
  tile.most_anchors = first_most_anchors;
  tile.feet = 0;
}

ConeCells* ConeBoard::take_cells() {
  if (lit_count_ == cells_.size()) cells_.push_back(std::make_unique<ConeCells>());
  ConeCells* const cells = cells_[lit_count_++].get();
  prefetch_lines(cells, sizeof(ConeCells));
  return cells;
}

std::uint32_t ConeBoard::number_at(int column, int row, int layer) const {
  if (column < 0 || row < 0 || column >= tiles_.columns() || row >= tiles_.rows()) return none;
  return index_.at(column, row, layer) - 1;
}

// Rows beyond the last of a small tile are walls already: lanes beyond it, too.
void ConeBoard::frame(ConeTile& tile) {
  const int side = tiles_.side();
  const int column = tile.origin.x >> tiles_.shift(), row = tile.origin.y >> tiles_.shift();
  const auto walls = [&](int dx, int dy, int y) {
    const std::uint32_t number = number_at(column + dx, row + dy, tile.origin.layer);
    return number == none ? ~std::uint64_t{0} : storage_[number]->walls[y];
  };
  tile.around[0] = number_at(column + 1, row, tile.origin.layer);
  tile.around[1] = number_at(column, row + 1, tile.origin.layer);
  tile.around[2] = number_at(column - 1, row, tile.origin.layer);
  tile.around[3] = number_at(column, row - 1, tile.origin.layer);
  const ConeTile* east = tile.around[0] == none ? nullptr : storage_[tile.around[0]].get();
  const ConeTile* west = tile.around[2] == none ? nullptr : storage_[tile.around[2]].get();
  for (int y = 1; y <= side; ++y) {
    tile.walls[y] = framed(tile.walls[y], west == nullptr ? ~std::uint64_t{0} : west->walls[y],
                           east == nullptr ? ~std::uint64_t{0} : east->walls[y], side);
  }
  tile.walls[0] = framed(walls(0, -1, side), walls(-1, -1, side), walls(1, -1, side), side);
  tile.walls[side + 1] = framed(walls(0, 1, 1), walls(-1, 1, 1), walls(1, 1, 1), side);
}

// Keeps those that serve some cell, in their order. There are at most as many as cells.
void ConeBoard::renumber(ConeTile& tile) {
  constexpr std::uint16_t unused = 0xFFFF;
  std::vector<std::uint16_t> places(tile.anchors.size(), unused);
  for (std::uint32_t i = 0; i < tile_cells; ++i) {
    if (tile.is_served(i)) places[tile.place_of(i)] = 0;
  }
  std::uint16_t count = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] == unused) continue;
    places[i] = count;
    tile.anchors[count++] = tile.anchors[i];
  }
  tile.anchors.resize(count);
  for (std::uint32_t i = 0; i < tile_cells; ++i) {
    if (tile.is_served(i)) tile.set_place(i, places[tile.place_of(i)]);
  }
  tile.most_anchors = std::max<std::size_t>(first_most_anchors, 2 * std::size_t{count});
  if (tile.most_anchors > first_most_anchors && tile.high_places.empty())
    tile.high_places.assign(tile_cells, 0);
}

std::size_t ConeBoard::memory_bytes() const {
  std::size_t bytes = index_.memory_bytes() + anchors_.capacity() * sizeof(Anchor) +
                      feet_.capacity() * sizeof(Foot) + queue_.memory_bytes() +
                      storage_.capacity() * sizeof(storage_[0]) + storage_.size() * sizeof(ConeTile) +
                      cells_.capacity() * sizeof(cells_[0]) + cells_.size() * sizeof(ConeCells);
  for (const auto& tile : storage_)
    bytes += tile->anchors.capacity() * sizeof(std::uint32_t) + tile->high_places.capacity() +
             (tile->nodes ? sizeof(NodeTile) : 0);
  return bytes;
}

}  // namespace portolan::detail
