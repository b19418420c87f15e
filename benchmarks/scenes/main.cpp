// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// portolan_scenes SCENE.json [--first N] [--starts N] [--avoidance none|separation|reciprocal] [--tick S]
// [--headway S] [--trails FILE] [--larger N]
//   plays a crowd scene from that many starts; a line of JSON for each.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>

#include "scene_larger.hpp"
#include "scene_play.hpp"

int main(int count, char** words) {
  using namespace portolan;
  if (count < 2) {
    std::cerr << "usage: portolan_scenes SCENE.json [--first N] [--starts N] [--avoidance KIND] [--tick S] "
                 "[--headway S] [--trails FILE] [--larger N]\n";
    return 2;
  }
  int first = 0, starts = 1, times = 1;
  scenes::PlayOptions options;
  for (int k = 2; k + 1 < count; k += 2) {
    const std::string key = words[k], value = words[k + 1];
    if (key == "--first") first = std::stoi(value);
    if (key == "--starts") starts = std::stoi(value);
    if (key == "--larger") times = std::stoi(value);
    if (key == "--tick") options.tick = std::stof(value);
    if (key == "--headway") options.headway = std::stof(value);
    if (key == "--trails") options.trails = value;
    if (key == "--avoidance")
      options.avoidance = value == "none"         ? Avoidance::none
                          : value == "separation" ? Avoidance::separation
                                                  : Avoidance::reciprocal;
  }
  std::ifstream file(words[1]);
  if (!file) {
    std::cerr << words[1] << ": skipped, there is no such file\n";
    return 77;
  }
  scenes::Json scene = scenes::Json::parse(file, nullptr, false);
  if (scene.is_discarded()) {
    std::cerr << words[1] << ": not a scene\n";
    return 2;
  }
  if (times != 1 && (times < 1 || scene["family"] != "movebench")) {
    std::cerr << words[1] << ": only scenes of the movement benchmark can be larger, and by a whole number\n";
    return 2;
  }
  if (times > 1) scene = scenes::larger(std::move(scene), times);
  bool all_resolved = true;
  const int most =
      scene.contains("arrangements") ? scene["arrangements"]["count"].get<int>() : first + starts;
  for (int start = first; start < std::min(most, first + starts); ++start) {
    const scenes::Played p = scenes::play(scene, start, options);
    all_resolved = all_resolved && p.resolved;
    std::cout << scenes::Json{{"scene", scene["name"]},
                              {"family", scene["family"]},
                              {"start", start},
                              {"resolved", p.resolved},
                              {"agents", p.agents},
                              {"arrived", p.arrived},
                              {"p50", p.p50},
                              {"p95", p.p95},
                              {"stalled_share", p.stalled_share},
                              {"wall_entries", p.wall_entries},
                              {"squeezes", p.squeezes},
                              {"overlaps", p.overlaps},
                              {"settled_overlaps", p.settled_overlaps},
                              {"figure", p.figure},
                              {"seconds", p.seconds},
                              {"us_per_agent_tick", p.us_per_agent_tick}}
              << std::endl;
  }
  return all_resolved ? 0 : 1;
}
