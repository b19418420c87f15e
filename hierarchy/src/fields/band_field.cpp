// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/band_field.hpp>

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/hierarchy/detail/sector_versions.hpp>

#include "fields/band_shape.hpp"
#include "fields/band_solver.hpp"
#include "fields/rejoin.hpp"

namespace portolan {

namespace {

using detail::BandShape;

// The cells of one 8 by 8 block of a 32 by 32 one, row by row: `rows` points to the first of eight rows,
// `left` is the first of eight columns.
std::uint64_t eight_by_eight(const std::uint32_t* rows, std::uint32_t left) {
  std::uint64_t cells = 0;
  for (std::uint32_t y = 0; y < 8; ++y) cells |= std::uint64_t{rows[y] >> left & 0xffU} << (8 * y);
  return cells;
}

Cell cell_of(Cell origin, std::uint64_t cells) {
  const int bit = std::countr_zero(cells);
  return {origin.x + (bit & 7), origin.y + (bit >> 3), origin.layer};
}

}  // namespace

BandField::BandField(const Hierarchy& hierarchy, BandSolver& solver)
    : hierarchy_(&hierarchy),
      solver_(solver.scratch_.get()),
      extent_(hierarchy.grid().extent()),
      columns_(static_cast<std::uint32_t>(extent_.width + 7) / 8),
      rows_(static_cast<std::uint32_t>(extent_.height + 7) / 8) {
  PORTOLAN_ASSERT(solver_->hierarchy == &hierarchy, "the solver is one of the band's hierarchy");
}

GridView BandField::grid() const { return hierarchy_->grid(); }

Cell BandField::origin_of(std::uint32_t key) const {
  return {static_cast<std::int32_t>(key % columns_ * 8),
          static_cast<std::int32_t>(key / columns_ % rows_ * 8),
          static_cast<std::int32_t>(key / columns_ / rows_)};
}

// Calls body(cell, place of its value).
template <class Body>
void BandField::for_each_cell(Body&& body) const {
  for (const Block& block : blocks_) {
    const Cell origin = origin_of(block.key);
    std::size_t i = block.first;
    for (std::uint64_t cells = block.cells; cells != 0; cells &= cells - 1) body(cell_of(origin, cells), i++);
  }
}

void BandField::reset(const Plan& plan, std::span<const Cell> agents, int radius) {
  PORTOLAN_ASSERT(radius >= 1 && radius <= most_radius, "a band is 1 to 64 steps wide on each side");
  const std::uint64_t before = solver_->tiles_solved;
  radius_ = radius;
  goals_ = plan.goals;
  lay_paths(plan, agents);
  make();
  tiles_solved_ += solver_->tiles_solved - before;
}

void BandField::lay_paths(const Plan& plan, std::span<const Cell> agents) {
  BandShape& shape = solver_->shape;
  shape.reset();
  solver_->open_corridor(plan);
  for (const Cell& agent : agents) {
    if (!extent_.contains(agent) || shape.contains(agent)) continue;
    solver_->lay_path(agent);
    shape.spread(radius_);
  }
}

// The paths that there are, not spread yet.
void BandField::lay_again() {
  BandShape& shape = solver_->shape;
  shape.reset();
  for_each_cell([&](Cell c, std::size_t i) {
    if ((directions_[i] & on_path) != 0) shape.add_path(c);
  });
}

// From the shape, all of it.
void BandField::make() {
  solver_->solve(goals_);
  take_cells();
  take_values();
  index_blocks();
  note_sectors();
}

// The shape's cells and what the field says of them, part by part of 8 by 8 cells.
void BandField::take_cells() {
  blocks_.clear();
  solver_->values.clear();
  solver_->directions.clear();
  for (const BandShape::Block& from : solver_->shape.blocks()) {
    for (std::uint32_t part = 0; part < 16; ++part) {
      const std::uint32_t left = 8 * (part & 3U), top = 8 * (part >> 2U);
      const std::uint64_t path = eight_by_eight(from.path.data() + top, left);
      const std::uint64_t cells = path | eight_by_eight(from.cells.data() + top, left);
      if (cells == 0) continue;
      const Cell origin{from.origin.x + static_cast<int>(left), from.origin.y + static_cast<int>(top),
                        from.origin.layer};
      const auto first = static_cast<std::uint32_t>(solver_->values.size());
      blocks_.push_back({cells, key_of(origin), first});
      solver_->take(origin, cells);
      for (std::uint64_t left_over = path; left_over != 0; left_over &= left_over - 1) {
        const std::uint64_t below = (left_over & (~left_over + 1)) - 1;
        solver_->directions[first + static_cast<std::size_t>(std::popcount(cells & below))] |= on_path;
      }
    }
  }
  PORTOLAN_ASSERT(solver_->values.size() == solver_->directions.size());
  directions_.assign(solver_->directions.begin(), solver_->directions.end());
}

// From whole values to those above the least, where that fits.
void BandField::take_values() {
  const std::vector<std::uint64_t>& values = solver_->values;
  std::uint64_t least = unreachable.units, most = 0;
  for (const std::uint64_t value : values) {
    least = std::min(least, value);
    most = std::max(most, value < unreachable.units ? value : 0);
  }
  narrow_.clear();
  wide_.clear();
  base_ = least;
  if (most > least && most - least >= none) {
    wide_ = values;
    return;
  }
  narrow_.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    narrow_[i] = values[i] == unreachable.units ? none : static_cast<std::uint32_t>(values[i] - least);
}

void BandField::index_blocks() {
  place_of_.clear();
  place_of_.reserve(blocks_.size());
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    place_of_.add(blocks_[i].key, static_cast<std::uint32_t>(i));
}

// Of each block of 8 by 8 cells, which lies in one sector, and of the blocks beside it that its cells touch.
void BandField::note_sectors() {
  std::vector<SectorVersion>& found = solver_->sectors;
  found.clear();
  const TileGrid& sectors = hierarchy_->sectors();
  const auto note = [&](Cell c) {
    if (!extent_.contains(c)) return;
    const SectorId sector = sectors.tile_of(c);
    if (found.empty() || found.back().sector != sector) found.push_back({sector, 0});
  };
  constexpr std::uint64_t west = 0x0101010101010101ULL, north = 0xff;
  for (const Block& block : blocks_) {
    const Cell origin = origin_of(block.key);
    note(origin);
    for (int d = 0; d < step_count; ++d) {
      const int dx = step_dx[static_cast<std::size_t>(d)], dy = step_dy[static_cast<std::size_t>(d)];
      std::uint64_t edge = block.cells;
      if (dx != 0) edge &= dx < 0 ? west : west << 7U;
      if (dy != 0) edge &= dy < 0 ? north : north << 56U;
      if (edge != 0) note({origin.x + 8 * dx, origin.y + 8 * dy, origin.layer});
    }
  }
  const auto before = [](const SectorVersion& a, const SectorVersion& b) { return a.sector < b.sector; };
  std::sort(found.begin(), found.end(), before);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  made_from_.assign(found.begin(), found.end());
  for (SectorVersion& v : made_from_) v.version = hierarchy_->sector_version(v.sector);
}

Distance BandField::rejoin(Cell from, std::uint64_t max_cells) {
  PORTOLAN_ASSERT(!stale(), "rejoin a band that has been brought up to date: refresh() comes first");
  if (reachable(at(from))) return at(from);
  const bool links = !grid().links().all().empty();
  using Search = detail::RejoinSearch<BandField>;
  Search search(*this, links ? Cost{0} : hierarchy_->least_cost());
  const bool found = search.run(from, max_cells, Search::End::first_met);
  cells_opened_ += search.opened();
  if (!found) return unreachable;
  const std::uint64_t solved = solver_->tiles_solved;
  lay_again();
  for (const Cell& c : search.cells()) solver_->shape.add_path(c);
  solver_->shape.spread(radius_);
  make();
  tiles_solved_ += solver_->tiles_solved - solved;
  return search.cost();
}

bool BandField::stale() const { return is_stale(*hierarchy_, made_from_); }

bool BandField::refresh() {
  if (!stale()) return false;
  const std::uint64_t solved = solver_->tiles_solved;
  lay_again();
  solver_->shape.spread(radius_);
  make();
  tiles_solved_ += solver_->tiles_solved - solved;
  return true;
}

std::vector<Cell> BandField::cells() const {
  std::vector<Cell> cells;
  cells.reserve(cell_count());
  for_each_cell([&](Cell c, std::size_t) { cells.push_back(c); });
  return cells;
}

std::vector<Cell> BandField::path_cells() const {
  std::vector<Cell> cells;
  for_each_cell([&](Cell c, std::size_t i) {
    if ((directions_[i] & on_path) != 0) cells.push_back(c);
  });
  return cells;
}

std::size_t BandField::memory_bytes() const {
  return sizeof *this + goals_.size() * sizeof(Goal) + made_from_.capacity() * sizeof(SectorVersion) +
         blocks_.capacity() * sizeof(Block) + place_of_.memory_bytes() +
         narrow_.capacity() * sizeof(std::uint32_t) + wide_.capacity() * sizeof(std::uint64_t) +
         directions_.capacity();
}

}  // namespace portolan
