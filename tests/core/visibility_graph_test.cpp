// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The oracle of shortest curves is itself checked: by hand, and by brute force on thousands of small maps.
#include <support/visibility_graph.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/data.hpp>
#include <support/draw_map.hpp>
#include <support/movingai.hpp>
#include <support/polyline.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using namespace test;

constexpr double no_way = std::numeric_limits<double>::infinity();

// Shortest curves by trying everything: any two grid corners whose straight line is legal are joined, whether
// the curve could bend there or not.
class BruteForce {
 public:
  explicit BruteForce(const TestWorld& world) : grid_(world.view()), extent_(world.extent()) {
    for (int y = 0; y <= extent_.height; ++y) {
      for (int x = 0; x <= extent_.width; ++x) {
        const int open = !wall(x - 1, y - 1) + !wall(x, y - 1) + !wall(x - 1, y) + !wall(x, y);
        if (open > 0 && !gap(x, y)) nodes_.push_back({x * parts_per_cell, y * parts_per_cell});
      }
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      joined_.emplace_back();
      for (std::size_t j = 0; j < nodes_.size(); ++j) {
        if (i != j && legal(nodes_[i], nodes_[j])) joined_[i].push_back(j);
      }
    }
  }

  // May a point walk straight from a to b? Every blocked cell around it is looked at, one by one.
  [[nodiscard]] bool legal(Parts a, Parts b) const {
    const auto cell = [](std::int64_t v) { return static_cast<int>(v / parts_per_cell); };
    for (int y = cell(std::min(a.y, b.y)) - 1; y <= cell(std::max(a.y, b.y)) + 1; ++y) {
      for (int x = cell(std::min(a.x, b.x)) - 1; x <= cell(std::max(a.x, b.x)) + 1; ++x) {
        if (wall(x, y) && (enters(a, b, x, y) || runs_along_seam(a, b, x, y))) return false;
        if (gap(x, y) && passes(a, b, {x * parts_per_cell, y * parts_per_cell})) return false;
      }
    }
    return true;
  }

  [[nodiscard]] std::vector<double> distances(Parts from, std::span<const Parts> to) const {
    std::vector<double> best(nodes_.size(), no_way);
    std::vector<bool> closed(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) best[i] = straight(from, nodes_[i]);
    for (std::size_t round = 0; round < nodes_.size(); ++round) {
      std::size_t least = nodes_.size();
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!closed[i] && (least == nodes_.size() || best[i] < best[least])) least = i;
      }
      closed[least] = true;
      for (const std::size_t i : joined_[least])
        best[i] = std::min(best[i], best[least] + length(nodes_[least], nodes_[i]));
    }
    std::vector<double> result;
    for (const Parts& target : to) {
      result.push_back(straight(from, target));
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        result.back() = std::min(result.back(), best[i] + straight(nodes_[i], target));
    }
    return result;
  }

 private:
  [[nodiscard]] bool wall(int x, int y) const { return !grid_.passable({x, y, 0}); }
  // Two blocked cells that meet at a corner, with open ones beside.
  [[nodiscard]] bool gap(int x, int y) const {
    return wall(x - 1, y - 1) == wall(x, y) && wall(x, y - 1) == wall(x - 1, y) &&
           wall(x, y) != wall(x - 1, y);
  }
  static double length(Parts a, Parts b) {
    return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y)) / parts_per_cell;
  }
  [[nodiscard]] double straight(Parts a, Parts b) const {
    return a == b || legal(a, b) ? length(a, b) : no_way;
  }
  static std::int64_t cross(Parts a, Parts b, std::int64_t x, std::int64_t y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
  }
  // Into the open square: no axis and no side of the line parts them.
  static bool enters(Parts a, Parts b, int cell_x, int cell_y) {
    const std::int64_t x = cell_x * parts_per_cell, y = cell_y * parts_per_cell;
    if (std::min(a.x, b.x) >= x + parts_per_cell || std::max(a.x, b.x) <= x) return false;
    if (std::min(a.y, b.y) >= y + parts_per_cell || std::max(a.y, b.y) <= y) return false;
    bool left = false, right = false;
    for (const std::int64_t cx : {x, x + parts_per_cell}) {
      for (const std::int64_t cy : {y, y + parts_per_cell}) {
        left = left || cross(a, b, cx, cy) < 0;
        right = right || cross(a, b, cx, cy) > 0;
      }
    }
    return left && right;
  }
  // Between a blocked cell and one to its right or below that is blocked as well.
  [[nodiscard]] bool runs_along_seam(Parts a, Parts b, int x, int y) const {
    const auto overlap = [](std::int64_t from, std::int64_t to, int cell) {
      return std::min(from, to) < (cell + 1) * parts_per_cell && std::max(from, to) > cell * parts_per_cell;
    };
    if (wall(x + 1, y) && a.x == b.x && a.x == (x + 1) * parts_per_cell && overlap(a.y, b.y, y)) return true;
    return wall(x, y + 1) && a.y == b.y && a.y == (y + 1) * parts_per_cell && overlap(a.x, b.x, x);
  }
  static bool passes(Parts a, Parts b, Parts p) {
    if (cross(a, b, p.x, p.y) != 0 || p == a || p == b) return false;
    return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
           p.y <= std::max(a.y, b.y);
  }

  GridView grid_;
  Extent extent_;
  std::vector<Parts> nodes_;
  std::vector<std::vector<std::size_t>> joined_;
};

