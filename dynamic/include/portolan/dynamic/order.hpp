// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/dynamic/plan_work.hpp>
#include <portolan/hierarchy/band_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>
#include <portolan/hierarchy/planner.hpp>

namespace portolan {

namespace detail {
class Carrier;
class Journal;
}  // namespace detail

struct OrderOptions {
  QualityGoal quality{};
  /// Set: the order keeps a band along the paths of its agents instead of the field of its corridor. Lent to
  /// all orders of a thread; must outlive them.
  BandSolver* bands = nullptr;
  int band_radius = 4;                   ///< steps, as in BandField
  Headings headings = Headings::octile;  ///< of the field
};

/// Some agents told to go to some goals, kept right while the world changes: a plan, and the field of its
/// corridor, or a band along the paths of its agents. A change outside costs nothing; one inside repairs the
/// field; agents that the field does not reach although there is a path find back into it where it is near,
/// or get a new plan. That lays a band again wherever the corridor changed, not only where it moved, because
/// the cells lie along the paths. Not thread-safe. The hierarchy must outlive it; its orders may share a
/// planner.
class Order {
 public:
  Order(const Hierarchy& hierarchy, GoalSet goals, OrderOptions options = {});
  // It stays where it is: those who serve it keep its address.
  Order(const Order&) = delete;
  Order& operator=(const Order&) = delete;
  ~Order() = default;

  /// Brings plan and field up to date for agents on these cells. Call it after the hierarchy has taken in all
  /// commits. True when the field is another one than before.
  bool update(Planner& planner, std::span<const Cell> agents);

  // The parts of an update, for those who ration work.

  /// The corridor or the band changed since the field was made: its values no longer hold, and a step may
  /// have become illegal.
  [[nodiscard]] bool stale() const { return planned_ && (band_ ? band_->stale() : field_.stale()); }
  /// No plan yet, or one that does not serve these agents although there is a path.
  [[nodiscard]] bool lost(std::span<const Cell> agents) const;
  /// Makes a stale field right again. True when it was stale.
  bool refresh();
  /// Lets lost agents that stand near the corridor find back into it: the sectors of their paths join the
  /// field, and nobody else is disturbed. For a few agents of `path` and `widened` orders; `bounded` and
  /// `exact` ones need a plan to keep their promise. True when nobody is lost any more.
  bool rejoin(std::span<const Cell> agents);
  /// Searches for a corridor again. True when it is another one, and then the field is new; otherwise it is
  /// only refreshed. A band is laid again unless nothing has changed; true when its sectors are others.
  bool replan(Planner& planner, std::span<const Cell> agents);

  // In slices, for those who can spend only so much in a tick. One does what is due: searches for corridors
  // of the cells that want a path, a few at a time, nearest to the goals first; tiles of the field; a repair.
  // The field is followed while it grows, where it is `settled`. Not for bands.

  /// Goes elsewhere from now on. Until the field of these goals is there, that of the old ones is followed.
  /// All agents must `want` a path again.
  void set_goals(GoalSet goals);
  /// Agents on these cells need a path. One cell of each sector is enough to ask for.
  void want(std::span<const Cell> agents);
  /// Does work for about so many units: `solves_per_unit` tile solves are one, and so are `nodes_per_unit`
  /// nodes of a search. Returns how many it took, more than asked for by at most the last search or repair;
  /// 0: nothing is due. A search that comes to more than `most` units is broken off, and made without a bound
  /// by the next call (`owes_search`).
  std::uint64_t work(Planner& planner, std::uint64_t units) { return work(planner, units, unlimited); }
  std::uint64_t work(Planner& planner, std::uint64_t units, std::uint64_t most);
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t nodes_per_unit = 24;
  static constexpr std::uint64_t solves_per_unit = 6;  ///< or directions of as many tiles
  /// Its last search was broken off: it goes first when there is work to share out.
  [[nodiscard]] bool owes_search() const { return slices_.broken_off; }
  /// What it does next is a search, or asks what can be reached: the hierarchy had better be settled before.
  [[nodiscard]] bool wants_settled() const;
  /// Some agents wait for a path, or the field is not finished.
  [[nodiscard]] bool working() const { return !slices_.waiting.empty() || (planned_ && !field_.finished()); }
  /// All agents must `want` a path again: some cannot get to the goals, or can now.
  [[nodiscard]] bool wants_all();
  /// All agents must `want` a path again: the corridor leads through many more sectors than agents on these
  /// cells are likely to need, and what it needs to be kept right is better spent on new plans.
  [[nodiscard]] bool outgrown(std::span<const Cell> agents);
  /// Places that stand in for goals which some agents cannot get to: the nearest cells that they can.
  [[nodiscard]] std::span<const Goal> stand_ins() const;
  /// The field of an order that is worked on in slices: of the last goals that had one.
  [[nodiscard]] const CorridorField& followed() const { return follows_other_ ? *other_ : field_; }

