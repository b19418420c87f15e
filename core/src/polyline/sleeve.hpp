// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>

#include "funnel.hpp"
#include "ground.hpp"

namespace portolan::detail {

/// Pulls a path of cells taut over ground of one cost: the shortest of all curves that pass the walls on the
/// same sides as the path. The path is taken as the runs of cells, row by row, that it leads through: two
/// runs of neighbouring rows share one piece of the line between them at most, so that these pieces are gates
/// for a funnel, and what leads into a run and back out of it by the same gate cancels out.
///
/// Runs are looked at so far beside the path at first; where the curve bends at such an end, which is no
/// corner of a wall, all is done again with no such limit.
class Sleeve {
 public:
  /// `path` lies on the ground, by steps. Appends the bends after `start`, and `end`. Both lie in, or at the
  /// side of, the first and the last cell.
  void pull(const Ground& ground, std::span<const Cell> path, FinePoint start, FinePoint end,
            std::vector<FinePoint>& out);

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr std::int32_t first_reach = 96;

  struct Row {
    std::int32_t y;
    Run visited;  // by the path
    Run run;
  };
  void list_rows(const Ground& ground, std::span<const Cell> path);
  void pull_once(const Ground& ground, FinePoint start, FinePoint end, std::int32_t reach,
                 std::vector<FinePoint>& out);

  std::vector<Row> rows_;
  Funnel funnel_;
};

}  // namespace portolan::detail
