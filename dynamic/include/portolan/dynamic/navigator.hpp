// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/id.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/saved_state.hpp>
#include <portolan/core/world.hpp>
#include <portolan/dynamic/dispatcher.hpp>
#include <portolan/dynamic/order.hpp>
#include <portolan/dynamic/regions.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

namespace portolan {

/// What a commit changed, and what it led to.
struct CommitReport {
  Commit commit;
  std::vector<ApplyReport> applied;  ///< by each hierarchy, in the order in which they were added

  /// Nothing has changed: nobody was told.
  [[nodiscard]] bool empty() const { return commit.empty(); }
  /// Sectors that were rebuilt, over all hierarchies.
  [[nodiscard]] std::uint64_t sectors_rebuilt() const;
};

/// An order of a navigator.
using OrderId = Handle<struct OrderTag>;

enum class OrderKind : std::uint8_t {
  go,      ///< to the nearest of the places, and back there whenever pushed away
  follow,  ///< to the target, wherever it goes
  flee,    ///< to where the places, and the target, are far: out of dead ends, while a way out is free
  patrol,  ///< to one place after the other
};

/// What agents are told to do.
struct OrderSpec {
  OrderKind kind = OrderKind::go;
  ProfileId profile{0};        ///< of a hierarchy that was added
  std::vector<Cell> places{};  ///< while walls or a building cover all of them: the free cells around
  std::uint32_t target = ~0U;  ///< an agent; none once it is told that this one is gone
  bool repeat = true;          ///< patrol: begins again after the last place
  std::int32_t reach = 3;      ///< patrol: half of the agents so many cells from a place have been there
  OrderOptions options{};      ///< without bands
};

/// All cells of a rectangle, row by row: places of an order onto a building, or to an area.
[[nodiscard]] std::vector<Cell> cells_of(const Rect& box);

/// What became of an order, or of one of its agents.
struct OrderEvent {
  enum class Kind : std::uint8_t {
    path_found,  ///< the field for its goals is finished
    partial,  ///< some agents cannot get to a goal: they are led to `nearest`, the cell nearest to one that
              ///< they can get to
    lost,     ///< `agent` has no path at all
    place_done,   ///< patrol: on to `nearest`
    target_gone,  ///< follow, flee: the target was forgotten; agents keep to `nearest`, where it was
  };
  Kind kind = Kind::path_found;
  OrderId order;
  std::uint32_t agent = ~0U;
  Cell nearest{-1, -1, -1};

  constexpr bool operator==(const OrderEvent&) const = default;
};

/// A game's navigation: it takes the edits of a world to all who must know of them, in the one right order,
/// and works on the orders of agents a little in each tick.
///
///     Navigator navigator(world);
///     navigator.add(hierarchy);
///     const OrderId march = navigator.give({.profile = profile, .places = {{110, 20}}}, soldiers);
///     for (int tick = 0; tick < 1200; ++tick) {
///       for (int y = 20; y <= 23; ++y) world.stamp({64, y}, 1);
///       if (!navigator.commit().empty()) {         // edits reach all who must know
///         crowd.push_out([&](auto, Cell c) { return world.terrain(c) != wall; });
///       }
///       for (const std::uint32_t slot : soldiers) navigator.place(slot, crowd.cell(crowd.agent(slot)));
///       navigator.work(120);                       // plans, fields, repairs: for so many units
///       const CorridorField& field = navigator.field(march);
///       guide.follow(&field.field(), field.stale());
///       crowd.step(0.05F);
///     }
///
/// Agents are numbers that the host chooses, best from 0 on; each follows one order at most. Their way is in
/// `field` of their order, where it is `settled`; meanwhile they wait, or follow the field of the goals
/// before. Fields that are older than the world (`stale`) may be followed with care: an agent stops where its
/// next step has become illegal.
///
/// Work is shared out in slices of equal size, to all orders in turn, so that an order waits at most as many
/// ticks as there are orders with work to do, times the slice, by the units of a tick. It is counted, not
/// timed: equal calls give equal bits.
///
/// Borrows world, hierarchies, dispatchers and watchers: what was added must outlive it. From the first `add`
/// on, all commits of the world go through it (asserted). Not thread-safe; nobody may read the world or its
/// hierarchies meanwhile. Cost of a commit: that of its parts, O(changed blocks + touched sectors); of a tick
/// besides: O(orders), and an agent in sixteen is looked at.
class Navigator {
 public:
  explicit Navigator(World& world);
  /// Takes the world over, and builds a hierarchy for each of its profiles. All else is as if they had been
  /// added.
  Navigator(World&& world, const HierarchyOptions& options);
  ~Navigator();
  Navigator(Navigator&&) noexcept;
  Navigator& operator=(Navigator&&) noexcept;

