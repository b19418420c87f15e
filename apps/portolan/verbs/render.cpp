// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/planner.hpp>

#include "compare_queries.hpp"
#include "map_at_hand.hpp"
#include "outputs.hpp"
#include "picture.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace portolan::tool {
namespace {

constexpr Color portal_color = rgb(0xC2185B);  // as draw_portal draws them
constexpr std::int64_t most_pixels = std::int64_t{1} << 27U;

// How many paths lead over each cell of an area.
class Use {
 public:
  Use(Rect area, const Hierarchy& hierarchy, const std::vector<Query>& queries)
      : area_(area), counts_(static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height)) {
    PathFinder finder(hierarchy);
    for (const Query& query : queries) {
      const FoundPath& found = finder.find({.agents = {query.start}, .goals = {{query.goal}}});
      if (found.outcome == Outcome::complete) walk(finder.polyline());
    }
  }

  [[nodiscard]] std::uint32_t most() const { return most_; }
  void draw(Canvas& canvas) const {
    canvas.cells([this](Cell start, std::span<Color> row) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::uint32_t n =
            counts_[place({start.x + static_cast<std::int32_t>(i), start.y, start.layer})];
        if (n > 0) row[i] = distance_color(std::log2(1.0 + n) / std::log2(1.0 + most_));
      }
    });
  }

 private:
  // Each cell of a run along the line once; a quarter of a cell to a look misses corners alone.
  void walk(const Polyline& line) {
    Cell last{-1, -1, -1};
    for (std::size_t i = 0; i + 1 < line.points.size(); ++i) {
      const PathPoint& from = line.points[i];
      const PathPoint& to = line.points[i + 1];
      const int looks = from.layer == to.layer ? 1 + static_cast<int>(4 * length(to.at - from.at)) : 1;
      for (int k = 0; k <= looks; ++k) {
        const float part = static_cast<float>(k) / static_cast<float>(looks);
        const PathPoint& end = part < 1 ? from : to;
        const Cell c = cell_at(from.at + (to.at - from.at) * part, end.layer);
        if (c != std::exchange(last, c)) count(c);
      }
    }
  }
  [[nodiscard]] std::size_t place(Cell c) const {
    return static_cast<std::size_t>(c.y - area_.y) * static_cast<std::size_t>(area_.width) +
           static_cast<std::size_t>(c.x - area_.x);
  }
  void count(Cell c) {
    if (c.layer != area_.layer || c.x < area_.x || c.y < area_.y || c.x >= area_.x + area_.width ||
        c.y >= area_.y + area_.height)
      return;
    most_ = std::max(most_, ++counts_[place(c)]);
  }

  Rect area_;
  std::vector<std::uint32_t> counts_;
  std::uint32_t most_ = 0;
};

// A picture of a map, and of one plan where there is one.
class Picture {
 public:
  Picture(const RenderOptions& options, const MapAtHand& map, Rect area)
      : options_(options),
        map_(map),
        area_(area),
        hierarchy_(build_hierarchy(map, options.map)),
        field_(hierarchy_) {}

  void plan() {
    if (!options_.has_query()) return;
    Planner planner(hierarchy_);
    plan_ = planner.plan({.agents = {options_.from}, .goals = {{options_.to}}, .quality = options_.quality});
    field_.reset(plan_);
    field_.advance();
    if (plan_.outcome != Outcome::complete) return;
    PathFinder finder(hierarchy_);
    (void)finder.find({.agents = {options_.from},
                       .goals = {{options_.to}},
                       .quality = options_.quality,
                       .headings = Headings::any_angle});
    polyline_ = finder.polyline();
  }

  void draw(Canvas& canvas, const Use* use) const {
    std::vector<LegendEntry> legend;
    if (shows("terrain")) draw_terrain(canvas, map_.world, map_.profile, map_palette());
    if (shows("corridor")) {
      draw_corridor(canvas, hierarchy_.sectors(), plan_.corridor);
      legend.push_back({"corridor", rgb(0x8A6412)});
    }
    if (shows("field"))
      legend.push_back(field_legend(draw_field(canvas, [this](Cell c) { return field_.at(c); })));
    if (use != nullptr) {
      use->draw(canvas);
      legend.push_back({"paths over a cell, 0 to " + grouped(use->most()), {}, LegendEntry::Mark::ramp});
    }
    if (shows("sectors")) draw_sectors(canvas, hierarchy_.sectors());
    if (shows("directions")) draw_directions(canvas, [this](Cell c) { return field_.direction(c); });
    if (shows("portals")) draw_portals(canvas, legend);
    if (shows("path")) draw_query(canvas, legend);
    canvas.legend(legend);
  }

  [[nodiscard]] bool shows(const std::string& layer) const {
    return std::ranges::find(options_.show, layer) != options_.show.end();
  }
  [[nodiscard]] const Hierarchy& hierarchy() const { return hierarchy_; }
  [[nodiscard]] const Plan& plan_found() const { return plan_; }

