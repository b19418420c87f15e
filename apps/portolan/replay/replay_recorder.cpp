// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "replay_recorder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <portolan/core/detail/atomic_file.hpp>
#include <portolan/view/detail/replay_page.hpp>

namespace portolan::tool {
namespace {

using detail::ReplayTracks;

constexpr unsigned state_bits = 3;  // of a track's kind; a stop's reason lies above
constexpr unsigned stopped = 6;     // a state beside those of agents: at a goal from which it goes on
constexpr std::size_t most_goals = 4000;
constexpr float parts_of_turn = 16;

// Of others a facing tells no more than their way does.
bool faces(const ScenarioGroup& group) { return group.manner.turn_rate > 0 || group.manner.facing != Vec2{}; }

// The same direction as a facing, the fewest parts of a turn from the one before.
float parts_towards(Vec2 facing, float before) {
  const float turns = std::atan2(facing.y, facing.x) / (2 * std::numbers::pi_v<float>);
  return before + std::remainder(turns * parts_of_turn - before, parts_of_turn);
}

Json cells_of(const GoalSet& goals) {
  Json list = Json::array();
  for (const auto& [c, offset] : std::span(goals).first(std::min(goals.size(), most_goals)))
    list.push_back({c.x, c.y, c.layer});
  return list;
}

std::string_view follows(const ScenarioGroup& group, const Simulation& simulation) {
  if (simulation.world().is_streamed()) return "window";
  if (group.foresee.horizon > 0) return "time";
  const bool jams_cost = simulation.scenario().congestion.interval > 0;
  if (jams_cost && group.follow == ScenarioGroup::Follow::field) return "door";
  constexpr std::array<std::string_view, 3> names{"field", "band", "path"};
  return names[static_cast<std::size_t>(group.follow)];
}

Json groups_of(const Simulation& simulation) {
  Json list = Json::array();
  const Scenario& scenario = simulation.scenario();
  std::size_t first = 0;
  for (std::size_t g = 0; g < scenario.groups.size(); ++g) {
    const ScenarioGroup& group = scenario.groups[g];
    Json then = Json::array();
    for (std::size_t leg = 1; leg < simulation.legs(g); ++leg)
      then.push_back(cells_of(simulation.goals(g, leg)));
    list.push_back({{"name", group.name},
                    {"agents", group.count},
                    {"profile", group.profile},
                    {"follow", follows(group, simulation)},
                    {"start", group.start_tick},
                    {"speed", group.speed},
                    {"radius", group.radius},
                    {"stays", !group.leave_on_arrival},
                    {"faces", faces(group)},
                    {"goals", cells_of(simulation.goals(g))},
                    {"then", std::move(then)},
                    {"first_leg", first}});
    first += simulation.legs(g);
  }
  return list;
}

Json obstacles_of(const Simulation& simulation) {
  Json list = Json::array();
  const Scenario& scenario = simulation.scenario();
  for (std::size_t k = 0; k < scenario.obstacles.size(); ++k) {
    const ScenarioObstacle& obstacle = scenario.obstacles[k];
    Json cells = Json::array();
    for (const CellOffset& offset : obstacle.spec.shape.offsets()) {
      cells.push_back(offset.dx);
      cells.push_back(offset.dy);
    }
    list.push_back({{"name", obstacle.name.empty() ? "obstacle " + std::to_string(k + 1) : obstacle.name},
                    {"blocks", obstacle.spec.effect.blocks},
                    {"cells", std::move(cells)}});
  }
  return list;
}

}  // namespace

ReplayRecorder::ReplayRecorder(const Simulation& simulation)
    : agents_(std::min(most_agents, simulation.crowd().size())),
      obstacles_(simulation.scenario().obstacles.size()),
      fields_(legs_of(simulation)),
      plans_(legs_of(simulation)) {
  choose_agents(simulation);
  for (const char* name : {"arrived", "plans", "repairs", "tiles", "nodes", "sectors", "stops"})
    chart_[name] = Json::array();
}

// Evenly over the slots, and so over the groups.
void ReplayRecorder::choose_agents(const Simulation& simulation) {
  const std::size_t all = simulation.crowd().size(), shown = agents_.tracks();
  for (std::size_t k = 0; k < shown; ++k) {
    slots_.push_back(static_cast<std::uint32_t>(k * all / shown));
    const std::size_t group = simulation.group_of(simulation.crowd().agent(slots_.back()));
    if (faces(simulation.scenario().groups[group])) facing_slots_.push_back(slots_.back());
  }
  facings_ = ReplayTracks(facing_slots_.size());
  facing_points_.resize(facing_slots_.size());
  if (shown < all)
    left_out_.push_back(std::to_string(shown) + " of " + std::to_string(all) +
                        " agents are shown, spread evenly");
}

void ReplayRecorder::note(const Simulation& simulation) {
  reasons_.note(simulation);
  note_agents(simulation);
  note_facings(simulation);
  note_obstacles(simulation);
  note_chart(simulation);
  ground_.note(simulation);
  fields_.note(simulation);
  plans_.note(simulation, slots_);
}

// What a stop is about: the two lowest bits tell whether that is nothing (0), an obstacle, an agent's slot or
// a place in the list of passages, and the others which.
std::uint32_t ReplayRecorder::about(const Stop& stop) {
  if (stop.at.x >= 0 || stop.until >= 0) {
    const auto [entry, fresh] = passage_of_.try_emplace({stop.at, stop.until, stop.obstacle},
                                                        static_cast<std::uint32_t>(passages_.size()));
    if (fresh) {
      const std::int64_t obstacle =
          stop.obstacle == Stop::nobody ? -1 : static_cast<std::int64_t>(stop.obstacle);
      passages_.push_back({stop.at.x, stop.at.y, stop.at.layer, stop.until, obstacle});
    }
    return entry->second << 2U | 3U;
  }
  if (stop.agent != AgentId{}) return stop.agent.slot << 2U | 2U;
  return stop.obstacle != Stop::nobody ? stop.obstacle << 2U | 1U : 0;
}

void ReplayRecorder::note_agents(const Simulation& simulation) {
  points_.clear();
  note_legs(simulation);
  const Crowd& crowd = simulation.crowd();
  for (const std::uint32_t slot : slots_) {
    const AgentId agent = crowd.agent(slot);
    const Stop& stop = reasons_.of(agent);
    // Who is at a goal that is not its last one has not arrived.
    const bool stops = crowd.state(agent) == AgentState::arrived && !simulation.arrived(agent);
    const unsigned state = stops ? stopped : static_cast<unsigned>(crowd.state(agent));
    const auto kind = static_cast<unsigned>(stop.reason) << state_bits | state;
    points_.push_back({crowd.position(agent), static_cast<std::uint8_t>(crowd.layer(agent)),
                       static_cast<std::uint8_t>(kind), about(stop)});
  }
  // The last tick of a run is shown, whether its frame is wanted or not; nobody knows yet which tick that is.
  if (agents_.wants(simulation.ticks())) agents_.add(simulation.ticks(), points_);
}

void ReplayRecorder::note_facings(const Simulation& simulation) {
  const Crowd& crowd = simulation.crowd();
  for (std::size_t k = 0; k < facing_slots_.size(); ++k) {
    float& parts = facing_points_[k].position.x;
    parts = parts_towards(crowd.facing(crowd.agent(facing_slots_[k])), parts);
  }
  if (facings_.wants(simulation.ticks())) facings_.add(simulation.ticks(), facing_points_);
}

void ReplayRecorder::note_legs(const Simulation& simulation) {
  legs_.resize(slots_.size());
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    const auto leg = static_cast<std::uint32_t>(simulation.leg_of(simulation.crowd().agent(slots_[k])));
    if (leg == legs_[k]) continue;
    legs_[k] = leg;
    if (leg_events_.size() < PlanLog::most_events) leg_events_.push_back({simulation.ticks(), k, leg});
  }
}

