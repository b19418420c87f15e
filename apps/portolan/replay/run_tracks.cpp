// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "run_tracks.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <utility>

namespace portolan::tool {
namespace {

constexpr int digits = 4;  // of a cell

void add(std::string& line, float value) {
  std::array<char, 64> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
  line.append(text.data(), end.ptr).push_back(',');
}

void add(std::string& line, std::int64_t value) { line.append(std::to_string(value)).push_back(','); }

// In quotes, of which those within are doubled.
void add(std::string& line, std::string_view text) {
  line.push_back('"');
  for (const char c : text) line.append(c == '"' ? 2 : 1, c);
  line.append("\",");
}

std::string_view state_of(const Simulation& simulation, AgentId agent) {
  const AgentState state = simulation.crowd().state(agent);
  if (state == AgentState::arrived) return simulation.arrived(agent) ? "arrived" : "stops";
  return state == AgentState::stuck ? "stuck" : "moving";
}

}  // namespace

RunTracks::RunTracks(std::filesystem::path file) : file_(std::move(file)) {
  constexpr std::string_view head = "tick,agent,group,x,y,layer,facing_x,facing_y,state\n";
  file_.write(head.data(), head.size());
}

void RunTracks::note(const Simulation& simulation) {
  const Crowd& crowd = simulation.crowd();
  lines_.clear();
  for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
    const AgentId agent = crowd.agent(slot);
    if (!crowd.present(agent)) continue;
    const Vec2 at = crowd.position(agent), facing = crowd.facing(agent);
    add(lines_, simulation.ticks());
    add(lines_, static_cast<std::int64_t>(slot));
    add(lines_, std::string_view(simulation.scenario().groups[simulation.group_of(agent)].name));
    add(lines_, at.x);
    add(lines_, at.y);
    add(lines_, static_cast<std::int64_t>(crowd.layer(agent)));
    add(lines_, facing.x);
    add(lines_, facing.y);
    lines_.append(state_of(simulation, agent)).push_back('\n');
  }
  file_.write(lines_.data(), lines_.size());
}

}  // namespace portolan::tool
