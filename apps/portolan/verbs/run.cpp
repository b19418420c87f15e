// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>
#include <portolan/core/detail/atomic_file.hpp>
#include <portolan/core/thread_pool.hpp>

#include "boards/board_verbs.hpp"
#include "json_out.hpp"
#include "map_at_hand.hpp"
#include "outputs.hpp"
#include "replay/replay_recorder.hpp"
#include "replay/run_tracks.hpp"
#include "run_picture.hpp"
#include "run_report.hpp"
#include "run_trace.hpp"
#include "run_watch.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace portolan::tool {
namespace {

// Pictures of a run as it goes on, and its replay.
struct Film {
  const RunOptions& options;
  CorridorLog corridors;
  std::optional<ReplayRecorder> replay;
  std::optional<RunTrace> trace;
  std::optional<RunTracks> tracks;
  std::optional<RunWatch> watch;
  std::int64_t frames = 0;
  std::optional<Error> error;

  void begin(const Simulation& simulation) {
    if (!options.out.empty() && options.replay) replay.emplace(simulation), replay->note(simulation);
    if (options.watch) watch.emplace();
    if (!options.tracks.empty()) tracks.emplace(options.tracks);
    if (!options.trace.empty()) trace.emplace(seconds_now());
  }

  void note(const Simulation& simulation) {
    if (trace) trace->note(simulation, seconds_now());
    corridors.note(simulation);
    if (replay) replay->note(simulation);
    if (tracks) tracks->note(simulation);
    draw(simulation);
    if (watch) watch->note(simulation);
    if (trace) trace->begin_tick(seconds_now());
  }

  void draw(const Simulation& simulation) {
    if (options.frames == 0 || options.out.empty() || simulation.ticks() % options.frames != 0 || error)
      return;
    error = save_run_picture(frame_file(options.out, frames++), simulation, corridors, 0, Crop::none);
  }
};

// No map and no scenario is written over, and no file twice.
std::optional<Error> overwrites_anything(const RunOptions& options, const ScenarioFile& scenario) {
  std::vector<std::filesystem::path> inputs{options.scenario}, outputs{options.trace, options.tracks};
  inputs.insert(inputs.end(), scenario.files.begin(), scenario.files.end());
  if (!options.out.empty()) {
    for (const char* const name : {"final.png", "report.json", "replay.html"})
      outputs.push_back(options.out / name);
  }
  return overwrites(inputs, outputs);
}

// Whether it comes to an end or not, it says which files are there.
std::optional<Error> save(const std::filesystem::path& folder, const Simulation& simulation, Film& film,
                          const SimulationReport& report) {
  std::vector<std::filesystem::path> written;
  std::optional<Error> error;
  const auto note = [&](const std::filesystem::path& file, std::optional<Error> fault) {
    error = std::move(fault);
    if (!error) written.push_back(file);
  };
  for (int layer = 0; layer < simulation.world().extent().layers && !error; ++layer) {
    const auto file = folder / (layer == 0 ? "final.png" : "final-layer" + std::to_string(layer) + ".png");
    note(file, save_run_picture(file, simulation, film.corridors, layer, Crop::action));
  }
  const auto page = folder / "replay.html";
  if (!error && film.replay) note(page, film.replay->save(page, simulation));
  const auto file = folder / "report.json";
  if (!error)
    note(file,
         write_atomically(file, to_indented_text(report_json(simulation.scenario(), report, Ground::world))));
  if (!written.empty()) say("wrote " + listed(written));
  return error;
}

std::optional<Error> save_all(const RunOptions& options, const Simulation& simulation, Film& film,
                              const SimulationReport& report) {
  if (!options.out.empty()) {
    if (auto error = save(options.out, simulation, film, report)) return error;
  }
  if (film.trace) {
    if (auto error = film.trace->save(options.trace)) return error;
    say("wrote " + options.trace.string());
  }
  if (film.tracks) {
    if (auto error = film.tracks->save()) return error;
    say("wrote " + options.tracks.string());
  }
  return std::nullopt;
}

// Before the work, so that a long run is not lost to a wrong name.
std::optional<Error> cannot_save(const RunOptions& options) {
  if (!options.out.empty()) {
    if (auto error = make_folder(options.out)) return error;
  }
  for (const auto& file : {options.trace, options.tracks}) {
    if (file.empty()) continue;
    if (auto error = cannot_write(file)) return error;
  }
  return std::nullopt;
}

SimulationHooks hooks_for(Progress& progress, Film& film) {
  SimulationHooks hooks;
  hooks.clock = seconds_now;
  hooks.on_tick = [&progress, &film](const Simulation& simulation) {
    constexpr std::int64_t every = 16;
    if (simulation.ticks() % every == 0 && !film.watch) {
      progress.update(static_cast<double>(simulation.arrived()) /
                      static_cast<double>(simulation.crowd().size()));
    }
    film.note(simulation);
    return !film.error;
  };
  return hooks;
}

}  // namespace

Exit run(const RunOptions& options) {
  if (options.watch && !RunWatch::possible()) {
    say("--watch draws on a terminal, and stderr is none");
    return Exit::bad_usage;
  }
  if (const std::string_view format = kind_of(options.scenario).format(); !format.empty()) {
    return bad_input(
        {options.scenario.string(), 0, 0, "",
         "is read as " + std::string(format) +
             ", and no scenario; name it in one, as `map: {file: ...}`, or use 'portolan info'"});
  }
  Result<ScenarioFile> scenario = read_scenario(options.scenario, options.overrides, options.confined);
  if (!scenario) return bad_input(scenario.error());
  if (const auto error = overwrites_anything(options, *scenario)) return bad_input(*error);
  if (scenario->board_options.is_board()) return board_run(options, std::move(*scenario));
  std::optional<Progress> progress("arrived");
  Film film{options, {}, {}, {}, {}, {}, 0, {}};
  SimulationHooks hooks = hooks_for(*progress, film);
  const auto threads = static_cast<unsigned>(scenario->threads);
  const auto pool = threads > 1 ? std::make_unique<ThreadPool>(threads) : nullptr;
  hooks.executor = pool.get();
  Result<Simulation> simulation = open_simulation(std::move(*scenario), std::move(hooks));
  if (!simulation) return bad_input(simulation.error());
  if (const auto error = cannot_save(options)) return bad_input(*error);
  film.begin(*simulation);
  simulation->run();
  progress.reset();
  if (const auto fault = simulation->fault()) return bad_input(*fault);
  if (film.error) return bad_input(*film.error);

  const SimulationReport report = simulation->report();
  if (const auto error = save_all(options, *simulation, film, report)) return bad_input(*error);
  print_report(simulation->scenario(), report, Ground::world, options.json);
  return exit_of(report);
}

}  // namespace portolan::tool
