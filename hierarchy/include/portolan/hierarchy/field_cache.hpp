// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <vector>

#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>
#include <portolan/hierarchy/planner.hpp>

namespace portolan {

/// A plan and its field, finished.
struct CachedField {
  Plan plan;
  CorridorField field;
};

struct FieldCacheStats {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;   ///< those that were found stale counted in
  std::uint64_t stale = 0;    ///< entries dropped because what they were made from has changed
  std::uint64_t evicted = 0;  ///< entries dropped for want of room

  constexpr FieldCacheStats& operator+=(const FieldCacheStats& other) {
    hits += other.hits;
    misses += other.misses;
    stale += other.stale;
    evicted += other.evicted;
    return *this;
  }
  [[nodiscard]] double hit_rate() const {
    return hits + misses == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(hits + misses);
  }
};

/// Keeps the plans and fields of orders that may come again: many groups to one goal, patrols, doors that
/// open and close. What a request finds is told by hierarchy and profile, goals (whatever their order),
/// quality with its parameters, and the versions of the sectors: no answer is ever given that the world has
/// outrun. `path` and `widened` answers depend on the sectors of their corridor and no other; what `bounded`
/// and `exact` promise may be broken from anywhere, so that these hold until the hierarchy changes at all.
///
/// An answer serves the agents that it was made for, and with `path` and `widened` those that stand in the
/// sector of one of them and has a value in the field.
///
/// Bounded in bytes, least recently used ones go first; the memory of one that went may be kept for the next.
/// Not thread-safe. Call `clear` before a hierarchy that was asked about goes away. Cost of a hit: entries
/// times goals, and the corridor's length.
class FieldCache {
 public:
  explicit FieldCache(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  /// The answer to a request, known or computed; it stays as it is while the caller holds it. The planner is
  /// one of the hierarchy. Answers that ended with `budget_spent` are not kept.
  std::shared_ptr<const CachedField> get(const Hierarchy& hierarchy, Planner& planner,
                                         const PlanRequest& request);
  void clear();

  [[nodiscard]] const FieldCacheStats& stats() const { return stats_; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// Of the entries; never more than the limit.
  [[nodiscard]] std::size_t memory_bytes() const { return bytes_; }

 private:
  struct Entry {
    const Hierarchy* hierarchy = nullptr;
    std::vector<Goal> goals;        // as asked, sorted
    std::vector<Cell> agents;       // sorted
    std::vector<SectorId> sectors;  // of agents that get to a goal, sorted
    Headings headings = Headings::octile;
    std::uint64_t made_in = 0;  // version of the hierarchy
    std::size_t bytes = 0;
    std::shared_ptr<CachedField> answer;
  };
  using Entries = std::list<Entry>;  // the most recently used first

  [[nodiscard]] static bool is_for(const Entry& entry, const Hierarchy& hierarchy, const PlanRequest& request,
                                   std::span<const Goal> goals);
  [[nodiscard]] static bool serves(const Entry& entry, std::span<const Cell> agents);
  [[nodiscard]] static bool is_stale(const Entry& entry);
  std::shared_ptr<CachedField> make(const Hierarchy& hierarchy, Planner& planner, const PlanRequest& request);
  void keep(Entry entry);
  Entries::iterator drop(Entries::iterator entry);

  std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  Entries entries_;
  // The memory of an entry that was dropped, for the next one to use.
  std::shared_ptr<CachedField> spare_;
  const Hierarchy* spare_of_ = nullptr;
  FieldCacheStats stats_;
};

}  // namespace portolan