Parts parts_of(MapPoint p) {
  return {static_cast<std::int64_t>(p.x * parts_per_cell), static_cast<std::int64_t>(p.y * parts_per_cell)};
}

// Mostly middles of cells; corners and sides of cells, and anything else, too.
MapPoint random_point(GridView grid, Random& random) {
  const Cell cell = random_passable_cell(grid, random);
  const auto part = [&] {
    const std::uint32_t kind = random.below(4);
    return kind < 2 ? 0.5 : kind == 2 ? random.below(2) : random.below(257) / 256.0;
  };
  const double x = part();
  return {cell.x + x, cell.y + part()};
}

double expect_legal_path(VisibilityOracle& oracle, const TestWorld& world, MapPoint from, MapPoint to) {
  const auto path = oracle.shortest(from, to);
  if (!path) return no_way;
  EXPECT_EQ(path->points.front(), from);
  EXPECT_EQ(path->points.back(), to);
  EXPECT_NEAR(length_of(path->points), path->length, 1e-9);
  EXPECT_EQ(first_illegal(path->points, world.view()), std::nullopt);
  return path->length;
}

void expect_equals_brute_force(const TestWorld& world, Random& random, int queries) {
  const BruteForce brute(world);
  VisibilityOracle oracle(world.view());
  for (int i = 0; i < queries; ++i) {
    const MapPoint from = random_point(world.view(), random);
    std::vector<MapPoint> to;
    std::vector<Parts> to_parts;
    for (int k = 0; k < 6; ++k) {
      to.push_back(random_point(world.view(), random));
      to_parts.push_back(parts_of(to.back()));
    }
    const std::vector<double> wanted = brute.distances(parts_of(from), to_parts);
    const std::vector<double> found = oracle.distances(from, to);
    for (std::size_t k = 0; k < to.size(); ++k) {
      const double one = expect_legal_path(oracle, world, from, to[k]);
      if (wanted[k] == no_way && found[k] == no_way && one == no_way) continue;
      EXPECT_NEAR(found[k], wanted[k], 1e-9);
      EXPECT_NEAR(one, wanted[k], 1e-9);
      if (testing::Test::HasFailure()) {
        ADD_FAILURE() << from.x << ", " << from.y << " to " << to[k].x << ", " << to[k].y << " in\n"
                      << drawing_of(world.view());
        return;
      }
    }
  }
}

// From the middle of 'A' to that of 'B'.
double between_marks(const TestWorld& world) {
  VisibilityOracle oracle(world.view());
  return expect_legal_path(oracle, world, middle_of(world['A']), middle_of(world['B']));
}

TEST(VisibilityOracle, StraightOverOpenGround) {
  EXPECT_DOUBLE_EQ(between_marks(draw_map("A....\n"
                                          ".....\n"
                                          "....B\n")),
                   std::hypot(4, 2));
}

TEST(VisibilityOracle, AroundACorner) {
  EXPECT_DOUBLE_EQ(between_marks(draw_map("A..\n"
                                          "##.\n"
                                          "B..\n")),
                   std::hypot(1.5, 0.5) * 2 + 1);
}

TEST(VisibilityOracle, AlongAWallIntoAHook) {
  EXPECT_DOUBLE_EQ(between_marks(draw_map("A.....\n"
                                          ".####.\n"
                                          ".#B...\n"
                                          ".#####\n")),
                   std::hypot(4.5, 0.5) + 1 + std::hypot(2.5, 0.5));
}

TEST(VisibilityOracle, BetweenCornersOnBothSides) {
  EXPECT_DOUBLE_EQ(between_marks(draw_map("A..\n"
                                          "#.#\n"
                                          "..B\n")),
                   std::sqrt(8.0));
}

TEST(VisibilityOracle, NeverBetweenTwoWallsThatMeetAtACorner) {
  EXPECT_EQ(between_marks(draw_map("A#\n"
                                   "#B\n")),
            no_way);
  EXPECT_DOUBLE_EQ(between_marks(draw_map("A#.\n"
                                          "..#\n"
                                          ".#B\n"
                                          "...\n")),
                   std::hypot(0.5, 2.5) + 1 + std::hypot(0.5, 0.5));
}

