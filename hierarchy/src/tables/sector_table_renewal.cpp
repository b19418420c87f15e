// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The table of a sector from what it was: what is known stays where a change does not matter to it, ways over
// open ground and around boxes of walls are told without a solve, and few solves settle the rest.
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/octile.hpp>

#include "simd/widen.hpp"
#include "tables/sector_table.hpp"

namespace portolan::detail {

namespace {

constexpr std::size_t most_nodes = 64;  // bits of a word

bool has_several(const TileCells& cells) {
  std::uint32_t seen = 0;
  for (const std::uint32_t row : cells) {
    if ((row & (row - 1)) != 0 || (row != 0 && seen != 0)) return true;
    seen |= row;
  }
  return false;
}

}  // namespace

// Takes over the costs between cells that were nodes before. What it writes for others is found by a solve.
void SectorTableMaker::keep_known(const TileGrid& tiles, const CostTable& before, const Renewal& renewal) {
  const std::size_t n = ends_.size();
  PORTOLAN_ASSERT(before.size == (renewal.same_nodes ? n : renewal.former.size()));
  const bool narrow = before.width == TableWidth::narrow;
  values_.resize(n * n);
  open_.assign(n, 0);
  if (renewal.same_nodes && narrow) return widen({before.row<std::uint16_t>(0), n * n}, values_.data());
  const std::uint64_t fresh = find_places(tiles, renewal);
  if (narrow && before.size > 0) {
    widen_some(before.row<std::uint16_t>(0), before.size, place_, values_.data());
  } else if (before.size > 0) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) values_[i * n + j] = before.at(place_[j], place_[i]);
    }
  }
  if (renewal.same_nodes) return;
  for (std::size_t i = 0; i < n; ++i) values_[i * n + i] = CostTable::no_path;
  const std::uint64_t all = ~0ULL >> (most_nodes - std::max<std::size_t>(n, 1));
  for (std::size_t i = 0; i < n; ++i) open_[i] = ((fresh >> i & 1U) != 0 ? all : fresh) & ~(1ULL << i);
}

// Which node each was before; bits of those that are new.
std::uint64_t SectorTableMaker::find_places(const TileGrid& tiles, const Renewal& renewal) {
  const std::size_t n = ends_.size();
  place_.assign(n, 0);
  if (renewal.same_nodes) {
    std::iota(place_.begin(), place_.end(), std::uint16_t{0});
    return 0;
  }
  const std::span former = renewal.former.first(std::min(renewal.former.size(), most_nodes));
  std::uint16_t* const place_on = place_on_.data();
  std::uint16_t* const place = place_.data();
  // From the last one on: two portals may stand on one cell, and the first of them is found.
  for (std::size_t at = former.size(); at-- > 0;) place_on[former[at]] = static_cast<std::uint16_t>(at + 1);
  std::uint64_t fresh = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint16_t& at = place_on[tiles.offset(ends_[i].cell)];
    fresh |= std::uint64_t{at == 0} << i;
    place[i] = static_cast<std::uint16_t>(at - (at == 0 ? 0 : 1));
    at = 0;  // of two that stand on one cell now the second is new
  }
  for (const std::uint16_t cell : former) place_on[cell] = 0;
  return fresh;
}

namespace {

// The least cost of a sector, before a change or after it.
Cost least_around(const GridView& grid, Cell origin, const SectorTableMaker::Renewal& renewal) {
  Cost least = renewal.least;
  for (std::size_t y = 0; least > 1 && y < renewal.cells.size(); ++y) {
    for (std::uint32_t left = renewal.cells[y]; left != 0; left &= left - 1) {
      const Cell c{origin.x + std::countr_zero(left), origin.y + static_cast<std::int32_t>(y), origin.layer};
      least = std::min(least, grid.cost(c));
    }
  }
  return least;
}

}  // namespace

// No way costs less than one over open ground of the least cost. Where there is one, known or not, that is
// what it costs now.
void SectorTableMaker::settle_on_open_ground(const GridView& grid, const TileGrid& tiles,
                                             const Renewal& renewal) {
  const Cell origin = tiles.origin({renewal.sector});
  const std::size_t n = ends_.size();
  const Cost one = solver_.one_cost();
  const Cost least = one != 0 ? one : least_around(grid, origin, renewal);
  nodes_.count = 0;
  for (const SectorEnd& end : ends_) nodes_.add(end.cell.x - origin.x, end.cell.y - origin.y, end.half_step);
  const TileCells ground = solver_.cells_of(least);
  find_boxes(one != 0 ? ground : solver_.cells_of(impassable), one == 0, renewal);
  open_ways(ground, nodes_, joined_.data());
  least_ = least;
  const std::uint64_t ends = ~0ULL >> (most_nodes - std::max<std::size_t>(n, 1));  // no corners
  // Where nothing has got better, and nothing was cheaper before, what is known is that.
  const bool known = renewal.only_worse && least <= renewal.least;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t joined = joined_[i] & ends;
    const std::uint64_t written = joined & (known ? open_[i] : ~(1ULL << i));
    if (written != 0) open_units(nodes_, i, written, least, values_.data() + i * n);
    near_[i] &= ~joined;
    open_[i] &= ~joined;
  }
}

