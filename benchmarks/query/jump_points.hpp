// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/min_queue.hpp>
#include <portolan/core/path.hpp>

namespace portolan::bench {

/// Jump point search (Harabor and Grastien 2011) for ground of one cost and the rule that corners are not
/// cut; straight jumps look at 64 cells at a time (Harabor and Grastien, "Improving jump point search",
/// 2014). A rival for benchmarks: exact, nothing precomputed but two bit maps, no terrain costs, one layer.
/// Reused: nodes are stamped with the number of their search.
class JumpPointSearch {
 public:
  explicit JumpPointSearch(GridView grid);

  /// The cost of the cheapest way in units of cost 1; unreachable where there is none.
  [[nodiscard]] Distance search(Cell start, Cell goal);
  /// The way that the last search found, cell by cell.
  [[nodiscard]] Path path() const;
  [[nodiscard]] std::uint64_t opened() const { return opened_; }

 private:
  /// Lines of bits, 1 for passable; a blocked line on either side, and a blocked word at either end.
  class Lines {
   public:
    Lines(std::int32_t lines, std::int32_t length);
    void set(std::int32_t line, std::int32_t at);
    [[nodiscard]] bool open(std::int32_t line, std::int32_t at) const {
      const auto bit = static_cast<std::uint32_t>(at + 64);
      return (words_of(line)[bit >> 6U] >> (bit & 63U) & 1U) != 0;
    }
    /// Where a jump from `at` up or down the line ends: at a cell with a forced neighbour or at `goal` (-1:
    /// not on this line); -1 where it ends at a wall.
    [[nodiscard]] std::int32_t jump_up(std::int32_t line, std::int32_t at, std::int32_t goal) const;
    [[nodiscard]] std::int32_t jump_down(std::int32_t line, std::int32_t at, std::int32_t goal) const;

   private:
    [[nodiscard]] const std::uint64_t* words_of(std::int32_t line) const {
      return words_.data() + static_cast<std::size_t>(line + 1) * pitch_;
    }
    std::size_t pitch_;
    std::vector<std::uint64_t> words_;
  };
  struct Node {
    std::uint32_t stamp = 0;
    std::uint32_t units = 0;
    std::uint32_t parent = 0;
    std::uint8_t pending = 0;  // directions to jump in when it is opened
    std::uint8_t done = 0;
  };
  struct Open {
    std::uint32_t bound;
    std::uint32_t units;
    std::uint32_t node;
    [[nodiscard]] bool before(const Open& o) const {
      if (bound != o.bound) return bound < o.bound;
      return units != o.units ? units > o.units : node < o.node;
    }
  };

  [[nodiscard]] bool open(Cell c) const { return rows_.open(c.y, c.x); }
  [[nodiscard]] bool can_step(Cell c, int d) const;
  /// The cell where a jump ends; x below 0 where it ends at a wall.
  [[nodiscard]] Cell jump(Cell from, int d) const;
  [[nodiscard]] Cell jump_straight(Cell from, int d) const;
  [[nodiscard]] std::uint8_t directions_after(Cell at, int d) const;
  void expand(std::uint32_t index, std::uint8_t directions);
  void offer(Cell c, std::uint32_t units, std::uint32_t parent, std::uint8_t directions);
  [[nodiscard]] std::uint32_t index_of(Cell c) const { return static_cast<std::uint32_t>(extent_.index(c)); }

  Extent extent_;
  Lines rows_;
  Lines columns_;
  std::vector<Node> nodes_;
  MinQueue<Open> heap_;
  Cell start_;
  Cell goal_;
  std::uint32_t stamp_ = 0;
  std::uint64_t opened_ = 0;
};

}  // namespace portolan::bench