TEST(VisibilityOracle, RefusesWhatItCannotAnswer) {
  const TestWorld world = draw_map("A.#\n");
  VisibilityOracle oracle(world.view());
  EXPECT_THROW(static_cast<void>(oracle.shortest({0.5, 0.5}, {2.5, 0.5})), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(oracle.shortest({0.5, 0.5}, {0.5, 1.5})), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(oracle.shortest({0.1, 0.5}, {0.5, 0.5})), std::invalid_argument);
  const TestWorld costly = draw_map("A.2\n");
  EXPECT_THROW(VisibilityOracle{costly.view()}, std::invalid_argument);
}

TEST(VisibilityOracle, EqualsBruteForceOnSmallNoise) {
  for (std::uint64_t seed = 0; seed < cases(2500) && !HasFailure(); ++seed) {
    Random random(seed);
    RandomWorldOptions options;
    options.extent = {random.between(1, 8), random.between(1, 8), 1};
    options.density = random.between(5, 65);
    SCOPED_TRACE(describe(options, seed));
    expect_equals_brute_force(random_world(options, seed), random, 3);
  }
}

TEST(VisibilityOracle, EqualsBruteForceOnRoomsMazesAndCaves) {
  for (std::uint64_t seed = 0; seed < cases(60) && !HasFailure(); ++seed) {
    Random random(seed);
    RandomWorldOptions options;
    options.extent = {random.between(9, 14), random.between(9, 14), 1};
    options.shape = all_shapes[seed % std::size(all_shapes)];
    SCOPED_TRACE(describe(options, seed));
    expect_equals_brute_force(random_world(options, seed), random, 4);
  }
}

// The checker of polylines, which uses no whole numbers, against the brute force's.
TEST(FirstIllegal, EqualsTheExactTestOfSegments) {
  std::array<int, 2> count{};
  for (std::uint64_t seed = 0; seed < 1000 && !HasFailure(); ++seed) {
    Random random(seed);
    RandomWorldOptions options;
    options.extent = {random.between(1, 8), random.between(1, 8), 1};
    options.density = random.between(5, 65);
    const TestWorld world = random_world(options, seed);
    const BruteForce brute(world);
    for (int i = 0; i < 50; ++i) {
      const MapPoint line[] = {random_point(world.view(), random), random_point(world.view(), random)};
      if (line[0] == line[1]) continue;
      const bool legal = brute.legal(parts_of(line[0]), parts_of(line[1]));
      ++count[legal ? 1 : 0];
      EXPECT_EQ(!first_illegal(line, world.view(), 0, {.tolerance = 1e-8}), legal)
          << line[0].x << ", " << line[0].y << " to " << line[1].x << ", " << line[1].y << " in\n"
          << drawing_of(world.view());
    }
  }
  EXPECT_GT(count[0], 1000);
  EXPECT_GT(count[1], 1000);
}

TEST(VisibilityOracle, SameBothWaysAndForOneAsForMany) {
  const TestWorld world = random_world({.extent = {150, 120, 1}, .shape = Shape::caves}, 5);
  VisibilityOracle oracle(world.view());
  Random random(5);
  std::vector<MapPoint> points;
  for (int i = 0; i < 60; ++i) points.push_back(random_point(world.view(), random));
  const std::vector<double> to_first = oracle.distances(points[0], points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double one = expect_legal_path(oracle, world, points[i], points[0]);
    const double back = expect_legal_path(oracle, world, points[0], points[i]);
    if (to_first[i] == no_way) {
      EXPECT_EQ(one, no_way);
      EXPECT_EQ(back, no_way);
      continue;
    }
    EXPECT_NEAR(one, to_first[i], 1e-9);
    EXPECT_NEAR(back, to_first[i], 1e-9);
  }
}

// Octile lengths bound the true one from both sides.
void expect_between_octile_bounds(const char* name) {
  const TestWorld world = load_movingai(data_file(name));
  VisibilityOracle oracle(world.view());
  const std::vector<ScenQuery> queries = load_scen(data_file(std::string(name) + ".scen"));
  const double most_excess = 1 / std::cos(std::acos(-1.0) / 8);
  for (std::size_t i = 0; i < queries.size(); i += queries.size() / 40) {
    const ScenQuery& query = queries[i];
    const double length = expect_legal_path(oracle, world, middle_of(query.start), middle_of(query.goal));
    EXPECT_LE(length, query.optimum + 1e-4);
    EXPECT_GE(length * most_excess + 2, query.optimum) << "query " << i;
  }
}

TEST(VisibilityOracle, BetweenOctileBoundsOnACity) {
  PORTOLAN_NEEDS_DATA("movingai/cities/Berlin_0_1024.map");
  expect_between_octile_bounds("movingai/cities/Berlin_0_1024.map");
}

TEST(VisibilityOracle, BetweenOctileBoundsOnAGameMap) {
  PORTOLAN_NEEDS_DATA("movingai/sc1/TheFrozenSea.map");
  expect_between_octile_bounds("movingai/sc1/TheFrozenSea.map");
}

}  // namespace
}  // namespace portolan
