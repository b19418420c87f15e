// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "bounds/area_relaxation.hpp"

#include <algorithm>

namespace portolan::detail {

void AreaRelaxation::wake(std::uint32_t area, std::uint32_t key) {
  if (key_[area] <= key) return;
  key_[area] = key;
  heap_.push({key, area});
}

void AreaRelaxation::wake_around(std::uint32_t node) {
  const NodeRecord& record = level_->nodes[node];
  wake(level_->area_a(record), value(node));
  if (!record.is_link()) wake(level_->area_b(record), value(node));
}

void AreaRelaxation::run() {
  while (!heap_.empty()) {
    const Waiting next = heap_.pop();
    if (key_[next.area] != next.key) continue;  // woken with a lesser key, and done since
    key_[next.area] = asleep;
    relax(next.area);
  }
}

void AreaRelaxation::gather(const AreaRecord& record) {
  nodes_.clear();
  level_->for_each_border_node(record, [&](std::uint32_t node, std::uint32_t) { nodes_.push_back(node); });
  const AreaLinks& links = level_->links_of(record);
  nodes_.insert(nodes_.end(), links.leaving.begin(), links.leaving.end());
  nodes_.insert(nodes_.end(), links.arriving.begin(), links.arriving.end());
  old_.clear();
  for (const std::uint32_t node : nodes_) old_.push_back(value(node));
}

void AreaRelaxation::lower(std::uint32_t node, std::uint32_t to) {
  const bool had_value = value(node) < far;
  value(node) = to;
  if (altered_ == nullptr) return;
  if (!had_value && std::binary_search(fresh_.begin(), fresh_.end(), node)) return;
  altered_->push_back(level_->area_a(level_->nodes[node]));
  altered_->push_back(level_->area_b(level_->nodes[node]));
}

void AreaRelaxation::relax(std::uint32_t area) {
  const AreaRecord& record = level_->areas[area];
  const CostTable& table = level_->tables[record.table];
  gather(record);
  new_.assign(nodes_.size(), far);
  const std::size_t exits = record.portals() + level_->links_of(record).leaving.size();
  for (std::uint32_t into = 0; into < exits; ++into) {
    if (old_[into] >= far) continue;
    switch (table.width) {
      case TableWidth::narrow:
        min_plus_row(new_.data(), table.row<std::uint16_t>(into), old_[into], new_.size());
        break;
      case TableWidth::wide:
        min_plus_row(new_.data(), table.row<std::uint32_t>(into), old_[into], new_.size());
        break;
      case TableWidth::huge:
        min_plus_row(new_.data(), table.row<std::uint64_t>(into), old_[into], new_.size());
        break;
    }
  }
  for (std::size_t place = 0; place < nodes_.size(); ++place) {
    const std::uint32_t node = nodes_[place];
    const NodeRecord& here = level_->nodes[node];
    if (here.is_link()) {
      if (place < exits) continue;  // a path cannot begin here inside the area
      const std::uint64_t whole = std::uint64_t{new_[place]} + level_->link(here).link.cost;
      if (whole >= value(node)) continue;
      lower(node, static_cast<std::uint32_t>(whole));
      wake(level_->link(here).from_area, value(node));
    } else if (new_[place] < old_[place]) {
      lower(node, new_[place]);
      const std::uint32_t a = level_->area_a(here);
      wake(a == area ? level_->area_b(here) : a, new_[place]);
    }
  }
}

}  // namespace portolan::detail
