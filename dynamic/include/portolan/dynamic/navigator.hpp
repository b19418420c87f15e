// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/world.hpp>
#include <portolan/dynamic/dispatcher.hpp>
#include <portolan/dynamic/regions.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

namespace portolan {

/// What one hierarchy redid for a commit.
struct HierarchyCommit {
  const Hierarchy* hierarchy = nullptr;
  ApplyReport applied;
};

/// What a commit changed, and what it led to.
struct CommitReport {
  Commit commit;
  std::vector<HierarchyCommit> hierarchies;  ///< in the order in which they were added

  /// Nothing has changed: nobody was told.
  [[nodiscard]] bool empty() const { return commit.empty(); }
  /// Sectors that were rebuilt, over all hierarchies.
  [[nodiscard]] std::uint64_t sectors_rebuilt() const;
};

/// Takes the edits of a world to all who must know of them, in the one right order: first the world commits,
/// then every hierarchy takes the commit in, then dispatchers and watchers learn which regions changed.
/// Fields and bands find out by themselves that they are stale; a dispatcher repairs them in its next tick,
/// within its budget.
///
///     Navigator navigator(world);
///     navigator.add(hierarchy);
///     navigator.add(dispatcher);
///     world.set_terrain(door, wall);
///     const CommitReport report = navigator.commit();
///
/// Borrows everything: what was added must outlive it. From the first `add` on, all commits of the world go
/// through it (asserted). Not thread-safe; nobody may read the world or its hierarchies meanwhile. Cost of a
/// commit: that of its parts, O(changed blocks + touched sectors).
class Navigator {
 public:
  explicit Navigator(World& world) : world_(&world), version_(world.version()) {}

  /// Lets a hierarchy of the world follow. It has taken in all commits so far, as one that was just built.
  void add(Hierarchy& hierarchy);
  /// Lets a dispatcher follow, whose hierarchy was added before.
  void add(Dispatcher& dispatcher);
  /// Lets a watcher follow: for those who keep something else than orders right.
  void add(RegionWatch& watch);

  /// Lets the edits since the last commit take effect.
  CommitReport commit();

 private:
  World* world_;
  std::uint64_t version_;  // of the world, as the last commit left it
  std::vector<Hierarchy*> hierarchies_;
  std::vector<Dispatcher*> dispatchers_;
  std::vector<RegionWatch*> watches_;
};

}  // namespace portolan
