// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "board_placement.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_set>
#include <utility>
#include <variant>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/random.hpp>

#include "../cell_text.hpp"

namespace portolan::detail {

namespace {

using Vertices = std::vector<std::uint32_t>;

/// What edges join, whichever way they lead: each vertex has the number of the first one of its area.
class BoardAreas {
 public:
  explicit BoardAreas(const Board& board) : parent_(board.size()), sizes_(board.size(), 0) {
    std::iota(parent_.begin(), parent_.end(), 0U);
    for (std::uint32_t v = 0; v < board.size(); ++v) {
      for (auto [e, end] = out_edges(v, board.graph); e != end; ++e) {
        const std::uint32_t a = of(v), b = of(static_cast<std::uint32_t>((*e).target));
        parent_[std::max(a, b)] = std::min(a, b);
      }
    }
    for (std::uint32_t v = 0; v < board.size(); ++v) ++sizes_[of(v)];
  }
  [[nodiscard]] std::uint32_t of(std::uint32_t vertex) {
    while (parent_[vertex] != vertex) vertex = parent_[vertex] = parent_[parent_[vertex]];
    return vertex;
  }
  [[nodiscard]] std::uint32_t size(std::uint32_t area) const { return sizes_[area]; }

 private:
  Vertices parent_;
  Vertices sizes_;
};

// How far two cells are apart, squared: where the graph knows it, as they lie.
double square_between(const Board& board, std::uint32_t a, std::uint32_t b) {
  const auto height = static_cast<double>(board.cells[a].layer - board.cells[b].layer);
  Vec2 off{static_cast<float>(board.cells[a].x - board.cells[b].x),
           static_cast<float>(board.cells[a].y - board.cells[b].y)};
  if (board.graph.has_positions()) off = position(a, board.graph) - position(b, board.graph);
  const auto x = static_cast<double>(off.x), y = static_cast<double>(off.y);
  return x * x + y * y + height * height;
}

Error no_vertex(const ScenarioPlace& place, Cell cell, const Board& board) {
  if (board.shape == BoardShape::voxels && board.extent.contains(cell))
    return place.where.with("nobody can stand at voxel " + written(cell) +
                            ", which needs a solid one below and room above; `near` finds one that can");
  return place.where.with("cell " + written(cell) + " lies outside " + board.text_of_size());
}

// The passable vertex that is nearest to a cell, of one area where one is given.
std::optional<std::uint32_t> nearest_to(const Board& board, Cell cell, BoardAreas* areas,
                                        std::uint32_t area) {
  const auto named = board.vertex_at(cell);
  const auto key = [&](std::uint32_t v) {
    if (named) return square_between(board, *named, v);
    const Cell c = board.cells[v];  // of voxels, where nobody can stand at the one that is named
    const double x = c.x - cell.x, y = c.y - cell.y, z = c.layer - cell.layer;
    return x * x + y * y + z * z;
  };
  std::optional<std::uint32_t> best;
  double best_key = 0;
  for (std::uint32_t v = 0; v < board.size(); ++v) {
    if (!board.passable(v) || (areas != nullptr && areas->of(v) != area)) continue;
    if (const double found = key(v); !best || found < best_key) best = v, best_key = found;
  }
  return best;
}

// Those of a region, passable or not.
Result<Vertices> region_vertices(const ScenarioPlace& place, const Board& board) {
  Vertices found;
  const auto* const rect = std::get_if<Rect>(&place.at);
  const auto* const disc = std::get_if<Disc>(&place.at);
  const auto centre = disc != nullptr ? board.vertex_at(disc->centre) : std::nullopt;
  if (disc != nullptr && !centre) return no_vertex(place, disc->centre, board);
  for (std::uint32_t v = 0; v < board.size(); ++v) {
    if (rect != nullptr && !rect->contains(board.cells[v])) continue;
    if (disc != nullptr && square_between(board, *centre, v) > double{disc->radius} * disc->radius) continue;
    found.push_back(v);
  }
  if (found.empty())
    return place.where.with("expected a place with something in it of " + board.text_of_size());
  return found;
}

/// Places one group. All randomness comes from the scenario's seed and the group's number.
class BoardPlacer {
 public:
  BoardPlacer(const ScenarioGroup& group, const Board& board, BoardAreas& areas, std::uint64_t seed)
      : group_(group), board_(board), areas_(areas), random_(seed) {}

  Result<Vertices> starts(std::unordered_set<std::uint32_t>& taken) {
    const ScenarioPlace& place = group_.start;
    Result<Vertices> from = named(place) ? vertices(place, nullptr) : region(place, std::nullopt);
    if (!from) return from;
    PORTOLAN_ASSERT(!from->empty(), "a place without anything in it is an error");
    if (!named(place)) return draw(std::move(*from), taken);
    Vertices out;
    for (std::size_t i = 0; i < static_cast<std::size_t>(group_.count); ++i)
      out.push_back((*from)[i % from->size()]);
    return out;
  }

