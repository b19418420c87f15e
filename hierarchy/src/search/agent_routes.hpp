// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/min_queue.hpp>

#include "search/end_finder.hpp"

namespace portolan::detail {

/// The cheapest route that is known of one agent, by how it begins.
struct AgentRoute {
  enum class Kind : std::uint8_t {
    direct,     ///< stays inside the agent's sector
    main,       ///< by `node` of the main search
    inside,     ///< by `node` of level `at`, and stays inside an area of the level above
    projected,  ///< by `node` of level 0, where costs were projected down to
  };
  std::uint64_t cost = no_cost;  ///< to the cheapest goal; no_cost: no route is known
  std::uint32_t node = no_node;
  Kind kind = Kind::direct;
  std::uint8_t at = 0;
  bool open = false;  ///< a cheaper one may still be found

  [[nodiscard]] bool known() const { return cost != no_cost; }
};

/// The routes of all agents while a query searches for them, and which of them are final. Improving and
/// closing cost O(log n).
class AgentRoutes {
 public:
  /// Forgets all routes but the direct ones. Open are agents that have a path and get out of their sector: of
  /// the others the direct route is all that there is.
  void begin(std::span<const Agent> agents);

  /// Takes a route that is cheaper than the one known, if the agent is still open.
  void improve(std::uint32_t agent, AgentRoute route);
  /// The same, and no cheaper one will come.
  void settle(std::uint32_t agent, AgentRoute route);
  /// Closes the agents whose routes no route that costs at least `bound` can undercut.
  void close_up_to(std::uint64_t bound);

  [[nodiscard]] const AgentRoute& operator[](std::size_t agent) const {
    PORTOLAN_ASSERT(agent < routes_.size());
    return routes_[agent];
  }
  [[nodiscard]] bool is_open(std::size_t agent) const { return (*this)[agent].open; }
  [[nodiscard]] std::size_t open_count() const { return open_; }
  [[nodiscard]] std::size_t size() const { return routes_.size(); }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(routes_, waiting_); }

 private:
  struct Waiting {
    std::uint64_t cost = 0;
    std::uint32_t agent = 0;
    [[nodiscard]] bool before(const Waiting& other) const {
      return cost != other.cost ? cost < other.cost : agent < other.agent;
    }
  };

  void close(std::uint32_t agent);

  std::vector<AgentRoute> routes_;
  MinQueue<Waiting> waiting_;  // routes of open agents; those that were undercut since are stale
  std::size_t open_ = 0;
};

}  // namespace portolan::detail
