// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A walk from corner to corner of a streamed world, tick by tick: how much of it is in memory, and what a
// tick costs in which sectors come and go.
#include <ctime>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/stats.hpp>

#include "sections.hpp"

namespace portolan::bench {

namespace {

struct Played {
  SimulationReport report;
  std::vector<double> ticks;  ///< microseconds
};

// Of the processor, not of the wall clock: other work on the machine must not look like a hitch.
double processor_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

std::string text_of(Cell c) { return "[" + std::to_string(c.x) + ", " + std::to_string(c.y) + "]"; }

std::string scenario_of(const std::string& file, Cell from, Cell to, const std::string& streaming) {
  return "ticks: 200000\nmap: {file: " + file + "}\n" + streaming +
         "groups:\n  - {count: 8, speed: 8, start: {cell: " + text_of(from) +
         "}, goal: {cell: " + text_of(to) + "}, arrival_radius: 4}\n";
}

Played play(const std::string& yaml) {
  Simulation simulation = value_or_throw(open_simulation(value_or_throw(parse_scenario(yaml, "bench.yaml"))));
  Played played;
  for (bool more = true; more;) {
    const double begin = processor_microseconds();
    more = simulation.tick();
    played.ticks.push_back(processor_microseconds() - begin);
  }
  if (const auto fault = simulation.fault()) throw std::runtime_error(fault->text());
  played.report = simulation.report();
  return played;
}

double share(std::vector<double> times, double which) {
  std::sort(times.begin(), times.end());
  return times[static_cast<std::size_t>(which * static_cast<double>(times.size() - 1))];
}

// Two corners of the world with a way between them.
std::pair<Cell, Cell> far_ends(const Hierarchy& hierarchy) {
  const Extent extent = hierarchy.grid().extent();
  for (std::int32_t off = 0; off < extent.width / 4; ++off) {
    for (std::int32_t k = 0; k <= off; ++k) {
      const Cell from{k, off - k, 0};
      const Cell to{extent.width - 1 - k, extent.height - 1 - off + k, 0};
      if (hierarchy.can_reach(from, to)) return {from, to};
    }
  }
  throw std::runtime_error("no way from corner to corner");
}

void bench_streamed_map(Report& report, const std::string& label, const MapSpec& spec, int rounds) {
  const TemporaryFile file("stream-" + label + ".portolan");
  std::pair<Cell, Cell> ends;
  {
    const auto map = load_or_throw(spec);
    const Hierarchy hierarchy(map->world, map->profile);
    bake(map->world, hierarchy, file.path());
    ends = far_ends(hierarchy);
  }
  const std::string name = file.path().string();
  const std::string terms[] = {"", "streaming: {resident: 0.05}\n", "streaming: {resident: 0.01}\n",
                               "streaming: {resident: 0.001}\n"};
  SimulationReport whole;
  for (const std::string& streaming : terms) {
    std::vector<double> median_tick, late_tick, worst_tick;
    SimulationReport r;
    for (int round = 0; round < rounds; ++round) {
      const Played played = play(scenario_of(name, ends.first, ends.second, streaming));
      r = played.report;
      median_tick.push_back(median(played.ticks));
      late_tick.push_back(share(played.ticks, 0.999));
      // The first ticks plan; that is another matter.
      worst_tick.push_back(*std::max_element(played.ticks.begin() + 20, played.ticks.end()));
    }
    if (streaming.empty()) whole = r;
    const bool good = r.arrived == 8 && r.contacts.wall_entries == 0 && r.contacts.stale_steps == 0 &&
                      (!r.streaming || r.streaming->most_loads_in_a_tick <= 1) &&
                      r.walked <= 1.01 * whole.walked;
    if (!good) return report.wrong(label + ", " + streaming);
    const SectorStreamReport s = r.streaming.value_or(SectorStreamReport{});
    report.row(
        {label,
         streaming.empty() ? std::string("all in memory") : streaming.substr(12, streaming.size() - 14),
         r.streaming ? 100 * s.most_resident_share() : 100.0, static_cast<std::int64_t>(s.loads),
         static_cast<std::int64_t>(s.unloads), static_cast<std::int64_t>(r.contacts.waits),
         100 * (r.walked / whole.walked - 1), static_cast<double>(s.most_world_bytes) / 1e6,
         median(median_tick), median(late_tick), median(worst_tick),
         median(worst_tick) / median(median_tick)});
  }
}

}  // namespace

void bench_streaming(Report& report, const Settings& settings) {
  report.begin_table("streaming",
                     "8 agents from corner to corner, one load per tick; ticks in microseconds of the "
                     "processor, medians over the "
                     "rounds; "
                     "the worst tick is that after the 20 first, which plan",
                     {{"map"},
                      {"memory"},
                      {"% resident", 3},
                      {"loads"},
                      {"unloads"},
                      {"waits"},
                      {"% more walked", 3},
                      {"world MB", 1},
                      {"median tick", 2},
                      {"99.9 %", 1},
                      {"worst", 0},
                      {"worst / median", 0}});
  GenerateOptions options;
  options.kind = MapKind::boxes;
  options.width = options.height = 4096;
  bench_streamed_map(report, "boxes-4096", {"generated", options}, 3);
  if (!settings.full) return;
  const std::string file = "terrain/canada_lakes_16384.map.xz";
  if (!std::filesystem::exists(data_file(file))) {
    return report.note("Canada's lakes are left out: " + data_file(file).string() + " is not there");
  }
  bench_streamed_map(report, "canada-16384", {"canada", file}, 5);
}

}  // namespace portolan::bench
