// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "run_watch.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <thread>

#include <portolan/config/printable.hpp>
#include <portolan/view/draw.hpp>

#include "../picture.hpp"
#include "../terminal.hpp"

namespace portolan::tool {
namespace {

constexpr Color open_ground = rgb(0xF1E9D6);
constexpr Color wall = rgb(0x3A424F);
constexpr auto between_pictures = std::chrono::milliseconds(33);

std::string color_code(int layer, Color c) {
  return "\x1b[" + std::to_string(layer) + ";2;" + std::to_string(c.r) + ';' + std::to_string(c.g) + ';' +
         std::to_string(c.b) + 'm';
}

Color or_else(Color color, Color other) { return color.a != 0 ? color : other; }

}  // namespace

bool RunWatch::possible() { return has_terminal(); }

void RunWatch::paint(std::int32_t x, std::int32_t y, Color color) {
  const std::int32_t px = x / cells_, py = y / cells_;
  if (x < 0 || y < 0 || px >= width_ || py >= height_) return;
  pixels_[static_cast<std::size_t>(py * width_ + px)] = color;
}

// Of each square of cells the one in its middle. Terrain does not change.
void RunWatch::paint_ground(const Simulation& simulation) {
  const World& world = simulation.world();
  const ProfileId profile{
      simulation.scenario().groups.empty() ? 0 : simulation.scenario().groups.front().profile};
  const TerrainPalette palette = map_palette();
  ground_.clear();
  for (std::int32_t y = 0; y < height_; ++y) {
    for (std::int32_t x = 0; x < width_; ++x) {
      const Cell c{std::min(x * cells_ + cells_ / 2, world.extent().width - 1),
                   std::min(y * cells_ + cells_ / 2, world.extent().height - 1), 0};
      const TerrainId terrain = world.terrain(c);
      const bool open = world.profile(profile).cost[terrain] != impassable;
      ground_.push_back(open ? or_else(palette.passable[terrain], open_ground)
                             : or_else(palette.blocked[terrain], wall));
    }
  }
}

void RunWatch::paint_obstacles(const Simulation& simulation) {
  const Obstacles& all = simulation.obstacles();
  for (const ObstacleId id : all.all()) {
    if (!all.present(id) || all.layer(id) != 0) continue;
    const Cell at = cell_at(all.position(id), 0);
    for (const CellOffset& offset : all.footprint(id).offsets())
      paint(at.x + offset.dx, at.y + offset.dy, obstacle_color);
  }
}

void RunWatch::paint_agents(const Simulation& simulation) {
  const Crowd& crowd = simulation.crowd();
  for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
    const AgentId agent = crowd.agent(slot);
    if (!crowd.present(agent) || crowd.layer(agent) != 0) continue;
    const Cell c = crowd.cell(agent);
    paint(c.x, c.y, group_color(simulation.group_of(agent)));
  }
}

std::string RunWatch::picture(const Simulation& simulation, int columns, int rows) {
  const Extent extent = simulation.world().extent();
  const std::int32_t across = (extent.width + columns - 1) / columns;
  const std::int32_t cells = std::max(across, (extent.height + 2 * rows - 1) / (2 * rows));
  if (cells != cells_ || ground_.empty()) {
    cells_ = std::max(1, cells);
    width_ = (extent.width + cells_ - 1) / cells_;
    height_ = (extent.height + cells_ - 1) / cells_;
    paint_ground(simulation);
  }
  pixels_ = ground_;
  paint_obstacles(simulation);
  paint_agents(simulation);
  std::string text;
  for (int y = 0; y < height_; y += 2) {
    for (int x = 0; x < width_; ++x) {
      const auto at = static_cast<std::size_t>(y * width_ + x);
      // The upper half of a character in one colour, its lower half in the other.
      text += color_code(38, pixels_[at]);
      text += y + 1 < height_ ? color_code(48, pixels_[at + static_cast<std::size_t>(width_)]) : "\x1b[49m";
      text += "\u2580";
    }
    text += "\x1b[0m\x1b[K\n";
  }
  text += printable(simulation.scenario().name) + ": tick " + std::to_string(simulation.ticks()) + ", " +
          grouped(simulation.arrived()) + " of " + grouped(simulation.crowd().size()) + " arrived\x1b[K\n";
  return text;
}

void RunWatch::note(const Simulation& simulation) {
  const Clock::time_point now = Clock::now();
  if (simulation.ticks() <= 1) begin_ = next_ = now;
  const double due = static_cast<double>(simulation.ticks()) *
                     static_cast<double>(simulation.scenario().tick_seconds) / most_speed;
  if (now >= next_) {
    next_ = now + between_pictures;
    constexpr TerminalSize usual{80, 24};
    const TerminalSize told = terminal_size().value_or(usual), size = told.rows > 2 ? told : usual;
    const std::string text = picture(simulation, size.columns, size.rows - 2);
    // Over the picture before. No other screen and no hidden cursor, so that a run may be ended at any time.
    std::cerr << (lines_ > 0 ? "\x1b[" + std::to_string(lines_) + "A\r" : "") << text << std::flush;
    lines_ = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }
  std::this_thread::sleep_until(
      begin_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(due)));
}

}  // namespace portolan::tool
