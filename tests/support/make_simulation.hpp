// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

namespace portolan {

/// The simulation of a scenario that is written in the test; throws what is wrong with it.
inline Simulation make_simulation(const std::string& yaml, SimulationHooks hooks = {}) {
  Result<ScenarioFile> scenario = parse_scenario(yaml, "test.yaml");
  if (!scenario) throw std::runtime_error(scenario.error().text());
  Result<Simulation> simulation = open_simulation(std::move(scenario).value(), std::move(hooks));
  if (!simulation) throw std::runtime_error(simulation.error().text());
  return std::move(simulation).value();
}

}  // namespace portolan
