// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <portolan/config/printable.hpp>
#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>
#include <portolan/core/detail/atomic_file.hpp>
#include <portolan/core/thread_pool.hpp>

#include "json_out.hpp"
#include "replay/replay_recorder.hpp"
#include "run_picture.hpp"
#include "run_trace.hpp"
#include "run_watch.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace portolan::tool {
namespace {

// 64 bits do not fit into the numbers of every JSON reader.
std::string hexadecimal(std::uint64_t number) {
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; number >>= 4U) text[i] = "0123456789abcdef"[number & 15U];
  return text;
}

Json json_of(const GroupReport& group) {
  return {{"name", group.name},     {"outcome", name(group.outcome)},
          {"agents", group.agents}, {"arrived", group.arrived},
          {"stuck", group.stuck},   {"last_arrival_tick", group.last_arrival_tick},
          {"plans", group.plans},   {"fields", group.fields},
          {"walked", group.walked}, {"detour", group.detour}};
}

Json json_of(const DispatchReport& report) {
  Json triggers = Json::object();
  for (std::size_t t = 0; t < trigger_count; ++t) {
    const TriggerReport& trigger = report.triggers[t];
    triggers[std::string(trigger_names[t])] = {{"fired", trigger.fired},
                                               {"served", trigger.served},
                                               {"changed", trigger.changed},
                                               {"nodes", trigger.nodes},
                                               {"tiles", trigger.tiles}};
  }
  return {{"triggers", triggers},
          {"notices", report.notices},
          {"repairs", report.repairs},
          {"repair_tiles", report.repair_tiles},
          {"requests_served", report.requests_served},
          {"ticks_waited", report.ticks_waited},
          {"longest_wait", report.longest_wait},
          {"overdue", report.overdue},
          {"longest_queue", report.longest_queue}};
}

Json json_of(const StreamingReport& report) {
  if (!report.streamed) return nullptr;
  return {{"resident_share_max", report.resident_share_max},
          {"sector_loads", report.sector_loads},
          {"sector_unloads", report.sector_unloads},
          {"loads_for_edits", report.loads_for_edits},
          {"most_loads_in_a_tick", report.most_loads_in_a_tick},
          {"waits", report.waits},
          {"start_waits", report.start_waits},
          {"most_world_bytes", report.most_world_bytes},
          {"load_seconds", report.load_seconds}};
}

Json json_of(const PlanWork& work, const FieldCacheStats& cache) {
  return {{"steps_walked", work.steps_walked},
          {"steps_computed", work.steps_computed},
          {"plans", work.plans},
          {"splices", work.splices},
          {"bounds_broken", work.bounds_broken},
          {"given_up", work.given_up},
          {"loops_cut", work.loops_cut},
          {"nodes_opened", work.nodes_opened},
          {"cache",
           {{"hits", cache.hits},
            {"misses", cache.misses},
            {"stale", cache.stale},
            {"evicted", cache.evicted},
            {"hit_rate", cache.hit_rate()}}}};
}

Json json_of(const ForesightReport& report) {
  Json outcomes = Json::object();
  for (std::size_t k = 0; k < report.outcomes.size(); ++k)
    outcomes[std::string(name(static_cast<TimeOutcome>(k)))] = report.outcomes[k];
  return {{"plans", report.plans},
          {"outcomes", outcomes},
          {"nodes_opened", report.nodes_opened},
          {"most_nodes", report.most_nodes},
          {"forecasts", report.forecasts},
          {"off_schedule", report.off_schedule},
          {"ticks_waited", report.ticks_waited}};
}

Json json_of(const Scenario& scenario, const SimulationReport& report) {
  Json groups = Json::array();
  for (const GroupReport& group : report.groups) groups.push_back(json_of(group));
  return {{"scenario", scenario.name},
          {"outcome", name(report.outcome)},
          {"ticks", report.ticks},
          {"agents", report.agents},
          {"arrived", report.arrived},
          {"stuck", report.stuck},
          {"wall_entries", report.contacts.wall_entries},
          {"overlaps", report.contacts.overlaps},
          {"overlap_ticks", report.contacts.overlap_ticks},
          {"pushed", report.contacts.pushed},
          {"squeezes", report.contacts.squeezes},
          {"stale_steps", report.contacts.stale_steps},
          {"plans", report.plans},
          {"fields", report.fields},
          {"nodes_opened", report.work.nodes_opened},
          {"tiles_solved", report.work.tiles_solved},
          {"commits", report.work.commits},
          {"sectors_rebuilt", report.work.sectors_rebuilt},
          {"replans", json_of(report.replans)},
          {"paths", json_of(report.paths, report.work.cache)},
          {"foresight", json_of(report.foresight)},
          {"walked", report.walked},
          {"detour", report.detour},
          {"streaming", json_of(report.streaming)},
          {"hash", hexadecimal(report.hash)},
          {"seconds",
           {{"build", report.seconds.build},
            {"commit", report.seconds.commit},
            {"plan", report.seconds.plan},
            {"field", report.seconds.field},
            {"crowd", report.seconds.crowd}}},
          {"groups", groups},
          {"failures", report.failures}};
}

std::string detour_in_words(const SimulationReport& report) {
  if (report.arrived == 0) return "";
  const double percent = (report.detour - 1) * 100;
  return "their ways cost " + fixed(std::abs(percent), 2) + " % " + (percent < 0 ? "less" : "more") +
         " than the optimum in steps; ";
}

