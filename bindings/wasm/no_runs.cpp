// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Runs of scenarios, which the rules for stops ask where there is one: here nobody plays any.
#include <cstdlib>

#include <portolan/simulation/simulation.hpp>

namespace portolan {

std::int64_t Simulation::ticks() const { std::abort(); }
const World& Simulation::world() const { std::abort(); }
const Scenario& Simulation::scenario() const { std::abort(); }
const Obstacles& Simulation::obstacles() const { std::abort(); }
ObstacleId Simulation::obstacle(std::size_t) const { std::abort(); }

}  // namespace portolan
