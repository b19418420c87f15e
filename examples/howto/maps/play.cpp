// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <utility>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

// A scenario that a program plays itself, tick by tick.
constexpr const char* text = R"(
map:
  ascii: |
    ......#......
    ......#......
    .............
    ......#......
groups:
  - name: west
    count: 4
    start: {rect: [0, 0, 3, 2]}
    goal: {cell: [12, 0]}
)";

int main() {
  // A text of its own, with the name that mistakes are told by; `read_scenario` takes a file.
  portolan::Result<portolan::ScenarioFile> file =
      portolan::parse_scenario(text, "mine", {"groups.0.speed=2"});
  if (!file) return std::printf("%s\n", file.error().text().c_str()), 1;
  portolan::Result<portolan::Simulation> run = portolan::open_simulation(*std::move(file));
  if (!run) return std::printf("%s\n", run.error().text().c_str()), 1;

  while (run->tick()) {
    const portolan::Cell at = run->crowd().cell(run->crowd().agent(0));
    if (run->ticks() % 20 == 0)
      std::printf("tick %d: the first is in column %d\n", static_cast<int>(run->ticks()), at.x);
  }
  const portolan::SimulationReport report = run->report();
  std::printf("%s: %lld of %lld arrived\n", name(report.outcome).data(),
              static_cast<long long>(report.arrived), static_cast<long long>(report.agents));
}
