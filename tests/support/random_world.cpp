// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <support/random_world.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace portolan::test {

namespace {

/// One layer under construction: 1 is ground, 255 is wall; costs come later.
struct Plane {
  int width;
  int height;
  std::vector<TerrainId> cells;

  Plane(int w, int h, TerrainId fill)
      : width(w), height(h), cells(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), fill) {}
  TerrainId& at(int x, int y) { return cells[static_cast<std::size_t>(y * width + x)]; }
  [[nodiscard]] bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
  // Callers draw the rectangle's numbers inside its braces: there, unlike between function arguments, the
  // order of evaluation is fixed, so that every compiler makes the same world.
  void fill(const Rect& r, TerrainId value) {
    for (int j = std::max(r.y, 0); j < std::min(r.y + r.height, height); ++j) {
      for (int i = std::max(r.x, 0); i < std::min(r.x + r.width, width); ++i) at(i, j) = value;
    }
  }
};

void draw_noise(Plane& plane, int density, Random& random) {
  for (TerrainId& t : plane.cells) t = random.percent(density) ? wall : 1;
}

void draw_boxes(Plane& plane, int density, Random& random) {
  const auto area = static_cast<int>(plane.cells.size());
  for (int laid = 0; laid * 100 < area * density;) {
    const int w = random.between(1, 12), h = random.between(1, 12);
    plane.fill({random.between(-w, plane.width), random.between(-h, plane.height), w, h}, wall);
    laid += w * h;
  }
}

void draw_rooms(Plane& plane, Random& random) {
  const int pitch = random.between(6, 14);
  for (int x = pitch; x < plane.width; x += pitch) plane.fill({x, 0, 1, plane.height}, wall);
  for (int y = pitch; y < plane.height; y += pitch) plane.fill({0, y, plane.width, 1}, wall);
  // A door in most walls between two rooms, one or two cells wide.
  for (int y = 0; y < plane.height; y += pitch) {
    for (int x = 0; x < plane.width; x += pitch) {
      if (random.percent(80))
        plane.fill({x + pitch, y + random.between(1, pitch - 2), 1, random.between(1, 2)}, 1);
      if (random.percent(80))
        plane.fill({x + random.between(1, pitch - 2), y + pitch, random.between(1, 2), 1}, 1);
    }
  }
}

/// Depth-first maze with lanes one cell wide between walls one cell thick.
void draw_maze(Plane& plane, Random& random) {
  plane.fill({0, 0, plane.width, plane.height}, wall);
  std::vector<std::pair<int, int>> trail{{0, 0}};
  plane.at(0, 0) = 1;
  while (!trail.empty()) {
    const auto [x, y] = trail.back();
    int ways[4];
    int count = 0;
    for (int d = 0; d < 8; d += 2) {
      const auto i = static_cast<std::size_t>(d);
      const int nx = x + 2 * step_dx[i], ny = y + 2 * step_dy[i];
      if (plane.inside(nx, ny) && plane.at(nx, ny) == wall) ways[count++] = d;
    }
    if (count == 0) {
      trail.pop_back();
      continue;
    }
    const auto d = static_cast<std::size_t>(ways[random.below(static_cast<std::uint32_t>(count))]);
    plane.at(x + step_dx[d], y + step_dy[d]) = 1;
    plane.at(x + 2 * step_dx[d], y + 2 * step_dy[d]) = 1;
    trail.emplace_back(x + 2 * step_dx[d], y + 2 * step_dy[d]);
  }
}

/// Cellular automaton: noise, then a few rounds in which every cell joins the majority around it.
void draw_caves(Plane& plane, Random& random) {
  draw_noise(plane, 44, random);
  for (int round = 0; round < 4; ++round) {
    Plane next = plane;
    for (int y = 0; y < plane.height; ++y) {
      for (int x = 0; x < plane.width; ++x) {
        int walls = 0;
        for (int k = 0; k < 9; ++k) {
          const int i = x + k % 3 - 1, j = y + k / 3 - 1;
          walls += !plane.inside(i, j) || plane.at(i, j) == wall ? 1 : 0;
        }
        next.at(x, y) = walls >= 5 ? wall : 1;
      }
    }
    plane = std::move(next);
  }
}

/// Gives the ground costs: patches of one cost, and single cells strewn in.
void draw_costs(Plane& plane, const RandomWorldOptions& options, Random& random) {
  const auto pick = [&] {
    return static_cast<TerrainId>(random.between(options.least_cost, options.most_cost));
  };
  Plane costs(plane.width, plane.height, pick());
  for (int patch = 0; patch < 1 + plane.width * plane.height / 100; ++patch) {
    const Rect area{random.between(-4, plane.width), random.between(-4, plane.height), random.between(1, 16),
                    random.between(1, 16)};
    costs.fill(area, pick());
  }
  for (TerrainId& t : costs.cells) t = random.percent(10) ? pick() : t;
  for (std::size_t i = 0; i < plane.cells.size(); ++i) {
    if (plane.cells[i] != wall) plane.cells[i] = costs.cells[i];
  }
}

