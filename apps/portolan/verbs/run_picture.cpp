// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "run_picture.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <portolan/core/tile_field.hpp>
#include <portolan/view/draw.hpp>
#include <portolan/view/png_canvas.hpp>

#include "picture.hpp"

namespace portolan::tool {
namespace {

constexpr Color obstacle_color = rgb(0x8E1B1B);

class RunPicture {
 public:
  RunPicture(const Simulation& simulation, int layer)
      : simulation_(simulation),
        output_(simulation.scenario().output),
        layer_(layer),
        canvas_(whole_layer(simulation.world().extent(), layer), output_.picture_size, output_.picture_size) {
    for (std::size_t i = 0; i < simulation.scenario().groups.size(); ++i) {
      if (!simulation.plan(i).corridor.empty()) planned_.push_back(i);
    }
  }

  std::optional<Error> save(const std::filesystem::path& file) {
    const std::uint32_t profile =
        simulation_.scenario().groups.empty() ? 0 : simulation_.scenario().groups.front().profile;
    draw_terrain(canvas_, simulation_.world(), ProfileId{profile}, map_palette());
    if (output_.corridor) corridors();
    if (output_.field && !planned_.empty()) fields();
    if (output_.corridor && !planned_.empty())
      draw_sectors(canvas_, simulation_.field(planned_.front()).field().tiles());
    if (output_.directions && !planned_.empty()) directions();
    if (output_.trails) trails();
    agents();
    obstacles();
    goals();
    canvas_.legend(legend_);
    return canvas_.save(file);
  }

 private:
  void corridors() {
    for (const std::size_t i : planned_) {
      draw_corridor(canvas_, simulation_.field(i).field().tiles(), simulation_.plan(i).corridor);
    }
  }

  // By the group's field or band.
  [[nodiscard]] Distance value(std::size_t group, Cell c) const {
    const BandField* const band = simulation_.band(group);
    return band != nullptr ? band->at(c) : simulation_.field(group).at(c);
  }
  [[nodiscard]] Direction direction(std::size_t group, Cell c) const {
    const BandField* const band = simulation_.band(group);
    return band != nullptr ? band->direction(c) : simulation_.field(group).direction(c);
  }

  // The group whose goal is cheapest to reach from a cell.
  [[nodiscard]] std::size_t nearest_group(Cell c) const {
    std::size_t best = planned_.front();
    for (const std::size_t i : planned_) {
      if (value(i, c) < value(best, c)) best = i;
    }
    return best;
  }

  void fields() {
    const Distance farthest = draw_field(canvas_, [this](Cell c) { return value(nearest_group(c), c); });
    legend_.push_back(field_legend(farthest));
  }

  void directions() {
    draw_directions(canvas_, [this](Cell c) { return direction(nearest_group(c), c); });
  }

  void trails() {
    for (const Trail& trail : simulation_.obstacle_tracks()) {
      if (trail.layer == layer_) draw_trail(canvas_, trail.points, obstacle_color, 0.6);
    }
    for (const Trail& trail : simulation_.trails()) {
      if (trail.layer == layer_) draw_trail(canvas_, trail.points, group_color(trail.group), 0.5);
    }
  }

  void agents() {
    const Crowd& crowd = simulation_.crowd();
    for (std::uint32_t i = 0; i < crowd.size(); ++i) {
      const AgentId id{i};
      if (!crowd.present(id) || crowd.layer(id) != layer_) continue;
      draw_agent(canvas_, crowd.position(id), crowd.radius(id), group_color(simulation_.group_of(id)));
    }
  }

  // Cell by cell, as they block; those too small to be seen as a dot.
  void obstacles() {
    const Obstacles& all = simulation_.obstacles();
    for (const ObstacleId id : all.all()) {
      if (!all.present(id) || all.layer(id) != layer_) continue;
      const Vec2 place = all.position(id);
      draw_obstacle(canvas_, place, 0);
      for (const CellOffset& offset : all.footprint(id).offsets()) {
        const Vec2 corner{std::floor(place.x) + static_cast<float>(offset.dx),
                          std::floor(place.y) + static_cast<float>(offset.dy)};
        canvas_.fill(corner, corner + Vec2{1, 1}, obstacle_color);
      }
    }
  }

  void goals() {
    for (std::size_t i = 0; i < simulation_.scenario().groups.size(); ++i) {
      const Color color = group_color(i);
      for (const Goal& goal : simulation_.plan(i).goals) {
        if (goal.cell.layer == layer_) draw_goal(canvas_, goal.cell, color);
      }
      legend_.push_back({simulation_.scenario().groups[i].name, color, LegendEntry::Mark::line});
    }
    legend_.push_back({"goal", group_color(0), LegendEntry::Mark::dot});
    if (!simulation_.scenario().obstacles.empty()) {
      legend_.push_back({"obstacle", obstacle_color, LegendEntry::Mark::dot});
    }
  }

  const Simulation& simulation_;
  const ScenarioOutput& output_;
  int layer_;
  PngCanvas canvas_;
  std::vector<std::size_t> planned_;  // groups with a corridor
  std::vector<LegendEntry> legend_;
};

}  // namespace

std::optional<Error> save_run_picture(const std::filesystem::path& file, const Simulation& simulation,
                                      int layer) {
  return RunPicture(simulation, layer).save(file);
}

}  // namespace portolan::tool
