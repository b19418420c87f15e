// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "components.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace portolan::tool {
namespace {

// Cells [begin, end) of one row.
struct Run {
  int begin;
  int end;
  std::size_t id;
};

// Disjoint sets of runs, each root with its cells counted.
class Areas {
 public:
  std::size_t add(std::uint64_t cells) {
    parent_.push_back(parent_.size());
    cells_.push_back(cells);
    return parent_.size() - 1;
  }
  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    if (cells_[a] < cells_[b]) std::swap(a, b);
    parent_[b] = a;
    cells_[a] += cells_[b];
  }
  [[nodiscard]] Components summary() const {
    Components out;
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      if (parent_[i] != i) continue;
      ++out.count;
      out.largest = std::max(out.largest, cells_[i]);
    }
    return out;
  }

 private:
  std::size_t root(std::size_t a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }

  std::vector<std::size_t> parent_;
  std::vector<std::uint64_t> cells_;
};

std::vector<Run> runs_of(const GridView& grid, int y, int layer, Areas& areas) {
  std::vector<Run> runs;
  const int width = grid.extent().width;
  for (int x = 0; x < width; ++x) {
    if (grid.cost({x, y, layer}) == impassable) continue;
    const int begin = x;
    while (x < width && grid.cost({x, y, layer}) != impassable) ++x;
    runs.push_back({begin, x, areas.add(static_cast<std::uint64_t>(x - begin))});
  }
  return runs;
}

}  // namespace

Components components_of(const GridView& grid) {
  Areas areas;
  for (int layer = 0; layer < grid.extent().layers; ++layer) {
    std::vector<Run> above;
    for (int y = 0; y < grid.extent().height; ++y) {
      std::vector<Run> here = runs_of(grid, y, layer, areas);
      std::size_t first = 0;
      for (const Run& run : here) {
        while (first < above.size() && above[first].end <= run.begin) ++first;
        for (std::size_t i = first; i < above.size() && above[i].begin < run.end; ++i)
          areas.join(run.id, above[i].id);
      }
      above = std::move(here);
    }
  }
  return areas.summary();
}

}  // namespace portolan::tool
