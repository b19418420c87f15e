// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/detail/held_ground.hpp>

namespace portolan::detail {

struct CongestionOptions {
  float interval = 0;      ///< seconds between two looks; 0: never
  std::int32_t side = 4;   ///< of the squares that are looked at, in cells; at most 8
  float dense = 0.6F;      ///< share of its free ground on which bodies get on slowly, for it to count whole
  std::int32_t most = 48;  ///< times what the ground costs by itself, at most
  std::int32_t changes = 256;  ///< squares that become costlier or cheaper in one look, at most
  std::int32_t held = 192;     ///< what a cell costs more that others hold who give no way
};

/// Makes ground costlier on which agents get on slowly, as passing stamps of the world: fields and plans of
/// profiles that see those lead around a jam, and to a second gate, once that is quicker. Ground that others
/// hold who stand is costlier by lasting ones (HeldGround). Where agents walk at a tenth of their speed each
/// cell costs ten times as much, so that what a queue costs is the time it takes. Profiles without
/// `sees_passing` see the ground by itself; the crowd's own groups are to have such a one.
///
/// The ground around the goals of those who walk there is left alone: they are to arrive.
///
/// Repeatable: equal crowds and worlds give equal stamps. Cost of a look: O(slow agents, their goals, and the
/// squares that change).
class Congestion {
 public:
  explicit Congestion(const CongestionOptions& options) : options_(options), held_(options.held) {}

  /// Looks at the crowd when it is time. True when stamps were laid or taken off, which hold from the world's
  /// next commit on.
  bool update(const Crowd& crowd, World& world, float seconds);
  /// Squares that cost more than by themselves.
  [[nodiscard]] std::size_t raised() const { return laid_.size(); }

 private:
  struct Place {
    std::int32_t layer = 0, y = 0, x = 0;  // in squares
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Slow {
    Place place;
    std::uint32_t slot = 0;
  };
  // What slow agents there are on a square.
  struct Seen {
    Place place;
    CrowdGroupId group;  // of one of them
    bool at_goal = false, goals_known = false;
    std::int32_t agents = 0;
    float covered = 0, paces = 0;  // cells, and the sum of their paces
    std::int32_t free = 0;         // cells
    Vec2 first;                    // position of one of them
    std::uint64_t cells = 0;       // of the square, that they are in
    std::uint32_t jam = 0;         // which of `seen_` is the head of its jam
  };
  // What lies on a square: so much on each of the cells that were free then.
  struct Laid {
    Place place;
    std::uint64_t cells = 0;
    std::int32_t extra = 0;
  };
  struct Change {
    Place place;
    std::int32_t from = 0, to = 0;
  };
  struct Ground;
  class Walkers;

  void find_slow(const Crowd& crowd);
  void find_seen(const Crowd& crowd);
  void find_jams(const Crowd& crowd);
  [[nodiscard]] Place next_place(const Crowd& crowd, const Seen& seen) const;
  [[nodiscard]] std::uint32_t head_of(std::uint32_t square);
  void add(const Crowd& crowd, AgentId id, Seen& seen) const;
  [[nodiscard]] const Seen* seen_at(Place place) const;
  [[nodiscard]] std::int32_t wanted(const Crowd& crowd, const Seen& seen) const;
  [[nodiscard]] Ground ground_of(const GridView& grid, const Seen& seen) const;
  [[nodiscard]] std::uint64_t connected(std::uint64_t from, std::uint64_t free) const;
  void find_changes(const Crowd& crowd);
  void note(Place place, std::int32_t from, std::int32_t to);
  void lay(const Crowd& crowd, World& world, const Change& change);
  void stamp(World& world, const Laid& laid, int sign) const;

  CongestionOptions options_;
  float since_ = 0;         // seconds since the last look
  std::vector<Laid> laid_;  // by place
  std::vector<Slow> slow_;  // by place and slot
  std::vector<Seen> seen_;  // by place
  std::vector<Seen> jams_;  // by the place of their heads in `seen_`: sums over their squares
  std::vector<Change> changes_;
  HeldGround held_;
};

}  // namespace portolan::detail
