// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/hierarchy/detail/graph_sector.hpp>

namespace portolan::detail {

/// The fewest edges that part some nodes of a graph from others: the most flow between them, each edge taking
/// one unit in either direction (Dinic 1970). Scratch, used again for one part of a graph after the other.
class ThinCut {
 public:
  enum class Side : std::uint8_t { free, source, sink };

  /// Neighbours by node, each edge in both rows.
  explicit ThinCut(const Rows<std::uint32_t>& neighbours);
  /// Number of edges cut.
  std::uint32_t run(const std::vector<Side>& sides);
  /// On the source's side of the cut; of the cuts that are equally thin, the one nearest to the source or
  /// nearest to the sink, whichever makes parts more equal.
  [[nodiscard]] const std::vector<bool>& near_source() const { return near_source_; }

 private:
  bool level(bool from_source);
  bool push(std::uint32_t start);
  [[nodiscard]] bool is_open(std::uint32_t edge, bool forward) const {
    return forward ? flow_[edge] < 1 : flow_[edge] > -1;
  }

  const Rows<std::uint32_t>& neighbours_;
  std::vector<std::uint32_t> back_;  // by edge: the same one in the other's row
  std::vector<std::int8_t> flow_;    // by edge
  const std::vector<Side>* sides_ = nullptr;
  std::vector<std::uint32_t> level_, at_, queue_;
  std::vector<std::uint32_t> trail_;  // edges
  std::vector<bool> near_source_;
};

}  // namespace portolan::detail
