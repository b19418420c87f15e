// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How long a crowd takes to get through doors, against the least time that a flow over time needs: everybody
// walks freely to the door that serves it best, and each door lets through no more than it was measured to.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/random.hpp>

#include "sections.hpp"

namespace portolan::bench {
namespace {

constexpr double step = 0.5;           // seconds of the flow's time
constexpr float march_speed = 4;       // cells a second
constexpr int wall = 48, height = 48;  // the wall's column; cells from top to bottom
constexpr long fine = 100;             // parts of a person, for capacities

struct Door {
  int y, width;
};

struct Hall {
  std::string name;
  std::vector<Door> doors;
  int agents = 400;
  int top = 4, rows = 40;  // in which they start
};

std::string text_of(const Hall& hall, bool jams, int seed) {
  std::string map = "map:\n  ascii: |\n";
  for (int y = 0; y < height; ++y) {
    std::string row(96, '.');
    row[wall] = '#';
    for (const Door& door : hall.doors) {
      if (y >= door.y && y < door.y + door.width) row[wall] = '.';
    }
    map += "    " + row + "\n";
  }
  map += "groups:\n  - {count: " + std::to_string(hall.agents) + ", start: {rect: [4, " +
         std::to_string(hall.top) + ", 30, " + std::to_string(hall.rows) +
         "]}, goal: {rect: [94, 0, 2, 48]}, radius: 0.4, speed: 4, avoidance: reciprocal}\nticks: 4000\n";
  if (seed > 0) map += "seed: " + std::to_string(seed) + "\n";
  return map + (jams ? "congestion: {interval: 2}\n" : "");
}

struct Cleared {
  std::vector<double> through;  // seconds at which they came past the wall
  std::vector<Vec2> starts;
  std::int64_t arrived = 0;
};

Cleared play(const std::string& yaml) {
  Result<ScenarioFile> scenario = parse_scenario(yaml, "clear.yaml");
  if (!scenario) throw std::runtime_error(scenario.error().text());
  Result<Simulation> opened = open_simulation(std::move(scenario).value());
  if (!opened) throw std::runtime_error(opened.error().text());
  Simulation simulation = std::move(opened).value();
  const Crowd& crowd = simulation.crowd();
  Cleared cleared;
  std::vector<bool> past(crowd.size());
  for (std::size_t k = 0; k < crowd.size(); ++k) cleared.starts.push_back(crowd.position(crowd.agent(k)));
  while (simulation.tick()) {
    for (std::size_t k = 0; k < crowd.size(); ++k) {
      if (past[k] || crowd.position(crowd.agent(k)).x < static_cast<float>(wall)) continue;
      past[k] = true;
      cleared.through.push_back(static_cast<double>(simulation.ticks()) * 0.1);
    }
  }
  cleared.arrived = simulation.report().arrived;
  return cleared;
}

// People a second through one door: the most of any three fifths of a large crowd, in their order.
double capacity(const Door& door) {
  const std::vector<double> through = play(text_of({{}, {door}}, false, 0)).through;
  const std::size_t share = through.size() * 3 / 5;
  double most = 0;
  for (std::size_t k = 0; k + share < through.size(); ++k)
    most = std::max(most, static_cast<double>(share) / (through[k + share] - through[k]));
  return most;
}

class Network {
  using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
  using Graph = boost::adjacency_list<
      boost::vecS, boost::vecS, boost::directedS, boost::no_property,
      boost::property<boost::edge_capacity_t, long,
                      boost::property<boost::edge_residual_capacity_t, long,
                                      boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;

 public:
  explicit Network(std::size_t nodes) : graph_(nodes) {}
  void add(std::size_t from, std::size_t to, long capacity) {
    const auto there = boost::add_edge(from, to, graph_).first,
               back = boost::add_edge(to, from, graph_).first;
    boost::put(boost::edge_capacity, graph_, there, capacity);
    boost::put(boost::edge_capacity, graph_, back, 0);
    boost::put(boost::edge_reverse, graph_, there, back);
    boost::put(boost::edge_reverse, graph_, back, there);
  }
  long flow(std::size_t source, std::size_t sink) {
    return boost::push_relabel_max_flow(graph_, source, sink);
  }

