// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/id.hpp>
#include <portolan/core/world.hpp>
#include <portolan/dynamic/order.hpp>
#include <portolan/dynamic/regions.hpp>

namespace portolan {

/// Why an order was looked at again.
enum class Trigger : std::uint8_t {
  needed,  ///< no plan yet, or agents that the plan does not serve: cannot be switched off
  steps,   ///< so many steps since the last plan
  turn,    ///< the leader came to another sector, or turned
  change,  ///< a watched region changed
  idle,    ///< budget was left over
};
/// The names of all triggers, in order: who adds one adds it here, and nowhere else.
inline constexpr auto trigger_names =
    std::to_array<std::string_view>({"needed", "steps", "turn", "change", "idle"});
inline constexpr std::size_t trigger_count = trigger_names.size();

/// When an order is replanned although its plan still serves. Each on or off; any of them together.
struct ReplanPolicy {
  std::uint32_t every_steps = 0;  ///< cells walked by the leader; 0: off
  bool at_turns = false;
  bool on_change = true;
  bool when_idle = false;
  std::uint32_t watch_ahead =
      RegionWatch::whole_list;  ///< for `on_change`: only the next regions on the path
  std::int32_t watch_margin =
      1;  ///< for `on_change`: rings of regions around the corridor that are watched too
  WatchTiming timing{10, true};
};

/// Work allowed per tick. What is begun is finished in its tick; what it takes beyond the budget is owed to
/// the ticks that follow, so that the mean holds and nothing is ever served half done.
struct WorkBudget {
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t tiles = unlimited;    ///< tile solves
  std::uint64_t nodes = unlimited;    ///< portals opened
  std::uint64_t sectors = unlimited;  ///< sectors rebuilt: what is above is paid for in tile solves
  std::uint32_t longest_wait = 20;  ///< ticks: a request that has waited so long is served, whatever it costs
};

/// What the triggers did.
struct TriggerReport {
  std::uint64_t fired = 0;
  std::uint64_t served = 0;   ///< after others of the same order that waited were merged
  std::uint64_t changed = 0;  ///< led to another corridor
  std::uint64_t nodes = 0;
  std::uint64_t tiles = 0;
};

struct DispatchReport {
  std::array<TriggerReport, trigger_count> triggers;  ///< by Trigger
  std::uint64_t repairs = 0;                          ///< stale fields made right
  std::uint64_t repair_tiles = 0;
  std::uint64_t notices = 0;
  std::uint64_t requests_served = 0;
  std::uint64_t ticks_waited = 0;  ///< by all requests together
  std::uint32_t longest_wait = 0;  ///< ticks
  std::uint64_t overdue = 0;       ///< served because they had waited too long
  std::uint64_t longest_queue = 0;

  /// For the sum over several dispatchers.
  DispatchReport& operator+=(const DispatchReport& o);
};

/// An order that a dispatcher serves.
using DispatchId = Handle<struct DispatchTag>;

/// Keeps many orders right within a budget of work per tick. Order of service: stale fields that agents stand
/// in the changed part of, agents without a path, other stale fields, then triggers; the longest waiting
/// first. A request waits at most `longest_wait` ticks. An order whose field is stale and waits says so
/// (`stale`): its agents may follow it while their next step is legal, and must stop where it is not.
///
/// Not thread-safe; the hierarchy must outlive it. An order may go at any time: its requests go with it, and
/// calls with its handle do nothing. Repeatable: work is counted, not timed.
/// Cost of a tick: O(orders + their agents), and the work done.
class Dispatcher {
 public:
  Dispatcher(const Hierarchy& hierarchy, Planner& planner, int region_side, WorkBudget budget);

  /// Serves an order of the same hierarchy from now on, until it goes.
  DispatchId add(Order& order, const ReplanPolicy& policy);
  [[nodiscard]] bool alive(DispatchId id) const {
    return id.slot < entries_.size() && entries_[id.slot].generation == id.generation &&
           !entries_[id.slot].life.expired();
  }

  /// Takes in a commit that the hierarchy has taken in, and how many sectors that took. `Navigator::commit`
  /// does so.
  void take_in(const Commit& commit, std::uint64_t sectors_rebuilt);
  /// Where an order's agents are now. The first is the leader, whose path decides on steps, turns and regions
  /// ahead; none: the order rests, and costs nothing.
  void report_agents(DispatchId id, std::span<const Cell> agents);
  /// Serves what is due.
  void tick();

  /// The field is older than its corridor: its request waits.
  [[nodiscard]] bool stale(DispatchId id) const { return alive(id) && entries_[id.slot].stale; }
  [[nodiscard]] const DispatchReport& report() const { return report_; }
  [[nodiscard]] const RegionWatch& regions() const { return watch_; }
  [[nodiscard]] const Hierarchy& hierarchy() const { return *hierarchy_; }
  [[nodiscard]] std::size_t waiting() const;

 private:
  struct Entry {
    Order* order = nullptr;          // null: the slot is free
    std::weak_ptr<const void> life;  // of the order
    std::uint32_t generation = 0;
    ReplanPolicy policy;
    WatcherId watcher;
    std::vector<Cell> agents, known;  // where they are, and of which cells the field knew a way when
    PlanWork then;                    // the order had done so much
    Cell leader{-1, -1, -1};
    SectorId leader_sector;
    RegionId leader_region;
    Direction leader_direction = Direction::none;
    std::uint32_t steps = 0;
    std::uint64_t repair_since = 0;  // tick in which the request was made
    std::uint64_t plan_since = 0;
    std::uint64_t planned = 0;  // tick of the last plan
    std::uint8_t wanted = 0;    // triggers that wait, as bits
    bool stale = false;
    bool watched = false;
    bool resting = true;
  };
  struct Due {
    std::uint32_t rank = 0;
    std::uint64_t since = 0;
    std::uint32_t entry = 0;
    bool plan = false;
  };

  void release_gone();
  void request(Entry& e, Trigger trigger);
  bool has_lost(Entry& e);
  void collect_notices();
  void watch_leader(Entry& e);
  void scan(Entry& e);
  [[nodiscard]] std::vector<Due> due() const;
  [[nodiscard]] bool agents_stand_in_change(const Entry& e) const;
  void serve(const Due& due);
  void repair(Entry& e);
  void plan(Entry& e);
  void watch_corridor(Entry& e);
  void spend(const PlanWork& before, const PlanWork& after, std::uint64_t& nodes, std::uint64_t& tiles);
  void use_idle_budget();

  const Hierarchy* hierarchy_;
  Planner* planner_;
  RegionWatch watch_;
  WorkBudget budget_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;        // slots of entries
  std::vector<std::uint32_t> of_watcher_;  // entry by the watcher's slot
  std::vector<Cell> unknown_;              // scratch
  DispatchReport report_;
  std::int64_t tiles_left_ = 0;
  std::int64_t nodes_left_ = 0;
  std::uint64_t tick_ = 0;
};

}  // namespace portolan