// What has become a wall is mostly a box, or some. `cells`: walls, or all others.
void SectorTableMaker::find_boxes(TileCells cells, bool are_walls, const Renewal& renewal) {
  TileCells fresh;
  for (std::size_t y = 0; y < cells.size(); ++y) {
    if (!are_walls) cells[y] = ~cells[y];
    fresh[y] = cells[y] & renewal.cells[y];
  }
  around_.find(fresh, cells);
  around_.add_corners(nodes_);
}

// Which paths may have changed. Where several cells have, most pairs are told apart by what a way over each
// of these costs on open ground; where ground is not open, and where there is but one cell, by how far away
// they are.
void SectorTableMaker::open_paths(const GridView& grid, const TileGrid& tiles, const Renewal& renewal) {
  const auto none_near = [&] {
    return std::all_of(near_.begin(), near_.end(), [](std::uint64_t nodes) { return nodes == 0; });
  };
  if (none_near()) return;
  const bool several = has_several(renewal.cells);
  if (several) open_lost_ways();
  if (none_near()) return;
  if (several) keep_within(grid, tiles, renewal);
  if (!several || leads_around(renewal.least)) keep_near(tiles, renewal);
  for (std::size_t i = 0; i < ends_.size(); ++i) open_pairs(i, near_[i]);
}

void SectorTableMaker::open_pairs(std::size_t node, std::uint64_t others) {
  open_[node] |= others;
  for (; others != 0; others &= others - 1)
    open_[static_cast<std::size_t>(std::countr_zero(others))] |= 1ULL << node;
}

// Where the known cost is that of open ground, and no open way is there, one was lost. In two of three tables
// with new walls of a body with clearance 4 there are no other pairs, and no need to look where they lead.
void SectorTableMaker::open_lost_ways() {
  const std::size_t n = ends_.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (near_[i] == 0) continue;
    const std::uint64_t lost = open_alike(nodes_, i, near_[i], least_, values_.data() + i * n);
    near_[i] &= ~lost;
    open_pairs(i, lost);
  }
}

// A path that the change concerns comes to a cell beside a changed one; up to there it costs what it did. So
// it costs at least what leads to those cells from either end, and where that is more than the known cost,
// neither the old best path nor a new one goes there.
void SectorTableMaker::keep_near(const TileGrid& tiles, const Renewal& renewal) {
  const Cell origin = tiles.origin({renewal.sector});
  TileCells wide{};
  for (std::size_t y = 0; y < wide.size(); ++y) {
    const std::uint32_t row = renewal.cells[y] | renewal.cells[y] << 1U | renewal.cells[y] >> 1U;
    if (row == 0) continue;
    for (std::size_t near = y == 0 ? 0 : y - 1; near < std::min(y + 2, wide.size()); ++near)
      wide[near] |= row;
  }
  solver_.clear();
  solver_.seed(wide);
  solver_.solve();
  away_.clear();
  std::uint64_t reached = 0;
  for (const SectorEnd& end : ends_) {
    const auto y = static_cast<std::size_t>(end.cell.y - origin.y);
    const bool beside = (wide[y] >> (end.cell.x - origin.x) & 1U) != 0;
    const Distance cost = solver_.at(end.cell);
    reached |= std::uint64_t{beside || reachable(cost)} << away_.size();
    away_.push_back(beside ? 0 : cost.units + end.half_step);
  }
  const std::size_t n = ends_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t* const known = values_.data() + i * n;
    std::uint64_t near = 0;
    for (std::size_t j = 0; j < i; ++j) near |= std::uint64_t{away_[i] + away_[j] <= known[j]} << j;
    near_[i] &= (reached >> i & 1U) != 0 ? near & reached : 0;
  }
}

