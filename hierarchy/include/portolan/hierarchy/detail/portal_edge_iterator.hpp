// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <boost/iterator/iterator_facade.hpp>

#include <portolan/core/graph/detail/graph_traits.hpp>
#include <portolan/hierarchy/detail/portal_edges.hpp>

namespace portolan {

/// Walks the edges out of, or into, one portal.
template <bool incoming>
class PortalEdgeIterator : public boost::iterator_facade<PortalEdgeIterator<incoming>, GraphEdge,
                                                         boost::forward_traversal_tag, GraphEdge> {
 public:
  PortalEdgeIterator() = default;
  PortalEdgeIterator(std::size_t vertex, const detail::PortalEdges<incoming>& edges)
      : vertex_(vertex), edges_(edges) {}

 private:
  friend class boost::iterator_core_access;

  [[nodiscard]] GraphEdge dereference() const {
    if (incoming) return {edges_.other(), vertex_, edges_.units()};
    return {vertex_, edges_.other(), edges_.units()};
  }
  void increment() { edges_.go_on(); }
  [[nodiscard]] bool equal(const PortalEdgeIterator& other) const {
    return vertex_ == other.vertex_ && edges_ == other.edges_;
  }

  std::size_t vertex_ = 0;
  detail::PortalEdges<incoming> edges_;
};

}  // namespace portolan
