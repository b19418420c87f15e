// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How the building of the portal graph scales with threads. Beside it the ceiling of the machine: as many of
// the same jobs at once as there are threads, one on each, that share nothing.
#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <portolan/core/thread_pool.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

#include <support/stats.hpp>

#include "made_worlds.hpp"
#include "sections.hpp"

namespace portolan::bench {

namespace {

struct ThreadedTask {
  std::string name;
  std::shared_ptr<const LoadedMap> map;
};

// Of small maps, large ones, and those of real ground.
std::vector<ThreadedTask> tasks(const Settings& settings) {
  std::vector<ThreadedTask> tasks;
  std::vector<std::string> files{"movingai/sc1/TheFrozenSea.map", "movingai/cities/Berlin_0_1024.map",
                                 "movingai/mazes/maze512-4-0.map", "terrain/sweden_lakes_8192.map.xz"};
  if (settings.full) files.emplace_back("terrain/canada_lakes_16384.map.xz");
  for (const std::string& file : files) {
    const std::string name = file.substr(file.rfind('/') + 1, file.find('.') - file.rfind('/') - 1);
    if (!std::filesystem::exists(data_file(file)) || file.find(settings.maps) == std::string::npos) continue;
    tasks.push_back({name, load_or_throw({name, file})});
  }
  if (!settings.maps.empty()) return tasks;
  tasks.push_back({"mixed ground 2048, cost 1 to 9", make_world({.side = 2048, .walls = 5, .most_cost = 9})});
  tasks.push_back({"generated city 2048", generate(MapKind::city, 2048)});
  if (settings.full) tasks.push_back({"generated city 4096", generate(MapKind::city, 4096)});
  return tasks;
}

// 1 and the powers of two up to the processors.
std::vector<unsigned> thread_counts() {
  std::vector<unsigned> counts{1};
  while (2 * counts.back() <= std::max(2U, std::thread::hardware_concurrency()))
    counts.push_back(2 * counts.back());
  return counts;
}

std::string text(unsigned threads) { return std::to_string(threads); }

// How many times the throughput of one `job` that many of `jobs` at once have.
double ceiling(const Method& one, const Method& jobs, unsigned threads) {
  return static_cast<double>(threads) * ratio(one, jobs);
}

void bench_build_task(Report& report, const ThreadedTask& task, int rounds) {
  const auto build = [&](Executor* executor) {
    return Hierarchy(task.map->world, task.map->profile, {.executor = executor});
  };
  const std::uint64_t fingerprint = build(nullptr).fingerprint();
  const std::vector<unsigned> counts = thread_counts();
  std::vector<std::unique_ptr<ThreadPool>> pools;
  std::vector<Method> methods{{"alone", [&] { static_cast<void>(build(nullptr)); }, 1, {}}};
  for (const unsigned threads : counts) {
    ThreadPool& pool = *pools.emplace_back(std::make_unique<ThreadPool>(threads));
    if (build(&pool).fingerprint() != fingerprint)
      return report.wrong(task.name + ", " + text(threads) + " threads");
    methods.push_back({text(threads), [&] { static_cast<void>(build(&pool)); }, 1, {}});
    methods.push_back({"apart",
                       [&, threads] {
                         pool.parallel_for(threads,
                                           [&](std::size_t, unsigned) { static_cast<void>(build(nullptr)); });
                       },
                       1,
                       {}});
  }
  run_in_turns(methods, rounds);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const Method &together = methods[1 + 2 * i], &side_by_side = methods[2 + 2 * i];
    report.row({task.name, std::int64_t{counts[i]}, together.median_time() / 1000,
                ratio(methods[0], together), ceiling(methods[0], side_by_side, counts[i])});
  }
}

}  // namespace

void bench_threads(Report& report, const Settings& settings) {
  const std::vector<ThreadedTask> all = tasks(settings);
  const auto rounds = [&](const ThreadedTask& task) {
    const bool large = task.map->world.extent().width > 4096;
    return (large ? 5 : 15) + (settings.full && !large ? 6 : 0);
  };
  report.begin_table("threads_build", "portal graphs built on an executor of this many threads",
                     {{"map"}, {"threads"}, {"ms", 1}, {"speed-up"}, {"ceiling"}});
  for (const ThreadedTask& task : all) bench_build_task(report, task, rounds(task));
  report.note("ceiling: throughput of that many builds at once that share nothing, each on its own thread");
  report.note("every graph was equal by its fingerprint before it was timed");
}

}  // namespace portolan::bench
