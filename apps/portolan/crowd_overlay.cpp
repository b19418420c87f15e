// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "crowd_overlay.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace portolan::tool {
namespace {

constexpr Color desired_color = rgb(0x101216);
constexpr Color contact_color = rgb(0xC4161C);
constexpr Color gives_way_color = rgb(0xE8B500);
constexpr Color arrived_color = rgb(0xB8F06A);

std::vector<AgentId> agents_of_layer(const Crowd& crowd, int layer) {
  std::vector<AgentId> agents;
  for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
    const AgentId id = crowd.agent(slot);
    if (crowd.present(id) && crowd.layer(id) == layer) agents.push_back(id);
  }
  return agents;
}

// From the middle of an agent to where its guide would have it in half a second. Where agents are dots, lines
// would hide them.
void draw_desired(Canvas& canvas, const Simulation& simulation, AgentId id) {
  constexpr float least_pixels = 2;
  constexpr float seconds = 0.5F;
  const Crowd& crowd = simulation.crowd();
  const Guide* const guide = crowd.group(crowd.group_of(id)).guide;
  if (guide == nullptr || crowd.state(id) != AgentState::moving) return;
  if (crowd.radius(id) * canvas.scale() < least_pixels) return;
  const Vec2 at = crowd.position(id);
  const float speed = simulation.scenario().groups[simulation.group_of(id)].speed;
  const Vec2 end = at + guide->heading(at, crowd.layer(id)) * (speed * seconds);
  canvas.stroke(std::array<Vec2, 2>{{at, end}}, 1.6F, desired_color);
}

void draw_state(Canvas& canvas, const Crowd& crowd, AgentId id) {
  const float pixels = crowd.radius(id) * canvas.scale();
  if (crowd.state(id) == AgentState::arrived) canvas.disc(crowd.position(id), 0.4F * pixels, arrived_color);
  if (crowd.gives_way(id)) canvas.disc(crowd.position(id), 0.5F * pixels, gives_way_color);
}

// A line from middle to middle of all that touch: in order of x, each looks at those that its disc may reach.
void draw_contacts(Canvas& canvas, const Crowd& crowd, std::vector<AgentId> agents) {
  constexpr float touch = 1.02F;  // times the sum of their radii
  float most = 0;
  for (const AgentId id : agents) most = std::max(most, crowd.radius(id));
  std::sort(agents.begin(), agents.end(), [&](AgentId a, AgentId b) {
    return crowd.position(a).x != crowd.position(b).x ? crowd.position(a).x < crowd.position(b).x
                                                      : a.slot < b.slot;
  });
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const Vec2 at = crowd.position(agents[i]);
    const float radius = crowd.radius(agents[i]);
    for (std::size_t k = i + 1; k < agents.size(); ++k) {
      const Vec2 other = crowd.position(agents[k]);
      if (other.x - at.x > touch * (radius + most)) break;
      if (length(other - at) > touch * (radius + crowd.radius(agents[k]))) continue;
      canvas.stroke(std::array<Vec2, 2>{{at, other}}, 1.8F, contact_color);
    }
  }
}

}  // namespace

std::vector<LegendEntry> draw_crowd(Canvas& canvas, const Simulation& simulation) {
  const Crowd& crowd = simulation.crowd();
  const std::vector<AgentId> agents = agents_of_layer(crowd, canvas.area().layer);
  for (const AgentId id : agents) {
    draw_desired(canvas, simulation, id);
    draw_state(canvas, crowd, id);
  }
  draw_contacts(canvas, crowd, agents);
  return {{"desired velocity, half a second of it", desired_color, LegendEntry::Mark::line},
          {"in contact", contact_color, LegendEntry::Mark::line},
          {"gives way", gives_way_color, LegendEntry::Mark::dot},
          {"has arrived", arrived_color, LegendEntry::Mark::dot}};
}

}  // namespace portolan::tool