std::string streaming_in_words(const StreamingReport& report) {
  if (!report.streamed) return "";
  return "at most " + fixed(report.resident_share_max * 100, 3) + " % of the sectors in memory, " +
         grouped(report.sector_loads) + " loaded, " + grouped(report.sector_unloads) + " unloaded, at most " +
         std::to_string(report.most_loads_in_a_tick) + " in a tick, " + grouped(report.waits) +
         " waits on the way; ";
}

void print(const Scenario& scenario, const SimulationReport& report) {
  std::cout << printable(scenario.name) << ": " << name(report.outcome) << ", "
            << grouped(static_cast<std::uint64_t>(report.arrived)) << " of "
            << grouped(static_cast<std::uint64_t>(report.agents)) << " agents arrived in " << report.ticks
            << " ticks; " << report.contacts.wall_entries << " wall entries, " << report.contacts.overlaps
            << " overlaps, " << report.plans << " plans, " << report.fields << " fields; "
            << detour_in_words(report) << streaming_in_words(report.streaming) << "hash "
            << hexadecimal(report.hash) << '\n';
}

std::optional<Error> make_folder(const std::filesystem::path& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (!code) return std::nullopt;
  Error error;
  error.file = folder.string();
  error.message = "cannot make the folder: " + code.message();
  return error;
}

std::string listed(const std::vector<std::filesystem::path>& files) {
  std::string text;
  for (const auto& file : files) text += (text.empty() ? "" : " and ") + file.string();
  return text;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Pictures of a run as it goes on, and its replay.
struct Film {
  const RunOptions& options;
  CorridorLog corridors;
  std::optional<ReplayRecorder> replay;
  std::optional<RunTrace> trace;
  std::optional<RunWatch> watch;
  std::int64_t frames = 0;
  std::optional<Error> error;

  void begin(const Simulation& simulation) {
    if (!options.out.empty() && options.replay) replay.emplace(simulation), replay->note(simulation);
    if (options.watch) watch.emplace();
    if (!options.trace.empty()) trace.emplace(seconds_now());
  }

  void note(const Simulation& simulation) {
    if (trace) trace->note(simulation, seconds_now());
    corridors.note(simulation);
    if (replay) replay->note(simulation);
    draw(simulation);
    if (watch) watch->note(simulation);
    if (trace) trace->begin_tick(seconds_now());
  }

  void draw(const Simulation& simulation) {
    if (options.frames == 0 || options.out.empty() || simulation.ticks() % options.frames != 0 || error)
      return;
    std::string number = std::to_string(frames++);
    number.insert(0, number.size() < 5 ? 5 - number.size() : 0, '0');
    error =
        save_run_picture(options.out / ("frame-" + number + ".png"), simulation, corridors, 0, Crop::none);
  }
};

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
  if (!error) note(file, write_atomically(file, to_indented_text(json_of(simulation.scenario(), report))));
  if (!written.empty()) say("wrote " + listed(written));
  return error;
}

SimulationHooks hooks_for(Progress& progress, Film& film) {
  SimulationHooks hooks;
  hooks.clock = seconds_now;
  hooks.on_tick = [&progress, &film](const Simulation& simulation) {
    constexpr std::int64_t every = 16;
    if (simulation.ticks() % every == 0 && !film.watch) {
      const Crowd& crowd = simulation.crowd();
      const auto done = crowd.count(AgentState::gone) + crowd.count(AgentState::arrived);
      progress.update(static_cast<double>(done) / static_cast<double>(crowd.size()));
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
  Result<ScenarioFile> scenario = read_scenario(options.scenario, options.overrides, options.confined);
  if (!scenario) return bad_input(scenario.error());
  std::optional<Progress> progress("arrived");
  Film film{options, {}, {}, {}, {}, 0, {}};
  SimulationHooks hooks = hooks_for(*progress, film);
  const auto threads = static_cast<unsigned>(scenario->threads);
  const auto pool = threads > 1 ? std::make_unique<ThreadPool>(threads) : nullptr;
  hooks.executor = pool.get();
  Result<Simulation> simulation = open_simulation(std::move(*scenario), std::move(hooks));
  if (!simulation) return bad_input(simulation.error());
  // Before the work, so that a long run is not lost to a wrong name.
  if (!options.out.empty()) {
    if (const auto error = make_folder(options.out)) return bad_input(*error);
  }
  film.begin(*simulation);
  simulation->run();
  progress.reset();
  if (const auto fault = simulation->fault()) return bad_input(*fault);
  if (film.error) return bad_input(*film.error);

  const SimulationReport report = simulation->report();
  if (options.json) {
    std::cout << to_text(json_of(simulation->scenario(), report));
  } else {
    print(simulation->scenario(), report);
  }
  if (!options.out.empty()) {
    if (const auto error = save(options.out, *simulation, film, report)) return bad_input(*error);
  }
  if (film.trace) {
    if (const auto error = film.trace->save(options.trace)) return bad_input(*error);
    say("wrote " + options.trace.string());
  }
  for (const std::string& failure : report.failures) say("expected: " + failure);
  const bool no_path = report.outcome == Outcome::unreachable || report.outcome == Outcome::partial ||
                       report.outcome == Outcome::out_of_bounds;
  return report.failures.empty() && !no_path ? Exit::ok : Exit::not_met;
}

}  // namespace portolan::tool
