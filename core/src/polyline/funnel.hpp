// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/assert.hpp>

#include "fine_point.hpp"

namespace portolan::detail {

/// The shortest curve through a row of gates (Lee and Preparata, "Euclidean shortest paths in the presence of
/// rectilinear barriers", 1984): between the two chains that a funnel is, each new end of a gate cuts off
/// what no shortest curve touches any more. Exact: whole numbers. Gates may lie on one line, where a curve
/// turns back around the end of a wall. A gate may do without an end as long as those around it let the curve
/// turn by less than 180 degrees. Cost: O(gates).
class Funnel {
 public:
  /// Of a gate.
  struct End {
    FinePoint at;
    std::uint32_t gate = 0;  ///< a number of the caller's
    bool left = false;       ///< as seen by who goes through
    bool west = false;       ///< the caller's
    bool open = false;       ///< likewise
  };

  /// With room for so many ends.
  void begin(FinePoint start, std::size_t ends);
  void pass(const End& end) { end.left ? add_left(end) : add_right(end); }
  void finish(FinePoint end);
  /// Of the shortest curve. After `finish`.
  [[nodiscard]] std::span<const End> bends() const { return bends_; }

  [[nodiscard]] std::size_t memory_bytes() const {
    return (chains_.capacity() + bends_.capacity()) * sizeof(End);
  }

 private:
  [[nodiscard]] FinePoint at(std::size_t place) const { return chains_[place].at; }
  void bend(std::size_t place) {
    apex_ = place;
    bends_.push_back(chains_[place]);
  }
  void add_left(const End& p);
  void add_right(const End& p);

  std::vector<End> chains_;  // from the left end over the apex to the right end; they grow at both ends
  std::size_t left_ = 0;
  std::size_t apex_ = 0;
  std::size_t right_ = 0;
  std::vector<End> bends_;
};

// Whatever of the right chain the line from its inner end to p passes is cut off; past the apex, the left
// chain becomes what the curve follows.
inline void Funnel::add_right(const End& p) {
  if (at(right_) == p.at) return;
  while (right_ > apex_ && cross(at(right_ - 1), at(right_), p.at) < 0) --right_;
  if (right_ == apex_) {
    if (at(apex_) == p.at) return;
    while (apex_ > left_ && cross(at(apex_), at(apex_ - 1), p.at) < 0) bend(apex_ - 1);
    right_ = apex_;
  }
  PORTOLAN_ASSERT(right_ + 1 < chains_.size(), "no more ends than `begin` was told of");
  chains_[++right_] = p;
}

inline void Funnel::add_left(const End& p) {
  if (at(left_) == p.at) return;
  while (left_ < apex_ && cross(at(left_ + 1), at(left_), p.at) > 0) ++left_;
  if (left_ == apex_) {
    if (at(apex_) == p.at) return;
    while (apex_ < right_ && cross(at(apex_), at(apex_ + 1), p.at) > 0) bend(apex_ + 1);
    left_ = apex_;
  }
  PORTOLAN_ASSERT(left_ > 0, "no more ends than `begin` was told of");
  chains_[--left_] = p;
}

inline void Funnel::begin(FinePoint start, std::size_t ends) {
  // An end adds a point to one of the chains, and so does that of the curve.
  const std::size_t most = ends + 2;
  if (chains_.size() < 2 * most) chains_.resize(2 * most);
  left_ = apex_ = right_ = chains_.size() / 2;
  chains_[apex_] = {start};
  bends_.clear();
}

inline void Funnel::finish(FinePoint end) {
  add_right({end});
  while (apex_ + 1 < right_) bend(apex_ + 1);
}

}  // namespace portolan::detail