  [[nodiscard]] bool planned() const { return planned_; }
  [[nodiscard]] const Hierarchy& hierarchy() const { return *hierarchy_; }
  [[nodiscard]] const Plan& plan() const { return plan_; }
  /// Empty where a band takes its place.
  [[nodiscard]] const CorridorField& field() const { return field_; }
  /// Null where the order keeps the field of its corridor.
  [[nodiscard]] const BandField* band() const { return band_ ? &*band_ : nullptr; }
  /// Of the field or the band.
  [[nodiscard]] Distance at(Cell c) const { return band_ ? band_->at(c) : field_.at(c); }
  [[nodiscard]] Direction direction(Cell c) const {
    return band_ ? band_->direction(c) : field_.direction(c);
  }
  /// The sectors that field or band depend on, and which version of each was last taken in: newer than those
  /// of the plan where there was a repair, and more of them where agents found back. In no order.
  [[nodiscard]] std::span<const SectorVersion> made_from() const {
    return band_ ? band_->made_from() : field_.made_from();
  }
  /// Those of the corridor, or that the band depends on; ascending.
  [[nodiscard]] std::vector<SectorId> sectors() const;
  [[nodiscard]] const GoalSet& goals() const { return goals_; }
  [[nodiscard]] const PlanWork& work() const { return work_; }
  [[nodiscard]] std::size_t memory_bytes() const {
    return field_.memory_bytes() + (other_ ? other_->memory_bytes() : 0);
  }

  /// Writes what slices go on from and the fields, or reads that back into an order of the same options: it
  /// goes on as the one that was written. Not for bands.
  void carry(detail::Carrier& carrier);

  /// For who goes back to earlier moments (`Navigator::keep`): tells a journal what slices go on from, before
  /// that changes; null: no more. Not for bands.
  void log_to(detail::Journal* journal);

  /// Expires when the order goes: for those who serve it.
  [[nodiscard]] std::weak_ptr<const void> life() const { return life_; }

 private:
  void finish_field(std::uint64_t counted);
  bool lay_band(std::span<const Cell> agents);
  Distance rejoin_one(Cell from);
  [[nodiscard]] bool has_path(Cell from) const;
  std::uint64_t work_once(Planner& planner, std::uint64_t units, std::uint64_t most);
  [[nodiscard]] bool grows() const;
  std::uint64_t grow(std::uint64_t units);
  std::uint64_t mend(std::uint64_t units);
  void sort_waiting();
  void grow_everywhere();
  [[nodiscard]] GoalSet goals_for(Cell from) const;
  std::uint64_t plan_next(Planner& planner, std::uint64_t most);
  void begin_field();
  void carry_slices(detail::Carrier& carrier);
  void keep_slices();
  void keep_fields();

  // What slices go on from.
  struct Slices {
    std::vector<Cell> waiting;    // cells that want a path; once sorted, the nearest last
    std::vector<Cell> followers;  // some of all that wanted one, whose curves a field at any angle looks at
    std::vector<Goal> goals;      // of the field: those asked for, then stand-ins
    std::size_t asked_for = 0;    // so many of `goals` were
    std::uint64_t version = 0;    // of the hierarchy, when stand-ins were last found to be needed
    bool sorted = false;
    bool all_again = false;   // agents that have a path must want it again
    bool broken_off = false;  // the search for the cell that waits last
  };

  const Hierarchy* hierarchy_;
  GoalSet goals_;
  OrderOptions options_;
  Plan plan_;
  CorridorField field_;
  std::optional<BandField> band_;
  PlanWork work_;
  std::shared_ptr<const void> life_ = std::make_shared<char>();
  Slices slices_;
  std::unique_ptr<CorridorField> other_;  // of the goals before, or memory for the next ones
  std::vector<SectorId> looked_at_;       // by `outgrown`, kept for its memory
  bool follows_other_ = false;
  bool planned_ = false;
  detail::Journal* journal_ = nullptr;
  std::uint32_t kept_slices_ = 0;
  std::uint32_t kept_fields_ = 0;
};

}  // namespace portolan
