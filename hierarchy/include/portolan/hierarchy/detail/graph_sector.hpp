// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

/// Lists of items by row, one behind the other.
template <class Item>
struct Rows {
  std::vector<std::uint32_t> first{0};  ///< of each row, and the end of the last
  std::vector<Item> items;

  /// So many rows, of pairs (row, item) that are in order.
  [[nodiscard]] static Rows of_pairs(std::span<const std::pair<std::uint32_t, Item>> pairs,
                                     std::uint32_t rows) {
    Rows result;
    auto pair = pairs.begin();
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (; pair != pairs.end() && pair->first == row; ++pair) result.items.push_back(pair->second);
      result.end_row();
    }
    PORTOLAN_ASSERT(pair == pairs.end(), "pairs are in order, and all in some row");
    return result;
  }

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

/// The edges inside a sector, by vertex. They take 4 bytes each where other ends and weights are below 2^16,
/// else 8: a search of a field waits for them more than it works on them.
class GraphArcs {
 public:
  /// The edges of a vertex.
  class Range {
   public:
    Range(const GraphArcs& arcs, std::uint32_t first, std::uint32_t last)
        : arcs_(&arcs), first_(first), last_(last) {}
    class Iterator {
     public:
      Iterator(const GraphArcs& arcs, std::uint32_t at) : arcs_(&arcs), at_(at) {}
      GraphArc operator*() const { return arcs_->at(at_); }
      Iterator& operator++() { return ++at_, *this; }
      bool operator==(const Iterator& o) const { return at_ == o.at_; }

     private:
      const GraphArcs* arcs_;
      std::uint32_t at_;
    };
    [[nodiscard]] Iterator begin() const { return {*arcs_, first_}; }
    [[nodiscard]] Iterator end() const { return {*arcs_, last_}; }
    [[nodiscard]] std::size_t size() const { return last_ - first_; }
    GraphArc operator[](std::size_t i) const { return arcs_->at(first_ + i); }

   private:
    const GraphArcs* arcs_;
    std::uint32_t first_, last_;
  };
  struct ShortArc {
    std::uint16_t other = 0;
    std::uint16_t weight = 0;
    bool operator==(const ShortArc&) const = default;
  };

  GraphArcs() = default;
  explicit GraphArcs(Rows<GraphArc> rows) : first_(std::move(rows.first)) {
    is_short_ = std::all_of(rows.items.begin(), rows.items.end(),
                            [](const GraphArc& arc) { return arc.other <= 0xFFFF && arc.weight <= 0xFFFF; });
    if (!is_short_) {
      long_ = std::move(rows.items);
      return;
    }
    for (const GraphArc& arc : rows.items)
      short_.push_back({static_cast<std::uint16_t>(arc.other), static_cast<std::uint16_t>(arc.weight)});
    short_.shrink_to_fit();
  }

  [[nodiscard]] std::size_t size() const { return first_.size() - 1; }
  [[nodiscard]] Range operator[](std::size_t vertex) const {
    return {*this, first_[vertex], first_[vertex + 1]};
  }
  /// Arcs of all vertices, one behind the other, and where those of each begin. One of the two is empty.
  [[nodiscard]] const std::vector<std::uint32_t>& first() const { return first_; }
  [[nodiscard]] const std::vector<ShortArc>& short_arcs() const { return short_; }
  [[nodiscard]] const std::vector<GraphArc>& long_arcs() const { return long_; }
  [[nodiscard]] std::size_t memory_bytes() const {
    return first_.capacity() * sizeof(first_[0]) + short_.capacity() * sizeof(short_[0]) +
           long_.capacity() * sizeof(long_[0]);
  }
  bool operator==(const GraphArcs&) const = default;

 private:
  [[nodiscard]] GraphArc at(std::size_t place) const {
    return is_short_ ? GraphArc{short_[place].other, short_[place].weight} : long_[place];
  }

  std::vector<std::uint32_t> first_{0};
  std::vector<ShortArc> short_;
  std::vector<GraphArc> long_;
  bool is_short_ = true;
};

/// An edge between two sectors as one of its ends sees it.
struct GraphCross {
  std::uint32_t sector = 0;  ///< of the vertex at the other end
  std::uint32_t local = 0;   ///< of that vertex
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
  GraphArcs in, out;                      ///< by local number: edges with both ends inside
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