// How far away all changed cells are says little where they are many: a path that comes near on one side of
// them and leaves on the other has to cross. So each is looked at. That leaves half as many pairs with a
// clearance of 4, and saves a solve. A change that makes nothing worse leaves paths alone that cost as much
// as before.
void SectorTableMaker::keep_within(const GridView& grid, const TileGrid& tiles, const Renewal& renewal) {
  const Cell origin = tiles.origin({renewal.sector});
  const std::size_t n = ends_.size();
  std::uint64_t on_changed = 0;  // a node whose own cost has changed
  ways_.begin(renewal.cells, least_around(grid, origin, renewal));
  for (std::size_t i = 0; i < n; ++i) {
    const int x = ends_[i].cell.x - origin.x;
    const int y = ends_[i].cell.y - origin.y;
    on_changed |= std::uint64_t{renewal.cells[static_cast<std::size_t>(y)] >> x & 1U} << i;
    ways_.add(x, y, ends_[i].half_step);
  }
  const std::uint64_t gain = renewal.only_better ? 1 : 0;
  std::array<std::int16_t, most_nodes> limits;  // of those that are asked for
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t asked = (on_changed >> i & 1U) != 0 ? 0 : near_[i] & ~on_changed;
    if (asked == 0) continue;
    for (std::uint64_t left = asked; left != 0; left &= left - 1) {
      const auto j = static_cast<std::size_t>(std::countr_zero(left));
      limits[j] = WaysThrough::limit(values_[i * n + j] - gain);
    }
    near_[i] = (near_[i] & ~asked) | ways_.within(i, asked, limits);
  }
}

// Whether walls or costlier ground keep pairs near that may lie far from the change: by them paths cost
// clearly more than on open ground. Then a solve may tell.
bool SectorTableMaker::leads_around(Cost least) const {
  const std::size_t n = ends_.size();
  std::size_t most = 0;
  for (const std::uint64_t nodes : near_) most += static_cast<std::size_t>(std::popcount(nodes));
  if (4 * most <= n) return false;
  std::size_t count = 0;
  for (std::size_t i = 0; i < n && 4 * count <= n; ++i) {
    for (std::uint64_t left = near_[i]; left != 0; left &= left - 1) {
      const auto j = static_cast<std::size_t>(std::countr_zero(left));
      const std::uint64_t open = octile_distance(ends_[i].cell, ends_[j].cell, least).units;
      count += 4 * values_[i * n + j] > 5 * open ? 1U : 0U;
    }
  }
  return 4 * count > n;
}

void SectorTableMaker::solve_from(std::size_t from) {
  const std::size_t n = ends_.size();
  PORTOLAN_ASSERT(from < n && values_.size() == n * n);
  solver_.clear();
  solver_.seed(ends_[from].cell, {ends_[from].half_step});
  solver_.solve();
  for (std::size_t into = 0; into < n; ++into) {
    if (into == from) continue;
    const Distance d = solver_.at(ends_[into].cell);
    const std::uint64_t cost = reachable(d) ? d.units + ends_[into].half_step : CostTable::no_path;
    values_[into * n + from] = values_[from * n + into] = cost;
  }
}

// From whichever node settles most, and among equals the first.
void SectorTableMaker::settle_open_pairs() {
  // How many nodes are open, and which node it is; words of 16 bits are compared eight at a time.
  std::array<std::int16_t, most_nodes> rank{};
  for (std::size_t i = 0; i < ends_.size(); ++i)
    rank[i] = static_cast<std::int16_t>(std::popcount(open_[i]) * int{most_nodes} + int{most_nodes} - 1 -
                                        static_cast<int>(i));
  const std::size_t padded = (ends_.size() + 15) / 16 * 16;
  for (;;) {
    std::int16_t first = 0;
    for (std::size_t i = 0; i < padded; ++i) first = std::max(first, rank[i]);
    if (first < std::int16_t{most_nodes}) return;
    const std::size_t from = most_nodes - 1 - static_cast<std::size_t>(first) % most_nodes;
    solve_from(from);
    rank[from] = 0;
    for (std::uint64_t left = std::exchange(open_[from], 0); left != 0; left &= left - 1) {
      const auto to = static_cast<std::size_t>(std::countr_zero(left));
      open_[to] &= ~(1ULL << from);
      rank[to] = static_cast<std::int16_t>(rank[to] - std::int16_t{most_nodes});
    }
  }
}

std::span<const std::uint64_t> SectorTableMaker::renew(const Level& level, const GridView& grid,
                                                       const TileGrid& tiles, const CostTable& before,
                                                       const Renewal& renewal) {
  list_ends(level, grid, renewal.sector, ends_);
  if (ends_.size() > most_nodes) return compute(level, grid, tiles, renewal.sector);
  solver_.load(grid, tiles, {renewal.sector});
  keep_known(tiles, before, renewal);
  const bool cells_changed =
      std::any_of(renewal.cells.begin(), renewal.cells.end(), [](auto row) { return row != 0; });
  near_.resize(ends_.size());
  for (std::size_t i = 0; i < ends_.size(); ++i) near_[i] = cells_changed ? ~open_[i] & ((1ULL << i) - 1) : 0;
  const bool by_open_ways = !renewal.same_nodes || has_several(renewal.cells);
  if (by_open_ways) settle_on_open_ground(grid, tiles, renewal);
  if (cells_changed) open_paths(grid, tiles, renewal);
  if (by_open_ways) around_.settle(nodes_, joined_.data(), least_, open_.data(), values_.data());
  settle_open_pairs();
  return values_;
}

}  // namespace portolan::detail
