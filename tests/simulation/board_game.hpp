// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <boost/graph/dijkstra_shortest_paths.hpp>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

// Boards to play on, and oracles that share nothing with what plays.
namespace portolan::test {

using detail::BoardAgent;
using detail::BoardSimulation;

inline BoardSimulation opened(Result<ScenarioFile> scenario, BoardSimulation::Hooks hooks = {}) {
  if (!scenario) throw std::runtime_error(scenario.error().text());
  Result<BoardSimulation> simulation = open_board_simulation(std::move(*scenario), std::move(hooks));
  if (!simulation) throw std::runtime_error(simulation.error().text());
  return std::move(simulation).value();
}

inline BoardSimulation board_game(const std::string& yaml, BoardSimulation::Hooks hooks = {}) {
  return opened(parse_scenario(yaml, "test.yaml"), std::move(hooks));
}

// Rows of a drawing, as YAML.
inline std::string drawn(const std::vector<std::string>& rows, const std::string& shape) {
  std::string text = "map:\n  shape: " + shape + "\n  ascii: |\n";
  for (const std::string& row : rows) text += "    " + row + "\n";
  return text;
}

// Ground of costs 1 to 9 with walls here and there, and none on the outermost columns.
inline std::vector<std::string> random_rows(std::mt19937& random, int width, int height, unsigned walls) {
  std::vector<std::string> rows(static_cast<std::size_t>(height));
  for (std::string& row : rows) {
    for (int x = 0; x < width; ++x) {
      const bool is_wall = x > 0 && x + 1 < width && random() % 100 < walls;
      row += is_wall ? '#' : static_cast<char>('1' + random() % 9);
    }
  }
  return rows;
}

inline Distance dijkstra(const WaypointGraph& graph, std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint64_t> costs(num_vertices(graph));
  constexpr std::uint64_t far = std::uint64_t{1} << 62U;
  boost::dijkstra_shortest_paths(
      graph, from,
      boost::distance_map(boost::make_iterator_property_map(costs.begin(), get(boost::vertex_index, graph)))
          .distance_inf(far));
  return costs[to] < far ? Distance{costs[to]} : unreachable;
}

// How many have their place on each vertex.
inline std::map<std::uint32_t, int> places(const BoardSimulation& simulation) {
  std::map<std::uint32_t, int> count;
  for (const BoardAgent& agent : simulation.agents()) {
    if (agent.on_board()) ++count[agent.place()];
  }
  return count;
}

inline int most_at_one_place(const BoardSimulation& simulation) {
  int most = 0;
  for (const auto& [vertex, count] : places(simulation)) most = std::max(most, count);
  return most;
}

}  // namespace portolan::test
