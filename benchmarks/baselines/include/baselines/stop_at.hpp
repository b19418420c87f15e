// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <boost/graph/astar_search.hpp>

namespace portolan {

/// What StopAt throws: Boost.Graph has no other way to end a search.
struct Arrived {};

/// Ends boost::astar_search when it opens the goal.
struct StopAt : boost::default_astar_visitor {
  explicit StopAt(std::size_t to) : goal(to) {}
  template <class Graph>
  void examine_vertex(std::size_t v, const Graph&) const {
    if (v == goal) throw Arrived{};
  }
  std::size_t goal;
};

}  // namespace portolan
