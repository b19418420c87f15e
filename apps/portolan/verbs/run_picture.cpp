// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "run_picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include <portolan/core/tile_field.hpp>
#include <portolan/view/draw.hpp>
#include <portolan/view/png_canvas.hpp>

#include "../crowd_overlay.hpp"
#include "../legs.hpp"
#include "../picture.hpp"

namespace portolan::tool {
namespace {

constexpr std::uint64_t most_tiles =
    20'000;                            // solved for a picture, of a group; else its field stays as it is
constexpr Color grey = rgb(0x565C68);  // in a legend, where every group has a colour

// The least rectangle around cells.
class Bounds {
 public:
  void add(Vec2 p) {
    add(Rect{static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y)), 1, 1, 0});
  }
  void add(const Rect& r) {
    left_ = std::min(left_, r.x);
    top_ = std::min(top_, r.y);
    right_ = std::max(right_, r.x + r.width);
    bottom_ = std::max(bottom_, r.y + r.height);
  }
  // With a margin, within the world.
  [[nodiscard]] Rect in(Extent extent, int layer) const {
    const int margin = std::max(16, std::max(right_ - left_, bottom_ - top_) / 16);
    const int x = std::max(0, left_ - margin);
    const int y = std::max(0, top_ - margin);
    return {x, y, std::min(extent.width, right_ + margin) - x, std::min(extent.height, bottom_ + margin) - y,
            layer};
  }
  [[nodiscard]] bool empty() const { return left_ >= right_; }

 private:
  int left_ = 1 << 30;
  int top_ = 1 << 30;
  int right_ = 0;
  int bottom_ = 0;
};

TileGrid sectors_of(const Simulation& simulation, std::size_t group) {
  return simulation.hierarchy(simulation.planning_profile(group)).sectors();
}

// Whatever happened, on all layers: their pictures show the same part.
Bounds action(const Simulation& simulation, const CorridorLog& corridors) {
  Bounds bounds;
  for (const auto* trails : {&simulation.trails(), &simulation.obstacle_tracks()}) {
    for (const Trail& trail : *trails) {
      for (const Vec2 p : trail.points) bounds.add(p);
    }
  }
  const Crowd& crowd = simulation.crowd();
  for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
    if (crowd.present(crowd.agent(slot))) bounds.add(crowd.position(crowd.agent(slot)));
  }
  const std::vector<GroupLeg> legs = legs_of(simulation);
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const auto& [group, leg] = legs[i];
    for (const Goal& goal : simulation.plan(group, leg).goals) bounds.add(centre_of(goal.cell));
    for (const TileId tile : corridors.of(i)) bounds.add(sectors_of(simulation, group).bounds(tile));
  }
  return bounds;
}

// The whole layer, unless cells would share pixels and most of it stood empty.
Rect shown(const Simulation& simulation, const CorridorLog& corridors, int layer, Crop crop) {
  const Extent extent = simulation.world().extent();
  const Rect whole = whole_layer(extent, layer);
  if (crop == Crop::none ||
      std::max(extent.width, extent.height) <= simulation.scenario().output.picture_size)
    return whole;
  const Bounds bounds = action(simulation, corridors);
  if (bounds.empty()) return whole;
  const Rect part = bounds.in(extent, layer);
  const auto cells = [](const Rect& r) { return static_cast<std::int64_t>(r.width) * r.height; };
  return 3 * cells(part) < 2 * cells(whole) ? part : whole;
}

