// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Costs of 16 bits between the nodes on the boundary of a block against those of 32 bits, which go another
// way, and the products that both are made of against sums written out, on every instruction set of this
// machine.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <portolan/hierarchy/hierarchy.hpp>

#include <simd/min_plus.hpp>
#include <support/cases.hpp>
#include <support/random_world.hpp>
#include <tables/area_dissection.hpp>

namespace portolan::test {
namespace {

using detail::Block;
using detail::ChildBlock;
using detail::Dissection;
using detail::MinPlusMatrix;

constexpr std::uint16_t none = detail::min_plus_no_path<std::uint16_t>;

// The first difference of two blocks, empty where there is none.
std::string difference(const Block<std::uint16_t>& narrow, const Block<std::uint32_t>& wide) {
  if (narrow.size() != wide.size()) return "sizes differ";
  for (std::uint32_t into = 0; into < wide.size(); ++into) {
    for (std::uint32_t from = 0; from < wide.size(); ++from) {
      if (into == from) continue;
      const std::uint32_t cost = wide.row(into)[from];
      const std::uint32_t want = cost == detail::min_plus_no_path<std::uint32_t> ? none : cost;
      if (narrow.row(into)[from] == want) continue;
      return std::to_string(from) + " to " + std::to_string(into) + ": " +
             std::to_string(narrow.row(into)[from]) + ", not " + std::to_string(want);
    }
  }
  return {};
}

// Walls from side to side leave seams without a node, and pockets on either side.
TEST(AreaDissection, SixteenBitsGiveWhatThirtyTwoGive) {
  Dissection<std::uint16_t> narrow;
  Dissection<std::uint32_t> wide;
  Random random(7);
  int shut = 0;
  for (std::uint64_t seed = 0; seed < test::storm(60); ++seed) {
    TestWorld map = random_world({.extent = {128, 128, 1},
                                  .shape = all_shapes[seed % std::size(all_shapes)],
                                  .density = 10 + static_cast<int>(seed % 5) * 8,
                                  .most_cost = 1 + static_cast<int>(seed % 3)},
                                 seed);
    const int column = static_cast<int>(random.below(16)) * 8;
    for (int y = 0; seed % 2 == 0 && y < 128; ++y) map.world.set_terrain({column, y, 0}, wall);
    map.world.commit();
    const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 1});
    const detail::Level& level = hierarchy.graph(0).level();
    const std::uint32_t width = 1 + random.below(16);
    const std::uint32_t height = 1 + random.below(16);
    const std::uint32_t x = random.below(17 - width);
    const std::uint32_t y = random.below(17 - height);
    const ChildBlock block{x, y, x + width, y + height, 0};
    const auto& found = narrow.solve(level, block);
    if (!narrow.exact()) continue;
    const auto& expected = wide.solve(level, block);
    ASSERT_EQ(difference(found, expected), "") << "seed " << seed;
    for (std::uint32_t into = 0; into < found.size(); ++into)
      shut += static_cast<int>(std::count(found.row(into), found.row(into) + found.size(), none)) > 1;
  }
  EXPECT_GT(shut, test::enough(100)) << "the worlds have hardly a node without a way to another";
}

TEST(AreaDissection, SaysWhereSixteenBitsMayHaveStopped) {
  const TestWorld map = random_world({.extent = {128, 128, 1}, .least_cost = 60, .most_cost = 70}, 3);
  const Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 1});
  const detail::Level& level = hierarchy.graph(0).level();
  Dissection<std::uint16_t> narrow;
  static_cast<void>(narrow.solve(level, {0, 0, 16, 16, 0}));
  EXPECT_FALSE(narrow.exact());
  static_cast<void>(narrow.solve(level, {0, 0, 2, 1, 0}));
  EXPECT_TRUE(narrow.exact());
}

struct Matrix {
  Matrix(std::size_t r, std::size_t c)
      : rows(r), columns(c), pitch(detail::min_plus_pitch<std::uint16_t>(c)), values(r * pitch, none) {}
  [[nodiscard]] MinPlusMatrix<std::uint16_t> view() { return {values.data(), rows, columns, pitch}; }
  [[nodiscard]] std::uint16_t& at(std::size_t row, std::size_t column) {
    return values[row * pitch + column];
  }

