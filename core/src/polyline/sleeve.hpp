// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
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
///
/// Half of the ends of gates can hold no curve, and are left out: those that lie no further in than halfway
/// between the ends of the gates before and behind, where the path goes on up or down. Along a row of such
/// ends the curve bends at the other side alone, away from them, and so between the two that are left of the
/// row it passes all that lie behind the line from one to the other.
class Sleeve {
 public:
  /// `path` goes by steps, and begins on the ground. Appends the bends after `start`, and `end`. Both lie in,
  /// or at the side of, the first and the last cell. Where the curve goes straight on there is no bend.
  /// False, and nothing is appended, where the path leaves the ground.
  [[nodiscard]] bool pull(const Ground& ground, std::span<const Cell> path, FinePoint start, FinePoint end,
                          std::vector<FinePoint>& out);

  [[nodiscard]] std::size_t memory_bytes() const {
    return visited_.capacity() * sizeof(Run) + flags_.capacity() + ends_.capacity() * sizeof(Funnel::End) +
           (y_.capacity() + west_.capacity() + east_.capacity() + west_walls_.capacity() +
            east_walls_.capacity()) *
               sizeof(std::int32_t) +
           funnel_.memory_bytes();
  }

 private:
  class Window;
  /// Of a gate: which of its ends count, and whether it may go on beyond one of them.
  enum Flag : std::uint8_t { west_counts = 1, east_counts = 2, is_open = 4 };

  void make_room(std::size_t rows);
  void add_row(std::int32_t y, Run visited) {
    y_[count_ + 1] = y;
    visited_[count_++] = visited;
  }
  [[nodiscard]] std::int32_t row_y(std::uint32_t row) const { return y_[row + 1]; }
  [[nodiscard]] std::int32_t gate_y(std::uint32_t gate) const {
    return std::max(row_y(gate - 1), row_y(gate));
  }
  [[nodiscard]] bool goes_on_west(std::uint32_t row) const { return (west_[row] & 1) == 0; }
  [[nodiscard]] bool goes_on_east(std::uint32_t row) const { return (east_[row] & 1) != 0; }
  void follow_west(const Ground& ground, std::uint32_t row);
  void follow_east(const Ground& ground, std::uint32_t row);

  [[nodiscard]] bool list_rows(const Ground& ground, std::span<const Cell> path);
  [[nodiscard]] bool look_at_rows(const Ground& ground);
  void follow_at_turns(const Ground& ground);
  void list_walls();
  void flag_gates();
  template <class Visit>
  void for_each_flagged(std::uint32_t first, std::uint32_t end, unsigned flags, Visit&& visit) const;
  void list_ends();
  void pull_once(FinePoint start, FinePoint end);
  [[nodiscard]] bool meets_walls(const Ground& ground, FinePoint start, FinePoint end);
  [[nodiscard]] bool meets_walls(const Ground& ground, const Funnel::End& from, const Funnel::End& to);
  [[nodiscard]] bool follow_to(const Ground& ground, std::uint32_t gate, double x, const Funnel::End& from,
                               const Funnel::End& to);

  std::uint32_t count_ = 0;      // rows, each with the runs as far as they were followed
  std::vector<std::int32_t> y_;  // with one before the first and one behind the last that is like no other
  std::vector<Run> visited_;
  // Twice the ends of the runs, and 1 where there is a wall in the west, or where it may go on in the east:
  // of two ends the inner one is the greater or the less, and of equal ones that at a wall.
  std::vector<std::int32_t> west_, east_;
  // By gate, which has the number of the row behind it: its ends that are at walls, likewise; and gates that
  // are none at both ends of the path.
  std::vector<std::int32_t> west_walls_, east_walls_;
  std::vector<std::uint8_t> flags_;  // by gate, up to a whole word
  std::vector<Funnel::End> ends_;
  Funnel funnel_;
};

}  // namespace portolan::detail
