// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/curve_bound.hpp>

#include <algorithm>
#include <cmath>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/path_point.hpp>

#include "view_caster.hpp"

namespace portolan {

using detail::Half;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
// Roots and sums of a path of 10^5 bends are off by less than this share.
constexpr double rounding = 1e-11;
constexpr std::uint32_t none = ~std::uint32_t{0};

double length(Half a, Half b) {
  const auto dx = static_cast<double>(b.x - a.x), dy = static_cast<double>(b.y - a.y);
  return 0.5 * std::sqrt(dx * dx + dy * dy);
}

}  // namespace

struct CurveBound::Search {
  Search(GridView grid, std::int32_t layer) : open(grid, layer), caster(open) {
    index.assign(static_cast<std::size_t>(open.width() + 1) * static_cast<std::size_t>(open.height() + 1),
                 none);
  }

  struct Corner {
    Half at;
    int wall_x;  // on which side of it the blocked cell is
    int wall_y;
    Half before;
    double length;
    bool closed;
  };
  using Corners = detail::BestFirst<double>;

  // For the search: corners by their number.
  [[nodiscard]] bool is_stale(const Corners::State& state) const { return corners[state.key].closed; }
  [[nodiscard]] bool is_end(const Corners::State& state) const { return state.bound >= best; }
  void expand(const Corners::State& state) {
    corners[state.key].closed = true;
    open_corner(Corner(corners[state.key]));
  }

  double run(Half from, Half to, std::uint64_t most_corners);
  void look(Half from, double reached, int towards, Half left, Half right);
  void reach(Half at, Half from, double reached);
  void open_corner(const Corner& corner);
  void forget();
  [[nodiscard]] std::uint32_t& number(Half at) {
    return index[static_cast<std::size_t>(at.y / 2) * static_cast<std::size_t>(open.width() + 1) +
                 static_cast<std::size_t>(at.x / 2)];
  }

  detail::OpenBits open;
  detail::ViewCaster caster;
  std::vector<std::uint32_t> index;  // by corner of cells
  std::vector<Corner> corners;
  Corners search;
  Half goal;
  double best = infinite;
  bool exact = false;
};

CurveBound::CurveBound(GridView grid, Cost least_cost)
    : grid_(grid), layers_(static_cast<std::size_t>(grid.extent().layers)), least_cost_(least_cost) {
  PORTOLAN_ASSERT(least_cost >= 1, "ground costs at least 1; Hierarchy::least_cost() tells how much");
}

bool CurveBound::is_exact() const { return exact_; }

double CurveBound::between(Cell from, Cell to, std::uint64_t most_corners) {
  PORTOLAN_ASSERT(grid_.contains(from) && grid_.contains(to), "ask for cells of the world");
  exact_ = most_corners > 0;
  if (!grid_.passable(from) || !grid_.passable(to)) return infinite;
  const Half start{2 * from.x + 1, 2 * from.y + 1}, end{2 * to.x + 1, 2 * to.y + 1};
  double walked = infinite;
  if (from.layer == to.layer && most_corners == 0) {
    walked = length(start, end);
  } else if (from.layer == to.layer) {
    detail::Pimpl<Search>& search = layers_[static_cast<std::size_t>(from.layer)];
    if (search == nullptr) search = detail::make_pimpl<Search>(grid_, from.layer);
    walked = search->run(start, end, most_corners);
    exact_ = search->exact && search->open.costs_at_most(static_cast<Cost>(least_cost_));
  }
  const double linked = by_links(from, to);
  exact_ = exact_ && walked <= linked / least_cost_;
  return std::min(walked * least_cost_, linked) * (1 - rounding);
}

// Any curve that takes a link: to the first, through one at least, and from the last.
double CurveBound::by_links(Cell from, Cell to) const {
  double there = infinite, back = infinite, through = infinite;
  for (const LinkTable::Entry& entry : grid_.links().all()) {
    const Link& link = grid_.links()[entry.id];
    const auto gap = [](Cell a, Cell b) { return length({2 * a.x, 2 * a.y}, {2 * b.x, 2 * b.y}); };
    if (link.from.layer == from.layer) there = std::min(there, gap(from, link.from));
    if (link.to.layer == to.layer) back = std::min(back, gap(link.to, to));
    through = std::min(through, in_cells({link.cost}));
  }
  return (there + back) * least_cost_ + through;
}

double CurveBound::Search::run(Half from, Half to, std::uint64_t most_corners) {
  forget();
  goal = to;
  best = from == to ? 0 : infinite;
  caster.look_for(to);
  for (const int towards : {1, -1}) look(from, 0, towards, {-1, 0}, {1, 0});
  exact = search.run(*this, most_corners) != Corners::End::spent;
  return exact ? best : search.last().bound;
}

void CurveBound::Search::forget() {
  for (const Corner& corner : corners) number(corner.at) = none;
  corners.clear();
  search.clear();
}

void CurveBound::Search::look(Half from, double reached, int towards, Half left, Half right) {
  caster.look(from, towards, left, right);
  if (caster.sees_target) best = std::min(best, reached + length(from, goal));
  for (const Half at : caster.corners) reach(at, from, reached);
}

// Only where the curve can bend around the corner.
void CurveBound::Search::reach(Half at, Half from, double reached) {
  const std::int64_t x = at.x / 2, y = at.y / 2;
  const int wall_x = open.at(x, y) && open.at(x, y - 1) ? -1 : 1;
  const int wall_y = open.at(x, y) && open.at(x - 1, y) ? -1 : 1;
  const std::int64_t along_x = (at.x - from.x) * wall_x, along_y = (at.y - from.y) * wall_y;
  if (!((along_x < 0 && along_y >= 0) || (along_y < 0 && along_x >= 0))) return;
  const double all = reached + length(from, at), whole = all + length(at, goal);
  if (whole > best) return;
  std::uint32_t& place = number(at);
  if (place == none) {
    place = static_cast<std::uint32_t>(corners.size());
    corners.push_back({at, wall_x, wall_y, from, all, false});
  } else {
    Corner& corner = corners[place];
    if (corner.closed || corner.length <= all) return;
    corner.before = from;
    corner.length = all;
  }
  search.open({whole, all, place});
}

// Between straight on and the wall that the curve turns around; both lie in one quarter of the compass.
void CurveBound::Search::open_corner(const Corner& corner) {
  const Half came{corner.at.x - corner.before.x, corner.at.y - corner.before.y};
  const bool turns_to_y = came.x * corner.wall_x < 0;
  const int towards = turns_to_y ? corner.wall_y : -corner.wall_y;
  const Half on{came.x, came.y * towards};
  const Half wall = turns_to_y ? Half{0, 1} : Half{corner.wall_x, 0};
  const bool wall_is_left = corner.wall_x < 0;
  // Turning to y: the wall's side is the edge towards the wall. Turning to x: the level side is the far edge.
  look(corner.at, corner.length, towards, wall_is_left ? wall : on, wall_is_left ? on : wall);
}

}  // namespace portolan
