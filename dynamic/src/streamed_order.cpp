// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/dynamic/streamed_order.hpp>
#include <portolan/hierarchy/detail/sector_versions.hpp>

namespace portolan {
namespace {

void sort_unique(std::vector<SectorId>& sectors) {
  std::sort(sectors.begin(), sectors.end());
  sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
}

}  // namespace

StreamedOrder::StreamedOrder(const World& world, const Hierarchy& hierarchy, GoalSet goals,
                             OrderOptions options, std::uint32_t ahead)
    : world_(&world),
      hierarchy_(&hierarchy),
      goals_(std::move(goals)),
      options_(options),
      ahead_(ahead),
      remaining_(hierarchy),
      field_(hierarchy.grid(), hierarchy.sectors()),
      needs_(ahead + 1),
      hierarchy_version_(hierarchy.version()) {
  PORTOLAN_ASSERT(ahead > 0, "an agent needs the sector that it goes to");
  for (const Goal& goal : goals_) {
    if (world.contains(goal.cell)) goal_sectors_.push_back(hierarchy.sectors().tile_of(goal.cell));
  }
  sort_unique(goal_sectors_);
}

// A sector may be smaller than a block.
std::uint32_t StreamedOrder::block_of(SectorId sector) const {
  const Rect box = hierarchy_->sectors().bounds(sector);
  return hierarchy_->grid().costs().block_of({box.x, box.y, box.layer});
}

void StreamedOrder::find_path(Agent& agent) {
  agent.onward = remaining_.path_from(agent.cell);
  agent.known = true;
}

void StreamedOrder::look(std::span<const Cell> agents) {
  if (agents_.size() != agents.size()) agents_.resize(agents.size());
  for (std::size_t i = 0; i < agents.size(); ++i) {
    Agent& agent = agents_[i];
    agent.cell = agents[i];
    const SectorId sector =
        world_->contains(agent.cell) ? hierarchy_->sectors().tile_of(agent.cell) : SectorId{};
    if (sector != agent.sector) {
      agent = {agent.cell, sector, {}, false, false};
      moved_ = true;
    }
    if (agent.known || !planned_ || !sector.valid() || !world_->resident(block_of(sector))) continue;
    find_path(agent);
    moved_ = true;
    plan_due_ = plan_due_ || lost(agent);
  }
  if (hierarchy_version_ != hierarchy_->version()) {
    for (Agent& agent : agents_) agent.hopeless = false;
    plan_due_ = plan_due_ || stale();
  }
  if (moved_ || plan_due_) list_needs();
}

bool StreamedOrder::stale() const { return is_stale(*hierarchy_, plan_.versions); }

void StreamedOrder::list_needs() {
  for (auto& needs : needs_) needs.clear();
  std::vector<std::pair<PortalId, SectorId>> starts;
  for (const Agent& agent : agents_) {
    if (!agent.sector.valid()) continue;
    needs_[0].push_back(agent.sector);
    if (planned_) starts.emplace_back(agent.onward.exit, agent.sector);
  }
  sort_unique(needs_[0]);
  if (plan_due_ && !needs_[0].empty()) {
    for (const SectorId sector : goal_sectors_) needs_[0].push_back(sector);
  }
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  for (const auto& [exit, sector] : starts) {
    scratch_.assign(1, sector);
    remaining_.sectors_after(exit, ahead_, scratch_);
    for (std::size_t k = 1; k < needs_.size(); ++k) {
      if (k < scratch_.size()) needs_[k].push_back(scratch_[k]);
      if (k <= scratch_.size()) remaining_.beside(scratch_[k - 1], needs_[k]);
    }
  }
  moved_ = true;
}

void StreamedOrder::ask(SectorStream& stream, std::uint32_t phase) const {
  PORTOLAN_ASSERT(phase < phases(), "phases() says how often to ask");
  for (const SectorId sector : needs_[phase]) stream.want(block_of(sector));
}

bool StreamedOrder::can_plan(const SectorStream& stream) const {
  return !needs_[0].empty() && std::all_of(needs_[0].begin(), needs_[0].end(),
                                           [&](SectorId sector) { return resident(stream, sector); });
}

void StreamedOrder::search(Planner& planner, bool all) {
  PlanRequest request;
  request.goals = goals_;
  request.quality = options_.quality;
  scratch_.clear();
  for (const Agent& agent : agents_) {
    if (!agent.sector.valid()) continue;
    // One per sector is enough for most corridors.
    if (!all && std::find(scratch_.begin(), scratch_.end(), agent.sector) != scratch_.end()) continue;
    scratch_.push_back(agent.sector);
    request.agents.push_back(agent.cell);
  }
  plan_ = planner.plan(request);
  ++work_.plans;
  work_.nodes_opened += plan_.nodes_opened;
  remaining_.reset(plan_);
  for (Agent& agent : agents_) {
    if (agent.sector.valid()) find_path(agent);
  }
}

void StreamedOrder::make_plan(Planner& planner) {
  search(planner, false);
  if (std::any_of(agents_.begin(), agents_.end(), lost)) search(planner, true);
  for (Agent& agent : agents_) agent.hopeless = agent.hopeless || lost(agent);
  planned_ = true;
  plan_due_ = false;
  list_needs();
}

// The field's part of the corridor follows agents and loads. True when it is another.
bool StreamedOrder::move_window(const SectorStream& stream) {
  scratch_.clear();
  for (const auto& needs : needs_) {
    for (const SectorId sector : needs) {
      if (remaining_.contains(sector) && resident(stream, sector)) scratch_.push_back(sector);
    }
  }
  sort_unique(scratch_);
  if (scratch_ == window_) return false;
  std::swap(window_, scratch_);
  return true;
}

void StreamedOrder::make_field() {
  PORTOLAN_ASSERT(std::is_sorted(window_.begin(), window_.end()), "exits() asks for ascending sectors");
  field_.reset();
  field_.allow(window_);
  for (const Goal& goal : remaining_.goals()) {
    if (field_.allowed(hierarchy_->sectors().tile_of(goal.cell))) field_.add_goal(goal);
  }
  exits_ = remaining_.exits(window_);
  for (const RemainingCosts::Exit& exit : exits_) field_.add_goal({exit.cell, exit.to_goal});
  field_.advance();
  ++work_.fields;
  work_.tiles_solved += field_.tiles_solved();
}

bool StreamedOrder::update(const SectorStream& stream, Planner& planner) {
  PORTOLAN_ASSERT(needs_.size() == ahead_ + 1, "a phase for each sector ahead");
  bool fresh = false;
  if (plan_due_ && can_plan(stream)) {
    make_plan(planner);
    fresh = true;
  }
  if (!planned_) return false;
  const bool changed = hierarchy_version_ != hierarchy_->version();
  if (!fresh && !changed && !moved_ && stream_version_ == stream.version()) return false;
  const bool other = move_window(stream);
  hierarchy_version_ = hierarchy_->version();
  stream_version_ = stream.version();
  moved_ = false;
  if (!fresh && !changed && !other) return false;
  make_field();
  return true;
}

bool StreamedOrder::waits(Cell c) const {
  if (!planned_) return true;
  if (field_.direction(c) != Direction::goal) return false;
  const Distance value = field_.at(c);
  return std::any_of(exits_.begin(), exits_.end(), [&](const RemainingCosts::Exit& exit) {
    return exit.cell == c && exit.to_goal == value;
  });
}

}  // namespace portolan
