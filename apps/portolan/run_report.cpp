// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "run_report.hpp"

#include <chrono>
#include <cmath>
#include <iostream>
#include <system_error>
#include <utility>

#include <portolan/config/printable.hpp>

#include "terminal.hpp"

namespace portolan::tool {
namespace {

std::string plans_in_words(const SimulationReport& report) {
  return counted(report.work.plans, "plan") + ", " + counted(report.work.fields, "field") + "; ";
}

// 64 bits do not fit into the numbers of every JSON reader.
std::string hexadecimal(std::uint64_t number) {
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; number >>= 4U) text[i] = "0123456789abcdef"[number & 15U];
  return text;
}

// Nobody arrived whose way could be compared with an optimum.
Json detour_json(double detour) { return detour > 0 ? Json(detour) : Json(nullptr); }

Json json_of(const GroupReport& group) {
  return {{"name", group.name},     {"outcome", name(group.outcome)},
          {"agents", group.agents}, {"arrived", group.arrived},
          {"stuck", group.stuck},   {"last_arrival_tick", group.last_arrival_tick},
          {"plans", group.plans},   {"fields", group.fields},
          {"walked", group.walked}, {"detour", detour_json(group.detour)}};
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

Json streaming_json(const SimulationReport& report) {
  if (!report.streaming) return nullptr;
  const SectorStreamReport& stream = *report.streaming;
  return {{"resident_share_max", stream.most_resident_share()},
          {"sector_loads", stream.loads},
          {"sector_unloads", stream.unloads},
          {"loads_for_edits", stream.loads_for_edits},
          {"most_loads_in_a_tick", stream.most_loads_in_a_tick},
          {"waits", report.contacts.waits},
          {"start_waits", report.contacts.start_waits},
          {"most_world_bytes", stream.most_world_bytes},
          {"load_seconds", report.seconds.load}};
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
    outcomes[std::string(name(static_cast<Outcome>(k)))] = report.outcomes[k];
  return {{"plans", report.plans},
          {"outcomes", outcomes},
          {"nodes_opened", report.nodes_opened},
          {"most_nodes", report.most_nodes},
          {"forecasts", report.forecasts},
          {"off_schedule", report.off_schedule},
          {"ticks_waited", report.ticks_waited}};
}

Json json_of(const SecondsReport& seconds) {
  return {{"build", seconds.build},
          {"commit", seconds.commit},
          {"plan", seconds.plan},
          {"field", seconds.field},
          {"crowd", seconds.crowd}};
}

Json groups_json(const SimulationReport& report) {
  Json groups = Json::array();
  for (const GroupReport& group : report.groups) groups.push_back(json_of(group));
  return groups;
}

std::string arrivals_in_words(const Scenario& scenario, const SimulationReport& report) {
  return printable(scenario.name) + ": " + std::string(name(report.outcome)) + ", " +
         grouped(static_cast<std::uint64_t>(report.arrived)) + " of " +
         grouped(static_cast<std::uint64_t>(report.agents)) + " agents arrived in " +
         (report.ticks == 1 ? "1 tick; " : std::to_string(report.ticks) + " ticks; ");
}

std::string detour_in_words(const SimulationReport& report, Ground ground) {
  if (!(report.detour > 0)) return "";
  const double percent = (report.detour - 1) * 100;
  if (ground == Ground::board) return "their ways cost " + fixed(percent, 2) + " % more than the optimum; ";
  return "their ways cost " + fixed(std::abs(percent), 2) + " % " + (percent < 0 ? "less" : "more") +
         " than the optimum in steps; ";
}

std::string streaming_in_words(const SimulationReport& report) {
  if (!report.streaming) return "";
  const SectorStreamReport& stream = *report.streaming;
  return "at most " + fixed(stream.most_resident_share() * 100, 3) + " % of the sectors in memory, " +
         grouped(stream.loads) + " loaded, " + grouped(stream.unloads) + " unloaded, at most " +
         std::to_string(stream.most_loads_in_a_tick) + " in a tick, " + grouped(report.contacts.waits) +
         " waits on the way; ";
}

}  // namespace

Json report_json(const Scenario& scenario, const SimulationReport& report, Ground ground) {
  Json json = {{"scenario", scenario.name},
               {"outcome", name(report.outcome)},
               {"ticks", report.ticks},
               {"agents", report.agents},
               {"arrived", report.arrived},
               {"stuck", report.stuck},
               {"wall_entries", report.contacts.wall_entries}};
  const auto in_world = [&](const char* key, Json value) {
    if (ground == Ground::world) json[key] = std::move(value);
  };
  in_world("overlaps", report.contacts.overlaps);
  in_world("overlap_ticks", report.contacts.overlap_ticks);
  in_world("pushed", report.contacts.pushed);
  json["squeezes"] = report.contacts.squeezes;
  in_world("stale_steps", report.contacts.stale_steps);
  if (ground == Ground::board) json["waits"] = report.contacts.waits;
  json["plans"] = report.work.plans;
  json["fields"] = report.work.fields;
  json["nodes_opened"] = report.work.nodes_opened;
  in_world("tiles_solved", report.work.tiles_solved);
  json["commits"] = report.commits;
  json["sectors_rebuilt"] = report.sectors_rebuilt;
  in_world("replans", json_of(report.replans));
  in_world("paths", json_of(report.paths, report.cache));
  in_world("foresight", json_of(report.foresight));
  json["walked"] = report.walked;
  json["detour"] = detour_json(report.detour);
  in_world("streaming", streaming_json(report));
  json["hash"] = hexadecimal(report.hash);
  json["seconds"] = json_of(report.seconds);
  json["groups"] = groups_json(report);
  json["failures"] = report.failures;
  return json;
}

void print_report(const Scenario& scenario, const SimulationReport& report, Ground ground, bool as_json) {
  if (as_json) {
    std::cout << to_text(report_json(scenario, report, ground));
    return;
  }
  std::cout << arrivals_in_words(scenario, report)
            << counted(static_cast<std::uint64_t>(report.contacts.wall_entries), "wall entry", "wall entries")
            << ", ";
  if (ground == Ground::world) {
    std::cout << counted(static_cast<std::uint64_t>(report.contacts.overlaps), "overlap") << ", ";
  } else {
    std::cout << counted(static_cast<std::uint64_t>(report.contacts.waits), "wait") << ", "
              << counted(static_cast<std::uint64_t>(report.contacts.squeezes), "squeeze") << ", ";
  }
  std::cout << plans_in_words(report) << detour_in_words(report, ground) << streaming_in_words(report)
            << "hash " << hexadecimal(report.hash) << '\n';
}

Exit exit_of(const SimulationReport& report) {
  for (const GroupReport& group : report.groups) {
    if (group.outcome == Outcome::partial || group.outcome == Outcome::unreachable)
      say("group '" + group.name + "': its last plan found no way to the goal" +
          (group.outcome == Outcome::partial ? ", and went to the cell nearest to it" : "") +
          "; is it walled off, or too narrow for the profile?");
  }
  for (const std::string& failure : report.failures) say(failure);
  const bool no_path = report.outcome == Outcome::unreachable || report.outcome == Outcome::partial ||
                       report.outcome == Outcome::out_of_bounds;
  return report.failures.empty() && !no_path ? Exit::ok : Exit::not_met;
}

std::optional<Error> make_folder(const std::filesystem::path& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (!code) return std::nullopt;
  Error error;
  error.file = folder.string();
  error.message = "cannot make the folder: " + code.message() + "; name another one";
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

std::filesystem::path frame_file(const std::filesystem::path& folder, std::int64_t number) {
  std::string digits = std::to_string(number);
  digits.insert(0, digits.size() < 5 ? 5 - digits.size() : 0, '0');
  return folder / ("frame-" + digits + ".png");
}

}  // namespace portolan::tool
