// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/graph_partition.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <portolan/core/assert.hpp>

#include "general/thin_cut.hpp"

namespace portolan {

GraphPartition GraphPartition::blocks(std::uint32_t columns, std::uint32_t rows, std::uint32_t side) {
  PORTOLAN_ASSERT(side > 0, "a block has vertices");
  const std::uint32_t across = (columns + side - 1) / side, down = (rows + side - 1) / side;
  GraphPartition result{{}, across * down};
  result.sector_of.reserve(static_cast<std::size_t>(columns) * rows);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column)
      result.sector_of.push_back(row / side * across + column / side);
  }
  return result;
}

namespace {

using Rows = detail::Rows<std::uint32_t>;
using Side = detail::ThinCut::Side;

/// Cuts one graph, part by part.
class Cutter {
 public:
  explicit Cutter(const detail::GraphSource& source) : local_(source.vertex_count(), 0) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::vector<detail::GraphSource::Edge> edges;
    const auto count = static_cast<std::uint32_t>(source.vertex_count());
    for (std::uint32_t v = 0; v < count; ++v) {
      source.edges_from(v, edges);
      for (const auto& edge : edges) {
        if (edge.to == v || edge.to >= count) continue;
        pairs.emplace_back(v, static_cast<std::uint32_t>(edge.to));
        pairs.emplace_back(static_cast<std::uint32_t>(edge.to), v);
      }
      if (const auto where = source.position_of(v)) positions_.push_back(*where);
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    all_ = Rows::of_pairs(pairs, count);
  }

  /// Splits the vertices of a part; both halves have some.
  [[nodiscard]] std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> split(
      const std::vector<std::uint32_t>& part) {
    inside_ = part_rows(part);
    detail::ThinCut cut(inside_);
    std::vector<bool> best;
    double least = 1e300;
    for (const std::vector<double>& order : orders(part)) {
      const std::uint32_t edges = cut.run(sides(order));
      const auto count = std::count(cut.near_source().begin(), cut.near_source().end(), true);
      const double small = std::min<double>(static_cast<double>(count),
                                            static_cast<double>(part.size()) - static_cast<double>(count));
      // Thin, and not far from the middle.
      const double price = (edges + 0.1) / small;
      if (price >= least) continue;
      least = price;
      best = cut.near_source();
    }
    std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> halves;
    for (std::uint32_t i = 0; i < part.size(); ++i)
      (best[i] ? halves.first : halves.second).push_back(part[i]);
    PORTOLAN_ASSERT(!halves.first.empty() && !halves.second.empty(), "the outer quarters are held apart");
    return halves;
  }

 private:
  // The neighbours inside a part, by place in it.
  [[nodiscard]] Rows part_rows(const std::vector<std::uint32_t>& part) {
    ++stamp_;
    if (stamps_.empty()) stamps_.assign(local_.size(), 0);
    for (std::uint32_t i = 0; i < part.size(); ++i) local_[part[i]] = i, stamps_[part[i]] = stamp_;
    Rows rows;
    for (const std::uint32_t v : part) {
      for (const std::uint32_t other : all_[v]) {
        if (stamps_[other] == stamp_) rows.items.push_back(local_[other]);
      }
      rows.end_row();
    }
    return rows;
  }

  // What to sort the part by, to find its two ends.
  [[nodiscard]] std::vector<std::vector<double>> orders(const std::vector<std::uint32_t>& part) const {
    std::vector<std::vector<double>> result;
    if (positions_.size() == local_.size()) {
      constexpr std::array<std::array<double, 2>, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
      for (const auto& [dx, dy] : directions) {
        std::vector<double> order;
        order.reserve(part.size());
        for (const std::uint32_t v : part) order.push_back(dx * positions_[v].x + dy * positions_[v].y);
        result.push_back(std::move(order));
      }
      return result;
    }
    const std::vector<std::uint32_t> any = steps_from(0);
    const std::vector<std::uint32_t> a = steps_from(farthest(any)), b = steps_from(farthest(a));
    std::vector<std::uint32_t> both(a.size());
    for (std::size_t i = 0; i < both.size(); ++i) both[i] = std::min(a[i], b[i]);
    const std::vector<std::uint32_t> c = steps_from(farthest(both));
    for (const auto& [from, to] : {std::pair(&a, &b), std::pair(&a, &c), std::pair(&b, &c)}) {
      std::vector<double> order(part.size());
      for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<double>((*from)[i]) - static_cast<double>((*to)[i]);
      result.push_back(std::move(order));
    }
    return result;
  }
  [[nodiscard]] static std::uint32_t farthest(const std::vector<std::uint32_t>& steps) {
    return static_cast<std::uint32_t>(std::max_element(steps.begin(), steps.end()) - steps.begin());
  }
  // What is not connected counts as far away.
  [[nodiscard]] std::vector<std::uint32_t> steps_from(std::uint32_t start) const {
    const auto far = static_cast<std::uint32_t>(inside_.size());
    std::vector<std::uint32_t> steps(inside_.size(), far), queue{start};
    steps[start] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const std::uint32_t other : inside_[queue[i]]) {
        if (steps[other] != far) continue;
        steps[other] = steps[queue[i]] + 1;
        queue.push_back(other);
      }
    }
    return steps;
  }
  // The first and the last quarter of an order.
  [[nodiscard]] static std::vector<Side> sides(const std::vector<double>& order) {
    std::vector<std::uint32_t> sorted(order.size());
    std::iota(sorted.begin(), sorted.end(), 0U);
    std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
      return order[a] != order[b] ? order[a] < order[b] : a < b;
    });
    std::vector<Side> result(order.size(), Side::free);
    const std::size_t quarter = std::max<std::size_t>(1, order.size() / 4);
    for (std::size_t i = 0; i < quarter; ++i) {
      result[sorted[i]] = Side::source;
      result[sorted[sorted.size() - 1 - i]] = Side::sink;
    }
    return result;
  }

  Rows all_, inside_;
  std::vector<Vec2> positions_;
  std::vector<std::uint32_t> local_, stamps_;
  std::uint32_t stamp_ = 0;
};

}  // namespace

GraphPartition GraphPartition::cut_source(const detail::GraphSource& source, std::uint32_t most_vertices) {
  PORTOLAN_ASSERT(most_vertices > 1, "a sector has vertices");
  GraphPartition result;
  result.sector_of.resize(source.vertex_count());
  std::vector<std::uint32_t> all(source.vertex_count());
  std::iota(all.begin(), all.end(), 0U);
  Cutter cutter(source);
  std::vector<std::vector<std::uint32_t>> parts;
  if (!all.empty()) parts.push_back(std::move(all));
  while (!parts.empty()) {
    const std::vector<std::uint32_t> part = std::move(parts.back());
    parts.pop_back();
    if (part.size() <= std::max(most_vertices, 2U)) {
      for (const std::uint32_t v : part) result.sector_of[v] = result.sectors;
      ++result.sectors;
      continue;
    }
    auto [first, second] = cutter.split(part);
    parts.push_back(std::move(second));
    parts.push_back(std::move(first));
  }
  return result;
}

}  // namespace portolan