 private:
  void draw_portals(Canvas& canvas, std::vector<LegendEntry>& legend) const {
    const PortalGraph& graph = hierarchy_.graph();
    for (PortalId id{0}; id.value < graph.id_end(); ++id.value) {
      if (!graph.contains(id)) continue;
      const Portal portal = graph.portal(id);
      if (portal.is_link() || portal.a.layer != area_.layer) continue;
      const bool below = portal.b.y > portal.a.y;
      Cell last = portal.first;
      (below ? last.x : last.y) += portal.width - 1;
      draw_portal(canvas, portal.first, last, below ? Direction::s : Direction::e);
    }
    legend.push_back({"portals", portal_color, LegendEntry::Mark::line});
  }

  void draw_query(Canvas& canvas, std::vector<LegendEntry>& legend) const {
    const Color color = group_color(0);
    const Color start = group_color(1);
    std::vector<Vec2> piece;  // on the layer that is shown
    for (const PathPoint& p : polyline_.points) {
      if (p.layer == area_.layer) piece.push_back(p.at);
      if (p.layer == area_.layer && &p != &polyline_.points.back()) continue;
      if (piece.size() > 1) canvas.stroke(piece, 2.5F, color);
      piece.clear();
    }
    draw_start(canvas, options_.from, start);
    draw_goal(canvas, options_.to, color);
    legend.push_back({"path", color, LegendEntry::Mark::line});
    legend.push_back({"start", start, LegendEntry::Mark::start});
    legend.push_back({"goal", color, LegendEntry::Mark::goal});
  }

  const RenderOptions& options_;
  const MapAtHand& map_;
  Rect area_;
  Hierarchy hierarchy_;
  CorridorField field_;
  Plan plan_;
  Polyline polyline_;
};

bool has_what_it_shows(const RenderOptions& options) {
  static constexpr std::array<std::string_view, 4> of_a_plan{"corridor", "field", "directions", "path"};
  const auto shown = std::ranges::find_if(options.show, [](const std::string& layer) {
    return std::ranges::find(of_a_plan, layer) != of_a_plan.end();
  });
  if (options.has_query() || shown == options.show.end()) return true;
  say("to show '" + *shown + "' takes a plan; give --from and --to");
  return false;
}

// What is asked for of the map; nothing, and a message, where that is not on it.
std::optional<Rect> area_on(const Extent& extent, Rect asked) {
  if (asked.width == 0) return whole_layer(extent, asked.layer);
  const bool inside = asked.x >= 0 && asked.y >= 0 && asked.width <= extent.width - asked.x &&
                      asked.height <= extent.height - asked.y && asked.layer >= 0 &&
                      asked.layer < extent.layers;
  if (inside) return asked;
  say("the area does not lie on the map, which is " + text_of(extent));
  return std::nullopt;
}

bool fits(Rect area, int zoom) {
  const std::int64_t pixels = std::int64_t{area.width} * zoom * area.height * zoom;
  if (pixels <= most_pixels) return true;
  say("the picture would have " + grouped(static_cast<std::uint64_t>(pixels)) + " pixels, and at most " +
      grouped(static_cast<std::uint64_t>(most_pixels)) + " are drawn; take a smaller --area or --zoom");
  return false;
}

RenderOptions with_layers(RenderOptions options) {
  if (!options.show.empty()) return options;
  options.show = {"terrain", "sectors"};
  if (options.has_query()) {
    for (const char* layer : {"corridor", "field", "directions", "path"}) options.show.emplace_back(layer);
  } else if (options.use == 0) {
    options.show.emplace_back("portals");
  }
  return options;
}

}  // namespace

Exit render(const RenderOptions& given) {
  const RenderOptions options = with_layers(given);
  if (!has_what_it_shows(options)) return Exit::bad_usage;
  if (const auto error = overwrites({options.map.file}, {options.out})) return bad_input(*error);
  const Result<MapAtHand> map = open_map(options.map);
  if (!map) return bad_input(map.error());
  const std::optional<Rect> area = area_on(map->world.extent(), options.area);
  if (!area) return Exit::bad_usage;
  if (!fits(*area, options.zoom)) return Exit::bad_usage;
  Picture picture(options, *map, *area);
  picture.plan();
  std::optional<Use> use;
  if (options.use > 0) {
    CompareOptions drawn;
    drawn.queries = options.use;
    drawn.seed = options.seed;
    const Result<std::vector<Query>> queries = choose_queries(drawn, map->grid());
    if (!queries) return bad_input(queries.error());
    use.emplace(*area, picture.hierarchy(), *queries);
  }
  if (const auto damage = map->damage()) return bad_input(*damage);
  const auto error = save_picture(options.out, *area, options.zoom,
                                  [&](Canvas& canvas) { picture.draw(canvas, use ? &*use : nullptr); });
  if (error) return bad_input(*error);
  if (!options.has_query()) return Exit::ok;
  std::cout << "outcome      " << name(picture.plan_found().outcome) << '\n';
  return picture.plan_found().outcome == Outcome::complete ? Exit::ok : Exit::not_met;
}

}  // namespace portolan::tool
