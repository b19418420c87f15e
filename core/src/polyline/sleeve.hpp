// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
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
/// Runs are looked at within two words of 32 cells, and nothing keeps the curve from leaving those, except
/// where the path turns back. Where it does, they are followed to it, and if there is a wall on the way all
/// is pulled again with that. To follow all runs for 96 cells and to pull between these took twice as long.
class Sleeve {
 public:
  /// `path` lies on the ground, by steps. Appends the bends after `start`, and `end`. Both lie in, or at the
  /// side of, the first and the last cell. Where the curve goes straight on there is no bend.
  void pull(const Ground& ground, std::span<const Cell> path, FinePoint start, FinePoint end,
            std::vector<FinePoint>& out);

  [[nodiscard]] std::size_t memory_bytes() const {
    return rows_.capacity() * sizeof(Row) + gates_.capacity() * sizeof(Gate) +
           ends_.capacity() * sizeof(Funnel::End) + funnel_.memory_bytes();
  }

 private:
  /// Of a path, and of its run as far as that was followed. Twice the ends, and 1 where there is a wall in
  /// the west, or where it may go on in the east: of two ends the inner one is the greater or the less, and
  /// of equal ones that at a wall.
  struct Row {
    std::int32_t y;
    Run visited;
    std::int32_t west, east;

    [[nodiscard]] bool goes_on_west() const { return (west & 1) == 0; }
    [[nodiscard]] bool goes_on_east() const { return (east & 1) != 0; }
    void follow_west(const Ground& ground);
    void follow_east(const Ground& ground);
  };
  /// Between two rows, as high as the line between them.
  struct Gate {
    std::int32_t y;
    std::int32_t west, east;
  };
  struct Side;
  class Window;

  void list_rows(const Ground& ground, std::span<const Cell> path);
  void look_at_rows(const Ground& ground);
  void list_ends();
  [[nodiscard]] bool turns_back(std::uint32_t gate) const {
    return (gate > 1 && rows_[gate - 2].y == rows_[gate].y) ||
           (gate + 1 < count_ && rows_[gate - 1].y == rows_[gate + 1].y);
  }
  void pull_once(FinePoint start, FinePoint end);
  [[nodiscard]] bool meets_walls(const Ground& ground, FinePoint start, FinePoint end);
  [[nodiscard]] bool meets_walls(const Ground& ground, const Funnel::End& from, const Funnel::End& to);
  [[nodiscard]] bool follow_to(const Ground& ground, std::uint32_t gate, double x, const Funnel::End& from,
                               const Funnel::End& to);

  std::vector<Row> rows_;
  std::uint32_t count_ = 0;  // of them in use
  std::vector<Gate> gates_;  // each has the number of the row behind it
  std::vector<Funnel::End> ends_;
  Funnel funnel_;
};

}  // namespace portolan::detail
