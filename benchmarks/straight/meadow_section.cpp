// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A block of 500 on open ground goes 150 cells on 16 bearings, as a scenario. The picture shows all of them
// on one meadow; each is played by itself.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <stdexcept>
#include <vector>

#include <portolan/simulation/simulation.hpp>
#include <portolan/view/draw.hpp>
#include <portolan/view/png_canvas.hpp>

#include "sections.hpp"

namespace portolan::bench {

namespace {

constexpr int side = 400, bearings = 16, columns = 25, rows = 20, distance = 150;
constexpr Cell start{side / 2, side / 2, 0};

struct March {
  std::vector<std::vector<Vec2>> trails;  // of each agent, tick by tick
  std::size_t open = 0;                   // points of them before the first agent arrives
  std::size_t arrived = 0;                // in the end
  double walked = 0;                      // percent above the straight line
  double turn = 0;                        // degrees
  double narrowest = 1;                   // share of the width at the start
};

World empty_meadow() {
  World meadow({side, side, 1}, terrain::ground);
  meadow.add_profile(default_profile());
  meadow.commit();
  return meadow;
}

Scenario marching(Cell goal, bool stays) {
  ScenarioGroup block;
  block.name = "block";
  block.count = columns * rows;
  block.start.at = Rect{start.x - columns / 2, start.y - rows / 2, columns, rows, 0};
  block.goal.at = std::vector<Cell>{goal};
  block.leave_on_arrival = !stays;
  if (stays) block.avoidance = Avoidance::reciprocal;
  Scenario scenario;
  scenario.name = "meadow";
  scenario.ticks = 3000;
  scenario.groups = {block};
  return scenario;
}

// Twice the standard deviation to both sides, across a direction.
double width_across(const Crowd& crowd, Vec2 along) {
  double sum = 0, squares = 0;
  for (std::uint32_t i = 0; i < crowd.size(); ++i) {
    const Vec2 at = crowd.position(crowd.agent(i));
    const double across = static_cast<double>(at.x * along.y - at.y * along.x);
    sum += across;
    squares += across * across;
  }
  const auto count = static_cast<double>(crowd.size());
  return 4 * std::sqrt(std::max(squares / count - sum / count * (sum / count), 0.0));
}

double degrees_between(Vec2 a, Vec2 b) {
  return std::acos(std::clamp(static_cast<double>(dot(normalised(a), normalised(b))), -1.0, 1.0)) * 180 /
         std::numbers::pi;
}

// From one piece of a trail to the next; pieces of six cells, on the open part.
double greatest_turn(const March& march) {
  constexpr std::size_t piece = 15;
  double most = 0;
  for (const std::vector<Vec2>& trail : march.trails) {
    for (std::size_t i = 2 * piece; i < march.open; i += piece) {
      const Vec2 before = trail[i - piece] - trail[i - 2 * piece], now = trail[i] - trail[i - piece];
      most = std::max(most, degrees_between(before, now));
    }
  }
  return most;
}

March march(Vec2 along, bool stays) {
  const Cell goal = cell_at(centre_of(start) + along * distance, 0);
  auto made = Simulation::create(marching(goal, stays), {empty_meadow()});
  if (!made.ok()) throw std::runtime_error(made.error().text());
  Simulation& simulation = *made;
  const Crowd& crowd = simulation.crowd();
  March result;
  const auto arrived = [&] { return crowd.count(AgentState::gone) + crowd.count(AgentState::arrived); };
  double width = 0;
  do {
    result.trails.resize(crowd.size());
    for (std::uint32_t i = 0; i < crowd.size(); ++i)
      result.trails[i].push_back(crowd.position(crowd.agent(i)));
    if (arrived() != 0 || crowd.size() == 0) continue;
    if (width == 0) width = width_across(crowd, along);
    result.open = result.trails[0].size();
    result.narrowest = std::min(result.narrowest, width_across(crowd, along) / width);
  } while (simulation.tick());
  double walked = 0, straight = 0;
  for (std::uint32_t i = 0; i < crowd.size(); ++i) {
    walked += static_cast<double>(crowd.distance(crowd.agent(i)));
    straight += static_cast<double>(length(result.trails[i].back() - result.trails[i].front()));
  }
  result.walked = (walked / straight - 1) * 100;
  result.turn = greatest_turn(result);
  result.arrived = arrived();
  return result;
}

void draw(Canvas& canvas, const March& march, Color color) {
  for (std::size_t i = 0; i < march.trails.size(); i += 4) draw_trail(canvas, march.trails[i], color, 0.12);
  for (const std::vector<Vec2>& trail : march.trails) {
    canvas.disc(trail[march.open / 2], 1, faded(color, 0.7));
    canvas.disc(trail.back(), 1, color);
  }
}

}  // namespace

void bench_meadow(Report& report, const Settings& settings) {
  PngCanvas canvas({0, 0, side, side, 0}, 2 * side, 2 * side);
  for (const bool stays : {true, false}) {
    report.begin_table(stays ? "meadow.staying" : "meadow.leaving",
                       stays ? "a block of 500 that stays where it arrives, each 150 cells away"
                             : "one that leaves the map by the cell that is its goal",
                       {{"bearing"}, {"walked %"}, {"turn", 1}, {"width"}, {"arrived"}});
    for (int bearing = 0; bearing < bearings; ++bearing) {
      const double angle = bearing * 2 * std::numbers::pi / bearings;
      const March one =
          march({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))}, stays);
      report.row({std::to_string(bearing), one.walked, one.turn, one.narrowest,
                  static_cast<std::int64_t>(one.arrived)});
      if (stays) draw(canvas, one, group_color(static_cast<std::size_t>(bearing) % 8));
    }
  }
  if (settings.picture.empty()) return;
  if (const auto fault = canvas.save(settings.picture)) throw std::runtime_error(fault->text());
}

}  // namespace portolan::bench
