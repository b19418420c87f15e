// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace portolan {

/// An edge of the graphs that Portolan shows to Boost.Graph: cells with their steps and links (`GridGraph`),
/// portals with the paths between them (`PortalGraph`).
struct GraphEdge {
  std::size_t source = 0;
  std::size_t target = 0;
  std::uint64_t units = 0;

  bool operator==(const GraphEdge&) const = default;
};

template <class Graph>
std::size_t source(const GraphEdge& edge, const Graph&) {
  return edge.source;
}
template <class Graph>
std::size_t target(const GraphEdge& edge, const Graph&) {
  return edge.target;
}

}  // namespace portolan
