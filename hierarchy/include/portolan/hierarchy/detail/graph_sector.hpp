// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan::detail {

/// Lists of items by row, one behind the other.
template <class Item>
struct Rows {
  std::vector<std::uint32_t> first{0};  ///< of each row, and the end of the last
  std::vector<Item> items;

  [[nodiscard]] std::span<const Item> operator[](std::size_t row) const {
    return {items.data() + first[row], items.data() + first[row + 1]};
  }
  [[nodiscard]] std::size_t size() const { return first.size() - 1; }
  void clear() {
    first.assign(1, 0);
    items.clear();
  }
  /// What was put into `items` since the last row is one more.
  void end_row() { first.push_back(static_cast<std::uint32_t>(items.size())); }
  [[nodiscard]] std::size_t memory_bytes() const {
    return first.capacity() * sizeof(first[0]) + items.capacity() * sizeof(Item);
  }
  bool operator==(const Rows&) const = default;
};

/// An edge as one of its ends sees it: who is at the other one, and the weight.
struct GraphArc {
  std::uint32_t other = 0;
  std::uint32_t weight = 0;
  bool operator==(const GraphArc&) const = default;
};

/// An edge between two sectors as one of its ends sees it.
struct GraphCross {
  std::uint32_t local = 0;   ///< of the vertex at the other end, in its sector
  std::uint32_t portal = 0;  ///< the same vertex as a portal of the graph
  std::uint32_t weight = 0;
  bool operator==(const GraphCross&) const = default;
};

/// An edge between two sectors, by the slots of its ends.
struct GraphBridge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t weight = 0;
  bool operator==(const GraphBridge&) const = default;
};

/// A copy of one sector of a graph. Vertices are numbered sector by sector: the slot of a vertex is its
/// place in that order, its local number the place within the sector. Each vertex with an edge from or to
/// another sector is a portal. Of a border's portals a few are gates, by which routes go that need not be the
/// best. All lists are sorted by place, so that a sector depends on its edges and not
/// on who told of them when.
struct GraphSector {
  static constexpr std::uint32_t no_portal = ~0U;

  struct Weights {
    std::uint32_t least = ~0U;
    std::uint32_t most = 0;
    void add(std::uint32_t weight) {
      least = std::min(least, weight);
      most = std::max(most, weight);
    }
  };

  /// Of portals and edges between sectors those that routes go by which need not be the best.
  struct Gates {
    std::vector<GraphBridge> enter;
    std::vector<std::uint32_t> vertices;  ///< local numbers, ascending
    Rows<GraphCross> in;                  ///< by portal: `enter` again
    Rows<GraphArc> table;                 ///< by portal: the least costs from other gates, inside
    [[nodiscard]] std::size_t memory_bytes() const {
      return enter.capacity() * sizeof(GraphBridge) + vertices.capacity() * sizeof(vertices[0]) +
             in.memory_bytes() + table.memory_bytes();
    }
    bool operator==(const Gates&) const = default;
  };

  std::uint32_t first = 0;  ///< slot
  std::uint32_t count = 0;
  std::uint64_t version = 0;
  Weights inside;                         ///< of edges with both ends inside
  Weights all;                            ///< and of those that lead out
  Rows<GraphArc> in, out;                 ///< by local number: edges with both ends inside
  std::vector<GraphBridge> leave, enter;  ///< edges to and from other sectors
  std::vector<std::uint32_t> portal_of;   ///< by local number
  std::vector<std::uint32_t> portals;     ///< local numbers, ascending
  Rows<GraphCross> cross_in, cross_out;   ///< by portal: `enter` and `leave` again
  Rows<GraphArc> table_in, table_out;     ///< by portal: the least costs from and to others, inside
  Gates gates;
  std::vector<std::uint32_t> component_of;  ///< by local number: who gets to each other without leaving
  Rows<std::uint32_t> component_steps;      ///< by component: others of the sector, one edge away
};

inline constexpr std::uint32_t unknown_cost = ~0U;

}  // namespace portolan::detail
