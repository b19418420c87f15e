// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan::detail {

/// The edges of a graph of any type, vertices by index.
class GraphSource {
 public:
  struct Edge {
    std::uint64_t to = 0;
    std::int64_t weight = 0;  ///< more than fits: the largest number
  };

  virtual ~GraphSource() = default;
  [[nodiscard]] virtual std::size_t vertex_count() const = 0;
  /// The edges out of a vertex, in place of what is in the list.
  virtual void edges_from(std::uint32_t vertex, std::vector<Edge>& edges) const = 0;
};

}  // namespace portolan::detail