void ReplayRecorder::note_obstacles(const Simulation& simulation) {
  std::vector<ReplayTracks::Point> points;
  const Obstacles& all = simulation.obstacles();
  for (std::size_t k = 0; k < obstacles_.tracks(); ++k) {
    const ObstacleId id = simulation.obstacle(k);
    if (!all.alive(id)) {
      points.push_back({});
    } else {
      points.push_back({all.position(id), static_cast<std::uint8_t>(all.layer(id)),
                        static_cast<std::uint8_t>(all.present(id) ? 1 : 0), 0});
    }
  }
  if (obstacles_.wants(simulation.ticks())) obstacles_.add(simulation.ticks(), points);
}

void ReplayRecorder::note_chart(const Simulation& simulation) {
  const Crowd& crowd = simulation.crowd();
  PlanWork work = work_of_groups(simulation);
  for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
    if (const auto own = simulation.work_of(crowd.agent(slot))) work += *own;
  }
  chart_["arrived"].push_back(simulation.arrived());
  chart_["plans"].push_back(work.plans);
  chart_["repairs"].push_back(work.fields);
  chart_["tiles"].push_back(work.tiles_solved);
  chart_["nodes"].push_back(work.nodes_opened);
  chart_["sectors"].push_back(simulation.sectors_rebuilt());
  std::uint64_t stops = 0;
  for (const std::uint32_t count : reasons_.counts()) stops += count;
  chart_["stops"].push_back(stops);
}