  Result<Vertices> goals(const ScenarioPlace& place, std::uint32_t start) {
    const std::uint32_t home = areas_.of(start);
    Result<Vertices> found = named(place) ? vertices(place, &home) : region(place, home);
    if (!found) return found;
    if (std::holds_alternative<std::monostate>(place.at))
      return Vertices{(*found)[random_.below(static_cast<std::uint32_t>(found->size()))]};
    std::sort(found->begin(), found->end());
    found->erase(std::unique(found->begin(), found->end()), found->end());
    return found;
  }

 private:
  static bool named(const ScenarioPlace& place) {
    return place.names_cells() || std::holds_alternative<Cell>(place.at);
  }

  Result<Vertices> vertices(const ScenarioPlace& place, const std::uint32_t* home) {
    if (const auto* const near = std::get_if<Cell>(&place.at)) {
      if (!board_.extent.contains(*near)) return no_vertex(place, *near, board_);
      const auto found = nearest_to(board_, *near, home != nullptr ? &areas_ : nullptr, home ? *home : 0);
      if (!found) return place.where.with("nothing of " + board_.text_of_size() + " is passable");
      return Vertices{*found};
    }
    Result<Vertices> found = vertices_of(place, board_);
    if (!found) return found;
    for (const std::uint32_t v : *found) {
      if (!board_.passable(v)) return blocked(place, v);
    }
    return found;
  }

  [[nodiscard]] Error blocked(const ScenarioPlace& place, std::uint32_t vertex) const {
    std::string message = "cell " + board_.text_of(vertex) + " is impassable";
    if (const auto free = nearest_to(board_, board_.cells[vertex], nullptr, 0))
      message += "; the nearest passable one is " + board_.text_of(*free) + ", which `near` finds by itself";
    return place.where.with(message);
  }

  // What is passable of one area: of `home` where it reaches into the place, else of the largest.
  Result<Vertices> region(const ScenarioPlace& place, std::optional<std::uint32_t> home) {
    Result<Vertices> all = region_vertices(place, board_);
    if (!all) return all;
    std::optional<std::uint32_t> best;
    for (const std::uint32_t v : *all) {
      if (!board_.passable(v)) continue;
      const std::uint32_t area = areas_.of(v);
      if (best && home == *best) break;
      if (!best || home == area || areas_.size(area) > areas_.size(*best)) best = area;
    }
    if (!best) return place.where.with("nothing in it is passable");
    std::erase_if(*all, [&](std::uint32_t v) { return !board_.passable(v) || areas_.of(v) != *best; });
    return all;
  }

  Result<Vertices> draw(Vertices free, std::unordered_set<std::uint32_t>& taken) {
    const auto wanted = static_cast<std::size_t>(group_.count);
    std::erase_if(free, [&](std::uint32_t v) { return taken.count(v) > 0; });
    if (free.size() < wanted) {
      return group_.start.where.with("expected room for " + std::to_string(wanted) + " agents, found " +
                                     std::to_string(free.size()) +
                                     " free passable ones; enlarge the place or lower `count`");
    }
    random_.shuffle(free);
    free.resize(wanted);
    taken.insert(free.begin(), free.end());
    return free;
  }

  const ScenarioGroup& group_;
  const Board& board_;
  BoardAreas& areas_;
  Random random_;
};

}  // namespace

Result<std::vector<std::uint32_t>> vertices_of(const ScenarioPlace& place, const Board& board) {
  if (const auto* const near = std::get_if<Cell>(&place.at)) {
    const auto found = nearest_to(board, *near, nullptr, 0);
    if (!found || !board.extent.contains(*near)) return no_vertex(place, *near, board);
    return Vertices{*found};
  }
  if (!place.names_cells()) return region_vertices(place, board);
  Vertices found;
  for (const Cell cell : std::get<std::vector<Cell>>(place.at)) {
    const auto vertex = board.vertex_at(cell);
    if (!vertex) return no_vertex(place, cell, board);
    found.push_back(*vertex);
  }
  return found;
}

Result<std::vector<PlacedOnBoard>> place_on_board(const Scenario& scenario, const Board& board) {
  std::vector<PlacedOnBoard> placed;
  BoardAreas areas(board);
  std::unordered_set<std::uint32_t> taken;  // asked for membership only, so its order cannot matter
  Random seeds(scenario.seed);
  for (const ScenarioGroup& group : scenario.groups) {
    BoardPlacer placer(group, board, areas, seeds.next());
    Result<Vertices> starts = placer.starts(taken);
    if (!starts) return starts.error();
    PORTOLAN_ASSERT(!starts->empty(), "a group has agents");
    std::vector<const ScenarioPlace*> places{&group.goal};
    for (const ScenarioLeg& leg : group.goal.then) places.push_back(&leg.goal);
    std::vector<Vertices> goals;
    for (const ScenarioPlace* place : places) {
      Result<Vertices> found = placer.goals(*place, starts->front());
      if (!found) return found.error();
      goals.push_back(std::move(*found));
    }
    placed.push_back({std::move(*starts), std::move(goals)});
  }
  return placed;
}

}  // namespace portolan::detail