 private:
  Graph graph_;
};

// Whether all can be past the wall after so many steps of time.
bool fits(const std::vector<Door>& doors, const std::vector<double>& capacities,
          const std::map<std::vector<int>, long>& kinds, int steps) {
  const auto count = static_cast<std::size_t>(steps);
  const auto at_door = [&](std::size_t door, std::size_t time) { return 2 + door * count + time; };
  Network network(2 + doors.size() * count + kinds.size());
  for (std::size_t d = 0; d < doors.size(); ++d) {
    for (std::size_t t = 0; t < count; ++t) {
      network.add(at_door(d, t), 1, std::lround(capacities[d] * step * fine));
      if (t + 1 < count) network.add(at_door(d, t), at_door(d, t + 1), 1'000'000'000);
    }
  }
  long all = 0;
  std::size_t kind = 2 + doors.size() * count;
  for (const auto& [arrivals, people] : kinds) {
    network.add(0, kind, people * fine);
    for (std::size_t d = 0; d < doors.size(); ++d) {
      if (arrivals[d] < steps)
        network.add(kind, at_door(d, static_cast<std::size_t>(arrivals[d])), people * fine);
    }
    all += people * fine;
    ++kind;
  }
  return network.flow(0, 1) == all;
}

double bound(const std::vector<Door>& doors, const std::vector<double>& capacities,
             const std::vector<Vec2>& starts) {
  std::map<std::vector<int>, long> kinds;  // people by the steps of time to each door
  for (const Vec2& at : starts) {
    std::vector<int> arrivals;
    for (const Door& door : doors) {
      const float low = static_cast<float>(door.y), high = static_cast<float>(door.y + door.width);
      const float beside = std::max({low - at.y, at.y - high, 0.0F});
      const double seconds =
          static_cast<double>(std::hypot(static_cast<float>(wall) - at.x, beside) / march_speed);
      arrivals.push_back(static_cast<int>(seconds / step));
    }
    ++kinds[arrivals];
  }
  int low = 1, high = 4000;
  while (low < high) {
    const int middle = (low + high) / 2;
    fits(doors, capacities, kinds, middle) ? high = middle : low = middle + 1;
  }
  return low * step;
}

/// What each door lets through, measured once for each width.
class Capacities {
 public:
  std::vector<double> of(const std::vector<Door>& doors) {
    std::vector<double> all;
    for (const Door& door : doors) {
      if (!measured_.contains(door.width)) measured_[door.width] = capacity({23, door.width});
      all.push_back(measured_[door.width]);
    }
    return all;
  }

 private:
  std::map<int, double> measured_;
};

void show_each(Report& report, Capacities& capacities) {
  report.begin_table(
      "clear",
      "400 agents of radius 0.4 in a hall of 48 cells, through the doors of a wall, reciprocal; "
      "bound: maximum flow over time (boost::push_relabel_max_flow) with what each door lets "
      "through by itself (agents a second)",
      {{"doors"},
       {"jams cost"},
       {"past"},
       {"doors let through"},
       {"seconds", 1},
       {"bound", 1},
       {"ratio", 2}});
  for (const Hall& hall :
       {Hall{"one of 1", {{23, 1}}}, Hall{"one of 2", {{23, 2}}}, Hall{"one of 4", {{22, 4}}},
        Hall{"two of 2, near", {{15, 2}, {31, 2}}}, Hall{"two of 2, far", {{4, 2}, {42, 2}}},
        Hall{"2 in the middle, 4 far", {{23, 2}, {42, 4}}},
        Hall{"four gates of 2", {{4, 2}, {17, 2}, {30, 2}, {43, 2}}}}) {
    const std::vector<double> let = capacities.of(hall.doors);
    std::string text;
    for (const double one : let) text += (text.empty() ? "" : " ") + std::to_string(one).substr(0, 4);
    for (const bool jams : {false, true}) {
      const Cleared cleared = play(text_of(hall, jams, 0));
      const double least = bound(hall.doors, let, cleared.starts);
      const bool all = cleared.through.size() == cleared.starts.size();
      report.row({hall.name, std::string(jams ? "yes" : "no"),
                  static_cast<std::int64_t>(cleared.through.size()), text,
                  all ? Value{cleared.through.back()} : Value{}, least,
                  all ? Value{cleared.through.back() / least} : Value{}});
    }
  }
}

// Seconds over the bound where jams cost, from so many seeds, in order; infinite where somebody is not past.
std::vector<double> ratios_of(const Hall& hall, Capacities& capacities, int seeds) {
  const std::vector<double> let = capacities.of(hall.doors);
  std::vector<double> ratios;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Cleared cleared = play(text_of(hall, true, seed));
    const double least = bound(hall.doors, let, cleared.starts);
    ratios.push_back(cleared.through.size() < cleared.starts.size() ? INFINITY
                                                                    : cleared.through.back() / least);
  }
  std::sort(ratios.begin(), ratios.end());
  return ratios;
}

void show_seeds(Report& report, Capacities& capacities) {
  report.begin_table("clear, seven seeds", "seconds over the bound where jams cost, least, median and most",
                     {{"doors"}, {"least", 2}, {"median", 2}, {"most", 2}});
  for (const Hall& hall :
       {Hall{"two of 2, near", {{15, 2}, {31, 2}}}, Hall{"two of 2, far", {{4, 2}, {42, 2}}},
        Hall{"2 in the middle, 4 far", {{23, 2}, {42, 4}}},
        Hall{"the same, 200 agents", {{23, 2}, {42, 4}}, 200},
        Hall{"the same, all from the other half", {{23, 2}, {42, 4}}, 400, 4, 20},
        Hall{"1 in the middle, 3 far, 300 agents", {{23, 1}, {42, 3}}, 300},
        Hall{"two of 2, far, all from one half", {{4, 2}, {42, 2}}, 400, 4, 20},
        Hall{"4 in the middle, 2 to both sides", {{22, 4}, {8, 2}, {38, 2}}},
        Hall{"four gates of 2", {{4, 2}, {17, 2}, {30, 2}, {43, 2}}},
        Hall{"3 and 1, 250 agents from the middle", {{9, 3}, {35, 1}}, 250, 16, 16},
        Hall{"1, 5 and 2, 350 agents", {{6, 1}, {18, 5}, {40, 2}}, 350},
        Hall{"five of 1, 150 agents from one half",
             {{2, 1}, {12, 1}, {23, 1}, {34, 1}, {45, 1}},
             150,
             24,
             20}}) {
    const std::vector<double> ratios = ratios_of(hall, capacities, 7);
    report.row({hall.name, ratios.front(), ratios[ratios.size() / 2], ratios.back()});
  }
}

// Two to four doors of one to five cells, with three between them, and a crowd from all of the hall or a
// part.
Hall random_hall(test::Random& random) {
  Hall hall;
  const int count = random.between(2, 4);
  while (static_cast<int>(hall.doors.size()) < count) {
    const Door door{random.between(1, 41), random.between(1, 5)};
    const bool apart = std::all_of(hall.doors.begin(), hall.doors.end(), [&](const Door& other) {
      return door.y + door.width + 3 < other.y || other.y + other.width + 3 < door.y;
    });
    if (apart) hall.doors.push_back(door);
  }
  hall.agents = random.between(100, 400);
  if (random.percent(50)) hall.top = random.between(2, 20), hall.rows = random.between(16, 26);
  return hall;
}

// What no hall that somebody thought of shows.
void show_random(Report& report, Capacities& capacities) {
  report.begin_table(
      "clear, random halls", "seconds over the bound where jams cost, medians of five seeds",
      {{"halls"}, {"mean", 3}, {"median", 2}, {"nine in ten", 2}, {"most", 2}, {"above 1.25"}});
  std::vector<double> medians;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    test::Random random(seed);
    medians.push_back(ratios_of(random_hall(random), capacities, 5)[2]);
  }
  std::sort(medians.begin(), medians.end());
  const double sum = std::accumulate(medians.begin(), medians.end(), 0.0);
  const auto above = std::count_if(medians.begin(), medians.end(), [](double one) { return one > 1.25; });
  report.row({std::to_string(medians.size()), sum / static_cast<double>(medians.size()),
              medians[medians.size() / 2], medians[medians.size() * 9 / 10], medians.back(),
              std::to_string(above)});
}

}  // namespace

void bench_clear(Report& report, const Settings& settings) {
  Capacities capacities;
  show_each(report, capacities);
  if (!settings.full) return;
  show_seeds(report, capacities);
  show_random(report, capacities);
}

}  // namespace portolan::bench
