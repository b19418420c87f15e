// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/min_queue.hpp>
#include <portolan/core/detail/timestamp_set.hpp>
#include <portolan/hierarchy/detail/level.hpp>

namespace portolan::detail {

/// What a search knows of one node.
struct SearchLabel {
  static constexpr std::uint32_t none = ~0U;

  std::uint64_t cost = 0;       ///< least known cost from the node to a seed, that of the seed counted in
  std::uint32_t parent = none;  ///< next node on the route to the seed
  std::uint32_t via = none;     ///< area between the node and its parent, or where the seed lies
  std::uint32_t closed : 1 = 0;
  std::uint32_t estimate : 31 = 0;  ///< what the heuristic said, or less

  static constexpr std::uint32_t most_estimate = (1U << 31U) - 1;
};

/// An open node: the bound on routes through it, the part of the bound that is heuristic, the node.
struct OpenNode {
  std::uint64_t bound = 0;
  std::uint32_t heuristic = 0;
  std::uint32_t node = 0;

  /// Total order: at equal bounds the one that is nearer to the end, then the smaller node.
  [[nodiscard]] bool before(const OpenNode& o) const {
    if (bound != o.bound) return bound < o.bound;
    if (heuristic != o.heuristic) return heuristic < o.heuristic;
    return node < o.node;
  }
};

/// A* on the nodes of one level, backward: from seeds with a cost to every node that a route to a seed begins
/// at; or forward, from seeds to every node that a route from them ends at. Ties are broken by heuristic and
/// node, so that equal calls give equal routes. Reused: which labels are of this search is known by a
/// TimestampSet, so that starting costs nothing.
class LevelSearch {
 public:
  /// Forgets the search before.
  void begin(const Level& level, bool forward = false) {
    level_ = &level;
    forward_ = forward;
    if (labels_.size() < level.nodes.size()) labels_.resize(level.nodes.size());
    known_.begin(labels_.size());
    heap_.clear();
    confined_to_ = AreaGrid::none;
    rising_ = false;
    opened_ = 0;
  }
  /// Routes may not leave this area of a coarser grid.
  void confine(const AreaGrid& coarse, std::uint32_t area) {
    coarse_ = &coarse;
    confined_to_ = area;
  }

  template <class Heuristic>
  void seed(std::uint32_t node, std::uint64_t cost, std::uint32_t via, const Heuristic& heuristic) {
    relax(node, cost, SearchLabel::none, via, heuristic);
  }

  /// Works until settle(node, cost, bound) returns false or nothing is left. `settle` is called once per
  /// node, when its cost is final; no route that is still open can be cheaper than `bound`, heuristic counted
  /// in. True when it was settle that ended it.
  template <class Heuristic, class Settle>
  bool run(const Heuristic& heuristic, Settle&& settle) {
    while (!heap_.empty()) {
      const OpenNode top = heap_.top();
      SearchLabel& label = labels_[top.node];
      if (label.closed) {
        heap_.pop();
        continue;
      }
      if (rising_)
        label.estimate =
            std::max<std::uint32_t>(label.estimate, cut(heuristic(top.node))) & SearchLabel::most_estimate;
      const std::uint64_t bound = label.cost + label.estimate;
      if (bound > top.bound) {
        heap_.pop();
        heap_.push({bound, label.estimate, top.node});
        continue;
      }
      if (!settle(top.node, label.cost, bound)) return true;
      heap_.pop();
      label.closed = 1;
      ++opened_;
      expand(top.node, label, heuristic);
    }
    return false;
  }

  /// The heuristic may say more from now on, never less.
  void expect_rise() { rising_ = true; }
  [[nodiscard]] bool knows(std::uint32_t node) const { return known_.contains(node); }
  [[nodiscard]] const SearchLabel& label(std::uint32_t node) const {
    PORTOLAN_ASSERT(knows(node));
    return labels_[node];
  }
  [[nodiscard]] std::uint64_t opened() const { return opened_; }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(labels_, known_, heap_); }

