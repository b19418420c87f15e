// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include <portolan/config/scenario_world.hpp>
#include <portolan/core/detail/atomic_file.hpp>

#include "board_picture.hpp"
#include "board_verbs.hpp"
#include "legs.hpp"
#include "picture.hpp"
#include "run_report.hpp"
#include "terminal.hpp"

namespace portolan::tool {
namespace {

using detail::BoardAgent;
using detail::BoardSimulation;

// Of the group whose goal is cheapest to reach from there.
Distance nearest_cost(const BoardSimulation& simulation, std::uint32_t vertex) {
  Distance best = unreachable;
  for (const auto& [group, leg] : legs_of(simulation)) {
    if (const auto* const field = simulation.field(group, leg)) best = std::min(best, field->at(vertex));
  }
  return best;
}

// Those that lie in a sector of a corridor take a little of the group's colour, and those that an edit closed
// are red: whether there are any.
bool tint_board(const BoardSimulation& simulation, std::vector<Color>& colors) {
  const detail::Board& board = simulation.board();
  const GraphPartition& partition = simulation.hierarchy().partition();
  if (simulation.scenario().output.corridor) {
    for (const auto& [group, leg] : legs_of(simulation)) {
      std::vector<std::uint8_t> in(partition.sectors, 0);
      for (const SectorId sector : simulation.plan(group, leg).corridor) in[sector.value] = 1;
      for (std::uint32_t v = 0; v < board.size(); ++v) {
        if (in[partition.sector_of[v]] != 0) colors[v] = mix(colors[v], group_color(group), 0.12);
      }
    }
  }
  bool any_closed = false;
  for (std::uint32_t v = 0; v < board.size(); ++v) {
    if (simulation.costs()[v] != impassable || !board.passable(v)) continue;
    colors[v] = obstacle_color;
    any_closed = true;
  }
  return any_closed;
}

void add_agents(const BoardSimulation& simulation, BoardScene& scene) {
  for (const BoardSimulation::Trail& trail : simulation.trails()) {
    if (simulation.scenario().output.trails)
      scene.lines.push_back({trail.vertices, faded(group_color(trail.group), 0.6), 0.12F});
  }
  for (const auto& [group, leg] : legs_of(simulation)) {
    for (const std::uint32_t goal : simulation.goals(group, leg)) {
      scene.dots.push_back({goal, goal, 0, 0.22F, rgb(0xFFFFFF)});
      scene.dots.push_back({goal, goal, 0, 0.15F, group_color(group)});
    }
  }
  for (const BoardAgent& agent : simulation.agents()) {
    if (!agent.on_board()) continue;
    const bool walks = agent.state == BoardAgent::State::walking;
    const float share = walks ? static_cast<float>(agent.gone) / static_cast<float>(agent.length) : 0;
    const std::uint32_t to = walks ? agent.to : agent.at;
    scene.dots.push_back({agent.at, to, share, 0.36F, rgb(0x222732)});
    scene.dots.push_back({agent.at, to, share, 0.29F, group_color(agent.group)});
  }
}

std::optional<Error> save_board_run_picture(const std::filesystem::path& file,
                                            const BoardSimulation& simulation) {
  const ScenarioOutput& output = simulation.scenario().output;
  Distance farthest{0};
  BoardScene scene{
      simulation.board(), simulation.graph(),
      board_colors(
          simulation.costs(),
          [&](std::uint32_t v) { return output.field ? nearest_cost(simulation, v) : unreachable; },
          farthest)};
  scene.size = output.picture_size;
  const bool any_closed = tint_board(simulation, scene.colors);
  add_agents(simulation, scene);
  if (output.field) scene.legend.push_back(board_field_legend(simulation.board(), farthest));
  for (std::size_t g = 0; g < simulation.scenario().groups.size(); ++g)
    scene.legend.push_back({simulation.scenario().groups[g].name, group_color(g), LegendEntry::Mark::dot});
  if (any_closed) scene.legend.push_back({"closed by an edit", obstacle_color, LegendEntry::Mark::square});
  return save_board_picture(file, scene);
}

// Pictures as it goes on.
struct BoardFilm {
  explicit BoardFilm(const RunOptions& asked) : options(asked) {}

  const RunOptions& options;
  Progress progress{"arrived"};
  std::int64_t frames = 0;
  std::optional<Error> error{};

  bool note(const BoardSimulation& simulation) {
    const std::size_t agents = simulation.agents().size();
    if (agents > 0) progress.update(static_cast<double>(simulation.arrived()) / static_cast<double>(agents));
    if (options.frames > 0 && simulation.ticks() % options.frames == 0)
      error = save_board_run_picture(frame_file(options.out, frames++), simulation);
    return !error;
  }
};

std::optional<Error> save_board_run(const RunOptions& options, const BoardSimulation& simulation,
                                    const SimulationReport& report) {
  const auto file = options.out / "report.json";
  const std::string json = to_indented_text(report_json(simulation.scenario(), report, Ground::board));
  if (auto error = write_atomically(file, json)) return error;
  std::vector<std::filesystem::path> written{file};
  if (const auto none = cannot_draw(simulation.scenario().file, simulation.board())) {
    say("the map " + none->message);
  } else {
    const auto picture = options.out / "final.png";
    if (auto error = save_board_run_picture(picture, simulation)) return error;
    written.push_back(picture);
  }
  say("wrote " + listed(written));
  if (options.replay) say("no replay.html: the page shows worlds of squares, and this is a board");
  return std::nullopt;
}

}  // namespace

Exit board_run(const RunOptions& options, ScenarioFile scenario) {
  if (options.watch || !options.trace.empty() || !options.tracks.empty()) {
    say(std::string(options.watch            ? "--watch"
                    : !options.trace.empty() ? "--trace"
                                             : "--tracks") +
        " is for worlds of squares, and this is a board; --frames draws it as it goes on");
    return Exit::bad_usage;
  }
  std::optional<BoardFilm> film(std::in_place, options);
  BoardSimulation::Hooks hooks;
  hooks.clock = seconds_now;
  hooks.on_tick = [&](const BoardSimulation& simulation) { return film->note(simulation); };
  Result<BoardSimulation> simulation = open_board_simulation(std::move(scenario), std::move(hooks));
  if (!simulation) return bad_input(simulation.error());
  if (!options.out.empty()) {
    if (const auto error = make_folder(options.out)) return bad_input(*error);
  }
  if (options.frames > 0) {
    if (const auto error = cannot_draw(options.scenario, simulation->board())) return bad_input(*error);
  }
  simulation->run();
  if (film->error) return bad_input(*film->error);
  film.reset();
  if (const auto fault = simulation->fault()) return bad_input(*fault);
  const SimulationReport report = simulation->report();
  if (!options.out.empty()) {
    if (const auto error = save_board_run(options, *simulation, report)) return bad_input(*error);
  }
  print_report(simulation->scenario(), report, Ground::board, options.json);
  return exit_of(report);
}

}  // namespace portolan::tool
