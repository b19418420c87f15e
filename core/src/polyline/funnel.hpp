// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fine_point.hpp"

namespace portolan::detail {

/// The shortest curve through a row of gates (Lee and Preparata, "Euclidean shortest paths in the presence of
/// rectilinear barriers", 1984): between the two chains that a funnel is, each new end of a gate cuts off
/// what no shortest curve touches any more. Exact: whole numbers. Gates may lie on one line, where a curve
/// turns back around the end of a wall. Cost: O(gates).
class Funnel {
 public:
  /// With room for so many gates.
  void begin(FinePoint start, std::size_t gates);
  /// The next gate, its ends as seen by who goes through.
  void pass(FinePoint left, FinePoint right) {
    add_left(left);
    add_right(right);
  }
  /// Appends the bends of the shortest curve to `out`, and the end.
  void finish(FinePoint end, std::vector<FinePoint>& out);

  [[nodiscard]] std::size_t memory_bytes() const {
    return points_.capacity() * sizeof(Point) + chains_.capacity() * sizeof(End);
  }

 private:
  struct Point {
    FinePoint at;
    std::uint32_t before;
  };
  /// Of a chain.
  struct End {
    FinePoint at;
    std::uint32_t point;
  };

  [[nodiscard]] FinePoint at(std::size_t place) const { return chains_[place].at; }
  [[nodiscard]] End add(FinePoint p, std::uint32_t before) {
    points_[count_] = {p, before};
    return {p, count_++};
  }
  void add_left(FinePoint p);
  void add_right(FinePoint p);

  std::vector<Point> points_;
  std::uint32_t count_ = 0;  // of them in use
  std::vector<End> chains_;  // from the left end over the apex to the right end; they grow at both ends
  std::size_t left_ = 0;
  std::size_t apex_ = 0;
  std::size_t right_ = 0;
};

}  // namespace portolan::detail
