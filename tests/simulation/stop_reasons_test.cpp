// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <cstdio>
#include <filesystem>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>
#include <portolan/simulation/detail/stop_reasons.hpp>

#include <support/data.hpp>

namespace portolan {
namespace {
TEST(StopReasons, Explore) {
  for (const auto& e : std::filesystem::directory_iterator(std::string(PORTOLAN_SOURCE_DIR) + "/scenarios")) {
    auto file = read_scenario(e.path(), {});
    if (!file) {
      std::printf("%s: %s\n", e.path().c_str(), file.error().text().c_str());
      continue;
    }
    detail::StopReasons reasons;
    std::array<std::uint64_t, detail::stop_reason_count> sum{};
    std::uint64_t all = 0;
    SimulationHooks hooks;
    hooks.on_tick = [&](const Simulation& s) {
      reasons.note(s);
      for (std::size_t k = 0; k < sum.size(); ++k) {
        sum[k] += reasons.counts()[k];
        all += reasons.counts()[k];
      }
      return s.ticks() < 1500;
    };
    auto sim = open_simulation(std::move(*file), std::move(hooks));
    if (!sim) {
      std::printf("%s: %s\n", e.path().c_str(), sim.error().text().c_str());
      continue;
    }
    sim->run();
    std::printf("%s: %llu of %lld ticks", e.path().filename().c_str(), (unsigned long long)all,
                (long long)sim->ticks());
    for (std::size_t k = 0; k < sum.size(); ++k)
      if (sum[k])
        std::printf(", %s %llu", std::string(detail::stop_reason_names[k]).c_str(),
                    (unsigned long long)sum[k]);
    std::printf("\n");
    std::fflush(stdout);
  }
}
}  // namespace
}  // namespace portolan