  /// Lets a hierarchy of the world follow. It has taken in all commits so far, as one that was just built.
  void add(Hierarchy& hierarchy);
  /// Lets a dispatcher follow, whose hierarchy was added before: for orders that the host keeps itself.
  void add(Dispatcher& dispatcher);
  /// Lets a watcher follow: for those who keep something else than orders right.
  void add(RegionWatch& watch);

  [[nodiscard]] World& world() { return *world_; }
  [[nodiscard]] const World& world() const { return *world_; }

  /// Lets the edits since the last commit take effect.
  CommitReport commit();

  // --- orders ---
  /// Agents leave the orders that they had.
  OrderId give(const OrderSpec& spec, std::span<const std::uint32_t> agents);
  /// Other places, at any time: what leads to the old ones is followed until the new field is there.
  void set_places(OrderId id, std::span<const Cell> places);
  /// Looks for another corridor from where the agents are now, to the goals that the order has: ground that
  /// has become costlier since is led around only within the old one, which is followed until the new field
  /// is there. Nothing while the order is paused, or work on it is under way.
  void replan(OrderId id);
  void join(OrderId id, std::span<const std::uint32_t> agents);
  /// The agents have no order any more.
  void leave(std::span<const std::uint32_t> agents);
  /// There is no such agent any more, and its number may be another one's: it leaves its order, and
  /// orders that follow or flee from it are told of by the next `work`. Cost: O(orders).
  void forget(std::uint32_t agent);
  /// A paused order costs nothing, and its field is not kept right.
  void pause(OrderId id, bool paused);
  /// Gives its memory back at once. Its agents have no order.
  void remove(OrderId id);

  [[nodiscard]] bool alive(OrderId id) const;
  /// The order of an agent; none: it is free.
  [[nodiscard]] OrderId order_of(std::uint32_t agent) const;
  [[nodiscard]] std::span<const std::uint32_t> agents(OrderId id) const;
  [[nodiscard]] const OrderSpec& spec(OrderId id) const;
  /// Where the agents go now.
  [[nodiscard]] std::span<const Goal> goals(OrderId id) const;
  /// The one that it plans with, which tells whether a path leads from a cell to a goal. Null: no such order.
  [[nodiscard]] const Hierarchy* hierarchy(OrderId id) const;
  /// The field that its agents follow; its address lasts as long as the order.
  [[nodiscard]] const CorridorField& field(OrderId id) const;
  [[nodiscard]] PlanWork work_done(OrderId id) const;

  // --- a tick ---
  /// Where an agent is now.
  void place(std::uint32_t agent, Cell cell);
  /// Moves goals of orders that follow, flee or patrol, and works for about so many units:
  /// `Order::solves_per_unit` tile solves are one, and so are `Order::nodes_per_unit` nodes of a search.
  /// Returns how many it took: more by at most one search or repair.
  std::uint64_t work(std::uint64_t units);
  /// Of the last `work`, by orders in turn.
  [[nodiscard]] std::span<const OrderEvent> events() const;
  /// Finishes all work at once.
  void finish();

  // --- a game that goes on later (docs/your-games-tick.md) ---
  /// World and hierarchies that it took over or built, all orders, who has which, and all work that is half
  /// done. Those that were added have a `save_state` of their own; dispatchers and watchers are their
  /// owner's. No edit may wait.
  void save_state(PartSink& sink) const;
  /// One that took its world over, with the same options. Nothing where the parts do not fit.
  [[nodiscard]] static std::optional<Navigator> restored(StateReader& reader,
                                                         const HierarchyOptions& options);
  /// Into a navigator to which the same hierarchies were added, of the world as it was saved: goes on bit for
  /// bit as the one that was saved. Where the parts do not fit it has no orders afterwards.
  [[nodiscard]] std::optional<Error> restore_state(StateReader& reader);

  // --- a game that takes back what it guessed (docs/howto/lockstep.md) ---
  /// Notes this moment, to go back to. Costs next to nothing: from then on, the first change of anything
  /// since the last moment keeps what was there. No edit may wait.
  std::uint64_t keep();
  /// World, hierarchies and orders are bit for bit what they were at that moment, which can be gone back to
  /// again; later ones are gone, and so are orders that were given since, and edits that wait. Ask for
  /// fields again. Without dispatchers and watchers.
  void go_back(std::uint64_t moment);
  /// Nobody will go back to moments before this one: gives their memory back.
  void forget_before(std::uint64_t moment);
  /// Of all moments together.
  [[nodiscard]] std::size_t kept_bytes() const;

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Orders;
  std::unique_ptr<World> own_world_;  // null: it was lent
  std::vector<std::unique_ptr<Hierarchy>> own_hierarchies_;
  World* world_;
  std::uint64_t version_;  // of the world, as the last commit left it
  std::vector<Hierarchy*> hierarchies_;
  std::vector<Dispatcher*> dispatchers_;
  std::vector<RegionWatch*> watches_;
  std::unique_ptr<Orders> orders_;
};

}  // namespace portolan
