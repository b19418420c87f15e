// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/simulation/ordered_crowd.hpp>

#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/crowd/detail/body_room.hpp>
#include <portolan/simulation/detail/stop_reasons.hpp>

#include "ordered_crowd_parts.hpp"
#include "stops/stop_rules.hpp"

namespace portolan {
namespace {

constexpr std::int32_t first_held_cost = 192;
constexpr float seconds_between_looks = 1;

}  // namespace

OrderedCrowd::OrderedCrowd(Navigator navigator, CrowdOptions options)
    : navigator_(std::move(navigator)), crowd_(options), held_(first_held_cost) {
  if (world().profile_count() > 0) no_manner_ = new_manner({0});
}
OrderedCrowd::~OrderedCrowd() = default;
OrderedCrowd::OrderedCrowd(OrderedCrowd&&) noexcept = default;
OrderedCrowd& OrderedCrowd::operator=(OrderedCrowd&&) noexcept = default;

CrowdGroup OrderedCrowd::new_manner(ProfileId profile) const {
  CrowdGroup group{world().view(profile), nullptr, {}, {}};
  group.leave_on_arrival = false;
  group.clearance = world().profile(profile).clearance;
  return group;
}

CrowdGroup& OrderedCrowd::manner(ProfileId profile) {
  PORTOLAN_ASSERT(profile.value < world().profile_count(), "the profile is one of the world");
  if (profile.value >= world().profile_count() && no_manner_) return *no_manner_ = new_manner({0});
  while (manners_.size() <= profile.value)
    manners_.push_back(new_manner({static_cast<std::uint32_t>(manners_.size())}));
  return manners_[profile.value];
}

CrowdGroupId OrderedCrowd::add_group(ProfileId profile) {
  lists_.profiles.push_back(profile);
  guides_.resize(std::max(guides_.size(), lists_.profiles.size()));
  return crowd_.add_group(manner(profile));
}

CrowdGroupId OrderedCrowd::idle(ProfileId profile) {
  while (lists_.idle.size() <= profile.value)
    lists_.idle.push_back(add_group({static_cast<std::uint32_t>(lists_.idle.size())}));
  return lists_.idle[profile.value];
}

void OrderedCrowd::place(AgentId agent) {
  if (crowd_.alive(agent)) navigator_.place(agent.slot, crowd_.cell(agent));
}

// Those whom an order of a profile can lead: others would be taken for agents of that profile from now on.
std::span<const AgentId> OrderedCrowd::of_profile(std::span<const AgentId> agents, ProfileId profile) {
  fitting_.clear();
  for (const AgentId agent : agents) {
    PORTOLAN_ASSERT(crowd_.alive(agent), "the agent has not been removed");
    if (!crowd_.alive(agent)) continue;
    PORTOLAN_ASSERT(profile_of(agent) == profile, "an order is for agents of its profile");
    if (profile_of(agent) == profile) fitting_.push_back(agent);
  }
  return fitting_;
}

// Of agents whom an order gets: it needs to know where they are at once, or it would have to look for each.
std::span<const std::uint32_t> OrderedCrowd::placed(std::span<const AgentId> agents) {
  for (const AgentId agent : agents) place(agent);
  return slots(agents);
}

std::span<const std::uint32_t> OrderedCrowd::slots(std::span<const AgentId> agents) {
  slots_.clear();
  for (const AgentId agent : agents) {
    PORTOLAN_ASSERT(crowd_.alive(agent), "the agent has not been removed");
    if (crowd_.alive(agent)) slots_.push_back(agent.slot);
  }
  return slots_;
}

AgentId OrderedCrowd::add(ProfileId profile, AgentSpec spec) {
  PORTOLAN_ASSERT(profile.value < world().profile_count(), "the profile is one of the world");
  if (profile.value >= world().profile_count()) return {};
  const bool stands = can_stand(profile, spec);
  if (!spec.waiting && !stands) return {};
  if (stands) spec.position = with_room(profile, spec);
  spec.group = idle(profile);
  return crowd_.add(spec);
}

bool OrderedCrowd::can_stand(ProfileId profile, const AgentSpec& spec) const {
  const Cell cell = cell_at(spec.position, spec.layer);
  const GridView grid = world().view(profile);
  return grid.contains(cell) && grid.passable(cell);
}

// Of one that can stand there.
Vec2 OrderedCrowd::with_room(ProfileId profile, const AgentSpec& spec) const {
  const float margin = detail::margin_of(spec.radius, world().profile(profile).clearance);
  return detail::with_room(world().view(profile), spec.layer, spec.position, margin);
}

bool OrderedCrowd::has_room(ProfileId profile, const AgentSpec& spec) const {
  if (!(spec.radius > 0) || spec.radius > most_radius || !can_stand(profile, spec)) return false;
  if (with_room(profile, spec) != spec.position) return false;
  for (std::size_t slot = 0; slot < crowd_.size(); ++slot) {
    const AgentId other = crowd_.agent(slot);
    if (!crowd_.alive(other) || !crowd_.present(other) || crowd_.layer(other) != spec.layer) continue;
    if (length(crowd_.position(other) - spec.position) < crowd_.radius(other) + spec.radius) return false;
  }
  return true;
}

void OrderedCrowd::remove(AgentId id) {
  PORTOLAN_ASSERT(crowd_.alive(id), "the agent has not been removed");
  if (!crowd_.alive(id)) return;
  navigator_.forget(id.slot);
  crowd_.remove(id);
}

ProfileId OrderedCrowd::profile_of(AgentId id) const {
  PORTOLAN_ASSERT(crowd_.alive(id), "the agent has not been removed");
  if (!crowd_.alive(id)) return {};
  return lists_.profiles[crowd_.group_of(id).value];
}

void OrderedCrowd::enlist(std::span<const AgentId> agents, CrowdGroupId group) {
  for (const AgentId agent : agents) crowd_.regroup(agent, group);
}

// Of an order that lives.
OrderedCrowd::Squad& OrderedCrowd::squad_of(OrderId id) {
  const ProfileId profile = navigator_.spec(id).profile;
  while (id.slot >= lists_.squads.size()) lists_.squads.push_back({{}, add_group(profile)});
  return lists_.squads[id.slot];
}

OrderId OrderedCrowd::give(const OrderSpec& spec, std::span<const AgentId> agents) {
  const std::span<const AgentId> those = of_profile(agents, spec.profile);
  const OrderId id = navigator_.give(spec, placed(those));
  if (!navigator_.alive(id)) return id;
  Squad& squad = squad_of(id);
  squad = {id, squad.group};
  lists_.profiles[squad.group.value] = spec.profile;
  crowd_.group(squad.group) = manner(spec.profile);
  lead(squad);
  enlist(those, squad.group);
  return id;
}

void OrderedCrowd::join(OrderId id, std::span<const AgentId> agents) {
  PORTOLAN_ASSERT(navigator_.alive(id), "the order is one of these, and lives");
  if (!navigator_.alive(id)) return;
  const std::span<const AgentId> those = of_profile(agents, navigator_.spec(id).profile);
  navigator_.join(id, placed(those));
  enlist(those, squad_of(id).group);
}

void OrderedCrowd::leave(std::span<const AgentId> agents) {
  navigator_.leave(slots(agents));
  for (const AgentId agent : agents) {
    if (crowd_.alive(agent)) crowd_.regroup(agent, idle(profile_of(agent)));
  }
}

void OrderedCrowd::remove(OrderId id) {
  for (const std::uint32_t slot : navigator_.agents(id)) {
    const AgentId agent = crowd_.agent(slot);
    crowd_.regroup(agent, idle(profile_of(agent)));
  }
  navigator_.remove(id);
}

void OrderedCrowd::set_held_cost(std::int32_t extra) {
  const bool is_cost = extra >= 0 && extra < impassable;
  PORTOLAN_ASSERT(is_cost, "a cell that agents hold costs from 0 to 254 more");
  if (is_cost) held_.set_extra(extra, world());
}

// At once where somebody walks on who stood: a game is to go on as soon as a guard lets it.
bool OrderedCrowd::look_for_held_ground() {
  const bool due = since_look_ >= seconds_between_looks;
  if (!due && !held_.is_outdated(crowd_)) return false;
  if (due) since_look_ = 0;
  if (cost_is_a_matter_of_speed()) {
    held_.set_extra(held_.extra(), world());
    return false;
  }
  held_.update(crowd_, world());
  return true;
}

// Beside a guard agents would hardly move.
bool OrderedCrowd::cost_is_a_matter_of_speed() const {
  for (std::uint32_t g = 0; g < crowd_.group_count(); ++g) {
    if (crowd_.group(CrowdGroupId{g}).full_speed_cost != 0) return true;
  }
  return false;
}

// The other gate may lie outside of the corridor, which only a new plan leaves. Once for each state of the
// world: where there is no other way they stand until somebody lets them pass.
void OrderedCrowd::plan_around_held_ground() {
  for (const AgentId id : held_.held_up()) {
    const OrderId order = order_of(id);
    if (!navigator_.alive(order)) continue;
    const std::uint64_t now = world().version();
    if (std::exchange(squad_of(order).planned_around, now) != now) navigator_.replan(order);
  }
}

CommitReport OrderedCrowd::commit() {
  if (world().waiting_edits()) passages_.reset();  // also of ground below something that stays
  const bool looked = look_for_held_ground();
  CommitReport report = navigator_.commit();
  if (looked) plan_around_held_ground();
  if (report.empty()) return report;
  crowd_.push_out([this](CrowdGroupId group, Cell c) {
    return world().profile(lists_.profiles[group.value]).cost[world().terrain(c)] != impassable;
  });
  return report;
}

std::uint64_t OrderedCrowd::work(std::uint64_t units) {
  for (std::uint32_t slot = 0; slot < crowd_.size(); ++slot) {
    const AgentId agent = crowd_.agent(slot);
    place(agent);
    const bool gone = crowd_.alive(agent) && crowd_.state(agent) == AgentState::gone;
    if (!gone || !navigator_.alive(navigator_.order_of(slot))) continue;
    navigator_.leave(std::span(&slot, 1));
    crowd_.regroup(agent, idle(profile_of(agent)));
  }
  const std::uint64_t done = navigator_.work(units);
  for (const OrderEvent& event : navigator_.events()) {
    const bool found = event.kind == OrderEvent::Kind::path_found && navigator_.alive(event.order);
    if (found) squad_of(event.order).found = 1;
  }
  for (Squad& squad : lists_.squads) {
    if (navigator_.alive(squad.id) && navigator_.agents(squad.id).empty()) navigator_.remove(squad.id);
  }
  lead_all();
  return done;
}

void OrderedCrowd::step(float seconds) {
  crowd_.step(seconds);
  since_look_ += seconds;
}

void OrderedCrowd::finish() {
  constexpr std::uint64_t much = 1U << 16U;
  while (work(much) > 0) {
  }
}

const CrowdGroup& OrderedCrowd::group(OrderId id) const {
  PORTOLAN_ASSERT(navigator_.alive(id), "the order is one of these, and lives");
  if (!navigator_.alive(id) && no_manner_) return *no_manner_;
  return crowd_.group(lists_.squads[id.slot].group);
}

CrowdGroup& OrderedCrowd::group(OrderId id) {
  return const_cast<CrowdGroup&>(std::as_const(*this).group(id));  // of this one, which is not const
}

void OrderedCrowd::lead_all() {
  for (Squad& squad : lists_.squads) {
    if (navigator_.alive(squad.id)) lead(squad);
  }
}

// Whom a group follows until the next work; it sets out again when the field for other goals is there.
void OrderedCrowd::lead(Squad& squad) {
  std::unique_ptr<Guides>& guides = guides_[squad.group.value];
  if (!guides) guides = std::make_unique<Guides>();
  CrowdGroup& group = crowd_.group(squad.group);
  const CorridorField& field = navigator_.field(squad.id);
  if (field.straight() != nullptr && field.finished()) {
    guides->straight.follow(field.straight());
    group.guide = &guides->straight;
  } else {
    guides->octile.follow(field);
    group.guide = &guides->octile;
  }
  if (std::exchange(squad.found, 0U) == 0) return;
  // Without the cells that stand in for goals: who comes to one of those has not arrived. Where goals are the
  // same a way has changed alone, and who has arrived stays. Places given with the order are kept.
  GoalSet goals(navigator_.goals(squad.id));
  if (goals == group.goals) return;
  const bool is_first = group.goals.empty();
  group.goals = std::move(goals);
  crowd_.restart(squad.group, is_first);
}

// The game, as the rules for stops see it.
class OrderedCrowd::Scene final : public detail::StopScene {
 public:
  explicit Scene(const OrderedCrowd& game) : game_(game) {}