Json ReplayRecorder::description(const Simulation& simulation) const {
  const Scenario& scenario = simulation.scenario();
  Json reasons = Json::array();
  for (const std::string_view name : stop_reason_names) reasons.push_back(name);
  Json triggers = Json::array();
  for (const std::string_view name : trigger_names) triggers.push_back(name);
  std::vector<std::string> left_out = left_out_;
  if (agents_.stride() > 1)
    left_out.push_back("one tick in " + std::to_string(agents_.stride()) +
                       " is recorded; in between agents go straight");
  if (const std::string part = ground_.part_in_words(simulation); !part.empty()) left_out.push_back(part);
  if (!fields_.complete()) left_out.push_back("fields are not recorded to the end, or not of every group");
  if (leg_events_.size() == PlanLog::most_events)
    left_out.push_back("the last goals of agents may not be recorded");
  if (!plans_.complete()) left_out.push_back("portals or the last plans and repairs are not recorded");
  return {{"name", scenario.name},
          {"ticks", simulation.ticks()},
          {"tick_seconds", scenario.tick_seconds},
          {"agents", simulation.crowd().size()},
          {"sector_size", scenario.hierarchy.sector_size},
          {"region_side", scenario.region_side},
          {"groups", groups_of(simulation)},
          {"obstacles", obstacles_of(simulation)},
          {"reasons", std::move(reasons)},
          {"triggers", std::move(triggers)},
          {"fields", fields_.list()},
          {"chart", chart_},
          {"plans", plans_.json()},
          {"legs", leg_events_},
          {"passages", passages_},
          {"ground", ground_.describe(simulation)},
          {"left_out", left_out}};
}

std::string ReplayRecorder::page(const Simulation& simulation) const {
  std::string slots, groups;
  std::uint32_t before = 0;
  for (const std::uint32_t slot : slots_) {
    detail::put_number(slots, slot - before);
    before = slot;
    detail::put_number(groups, simulation.group_of(simulation.crowd().agent(slot)));
  }
  return detail::replay_page({{"description", to_text(description(simulation))},
                              {"terrain", ground_.column(simulation)},
                              {"slots", std::move(slots)},
                              {"groups", std::move(groups)},
                              {"ticks", agents_.ticks()},
                              {"positions", agents_.positions()},
                              {"runs", agents_.runs()},
                              {"facing_ticks", facings_.ticks()},
                              {"facing_positions", facings_.positions()},
                              {"facing_runs", facings_.runs()},
                              {"obstacle_ticks", obstacles_.ticks()},
                              {"obstacle_positions", obstacles_.positions()},
                              {"obstacle_runs", obstacles_.runs()},
                              {"fields", fields_.column()}});
}

std::optional<Error> ReplayRecorder::save(const std::filesystem::path& file, const Simulation& simulation) {
  if (agents_.last_tick() != simulation.ticks()) agents_.add(simulation.ticks(), points_);
  if (facings_.last_tick() != simulation.ticks()) facings_.add(simulation.ticks(), facing_points_);
  const auto thin = [&] {
    agents_.thin();
    facings_.thin();
    return page(simulation);
  };
  std::string html = page(simulation);
  // Every second tick is hardly missed. Then fields: what agents did is what the page is for.
  if (html.size() > most_bytes && agents_.stride() == 1) html = thin();
  while (html.size() > most_bytes && fields_.shorten()) html = page(simulation);
  while (html.size() > most_bytes && agents_.frames() > 2) html = thin();
  return write_atomically(file, html);
}

}  // namespace portolan::tool
