// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <portolan/simulation/detail/board_agent.hpp>

namespace portolan::detail {

/// Who stands where on a board, who goes, and who waits for whom. A tile holds so many agents, and one that
/// is on its way to a tile has a place there already. Where there is none they queue, and the first of the
/// queue goes the moment that a place becomes free.
///
/// Nobody waits for ever: who waits for somebody who waits for somebody ends at one who gets on, or in a
/// ring, or at one who has no way. A ring goes on all at once, two who want each other's tiles pass each
/// other, and who has no way changes places with the one who wants to pass.
class BoardTraffic {
 public:
  /// What an agent does that stands on a vertex.
  struct Step {
    bool is_goal = false;
    std::uint32_t to = BoardAgent::nowhere;  ///< nowhere: it has no way
    std::uint32_t weight = 0;
  };
  using Guide = std::function<Step(std::uint32_t agent, std::uint32_t vertex)>;
  struct Counts {
    std::uint64_t waits = 0;
    std::int64_t squeezes = 0;  ///< times that two passed each other
  };

  /// Room: 0 for any number of agents.
  BoardTraffic(std::size_t vertices, std::uint32_t room, Guide guide)
      : room_(room), guide_(std::move(guide)), here_(room > 0 ? vertices : 0), queues_(here_.size()) {}

  /// An agent that comes when its vertex has room. It walks so many 1/1024 units in a tick.
  void add(std::uint32_t group, std::uint32_t vertex, std::int64_t pace, bool leaves);
  [[nodiscard]] std::span<const BoardAgent> agents() const { return agents_; }
  [[nodiscard]] const Counts& counts() const { return counts_; }

  /// Those who stand ask their guide again, with the places in queues that they then get.
  void reconsider();
  /// Somebody who has not left the board asks its guide again, also if it has arrived. `leaves`: there.
  void send_on(std::uint32_t a, bool leaves);
  /// Everybody walks, by number, in a tick of that number.
  void step(std::int64_t tick);

 private:
  using State = BoardAgent::State;

  void walk(std::uint32_t a);
  bool ask(std::uint32_t a);
  void want(std::uint32_t a, std::uint32_t vertex);
  void enter(std::uint32_t a, std::uint32_t vertex);
  void set_out(std::uint32_t a, std::uint32_t vertex);
  void leave(std::uint32_t a, std::uint32_t vertex);
  void serve_queues();
  void settle();
  void look_ahead(std::uint32_t a);
  [[nodiscard]] std::uint32_t blocker(std::uint32_t vertex) const;
  void turn_ring(std::span<const std::uint32_t> ring);
  void change_places(std::uint32_t walker, std::uint32_t stuck);

  std::uint32_t room_;
  std::int64_t tick_ = 0;
  Guide guide_;
  std::vector<BoardAgent> agents_;
  std::vector<std::vector<std::uint32_t>> here_;    // by vertex: who has a place, who came first in front
  std::vector<std::vector<std::uint32_t>> queues_;  // by vertex: who waits for one
  std::vector<std::uint32_t> freed_;                // vertices that have room for those who queue
  std::vector<std::uint32_t> let_go_;               // by others; they may have time left to walk
  std::vector<std::uint32_t> halted_;               // who may have closed a ring
  std::vector<std::uint32_t> chain_;
  Counts counts_;
};

}  // namespace portolan::detail
