// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/field_cache.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

#include <portolan/core/assert.hpp>

namespace portolan {

namespace {

std::vector<Goal> sorted(std::span<const Goal> given) {
  std::vector<Goal> goals(given.begin(), given.end());
  std::sort(goals.begin(), goals.end(), [](const Goal& a, const Goal& b) {
    return std::tie(a.cell, a.offset.units) < std::tie(b.cell, b.offset.units);
  });
  return goals;
}

}  // namespace

bool FieldCache::is_for(const Entry& entry, const Hierarchy& hierarchy, const PlanRequest& request,
                        std::span<const Goal> goals) {
  return entry.hierarchy == &hierarchy && entry.headings == request.headings &&
         entry.answer->plan.quality.same_as(request.quality) &&
         std::equal(goals.begin(), goals.end(), entry.goals.begin(), entry.goals.end());
}

bool FieldCache::serves(const Entry& entry, std::span<const Cell> agents) {
  const Extent extent = entry.hierarchy->sectors().extent();
  return std::all_of(agents.begin(), agents.end(), [&](Cell c) {
    if (std::binary_search(entry.agents.begin(), entry.agents.end(), c)) return true;
    if (!entry.answer->plan.quality.is_local() || !extent.contains(c)) return false;
    const SectorId sector = entry.hierarchy->sectors().tile_of(c);
    return std::binary_search(entry.sectors.begin(), entry.sectors.end(), sector) &&
           reachable(entry.answer->field.at(c));
  });
}

bool FieldCache::is_stale(const Entry& entry) {
  if (entry.hierarchy->version() == entry.made_in) return false;
  // Where an agent has no path, or only a part of it, an edit anywhere may have made one.
  if (!entry.answer->plan.quality.is_local() || entry.answer->plan.outcome != Outcome::complete) return true;
  return entry.answer->field.stale();
}

std::shared_ptr<const CachedField> FieldCache::get(const Hierarchy& hierarchy, Planner& planner,
                                                   const PlanRequest& request) {
  PORTOLAN_ASSERT(planner.plans_on(hierarchy), "the planner is one of the hierarchy that is asked about");
  std::vector<Goal> goals = sorted(request.goals);
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    const bool fits = is_for(*entry, hierarchy, request, goals);
    if (fits && is_stale(*entry)) {
      ++stats_.stale;
      entry = drop(entry);
      continue;
    }
    if (fits && serves(*entry, request.agents)) {
      ++stats_.hits;
      entries_.splice(entries_.begin(), entries_, entry);
      return entry->answer;
    }
    ++entry;
  }
  ++stats_.misses;
  Entry entry;
  entry.hierarchy = &hierarchy;
  entry.goals = std::move(goals);
  entry.agents = request.agents;
  entry.headings = request.headings;
  entry.made_in = hierarchy.version();
  entry.answer = make(hierarchy, planner, request);
  std::shared_ptr<const CachedField> answer = entry.answer;
  if (answer->plan.outcome != Outcome::budget_spent) keep(std::move(entry));
  return answer;
}

std::shared_ptr<CachedField> FieldCache::make(const Hierarchy& hierarchy, Planner& planner,
                                              const PlanRequest& request) {
  std::shared_ptr<CachedField> answer = spare_of_ == &hierarchy ? std::move(spare_) : nullptr;
  spare_.reset();
  spare_of_ = nullptr;
  if (!answer) answer = std::make_shared<CachedField>(CachedField{{}, CorridorField(hierarchy)});
  answer->plan = planner.plan(request);
  answer->field.reset(answer->plan);
  answer->field.advance();
  return answer;
}

void FieldCache::keep(Entry entry) {
  const Plan& plan = entry.answer->plan;
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    if (plan.agents[i] == Outcome::complete)
      entry.sectors.push_back(entry.hierarchy->sectors().tile_of(plan.cells[i]));
  }
  std::sort(entry.sectors.begin(), entry.sectors.end());
  entry.sectors.erase(std::unique(entry.sectors.begin(), entry.sectors.end()), entry.sectors.end());
  std::sort(entry.agents.begin(), entry.agents.end());
  entry.bytes = sizeof(Entry) + sizeof(CachedField) + entry.answer->field.memory_bytes() +
                plan.corridor.capacity() * (sizeof(SectorId) + sizeof(SectorVersion)) +
                plan.cells.capacity() * (2 * sizeof(Cell) + sizeof(Outcome) + 2 * sizeof(Distance)) +
                entry.goals.capacity() * 3 * sizeof(Goal);
  if (entry.bytes > max_bytes_) return;
  while (bytes_ + entry.bytes > max_bytes_) {
    ++stats_.evicted;
    drop(std::prev(entries_.end()));
  }
  bytes_ += entry.bytes;
  entries_.push_front(std::move(entry));
}

FieldCache::Entries::iterator FieldCache::drop(Entries::iterator entry) {
  PORTOLAN_ASSERT(bytes_ >= entry->bytes);
  bytes_ -= entry->bytes;
  if (entry->answer.use_count() == 1) {
    spare_ = std::move(entry->answer);
    spare_of_ = entry->hierarchy;
  }
  return entries_.erase(entry);
}

void FieldCache::clear() {
  entries_.clear();
  bytes_ = 0;
  spare_.reset();
  spare_of_ = nullptr;
}

}  // namespace portolan