class RunPicture {
 public:
  RunPicture(const Simulation& simulation, const CorridorLog& corridors, const Rect& area)
      : simulation_(simulation),
        output_(simulation.scenario().output),
        log_(corridors),
        layer_(area.layer),
        canvas_(area, output_.picture_size, output_.picture_size),
        legs_(legs_of(simulation)) {
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      if (simulation.plan(legs_[i].group, legs_[i].leg).corridor.empty()) continue;
      planned_.push_back(i);
      if (output_.field || output_.directions) bring_up_to_date(i);
    }
  }

  std::optional<Error> save(const std::filesystem::path& file) {
    const std::uint32_t profile =
        simulation_.scenario().groups.empty() ? 0 : simulation_.scenario().groups.front().profile;
    draw_terrain(canvas_, simulation_.world(), ProfileId{profile}, map_palette());
    if (output_.corridor) corridors();
    if (output_.field && !planned_.empty()) fields();
    if (output_.corridor && !planned_.empty())
      draw_sectors(canvas_, sectors_of(simulation_, legs_[planned_.front()].group));
    if (output_.directions) directions();
    for (const LinkTable::Entry& entry : links().all()) draw_link(canvas_, links()[entry.id]);
    if (output_.trails) trails();
    agents();
    if (output_.crowd) overlay_ = draw_crowd(canvas_, simulation_);
    obstacles();
    marks();
    explain();
    canvas_.legend(legend_);
    return canvas_.save(file);
  }

 private:
  [[nodiscard]] const LinkTable& links() const { return simulation_.world().view(ProfileId{0}).links(); }

  void corridors() {
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      const std::size_t group = legs_[i].group;
      if (!log_.of(i).empty())
        draw_corridor(canvas_, sectors_of(simulation_, group), log_.of(i), group_color(group));
    }
  }

  // A run repairs no field that nobody follows any more: it has holes where obstacles lay when its last agent
  // arrived, in which the field of another group would show.
  void bring_up_to_date(std::size_t i) {
    const CorridorField& field = simulation_.field(legs_[i].group, legs_[i].leg);
    const bool kept = band(i) == nullptr && !simulation_.world().is_streamed();
    if (!kept || !field.finished() || !field.stale()) return;
    CorridorField renewed = field;
    renewed.refresh(most_tiles);
    if (renewed.advance(most_tiles)) renewed_.emplace(i, std::move(renewed));
  }

  [[nodiscard]] const CorridorField& field(std::size_t i) const {
    const auto found = renewed_.find(i);
    return found != renewed_.end() ? found->second : simulation_.field(legs_[i].group, legs_[i].leg);
  }
  [[nodiscard]] const BandField* band(std::size_t i) const {
    return simulation_.band(legs_[i].group, legs_[i].leg);
  }
  // By the field or band of a leg.
  [[nodiscard]] Distance value(std::size_t i, Cell c) const {
    return band(i) != nullptr ? band(i)->at(c) : field(i).at(c);
  }
  [[nodiscard]] Direction direction(std::size_t i, Cell c) const {
    return band(i) != nullptr ? band(i)->direction(c) : field(i).direction(c);
  }

  // The leg whose goal is cheapest to reach from a cell.
  [[nodiscard]] std::size_t nearest_leg(Cell c) const {
    std::size_t best = planned_.front();
    for (const std::size_t i : planned_) {
      if (value(i, c) < value(best, c)) best = i;
    }
    return best;
  }

  void fields() {
    const Distance farthest = draw_field(canvas_, [this](Cell c) { return value(nearest_leg(c), c); });
    legend_.push_back(field_legend(farthest));
    if (planned_.size() > 1)
      legend_.push_back({"where fields overlap: the nearest goal's, arrows in its group's colour",
                         {},
                         LegendEntry::Mark::none});
  }

  // Each group's in its colour: where fields overlap, the arrows tell whose is shown.
  void directions() {
    for (const std::size_t i : planned_) {
      const Color color =
          planned_.size() > 1 ? mix(group_color(legs_[i].group), rgb(0), 0.45) : faded(rgb(0x222732), 0.6);
      draw_directions(
          canvas_, [this, i](Cell c) { return nearest_leg(c) == i ? direction(i, c) : Direction::none; },
          color);
    }
  }

  void trails() {
    for (const Trail& trail : simulation_.obstacle_tracks()) {
      if (trail.layer == layer_) draw_trail(canvas_, trail.points, obstacle_color, 0.6);
    }
    for (const Trail& trail : simulation_.trails()) {
      if (trail.layer == layer_) draw_trail(canvas_, trail.points, group_color(trail.group), 0.5);
    }
  }

  // Where they are large enough, with their velocity; those that are stuck in a dark ring.
  void agents() {
    constexpr float least_pixels = 2;
    const Crowd& crowd = simulation_.crowd();
    for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
      const AgentId id = crowd.agent(slot);
      if (!crowd.present(id) || crowd.layer(id) != layer_) continue;
      const Vec2 at = crowd.position(id);
      const Vec2 velocity = crowd.velocity(id);
      const Color color = group_color(simulation_.group_of(id));
      if (crowd.state(id) == AgentState::stuck) {
        canvas_.disc(at, crowd.radius(id) * canvas_.scale() + 4, grey);
        any_stuck_ = true;
      }
      draw_agent(canvas_, at, crowd.radius(id), color);
      if (crowd.radius(id) * canvas_.scale() >= least_pixels && length(velocity) > 0)
        canvas_.stroke(std::array<Vec2, 2>{{at, at + velocity * 0.25F}}, 1.4F, mix(color, rgb(0), 0.5));
      any_agents_ = true;
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

  // Where a group set out: the start that is nearest to the middle of all whose trails are known.
  [[nodiscard]] std::optional<Vec2> start_of(std::size_t group) const {
    std::vector<Vec2> starts;
    Vec2 sum;
    for (const Trail& trail : simulation_.trails()) {
      if (trail.group != group || trail.layer != layer_ || trail.points.empty() || trail.beyond_link)
        continue;
      starts.push_back(trail.points.front());
      sum = sum + starts.back();
    }
    if (starts.empty()) return std::nullopt;
    const Vec2 middle = sum * (1 / static_cast<float>(starts.size()));
    return *std::min_element(starts.begin(), starts.end(),
                             [&](Vec2 a, Vec2 b) { return length(a - middle) < length(b - middle); });
  }

  void marks() {
    for (std::size_t i = 0; i < simulation_.scenario().groups.size(); ++i) {
      const Color color = group_color(i);
      if (const auto start = start_of(i); start && output_.trails)
        draw_start(canvas_, cell_at(*start, layer_), color);
      for (std::size_t leg = 0; leg < simulation_.legs(i); ++leg) {
        for (const Goal& goal : simulation_.plan(i, leg).goals) {
          if (goal.cell.layer == layer_) draw_goal(canvas_, goal.cell, color);
        }
      }
      legend_.push_back({simulation_.scenario().groups[i].name, color, LegendEntry::Mark::line});
    }
  }

  void explain() {
    if (output_.trails) legend_.push_back({"start", grey, LegendEntry::Mark::start});
    legend_.push_back({"goal", grey, LegendEntry::Mark::goal});
    if (any_agents_) legend_.push_back({"agent", grey, LegendEntry::Mark::dot});
    if (any_stuck_) legend_.push_back({"ringed: stuck", grey, LegendEntry::Mark::none});
    legend_.insert(legend_.end(), overlay_.begin(), overlay_.end());
    if (!links().empty())
      legend_.push_back({"link, up or down to another layer", grey, LegendEntry::Mark::link});
    if (!simulation_.scenario().obstacles.empty())
      legend_.push_back({"obstacle", obstacle_color, LegendEntry::Mark::dot});
    if (const Rect area = canvas_.area(); area != whole_layer(simulation_.world().extent(), layer_)) {
      legend_.push_back({"from cell " + std::to_string(area.x) + ", " + std::to_string(area.y) + " to " +
                             std::to_string(area.x + area.width) + ", " +
                             std::to_string(area.y + area.height),
                         {},
                         LegendEntry::Mark::none});
    }
  }

  const Simulation& simulation_;
  const ScenarioOutput& output_;
  const CorridorLog& log_;
  int layer_;
  PngCanvas canvas_;
  std::vector<GroupLeg> legs_;
  std::vector<std::size_t> planned_;              // legs with a corridor
  std::map<std::size_t, CorridorField> renewed_;  // fields of those that the run keeps as they were
  std::vector<LegendEntry> legend_, overlay_;
  bool any_agents_ = false;
  bool any_stuck_ = false;
};

}  // namespace

void CorridorLog::note(const Simulation& simulation) {
  const std::vector<GroupLeg> legs = legs_of(simulation);
  legs_.resize(legs.size());
  for (std::size_t i = 0; i < legs_.size(); ++i) {
    Leg& leg = legs_[i];
    const std::vector<TileId>& corridor = simulation.plan(legs[i].group, legs[i].leg).corridor;
    if (corridor == leg.last) continue;
    leg.last = corridor;
    std::vector<TileId> both;
    std::set_union(leg.all.begin(), leg.all.end(), corridor.begin(), corridor.end(),
                   std::back_inserter(both));
    leg.all = std::move(both);
  }
}

const std::vector<TileId>& CorridorLog::of(std::size_t leg) const {
  static const std::vector<TileId> none;
  return leg < legs_.size() ? legs_[leg].all : none;
}

std::optional<Error> save_run_picture(const std::filesystem::path& file, const Simulation& simulation,
                                      const CorridorLog& corridors, int layer, Crop crop) {
  return RunPicture(simulation, corridors, shown(simulation, corridors, layer, crop)).save(file);
}

}  // namespace portolan::tool
