// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "bounds.hpp"
#include "landmarks.hpp"
#include "lane_kernel.hpp"

namespace portolan::detail {

/// What landmarks say about a set of movers: for each landmark, the potential of every mover is at least
/// `upper` where it lies above that of a node, and at most `lower` where it lies below, by the nodes that the
/// movers can get to and what that costs.
struct MoverPotentials {
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

  std::array<std::int64_t, Landmarks::count> upper;
  std::array<std::int64_t, Landmarks::count> lower;

  MoverPotentials() {
    upper.fill(none);
    lower.fill(-none);
  }
  /// A node that the mover can get to at this cost.
  void add_end(const Landmarks::Potentials& node, std::uint64_t cost) {
    for (std::size_t slot = 0; slot < Landmarks::count; ++slot) {
      const auto at = static_cast<std::int64_t>(node[slot]);
      upper[slot] = std::min(upper[slot], at + static_cast<std::int64_t>(cost));
      lower[slot] = std::max(lower[slot], at - static_cast<std::int64_t>(cost));
    }
  }
  /// What holds for the movers of both.
  void join(const MoverPotentials& o) {
    for (std::size_t slot = 0; slot < Landmarks::count; ++slot) {
      upper[slot] = std::min(upper[slot], o.upper[slot]);
      lower[slot] = std::max(lower[slot], o.lower[slot]);
    }
  }
};

/// What a way from any of a set of movers to a node costs at least: the heuristic of backward searches. The
/// better of the octile distance and of what landmarks say.
class Aim {
 public:
  explicit Aim(const WayBound::From& octile) : octile_(octile) {}

  /// `both_ways`: a way costs the same in either direction.
  void use(const Landmarks& landmarks, const MoverPotentials& movers, bool both_ways) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    landmarks_ = &landmarks;
    // Cut to where differences fit; both cuts make the bound smaller.
    for (std::size_t slot = 0; slot < Landmarks::count; ++slot) {
      const std::int64_t upper = movers.upper[slot];
      const std::int64_t lower = both_ways ? movers.lower[slot] : most;
      range_.upper[slot] =
          static_cast<std::int32_t>(upper == MoverPotentials::none ? 0 : std::min(upper, most));
      range_.lower[slot] = static_cast<std::int32_t>(std::clamp<std::int64_t>(lower, 0, most));
    }
  }

  /// Of one node; below Lanes::most.
  [[nodiscard]] std::uint32_t operator()(const NodeRecord& record, std::uint32_t node) const {
    std::uint32_t estimate = octile(record);
    if (landmarks_ != nullptr) raise_by_landmarks(&estimate, &landmarks_->of(node), range_, 1);
    return estimate;
  }
  /// Of nodes with consecutive ids.
  void operator()(const Level& level, std::uint32_t first, std::size_t count, std::uint32_t* out) const {
    for (std::size_t i = 0; i < count; ++i) out[i] = octile(level.nodes[first + i]);
    if (landmarks_ != nullptr) raise_by_landmarks(out, &landmarks_->of(first), range_, count);
  }

 private:
  [[nodiscard]] std::uint32_t octile(const NodeRecord& record) const {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(octile_(record.x2, record.y2), Lanes::most - 1));
  }

  WayBound::From octile_;
  const Landmarks* landmarks_ = nullptr;
  PotentialRange range_{};
};

}  // namespace portolan::detail
