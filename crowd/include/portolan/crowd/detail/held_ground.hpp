// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/detail/neighbours.hpp>
#include <portolan/crowd/detail/standing.hpp>

namespace portolan::detail {

/// Makes ground costlier that agents hold who stand and give no way, as lasting stamps of the world: every
/// field and plan leads around them, through a gap between them if a body fits through it, or to another
/// gate. They are found by those whom they hold up, and with them all who stand so close to them that nobody
/// gets through between: one guard of a row that is touched shows the whole row. What is known of them is
/// kept for as long as they stand.
///
/// Around the goal of who is held up nothing becomes costlier: to find a place there is the crowd's task.
///
/// Repeatable: equal crowds and worlds give equal stamps. Cost of a look: O(agents, and the cells that are
/// held).
class HeldGround {
 public:
  /// `extra`: what a cell costs more that is held; 0: nobody is looked for. Who has no way around for less
  /// goes there all the same.
  explicit HeldGround(std::int32_t extra) : extra_(extra) {}

  /// Looks at the crowd. True when stamps were laid or taken off, which hold from the world's next commit on.
  bool update(const Crowd& crowd, World& world);
  /// Does somebody stand no more whose ground is costlier? Cost: O(those).
  [[nodiscard]] bool is_outdated(const Crowd& crowd) const;
  /// Is it where it is to stay?
  [[nodiscard]] static bool stands(const Crowd& crowd, AgentId id) {
    return crowd.alive(id) && crowd.present(id) &&
           (crowd.state(id) == AgentState::arrived || crowd.holds(id));
  }
  /// Cells that cost more.
  [[nodiscard]] std::size_t raised() const { return laid_.size(); }

 private:
  // Who is held up: of several the first one, but as large as the largest.
  struct Walker {
    float radius = 0;
    Standing standing;
  };
  struct Holder {
    std::uint32_t slot = 0;
    AgentId id;
    float radius = 0;
    Walker walker;
  };

  [[nodiscard]] static float gap_of(const Holder& holder);
  void find_standing(const Crowd& crowd);
  void find_holders(const Crowd& crowd);
  void find_holders_of(const Crowd& crowd, AgentId id);
  void hold_up(const Crowd& crowd, std::uint32_t slot, const Walker& walker);
  void spread(const Crowd& crowd);
  void mark_ground(const Crowd& crowd);
  void mark_body(const GridView& grid, const Holder& holder);
  void mark_gaps_to_walls(const GridView& grid, const Holder& holder);
  void mark_gaps_to_others(const GridView& grid, const Holder& holder);
  void mark_line(const GridView& grid, const Holder& holder, Vec2 to);
  void mark(const GridView& grid, Cell c);
  bool lay(World& world);

  std::int32_t extra_;
  std::vector<Holder> holders_;
  std::vector<Cell> laid_;  // in order
  // Scratch of a look.
  std::vector<Vec2> positions_;              // by slot, of those who stand
  std::vector<std::int32_t> layers_;         // the same
  std::vector<std::uint32_t> standing_;      // slots
  std::vector<std::uint32_t> holder_of_;     // by slot: which of `holders_`, or none
  std::vector<std::uint32_t> to_be_spread_;  // which of `holders_`
  Neighbours near_;                          // those who stand
  float greatest_ = 0;                       // of their radii
  std::vector<Cell> held_;                   // as `laid_` should be
};

}  // namespace portolan::detail
