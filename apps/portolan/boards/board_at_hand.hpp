// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include <portolan/config/detail/board_source.hpp>
#include <portolan/hierarchy/graph_hierarchy.hpp>

#include "verbs.hpp"

namespace portolan::tool {

using Graphs = GraphHierarchy<WaypointGraph>;

/// What a file holds, and its hierarchy. It stays where it is, as the hierarchy refers to the graph.
struct BoardAtHand {
  detail::Board board;
  std::optional<Graphs> hierarchy{};
  double build_ms = 0;
};

[[nodiscard]] Result<std::unique_ptr<BoardAtHand>> open_board_at_hand(const MapOptions& options,
                                                                      const detail::GraphFormat& format);

template <class Run>
double board_time_ms(const Run& run) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace portolan::tool
