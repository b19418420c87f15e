// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "reach/nearest_reachable.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <vector>

#include <portolan/core/octile.hpp>

#include "reach/flood.hpp"
#include "tables/sector_table.hpp"

namespace portolan::detail {

namespace {

class NearestSearch {
 public:
  NearestSearch(const Level& level, const GridView& grid, const TileGrid& tiles, const Components& components,
                const Standpoint& agent, Cell goal)
      : level_(level), grid_(grid), tiles_(tiles), components_(components), agent_(agent), goal_(goal) {}

  void look_at(std::int32_t column, std::int32_t row) {
    const TileId sector = tiles_.tile_of({column << tiles_.shift(), row << tiles_.shift(), goal_.layer});
    const Rect box = tiles_.bounds(sector);
    const bool home = sector.value == agent_.sector;
    if ((best_ && gap_to(box) > best_->gap) || (!home && !has_path_into(sector.value))) return;
    CellSet seeds;
    list_ends(level_, grid_, sector.value, ends_);
    for (std::uint32_t place = 0; place < ends_.size(); ++place) {
      if (!ends_[place].entry || !agent_.has_exit) continue;
      if (!components_.leads_to(agent_.component, components_.class_of(sector.value, place))) continue;
      seeds.add(ends_[place].cell.x - box.x, ends_[place].cell.y - box.y);
    }
    if (home) seeds.add(agent_.cell.x - box.x, agent_.cell.y - box.y);
    take_best(flood(passable_cells(grid_, box), seeds, box), box);
  }

  /// No cell of the rings from r on can be nearer than this.
  [[nodiscard]] bool beaten_from(std::int32_t ring) const {
    const std::uint64_t cells =
        static_cast<std::uint64_t>(ring - 1) * static_cast<std::uint64_t>(tiles_.side());
    return best_ && ring > 0 && cells * 2 * straight_factor > best_->gap;
  }
  [[nodiscard]] const std::optional<NearestCell>& best() const { return best_; }

 private:
  [[nodiscard]] bool has_path_into(std::uint32_t sector) {
    if (!agent_.has_exit) return false;
    for (std::uint32_t local = 0; local < components_.local_count(sector); ++local) {
      if (components_.leads_to(agent_.component, components_.class_of_local(sector, local))) return true;
    }
    return false;
  }
  [[nodiscard]] std::uint64_t gap_to(const Rect& box) const {
    const Cell nearest{std::clamp(goal_.x, box.x, box.x + box.width - 1),
                       std::clamp(goal_.y, box.y, box.y + box.height - 1), goal_.layer};
    return octile_distance(nearest, goal_).units;
  }
  void take_best(const CellSet& cells, const Rect& box) {
    for (std::int32_t y = 0; y < box.height; ++y) {
      for (std::uint32_t bits = cells.rows[static_cast<std::size_t>(y)]; bits != 0; bits &= bits - 1) {
        const Cell c{box.x + std::countr_zero(bits), box.y + y, box.layer};
        const std::uint64_t gap = octile_distance(c, goal_).units;
        if (best_ && std::tie(best_->gap, best_->cell.y, best_->cell.x) <= std::tie(gap, c.y, c.x)) continue;
        best_ = NearestCell{c, gap};
      }
    }
  }

  const Level& level_;
  const GridView& grid_;
  const TileGrid& tiles_;
  const Components& components_;
  const Standpoint& agent_;
  Cell goal_;
  std::optional<NearestCell> best_;
  std::vector<SectorEnd> ends_;
};

}  // namespace

std::optional<NearestCell> nearest_reachable(const Level& level, const GridView& grid, const TileGrid& tiles,
                                             const Components& components, Cost least_cost,
                                             const Standpoint& agent, Cell goal) {
  NearestSearch search(level, grid, tiles, components, agent, goal);
  const std::int32_t column = goal.x >> tiles.shift();
  const std::int32_t row = goal.y >> tiles.shift();
  const std::int32_t last = std::max(tiles.columns(), tiles.rows());
  for (std::int32_t ring = 0; ring < last && !search.beaten_from(ring); ++ring) {
    for (std::int32_t y = std::max(0, row - ring); y <= std::min(tiles.rows() - 1, row + ring); ++y) {
      const bool edge = y == row - ring || y == row + ring;
      for (std::int32_t x = column - ring; x <= column + ring; x += edge ? 1 : 2 * ring) {
        if (x >= 0 && x < tiles.columns()) search.look_at(x, y);
        if (ring == 0) break;
      }
    }
  }
  if (!search.best()) return std::nullopt;
  return NearestCell{search.best()->cell, search.best()->gap * least_cost};
}

}  // namespace portolan::detail
