// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <baselines/reference_field.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan::test {

/// A guide on a plain Dijkstra field, from cell centre to cell centre.
class ReferenceGuide final : public Guide {
 public:
  ReferenceGuide(GridView grid, std::span<const Cell> goals) : grid_(grid) {
    std::vector<Goal> seeds;
    for (const Cell& c : goals) seeds.push_back({c, {}});
    field_ = reference_dijkstra_buckets(grid, seeds);
  }

  [[nodiscard]] Vec2 heading(Vec2 p, std::int32_t layer) const override {
    const Cell here = cell_at(p, layer);
    const auto to = next(here);
    return !to || *to == here ? Vec2{} : normalised(centre_of(*to) - p);
  }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override {
    const Distance from = remaining(c);
    if (!reachable(from)) return std::nullopt;
    for (int d = 0; d < step_count; ++d) {
      const auto direction = static_cast<Direction>(d);
      if (grid_.can_step(c, direction) &&
          remaining(step(c, direction)) + grid_.step_cost(c, direction) == from) {
        return step(c, direction);
      }
    }
    for (const LinkTable::Entry& entry : grid_.links().from_block(c)) {
      const Link& link = grid_.links()[entry.id];
      if (link.from == c && remaining(link.to) + Distance{link.cost} == from) return link.to;
    }
    return c;
  }
  [[nodiscard]] Distance remaining(Cell c) const override {
    return grid_.contains(c) ? field_.at(c) : unreachable;
  }

 private:
  GridView grid_;
  ReferenceField field_;
};

}  // namespace portolan::test