 private:
  static std::uint32_t cut(std::uint64_t h) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(h, SearchLabel::most_estimate));
  }

  template <class Heuristic>
  void relax(std::uint32_t node, std::uint64_t cost, std::uint32_t parent, std::uint32_t via,
             const Heuristic& heuristic) {
    SearchLabel& label = labels_[node];
    if (known_.insert(node)) {
      label.estimate = cut(heuristic(node)) & SearchLabel::most_estimate;
    } else if (label.cost <= cost) {
      return;
    }
    label.cost = cost;
    label.parent = parent;
    label.via = via;
    label.closed = 0;
    heap_.push({cost + label.estimate, label.estimate, node});
  }

  template <class Heuristic>
  void expand(std::uint32_t id, const SearchLabel& label, const Heuristic& heuristic) {
    const NodeRecord& node = level_->nodes[id];
    Step step{id, 0, 0, label.cost};
    if (node.is_link()) {
      const LinkNode& link = level_->link(node);
      step.area = forward_ ? link.to_area : link.from_area;
      step.place = forward_ ? link.arriving_at : link.leaving_at;
      if (forward_) step.cost += link.link.cost;
    } else {
      const bool onto_a = label.via != level_->area_a(node);
      step.area = onto_a ? level_->area_a(node) : level_->area_b(node);
      step.place = level_->place(id, node, onto_a);
    }
    if (confined_to_ != AreaGrid::none && !inside(step.area)) return;
    const CostTable& table = level_->table(step.area);
    switch (table.width) {
      case TableWidth::narrow:
        return relax_all<std::uint16_t>(step, table, heuristic);
      case TableWidth::wide:
        return relax_all<std::uint32_t>(step, table, heuristic);
      case TableWidth::huge:
        return relax_all<std::uint64_t>(step, table, heuristic);
    }
  }

  /// A node that is expanded into an area.
  struct Step {
    std::uint32_t node = 0;
    std::uint32_t area = 0;
    std::uint32_t place = 0;
    std::uint64_t cost = 0;
  };

  template <class T, class Heuristic>
  void relax_all(const Step& step, const CostTable& table, const Heuristic& heuristic) {
    constexpr T no_path = static_cast<T>(~T{0});
    const AreaRecord& record = level_->areas[step.area];
    if (forward_) {
      const T* const column = table.row<T>(0) + step.place;
      level_->for_each_exit(record, [&](std::uint32_t node, std::uint32_t place) {
        const T cost = column[static_cast<std::size_t>(place) * table.size];
        if (cost != no_path) relax(node, step.cost + cost, step.node, step.area, heuristic);
      });
      return;
    }
    const T* const row = table.row<T>(step.place);
    level_->for_each_border_node(record, [&](std::uint32_t node, std::uint32_t place) {
      if (row[place] != no_path) relax(node, step.cost + row[place], step.node, step.area, heuristic);
    });
    if (record.links == AreaRecord::no_links) return;
    const AreaLinks& links = level_->area_links[record.links];
    std::size_t place = record.portals() + links.leaving.size();
    for (const std::uint32_t node : links.arriving) {
      const T cost = row[place++];
      if (cost == no_path) continue;
      const std::uint64_t link_cost = level_->link(level_->nodes[node]).link.cost;
      relax(node, step.cost + cost + link_cost, step.node, step.area, heuristic);
    }
  }

  [[nodiscard]] bool inside(std::uint32_t area) const {
    const int shift = coarse_->shift() - level_->grid.shift();
    const std::uint32_t columns = level_->grid.columns();
    const std::uint32_t rows = level_->grid.rows();
    const std::uint32_t x = (area % columns) >> shift;
    const std::uint32_t y = (area / columns % rows) >> shift;
    const std::uint32_t layer = area / (columns * rows);
    return (layer * coarse_->rows() + y) * coarse_->columns() + x == confined_to_;
  }

  const Level* level_ = nullptr;
  const AreaGrid* coarse_ = nullptr;
  std::uint32_t confined_to_ = AreaGrid::none;
  std::vector<SearchLabel> labels_;
  MinQueue<OpenNode> heap_;
  TimestampSet known_;  // nodes whose label is of this search
  std::uint64_t opened_ = 0;
  bool rising_ = false;
  bool forward_ = false;
};

}  // namespace portolan::detail
