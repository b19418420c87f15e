// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/simulation/detail/stop_reasons.hpp>

#include <algorithm>

#include "stop_rules.hpp"

namespace portolan::detail {
namespace {

constexpr float gain = 1.2F;  // times as far as in the tick before: who has just begun to move

}  // namespace

// The run of a scenario, as the rules see it.
class StopReasons::Scene final : public StopScene {
 public:
  Scene(const StopReasons& reasons, const Simulation& simulation)
      : reasons_(reasons), simulation_(simulation) {}

  [[nodiscard]] const Crowd& crowd() const override { return simulation_.crowd(); }
  [[nodiscard]] const World& world() const override { return simulation_.world(); }
  [[nodiscard]] const Simulation* run() const override { return &simulation_; }
  [[nodiscard]] std::size_t group_of(AgentId agent) const override { return simulation_.group_of(agent); }
  [[nodiscard]] Task task_of(AgentId agent) const override {
    const ScenarioGroup& wanted = simulation_.scenario().groups[group_of(agent)];
    return {ProfileId{wanted.profile}, crowd().group(crowd().group_of(agent)).goals, wanted.start_tick,
            wanted.foresee.horizon > 0};
  }
  [[nodiscard]] Walk walk_of(AgentId agent) const override {
    const std::size_t i = agent.slot;
    return {reasons_.before_[i], reasons_.moved_[i] != 0, reasons_.gains_[i] != 0, reasons_.began_[i] != 0};
  }
  [[nodiscard]] const Hierarchy& hierarchy_of(AgentId agent) const override {
    return simulation_.hierarchy(simulation_.planning_profile(group_of(agent)));
  }

 private:
  const StopReasons& reasons_;
  const Simulation& simulation_;
};

StopReasons::StopReasons() : rules_(std::make_unique<StopRules>()), passages_(std::make_unique<Passages>()) {}
StopReasons::~StopReasons() = default;

// How far everybody has gone in this tick.
void StopReasons::note_steps(const Simulation& simulation) {
  const Crowd& crowd = simulation.crowd();
  const std::size_t count = crowd.size();
  const bool first = now_.size() != count;
  before_.swap(now_);
  now_.resize(count);
  layers_.resize(count);
  moved_.resize(count);
  gone_.resize(count);
  gains_.resize(count);
  began_.resize(count);
  states_.resize(count, AgentState::moving);
  for (std::uint32_t i = 0; i < count; ++i) {
    const AgentId agent = crowd.agent(i);
    now_[i] = crowd.position(agent);
    const bool climbed = layers_[i] != crowd.layer(agent);  // a link may end where it begins, one floor up
    layers_[i] = crowd.layer(agent);
    const float pace = crowd.max_speed(agent) * simulation.scenario().tick_seconds;
    const float gone = first || climbed ? pace : length(now_[i] - before_[i]);
    moved_[i] = gone >= slow * pace ? 1 : 0;
    gains_[i] = gone > gain * gone_[i] ? 1 : 0;
    began_[i] = states_[i] == AgentState::arrived && crowd.state(agent) == AgentState::moving ? 1 : 0;
    states_[i] = crowd.state(agent);
    gone_[i] = gone;
  }
  if (first) before_ = now_;
}

void StopReasons::note(const Simulation& simulation) {
  note_steps(simulation);
  const Scene scene(*this, simulation);
  rules_->look(scene);
  counts_.fill(0);
  stops_.resize(now_.size());
  for (std::uint32_t i = 0; i < stops_.size(); ++i) {
    const AgentId agent = scene.crowd().agent(i);
    stops_[i] = rules_->why(scene, agent, *passages_);
    if (stops_[i].reason == StopReason::none || scene.crowd().state(agent) == AgentState::waiting) continue;
    ++counts_[static_cast<std::size_t>(stops_[i].reason)];
  }
}

}  // namespace portolan::detail
