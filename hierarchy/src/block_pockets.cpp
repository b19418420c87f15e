// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "block_pockets.hpp"

namespace portolan::detail {

void BlockPockets::reset(const Level& below, const ChildBlock& block) {
  below_ = &below;
  block_ = block;
  found_ = false;
}

std::uint32_t BlockPockets::size_around(std::uint32_t place) {
  if (!found_) find();
  return sizes_[unions_.find(rim_[place])];
}

std::uint32_t BlockPockets::base(std::uint32_t x, std::uint32_t y) const {
  return base_[(y - block_.y0) * (block_.x1 - block_.x0) + x - block_.x0];
}

void BlockPockets::find() {
  found_ = true;
  base_.clear();
  std::uint32_t count = 0;
  for (std::uint32_t y = block_.y0; y < block_.y1; ++y) {
    for (std::uint32_t x = block_.x0; x < block_.x1; ++x) {
      base_.push_back(count);
      count += below_->areas[child_at(*below_, block_, x, y)].portals();
    }
  }
  unions_.reset(count);
  for (std::uint32_t y = block_.y0; y < block_.y1; ++y) {
    for (std::uint32_t x = block_.x0; x < block_.x1; ++x) {
      unite_inside(child_at(*below_, block_, x, y), base(x, y));
    }
  }
  for (std::uint32_t y = block_.y0; y < block_.y1; ++y) {
    for (std::uint32_t x = block_.x0; x < block_.x1; ++x) unite_across(x, y);
  }
  list_rim();
  sizes_.assign(count, 0);
  for (const std::uint32_t node : rim_) ++sizes_[unions_.find(node)];
}

// The first node of a pocket has a way to each other one of it, and is its root, since no other area has been
// joined yet.
void BlockPockets::unite_inside(std::uint32_t child, std::uint32_t base) {
  const CostTable& table = below_->table(child);
  for (std::uint32_t first = 0; first < table.size; ++first) {
    if (unions_.find(base + first) != base + first) continue;
    for (std::uint32_t other = first + 1; other < table.size; ++other) {
      if (table.at(other, first) != CostTable::no_way) unions_.unite(base + first, base + other);
    }
  }
}

void BlockPockets::unite_across(std::uint32_t x, std::uint32_t y) {
  const AreaRecord& here = below_->areas[child_at(*below_, block_, x, y)];
  const auto join = [&](Side side, Side opposite, std::uint32_t x2, std::uint32_t y2) {
    const AreaRecord& there = below_->areas[child_at(*below_, block_, x2, y2)];
    const std::uint32_t first = here.end[side - 1];
    const std::uint32_t other = opposite == north ? 0U : there.end[opposite - 1];
    for (std::uint32_t i = 0; first + i < here.end[side]; ++i) {
      unions_.unite(base(x, y) + first + i, base(x2, y2) + other + i);
    }
  };
  if (x + 1 < block_.x1) join(east, west, x + 1, y);
  if (y + 1 < block_.y1) join(south, north, x, y + 1);
}

void BlockPockets::list_rim() {
  rim_.clear();
  const auto add = [&](std::uint32_t x, std::uint32_t y, Side side) {
    const AreaRecord& child = below_->areas[child_at(*below_, block_, x, y)];
    for (std::uint32_t i = side == north ? 0U : child.end[side - 1]; i < child.end[side]; ++i) {
      rim_.push_back(base(x, y) + i);
    }
  };
  for (std::uint32_t x = block_.x0; x < block_.x1; ++x) add(x, block_.y0, north);
  for (std::uint32_t y = block_.y0; y < block_.y1; ++y) add(block_.x0, y, west);
  for (std::uint32_t y = block_.y0; y < block_.y1; ++y) add(block_.x1 - 1, y, east);
  for (std::uint32_t x = block_.x0; x < block_.x1; ++x) add(x, block_.y1 - 1, south);
}

}  // namespace portolan::detail