  [[nodiscard]] const Crowd& crowd() const override { return game_.crowd_; }
  [[nodiscard]] const World& world() const override { return game_.world(); }
  [[nodiscard]] const Simulation* run() const override { return nullptr; }
  [[nodiscard]] std::size_t group_of(AgentId agent) const override { return crowd().group_of(agent).value; }
  [[nodiscard]] Task task_of(AgentId agent) const override {
    const OrderId order = game_.order_of(agent);  // one that waits to be started may have none
    if (!game_.navigator_.alive(order)) return {.profile = game_.profile_of(agent), .goals = {}};
    return {game_.profile_of(agent), GoalSet(game_.navigator_.goals(order))};
  }
  // Nobody notes the steps of a game. The velocity of one who avoids others is what it went; others have the
  // one that they meant, and go no farther than their pace.
  [[nodiscard]] Walk walk_of(AgentId agent) const override {
    constexpr float slow = detail::StopReasons::slow;
    const bool avoids = crowd().group(crowd().group_of(agent)).avoidance == Avoidance::reciprocal;
    const bool gets_on = avoids || crowd().pace(agent) >= slow;
    return {crowd().position(agent),
            gets_on && length(crowd().velocity(agent)) >= slow * crowd().max_speed(agent)};
  }
  [[nodiscard]] const Hierarchy& hierarchy_of(AgentId agent) const override {
    return *game_.navigator_.hierarchy(game_.order_of(agent));  // of one who has an order
  }

 private:
  const OrderedCrowd& game_;
};

Stop OrderedCrowd::why(AgentId id) {
  PORTOLAN_ASSERT(crowd_.alive(id), "the agent has not been removed");
  if (!crowd_.alive(id)) return {};
  const AgentState state = crowd_.state(id);
  if (crowd_.holds(id) && crowd_.present(id)) return {.reason = StopReason::holds};
  // It goes back to its place, or makes room for others.
  const bool is_asked_to_stand = state == AgentState::arrived || !navigator_.alive(order_of(id));
  if (is_asked_to_stand && crowd_.present(id) &&
      length(crowd_.velocity(id)) >= detail::StopReasons::slow * crowd_.max_speed(id))
    return {};
  if (state == AgentState::arrived || state == AgentState::gone) return {.reason = StopReason::arrived};
  if (state != AgentState::waiting && !navigator_.alive(order_of(id)))
    return {.reason = StopReason::no_order};
  if (!passages_) passages_ = std::make_unique<detail::Passages>();
  const Scene scene(*this);
  detail::StopRules rules;
  if (rules.has_stopped(scene, id)) rules.look(scene);
  return rules.why(scene, id, *passages_);
}

}  // namespace portolan
