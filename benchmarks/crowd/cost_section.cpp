// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <cmath>
#include <ctime>
#include <memory>
#include <numbers>
#include <vector>

#include <portolan/core/straight_field.hpp>
#include <portolan/core/thread_pool.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/straight_guide.hpp>

#include <support/stats.hpp>

#include "sections.hpp"

namespace portolan::bench {
namespace {

constexpr float seconds_of_costed_tick = 1.0F / 30;
constexpr int ticks = 30;  // of a measurement, and before one

struct Case {
  int agents;
  int cells_per_agent;
  Avoidance avoidance;
  unsigned threads;
};

// Two crowds mixed on a square of open ground, one to each side: everybody follows a field, and meets others.
class Field {
 public:
  explicit Field(const Case& of)
      : side_(static_cast<std::int32_t>(std::sqrt(static_cast<double>(of.agents) * of.cells_per_agent)) + 8),
        world_(Extent{side_, side_, 1}, 1),
        pool_(of.threads),
        crowd_(CrowdOptions{of.threads > 1 ? &pool_ : nullptr, 5, 3}) {
    const ProfileId profile = world_.add_profile({});
    world_.commit();
    const GridView grid = world_.view(profile);
    for (const std::int32_t x : {0, side_ - 1}) add_side(grid, x, of.avoidance);
    const float step = static_cast<float>(side_ - 8) / std::ceil(std::sqrt(static_cast<float>(of.agents)));
    const auto columns = static_cast<int>(std::ceil(std::sqrt(static_cast<float>(of.agents))));
    for (int k = 0; k < of.agents; ++k) {
      const Vec2 at{4 + (static_cast<float>(k % columns) + 0.5F) * step,
                    4 + (static_cast<float>(k / columns) + 0.5F) * step};
      crowd_.add({at, 0, 0.3F, 4, {static_cast<std::uint32_t>(k * 7 / 3 % 2)}});
    }
  }
  // Where about so many of them are near.
  void look_at_the_middle(int near, int cells_per_agent, std::uint8_t interval) {
    const Vec2 middle[] = {{static_cast<float>(side_) / 2, static_cast<float>(side_) / 2}};
    crowd_.set_focus(
        middle, std::sqrt(static_cast<float>(near * cells_per_agent) / std::numbers::pi_v<float>), interval);
  }
  void run() {
    for (int k = 0; k < ticks; ++k) crowd_.step(seconds_of_costed_tick);
  }
  [[nodiscard]] std::uint64_t hash() const { return crowd_.hash(); }

 private:
  void add_side(const GridView& grid, std::int32_t x, Avoidance avoidance) {
    fields_.push_back(std::make_unique<StraightField>(grid, TileGrid(grid.extent())));
    fields_.back()->allow_all();
    std::vector<Cell> goals;
    for (std::int32_t y = 0; y < side_; y += 4) goals.push_back({x, y, 0});
    for (const Cell& c : goals) fields_.back()->add_goal({c});
    fields_.back()->advance();
    guides_.push_back(std::make_unique<StraightGuide>(fields_.back().get()));
    crowd_.add_group({grid, guides_.back().get(), std::move(goals), {}, 1.5F, true, 1, avoidance});
  }

  std::int32_t side_;
  World world_;
  ThreadPool pool_;
  std::vector<std::unique_ptr<StraightField>> fields_;
  std::vector<std::unique_ptr<StraightGuide>> guides_;
  Crowd crowd_;
};

double per_agent(double seconds, const Case& of) { return seconds * 1e6 / ticks / of.agents; }

}  // namespace

void bench_cost(Report& report, const Settings& settings) {
  report.begin_table(
      "cost",
      "microseconds per agent and tick: 30 ticks of 1/30 s after as many; two crowds mixed, one to "
      "each side; radius 0.3",
      {{"agents"},
       {"cells each"},
       {"avoidance"},
       {"threads"},
       {"CPU us", 3},
       {"wall us", 3},
       {"ms a tick", 2}});
  std::vector<int> counts{1'000, 10'000, 100'000};
  if (settings.full) counts.push_back(1'000'000);
  for (const int agents : counts) {
    for (const int cells : {32, 4}) {
      for (const Avoidance avoidance : {Avoidance::none, Avoidance::separation, Avoidance::reciprocal}) {
        std::uint64_t hash = 0;
        for (const unsigned threads : {1U, 2U}) {
          const Case of{agents, cells, avoidance, threads};
          Field field(of);
          field.run();
          const std::clock_t begin = std::clock();
          const double wall = microseconds([&] { field.run(); }) * 1e-6;
          const double cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
          report.row({std::int64_t{agents}, std::int64_t{cells},
                      std::string(avoidance_names[static_cast<std::size_t>(avoidance)]),
                      std::int64_t{threads}, per_agent(cpu, of), per_agent(wall, of), wall * 1e3 / ticks});
          if (threads > 1 && hash != field.hash()) report.wrong("two threads move agents elsewhere than one");
          hash = field.hash();
        }
      }
    }
  }
}

void bench_detail(Report& report, const Settings& settings) {
  report.begin_table(
      "detail",
      "milliseconds a tick of the same crowds, reciprocal, 32 cells each, where 10,000 in the middle are "
      "near; an interval of 1: all are",
      {{"agents"}, {"interval"}, {"threads"}, {"ms a tick", 1}});
  for (const int agents : settings.full ? std::vector<int>{100'000, 1'000'000} : std::vector<int>{100'000}) {
    for (const std::uint8_t interval : {std::uint8_t{1}, std::uint8_t{8}, most_interval}) {
      std::uint64_t hash = 0;
      for (const unsigned threads : {1U, 2U}) {
        Field field({agents, 32, Avoidance::reciprocal, threads});
        field.look_at_the_middle(10'000, 32, interval);
        field.run();
        const double wall = microseconds([&] { field.run(); }) * 1e-3;
        report.row({std::int64_t{agents}, std::int64_t{interval}, std::int64_t{threads}, wall / ticks});
        if (threads > 1 && hash != field.hash()) report.wrong("two threads move agents elsewhere than one");
        hash = field.hash();
      }
    }
  }
}

}  // namespace portolan::bench