Plane random_plane(const RandomWorldOptions& options, Random& random) {
  Plane plane(options.extent.width, options.extent.height, 1);
  switch (options.shape) {
    case Shape::open:
      break;
    case Shape::noise:
      draw_noise(plane, options.density, random);
      break;
    case Shape::boxes:
      draw_boxes(plane, options.density, random);
      break;
    case Shape::rooms:
      draw_rooms(plane, random);
      break;
    case Shape::maze:
      draw_maze(plane, random);
      break;
    case Shape::caves:
      draw_caves(plane, random);
      break;
  }
  if (std::find(plane.cells.begin(), plane.cells.end(), TerrainId{1}) == plane.cells.end())
    plane.at(0, 0) = 1;
  draw_costs(plane, options, random);
  return plane;
}

void add_links(TestWorld& made, const RandomWorldOptions& options, Random& random) {
  for (int i = 0; i < options.one_way_links + options.two_way_links; ++i) {
    Link link;
    const bool anywhere = random.below(8) == 0;
    link.from = anywhere ? random_cell(made.extent(), random) : random_passable_cell(made.view(), random);
    link.to = random_passable_cell(made.view(), random);
    link.cost = static_cast<std::uint32_t>(random.between(1, options.most_link_cost));
    if (link.from == link.to) continue;
    made.world.add_link(link);
    if (i < options.two_way_links) {
      std::swap(link.from, link.to);
      made.world.add_link(link);
    }
  }
}

}  // namespace

TestWorld random_world(const RandomWorldOptions& options, std::uint64_t seed) {
  Random random(seed);
  TestWorld made{World(options.extent, 1), {}, {}};
  for (int layer = 0; layer < options.extent.layers; ++layer) {
    Plane plane = random_plane(options, random);
    for (int y = 0; y < plane.height; ++y) {
      made.world.set_terrain_run({0, y, layer}, {&plane.at(0, y), static_cast<std::size_t>(plane.width)});
    }
  }
  made.profile = made.world.add_profile(cost_profile(options.clearance));
  made.world.commit();
  add_links(made, options, random);
  made.world.commit();
  return made;
}

RandomWorldOptions random_options(std::uint64_t seed, int most_side) {
  Random random(seed ^ 0x706f72746f6c616eULL);
  RandomWorldOptions options;
  options.extent.width = random.between(1, most_side);
  options.extent.height = random.between(1, most_side);
  options.extent.layers = random.percent(70) ? 1 : random.between(2, 3);
  options.shape = all_shapes[random.below(std::size(all_shapes))];
  options.density = random.between(5, 45);
  if (random.percent(50)) {
    options.least_cost = random.percent(50) ? 1 : random.between(1, 254);
    options.most_cost =
        random.between(options.least_cost, random.percent(50) ? 254 : std::min(254, options.least_cost + 8));
  }
  if (options.extent.layers > 1 || random.percent(30)) {
    options.one_way_links = random.between(0, 12);
    options.two_way_links = random.between(0, 6);
    options.most_link_cost = random.percent(50) ? 200 : 200'000;
  }
  return options;
}

std::string describe(const RandomWorldOptions& options, std::uint64_t seed) {
  static const char* const names[] = {"open", "noise", "boxes", "rooms", "maze", "caves"};
  return std::string(names[static_cast<std::size_t>(options.shape)]) + ' ' +
         std::to_string(options.extent.width) + 'x' + std::to_string(options.extent.height) + 'x' +
         std::to_string(options.extent.layers) + ", density " + std::to_string(options.density) + ", costs " +
         std::to_string(options.least_cost) + ".." + std::to_string(options.most_cost) + ", links " +
         std::to_string(options.one_way_links) + '+' + std::to_string(options.two_way_links) +
         ", clearance " + std::to_string(options.clearance) + ", seed " + std::to_string(seed);
}

Cell random_cell(Extent extent, Random& random) {
  const int x = random.between(0, extent.width - 1);
  const int y = random.between(0, extent.height - 1);
  return {x, y, random.between(0, extent.layers - 1)};
}

Cell random_passable_cell(GridView grid, Random& random) {
  for (int attempt = 0; attempt < 64; ++attempt) {
    const Cell c = random_cell(grid.extent(), random);
    if (grid.passable(c)) return c;
  }
  std::vector<std::size_t> passable;
  for (std::size_t i = 0; i < grid.extent().cell_count(); ++i) {
    if (grid.passable(grid.extent().cell(i))) passable.push_back(i);
  }
  if (passable.empty()) throw std::runtime_error("random_passable_cell: the world has none");
  return grid.extent().cell(passable[random.below(static_cast<std::uint32_t>(passable.size()))]);
}

std::vector<Goal> random_goals(GridView grid, int most, Random& random) {
  std::vector<Goal> goals{{random_passable_cell(grid, random), Distance{0}}};
  for (int more = random.between(0, most - 1); more > 0; --more) {
    goals.push_back({random_passable_cell(grid, random), Distance{random.below(8000)}});
  }
  return goals;
}

void edit_randomly(TestWorld& map, Random& random, std::vector<LinkId>& links) {
  for (int i = random.between(1, 6); i > 0; --i) {
    const Cell c = random_cell(map.extent(), random);
    switch (random.below(5)) {
      case 0:
        map.world.set_terrain(c, wall);
        break;
      case 1:
        map.world.set_terrain(c, 1);
        break;
      case 2:
        map.world.set_terrain(c, static_cast<TerrainId>(random.between(1, 254)));
        break;
      case 3:
        links.push_back(map.world.add_link({c, random_cell(map.extent(), random), random.below(900) + 1}));
        break;
      default:
        if (links.empty()) break;
        map.world.remove_link(links.back());
        links.pop_back();
    }
  }
}

}  // namespace portolan::test