  std::size_t rows;
  std::size_t columns;
  std::size_t pitch;
  std::vector<std::uint16_t> values;
};

std::uint16_t added(std::uint16_t a, std::uint16_t b) {
  return static_cast<std::uint16_t>(std::min<std::uint32_t>(std::uint32_t{a} + b, none));
}

std::uint16_t random_cost(Random& random) {
  return random.below(3) == 0 ? none : static_cast<std::uint16_t>(random.below(20'000));
}

// Ways between `inner` nodes, from those to a boundary, and between nodes of the boundary, without
// directions.
void expect_products(std::size_t boundary, std::size_t inner, Random& random) {
  Matrix whole(boundary, boundary);
  Matrix into(inner, boundary);
  Matrix between(inner, inner);
  for (std::size_t i = 0; i < boundary; ++i) {
    for (std::size_t j = 0; j <= i; ++j) whole.at(i, j) = whole.at(j, i) = random_cost(random);
    for (std::size_t k = 0; k < inner; ++k) into.at(k, i) = random_cost(random);
  }
  for (std::size_t i = 0; i < inner; ++i) {
    for (std::size_t j = 0; j <= i; ++j) between.at(i, j) = between.at(j, i) = random_cost(random);
  }
  Matrix closed = between;
  for (std::size_t k = 0; k < inner; ++k) closed.at(k, k) = 0;
  for (std::size_t k = 0; k < inner; ++k) {
    for (std::size_t i = 0; i < inner; ++i) {
      for (std::size_t j = 0; j < inner; ++j)
        closed.at(i, j) = std::min(closed.at(i, j), added(closed.at(i, k), closed.at(k, j)));
    }
  }
  Matrix through(inner, boundary);
  Matrix expected = whole;
  for (std::size_t j = 0; j < boundary; ++j) {
    for (std::size_t i = 0; i < inner; ++i) {
      for (std::size_t k = 0; k < inner; ++k)
        through.at(i, j) = std::min(through.at(i, j), added(closed.at(i, k), into.at(k, j)));
    }
    for (std::size_t i = 0; i < boundary; ++i) {
      for (std::size_t k = 0; k < inner; ++k)
        expected.at(i, j) = std::min(expected.at(i, j), added(into.at(k, i), through.at(k, j)));
    }
  }
  Matrix found(inner, boundary);
  static_cast<void>(floyd_warshall(between.view()));
  take_products(found.view(), between.view(), into.view());
  take_symmetric_products(whole.view(), found.view(), into.view());
  for (std::size_t i = 0; i < boundary; ++i) {
    for (std::size_t j = 0; j < boundary; ++j)
      ASSERT_EQ(whole.at(i, j), expected.at(i, j)) << i << ',' << j << " of " << boundary << " by " << inner;
  }
}

TEST(MinPlus, ProductsAreSumsWrittenOut) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    Random random(11);
    for (int i = 0; i < 40; ++i) {
      expect_products(1 + random.below(140), random.below(36), random);
      if (HasFatalFailure()) break;
    }
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

TEST(MinPlus, MaxFiniteLeavesOutNoPath) {
  Matrix values(3, 40);
  EXPECT_EQ(detail::costliest(values.view()), 0);
  values.at(2, 39) = 65'534;
  values.at(0, 0) = 12;
  EXPECT_EQ(detail::costliest(values.view()), 65'534);
}

TEST(MinPlus, ClosingSaysWhereASumMayHaveStopped) {
  Matrix chain(3, 3);
  chain.at(0, 1) = chain.at(1, 0) = 32'767;
  EXPECT_TRUE(floyd_warshall(chain.view()));
  chain = Matrix(3, 3);
  chain.at(0, 1) = chain.at(1, 0) = 40'000;
  chain.at(1, 2) = chain.at(2, 1) = 25'535;
  EXPECT_FALSE(floyd_warshall(chain.view()));
}

}  // namespace
}  // namespace portolan::test
