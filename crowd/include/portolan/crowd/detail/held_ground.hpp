// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/detail/carrier.hpp>
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
  // Who is held up: of several the first one, but as large as the largest, and on the ground of that one.
  struct Walker {
    float radius = 0;
    CrowdGroupId group;
    Standing standing;
  };
  struct Holder {
    AgentId id;
    float radius = 0;
    Walker walker;
  };

 public:
  /// What lasts from one look to the next.
  struct Known {
    std::vector<Holder> holders;
    std::vector<Cell> laid;  // in order
    std::int32_t extra = 0;
  };

  /// `extra`: what a cell costs more that is held; 0: nobody is looked for. Who has no way around for less
  /// goes there all the same.
  explicit HeldGround(std::int32_t extra) { known_.extra = extra; }

  /// Looks at the crowd. True when stamps were laid or taken off, which hold from the world's next commit on.
  bool update(const Crowd& crowd, World& world);
  /// Does somebody stand no more whose ground is costlier? Cost: O(those).
  [[nodiscard]] bool is_outdated(const Crowd& crowd) const;
  /// Is it where it is to stay, or has it nowhere to go?
  [[nodiscard]] static bool stands(const Crowd& crowd, AgentId id) {
    return crowd.alive(id) && crowd.present(id) &&
           (crowd.state(id) == AgentState::arrived || crowd.holds(id) ||
            crowd.group(crowd.group_of(id)).guide == nullptr);
  }
  /// Those who were held up in the last look, each once, in the order of slots.
  [[nodiscard]] std::span<const AgentId> held_up() const { return held_up_; }
  /// Cells that cost more.
  [[nodiscard]] std::size_t raised() const { return known_.laid.size(); }

  /// Takes off all that is laid; what the next look lays costs so much.
  void set_extra(std::int32_t extra, World& world);
  [[nodiscard]] std::int32_t extra() const { return known_.extra; }
  /// To go back to, in a world that goes back to the same moment.
  [[nodiscard]] const Known& known() const { return known_; }
  void go_back(const Known& known) { known_ = known; }
  /// To a saved game, or back from one whose world and crowd are these.
  void carry(Carrier& carrier, const Crowd& crowd, const World& world);

 private:
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

  Known known_;
  // Scratch of a look.
  std::vector<AgentId> held_up_;
  std::vector<Vec2> positions_;              // by slot, of those who stand
  std::vector<std::int32_t> layers_;         // the same
  std::vector<std::uint32_t> standing_;      // slots
  std::vector<std::uint32_t> holder_of_;     // by slot: which of the holders, or none
  std::vector<std::uint32_t> to_be_spread_;  // which of the holders
  Neighbours near_;                          // those who stand
  float greatest_ = 0;                       // of their radii
  std::vector<Cell> held_;                   // as what is laid should be
};

}  // namespace portolan::detail
