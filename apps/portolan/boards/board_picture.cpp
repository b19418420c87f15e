// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "board_picture.hpp"

#include <algorithm>

#include "board_layout.hpp"
#include "picture.hpp"
#include "terminal.hpp"

namespace portolan::tool {
namespace {

Color ground_of(Cost cost) {
  if (cost == impassable) return rgb(0x3B4048);
  return mix(rgb(0xEFE9D6), rgb(0x9C8F6E), std::min(1.0, (cost - 1) / 8.0));
}

}  // namespace

std::optional<Error> cannot_draw(const std::filesystem::path& file, const detail::Board& board) {
  if (board.graph.has_positions()) return std::nullopt;
  return Error{file.string(), 0, 0, "", "does not say where nodes lie, so that there is no picture"};
}

LegendEntry board_field_legend(const detail::Board& board, Distance farthest) {
  if (board.shape < detail::BoardShape::nodes) return field_legend(farthest);
  return {"cost to the goal, 0 to " + grouped(farthest.units) + " units", {}, LegendEntry::Mark::ramp};
}

std::vector<Color> board_colors(std::span<const Cost> costs,
                                const std::function<Distance(std::uint32_t)>& cost_to_goal,
                                Distance& farthest) {
  farthest = Distance{0};
  for (std::uint32_t v = 0; v < costs.size(); ++v) {
    if (const Distance cost = cost_to_goal(v); reachable(cost)) farthest = std::max(farthest, cost);
  }
  std::vector<Color> colors;
  for (std::uint32_t v = 0; v < costs.size(); ++v) {
    const Color ground = ground_of(costs[v]);
    const Distance cost = cost_to_goal(v);
    const double share =
        static_cast<double>(cost.units) / static_cast<double>(std::max<std::uint64_t>(farthest.units, 1));
    colors.push_back(reachable(cost) && costs[v] != impassable ? mix(ground, distance_color(share), 0.75)
                                                               : ground);
  }
  return colors;
}

std::optional<Error> save_board_picture(const std::filesystem::path& file, const BoardScene& scene) {
  const std::unique_ptr<BoardLayout> layout = layout_of(scene.board, scene.size);
  return save_picture(file, layout->area(), 0, [&](Canvas& canvas) {
    layout->paint(canvas, scene.graph, scene.colors);
    const float tile = layout->scale() * canvas.scale();
    for (const BoardScene::Line& line : scene.lines) {
      std::vector<Vec2> points;
      for (const std::uint32_t v : line.vertices) points.push_back(layout->centre(v));
      canvas.stroke(points, std::max(1.5F, line.width * tile), line.color);
    }
    for (const BoardScene::Dot& dot : scene.dots) {
      const Vec2 from = layout->centre(dot.from), to = layout->centre(dot.to);
      canvas.disc(from + (to - from) * dot.share, std::max(2.0F, dot.radius * tile), dot.color);
    }
    canvas.legend(scene.legend);
  });
}

}  // namespace portolan::tool
