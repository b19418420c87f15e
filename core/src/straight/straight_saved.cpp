// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The ground of a field, where it is not any more what it was: all else is cast again.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include <portolan/core/detail/carrier.hpp>

#include "straight_state.hpp"

namespace portolan {

namespace detail {

namespace {

struct SavedWalls {
  std::uint32_t rows[lanes];  // a bit per cell
};

struct SavedCosts {
  std::uint8_t cells[tile_cells];
};

struct SavedFoot {
  LinkId id;
  Link link;
};

// Where ground has several costs, they tell where walls are.
std::uint32_t walls_in(const std::uint8_t* costs) {
  std::uint32_t row = 0;
  for (unsigned x = 0; x < lanes; ++x) row |= (costs[x] == impassable ? 1U : 0U) << x;
  return row;
}

}  // namespace

struct SavedGround {
  Cost one_cost = impassable;
  std::vector<SavedWalls> walls;
  std::vector<SavedCosts> costs;
  std::vector<SavedFoot> feet;

  void carry(Carrier& carrier, std::size_t tiles) {
    carrier.record(one_cost);
    carrier.values(walls, tiles);
    carrier.values(costs, tiles);
    carrier.values(feet);
    carrier.require(walls.size() == (one_cost == 0 ? 0 : tiles) &&
                    costs.size() == (one_cost == 0 ? tiles : 0));
    for (const SavedCosts& tile : costs)
      carrier.require(std::find(std::begin(tile.cells), std::end(tile.cells), 0) == std::end(tile.cells));
  }
};

SavedGround ConeBoard::ground_read() const {
  SavedGround saved;
  saved.one_cost = ground_;
  for (std::size_t i = 0; i < tile_count_; ++i) {
    const ConeTile& tile = *storage_[i];
    if (ground_ == 0) {
      std::copy_n(tile.nodes->costs, tile_cells, saved.costs.emplace_back().cells);
    } else {
      SavedWalls& walls = saved.walls.emplace_back();
      for (int y = 0; y < lanes; ++y) walls.rows[y] = static_cast<std::uint32_t>(tile.walls[y + 1] >> 1U);
    }
  }
  for (const Foot& foot : feet_) saved.feet.push_back({foot.id, foot.link});
  return saved;
}

void ConeBoard::take_ground(const SavedGround& saved) {
  ground_ = saved.one_cost;
  for (std::size_t i = 0; i < tile_count_; ++i) {
    ConeTile& tile = *storage_[i];
    if (ground_ == 0) take_costs(tile, saved.costs[i].cells);
    for (int y = 0; y < tiles_.side(); ++y) {
      const std::uint32_t walls =
          ground_ == 0 ? walls_in(tile.nodes->costs + y * lanes) : saved.walls[i].rows[y];
      tile.walls[y + 1] = std::uint64_t{walls} << 1U;
    }
  }
}

// Of the tiles at the rim of a world, what lies beyond it is wall.
bool ConeBoard::ends_with_world() const {
  const Extent extent = grid_.extent();
  const std::uint64_t own = (std::uint64_t{1} << static_cast<unsigned>(tiles_.side())) - 1;  // lanes
  for (std::size_t i = 0; i < tile_count_; ++i) {
    const ConeTile& tile = *storage_[i];
    const auto width = static_cast<unsigned>(std::min(tiles_.side(), extent.width - tile.origin.x));
    const std::uint64_t beyond = own & ~((std::uint64_t{1} << width) - 1);
    for (int y = 0; y < tiles_.side(); ++y) {
      const std::uint64_t least = tile.origin.y + y < extent.height ? beyond : own;
      if ((~(tile.walls[y + 1] >> 1U) & least) != 0) return false;
    }
  }
  return true;
}

// Between open cells, and by tile.
bool ConeBoard::fits_feet(const SavedGround& saved) const {
  std::uint32_t before = 0;
  return std::all_of(saved.feet.begin(), saved.feet.end(), [&](const SavedFoot& foot) {
    if (foot.link.cost == 0 || !is_open(foot.link.from) || !is_open(foot.link.to)) return false;
    const std::uint32_t tile = index_.at(foot.link.to);
    return tile >= std::exchange(before, tile);
  });
}

void ConeBoard::carry_ground(Carrier& carrier, bool has_begun) {
  SavedGround saved = carrier.loading() ? SavedGround{} : ground_read();
  saved.carry(carrier, tile_count_);
  if (!carrier.loading() || !carrier.good()) return;
  take_ground(saved);
  if (!carrier.require(ends_with_world() && fits_feet(saved)) || !has_begun) return;
  kept_feet_.emplace();
  for (const SavedFoot& foot : saved.feet) kept_feet_->push_back({foot.id, foot.link, none});
}

}  // namespace detail

void StraightField::carry_ground(detail::Carrier& carrier) {
  bool has_begun = state_->has_begun;
  carrier.record(has_begun);
  if (carrier.loading()) state_->change();
  state_->board.carry_ground(carrier, has_begun);
}

}  // namespace portolan
