// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "compare_queries.hpp"

#include <cstdint>
#include <string>

#include <portolan/config/detail/scen_file.hpp>

namespace portolan::tool {
namespace {

constexpr std::int64_t default_draws = 200;

// SplitMix64 after Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014): equal on
// every compiler, unlike the distributions of the standard library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  // From 0 to below n; the bias for n far below 2^32 does not matter here.
  std::int32_t below(std::int32_t n) {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    z ^= z >> 31U;
    return static_cast<std::int32_t>(((z >> 32U) * static_cast<std::uint64_t>(n)) >> 32U);
  }

 private:
  std::uint64_t state_;
};

// A random cell, or the first passable one after it in reading order, round the end; nothing where all is
// blocked.
std::optional<Cell> draw(Dice& dice, const GridView& grid) {
  const Extent extent = grid.extent();
  constexpr int tries = 1000;
  Cell c;
  for (int i = 0; i < tries; ++i) {
    c = {dice.below(extent.width), dice.below(extent.height), dice.below(extent.layers)};
    if (grid.passable(c)) return c;
  }
  const std::size_t first = extent.index(c);
  for (std::size_t i = 1; i < extent.cell_count(); ++i) {
    c = extent.cell((first + i) % extent.cell_count());
    if (grid.passable(c)) return c;
  }
  return std::nullopt;
}

Result<std::vector<Query>> draw_queries(const CompareOptions& options, const GridView& grid) {
  Dice dice(options.seed);
  const std::int64_t count = options.queries < 0 ? default_draws : options.queries;
  std::vector<Query> queries;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto start = draw(dice, grid);
    const auto goal = draw(dice, grid);
    if (!start || !goal) {
      Error error;
      error.file = options.map.file.string();
      error.message =
          "no cell of the map is passable, so there is nothing to compare; give terrain a cost with --cost";
      return error;
    }
    queries.push_back({*start, *goal, std::nullopt});
  }
  return queries;
}

}  // namespace

std::vector<Cell> choose_edits(const CompareOptions& options, Extent extent) {
  Dice dice(~options.seed);
  std::vector<Cell> cells;
  for (std::int64_t i = 0; i < options.edits; ++i)
    cells.push_back({dice.below(extent.width), dice.below(extent.height), dice.below(extent.layers)});
  return cells;
}

Result<std::vector<Query>> choose_queries(const CompareOptions& options, const GridView& grid) {
  if (options.scen.empty()) return draw_queries(options, grid);
  const Result<std::vector<ScenQuery>> all = read_scen(options.scen);
  if (!all) return all.error();
  Error error;
  error.file = options.scen.string();
  if (all->empty()) {
    error.message = "the file holds no query; leave --scen out for random ones";
    return error;
  }
  const Extent extent = grid.extent();
  const std::size_t wanted = options.queries < 0 ? all->size() : static_cast<std::size_t>(options.queries);
  std::vector<Query> queries;
  for (std::size_t i = 0; i < all->size(); ++i) {
    const ScenQuery& query = (*all)[i];
    if (query.extent.width != extent.width || query.extent.height != extent.height) {
      error.message = "its queries are for a map of " + std::to_string(query.extent.width) + " x " +
                      std::to_string(query.extent.height) + ", but the map is " +
                      std::to_string(extent.width) + " x " + std::to_string(extent.height) +
                      "; name the map that belongs to it";
      return error;
    }
    if (wanted >= all->size() || chosen(i, wanted, all->size())) {
      queries.push_back({query.start, query.goal, query.optimum});
    }
  }
  return queries;
}

}  // namespace portolan::tool
