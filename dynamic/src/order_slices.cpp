// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// An order that is worked on a little at a time.
#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/octile.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/dynamic/order.hpp>
#include <portolan/hierarchy/detail/some_followers.hpp>

namespace portolan {
namespace {

// Agents in more sectors than this have a corridor that is most of the map: the field grows over all of it.
// So does that of an agent whose path takes a longer search than that.
constexpr std::size_t most_planned = 96;
constexpr std::uint64_t most_nodes = 5000;
constexpr std::size_t sectors_per_unit = 16;     // that join a corridor
constexpr std::uint64_t units_of_stand_in = 96;  // the nearest place is looked for from the goals outwards
constexpr std::uint64_t units_per_fill = 6;      // of an area's bounds, before a search can be aimed there
constexpr std::uint64_t least_repair = 16;       // what a repair may take in any slice
constexpr std::uint64_t repairs_per_unit = 4;    // tiles: more than solves, for all tiles are looked at
constexpr std::uint64_t tiles_looked_at = 64;    // for one unit, to see whether directions are due
constexpr std::size_t sectors_to_plan = 16;      // as many cost as much as planning for one with agents
constexpr std::size_t kept_bytes = std::size_t{1} << 20U;

Rect box_of(std::span<const Goal> goals) {
  Rect box{goals.front().cell.x, goals.front().cell.y, 0, 0, 0};
  for (const Goal& goal : goals) {
    const std::int32_t right = std::max(box.x + box.width, goal.cell.x);
    const std::int32_t bottom = std::max(box.y + box.height, goal.cell.y);
    box.x = std::min(box.x, goal.cell.x);
    box.y = std::min(box.y, goal.cell.y);
    box.width = right - box.x;
    box.height = bottom - box.y;
  }
  return box;
}

std::uint64_t gap(const Rect& box, Cell c) {
  const auto outside = [](std::int32_t v, std::int32_t from, std::int32_t size) {
    return std::max({from - v, v - from - size, 0});
  };
  return octile_units(outside(c.x, box.x, box.width), outside(c.y, box.y, box.height));
}

// So many of what costs `per_unit` a unit.
std::uint64_t amount(std::uint64_t units, std::uint64_t per_unit) {
  return units < Order::unlimited / per_unit ? units * per_unit : Order::unlimited;
}

}  // namespace

void Order::set_goals(GoalSet goals) {
  PORTOLAN_ASSERT(!band_, "orders with bands keep their goals");
  keep_slices();
  goals_ = std::move(goals);
  begin_field();
}

// What is followed now is followed until its successor is finished.
void Order::begin_field() {
  keep_fields();
  slices_ = {};
  if (planned_ && !follows_other_ && field_.finished()) {
    if (!other_) other_ = std::make_unique<CorridorField>(*hierarchy_, options_.headings);
    std::swap(field_, *other_);
    follows_other_ = true;
  }
  planned_ = false;
}

void Order::want(std::span<const Cell> agents) {
  PORTOLAN_ASSERT(!band_, "slices are for orders without bands");
  keep_slices();
  const TileGrid& sectors = hierarchy_->sectors();
  std::vector<bool> seen(agents.size() > 1 ? sectors.tile_count() : 0);
  if (!seen.empty()) {
    for (const Cell& c : slices_.waiting) seen[sectors.tile_of(c).value] = true;
  }
  for (const Cell& c : agents) {
    const SectorId sector = sectors.tile_of(c);
    if (!seen.empty() && seen[sector.value]) continue;
    if (!seen.empty()) seen[sector.value] = true;
    slices_.waiting.push_back(c);
  }
  slices_.sorted = false;
  if (options_.headings != Headings::any_angle) return;
  std::vector<Cell> followers = slices_.followers;
  followers.insert(followers.end(), agents.begin(), agents.end());
  slices_.followers = detail::some_followers(followers);
}

std::span<const Goal> Order::stand_ins() const { return std::span(slices_.goals).subspan(slices_.asked_for); }

// Some agents may have a way to the goals now that stand-ins were found for.
bool Order::wants_all() {
  if (!planned_) return false;
  if (!slices_.all_again && slices_.version != hierarchy_->version()) {
    keep_slices();
    slices_.version = hierarchy_->version();
    const std::span<const Goal> instead = stand_ins();
    slices_.all_again =
        std::any_of(instead.begin(), instead.end(), [this](const Goal& goal) { return has_path(goal.cell); });
  }
  if (!slices_.all_again) return false;
  begin_field();
  return true;
}

bool Order::outgrown(std::span<const Cell> agents) {
  if (!planned_ || follows_other_ || !field_.finished() || !stand_ins().empty()) return false;
  std::vector<SectorId>& sectors = looked_at_;
  sectors.clear();
  for (const Cell& c : agents) sectors.push_back(hierarchy_->sectors().tile_of(c));
  std::sort(sectors.begin(), sectors.end());
  sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
  if (sectors.empty() || sectors.size() > most_planned ||
      sectors.size() * sectors_to_plan >= field_.corridor().size())
    return false;
  begin_field();
  return true;
}

bool Order::wants_settled() const {
  if (grows()) return false;
  return !slices_.waiting.empty() || (!stand_ins().empty() && slices_.version != hierarchy_->version());
}

std::uint64_t Order::work(Planner& planner, std::uint64_t units, std::uint64_t most) {
  PORTOLAN_ASSERT(planner.plans_on(*hierarchy_), "the planner is one of the order's hierarchy");
  if (!planner.plans_on(*hierarchy_)) return 0;
  std::uint64_t done = 0;
  while (done < units) {
    const std::uint64_t spent = work_once(planner, units - done, most - std::min(most, done));
    if (spent == 0) break;
    done += spent;
    if (slices_.broken_off) break;
  }
  return done;
}

std::uint64_t Order::work_once(Planner& planner, std::uint64_t units, std::uint64_t most) {
  if (slices_.all_again) return 0;
  const bool is_due = grows(), mends = planned_ && field_.finished() && field_.stale();
  if (is_due || mends) keep_fields();
  if (is_due) return grow(units);
  if (mends) return mend(units);
  if (!slices_.waiting.empty()) keep_slices();
  if (!slices_.waiting.empty() && !slices_.sorted) return sort_waiting(), 1;
  if (!slices_.waiting.empty()) return plan_next(planner, most);
  if (!follows_other_ || !planned_) return 0;
  keep_fields();
  follows_other_ = false;
  if (other_->memory_bytes() > kept_bytes) other_.reset();
  return 1;
}

// Whether the field is worked on next. One at any angle starts over when more sectors join it: it waits until
// nobody wants a search. Else an army of 1,000 all over a city took 183 fields in place of one, and 470 ms.
bool Order::grows() const {
  if (!planned_ || field_.finished()) return false;
  return slices_.waiting.empty() || field_.straight() == nullptr;
}

// To count no directions made ticks of 4 ms in a game of 3,000 units; to count those of all tiles whenever a
// field was finished, though only few had changed, was a third of all units there.
std::uint64_t Order::grow(std::uint64_t units) {
  PORTOLAN_ASSERT(planned_ && !field_.finished());
  const std::uint64_t before = field_.tiles_solved();
  const std::uint64_t built = field_.directions_built();
  const bool finished = field_.advance(amount(units, solves_per_unit));
  const std::uint64_t solved = field_.tiles_solved() - before;
  work_.tiles_solved += solved;
  if (!finished) return std::max(units, solved / solves_per_unit);
  ++work_.fields;
  const std::uint64_t directions = field_.directions_built() - built;
  return 1 + (solved + directions) / solves_per_unit + field_.field().tile_count() / tiles_looked_at;
}

// A repair is not begun that may take more than is left, and something; what needs more starts over.
std::uint64_t Order::mend(std::uint64_t units) {
  PORTOLAN_ASSERT(planned_ && field_.finished() && field_.stale());
  const std::uint64_t limit = std::max(units, least_repair);
  const std::uint64_t before = field_.tiles_solved();
  field_.refresh(amount(limit, repairs_per_unit));
  ++work_.fields;
  if (!field_.finished()) return limit;
  const std::uint64_t solved = field_.tiles_solved() - std::min(before, field_.tiles_solved());
  work_.tiles_solved += solved;
  return 1 + solved / repairs_per_unit;
}

// The nearest cell last; or the field grows at once, and finds who has no path.
void Order::sort_waiting() {
  Slices& s = slices_;
  if (s.goals.empty()) s.goals.assign(goals_.begin(), goals_.end());
  s.asked_for = goals_.size();
  s.sorted = true;
  if (s.goals.empty()) return s.waiting.clear();
  if (s.waiting.size() > most_planned) return grow_everywhere();
  const Rect box = box_of(s.goals);
  std::sort(s.waiting.begin(), s.waiting.end(),
            [&](Cell a, Cell b) { return std::pair(gap(box, a), a) > std::pair(gap(box, b), b); });
}

// What is followed now is followed until the field is finished.
void Order::grow_everywhere() {
  Slices kept = std::move(slices_);
  kept.waiting.clear();
  begin_field();
  slices_ = std::move(kept);
  field_.reset(GoalSet(slices_.goals));
  planned_ = true;
}

// Stand-ins are for those who can get there; the places nearest to them are nobody's goal.
GoalSet Order::goals_for(Cell from) const {
  const std::span<const Goal> instead = stand_ins();
  const bool any = std::any_of(instead.begin(), instead.end(),
                               [&](const Goal& goal) { return hierarchy_->can_reach(from, goal.cell); });
  return any ? GoalSet(slices_.goals) : goals_;
}

// One cell at a time: a search for several is less well aimed, and takes several times as long.
std::uint64_t Order::plan_next(Planner& planner, std::uint64_t most) {
  std::vector<Cell>& waiting = slices_.waiting;
  const Cell from = waiting.back();
  waiting.pop_back();
  const bool again = std::exchange(slices_.broken_off, false);
  if (planned_ && field_.settled(from)) return 1;
  keep_fields();
  const std::uint64_t limit = again ? most_nodes : std::min(most_nodes, amount(most, nodes_per_unit));
  plan_ = planner.plan({{from}, goals_for(from), options_.quality, limit});
  ++work_.plans;
  work_.nodes_opened += plan_.nodes_opened;
  const std::uint64_t spent = 1 + plan_.nodes_opened / nodes_per_unit + plan_.bounds_filled * units_per_fill +
                              plan_.corridor.size() / sectors_per_unit;
  if (plan_.outcome == Outcome::budget_spent && limit < most_nodes) {
    waiting.push_back(from);
    slices_.broken_off = true;
    return spent;
  }
  if (plan_.outcome == Outcome::budget_spent) return grow_everywhere(), spent;
  const std::uint64_t looking = units_of_stand_in * (1 + goals_.size() / 4);
  if (plan_.corridor.empty()) return spent + looking;  // in a wall, or the goals are nowhere
  if (planned_) {
    field_.widen(plan_.corridor);
  } else {
    field_.reset(plan_, slices_.followers);
  }
  if (plan_.outcome == Outcome::partial) {
    if (planned_) field_.add_goal({plan_.nearest});
    slices_.goals.push_back({plan_.nearest});
  }
  planned_ = true;
  return spent + (plan_.outcome == Outcome::partial ? looking : 0);
}

}  // namespace portolan
