// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <limits>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/crowd/detail/neighbours.hpp>

namespace portolan {
namespace {

constexpr std::int64_t most_lines = 1 << 22;  // rows of all layers, or columns; on larger maps they get wider

// Makes counts, of which the first is zero, into where each begins.
void sum_up(std::vector<std::uint32_t>& counts) {
  for (std::size_t k = 1; k < counts.size(); ++k) counts[k] += counts[k - 1];
}

}  // namespace

// The box that holds everybody, in rows and columns.
void Neighbours::measure(std::span<const Vec2> positions, std::span<const std::int32_t> layers,
                         std::span<const std::uint32_t> who) {
  constexpr float far = std::numeric_limits<float>::max();
  Vec2 low{far, far}, high{-far, -far};
  std::int32_t last_layer = layers[who[0]];
  first_layer_ = last_layer;
  for (const std::uint32_t i : who) {
    low = {std::min(low.x, positions[i].x), std::min(low.y, positions[i].y)};
    high = {std::max(high.x, positions[i].x), std::max(high.y, positions[i].y)};
    first_layer_ = std::min(first_layer_, layers[i]);
    last_layer = std::max(last_layer, layers[i]);
  }
  layers_ = last_layer - first_layer_ + 1;
  const float widest = std::max(high.y - low.y, columns_per_row * (high.x - low.x));
  while (static_cast<double>(widest) * static_cast<double>(scale_) * layers_ > most_lines) scale_ /= 2;
  left_ = top_ = 0;
  left_ = column_of(low.x);
  top_ = row_of(low.y);
  width_ = column_of(high.x) + 1;
  height_ = row_of(high.y) + 1;
}

void Neighbours::build(std::span<const Vec2> positions, std::span<const std::int32_t> layers,
                       std::span<const std::uint32_t> who, float side) {
  PORTOLAN_ASSERT(side > 0);
  scale_ = 1 / side;
  entries_.resize(who.size());
  by_column_.resize(who.size());
  if (who.empty()) return;
  measure(positions, layers, who);
  columns_.assign(static_cast<std::size_t>(width_) + 1, 0);
  rows_.assign(static_cast<std::size_t>(height_) * static_cast<std::size_t>(layers_) + 2, 0);
  for (std::size_t k = 0; k < who.size(); ++k) {
    const std::uint32_t i = who[k];
    const Vec2 p = positions[i];
    const auto row = static_cast<std::uint32_t>((layers[i] - first_layer_) * height_ + row_of(p.y));
    entries_[k] = {p, row, column_of(p.x), i};
    ++columns_[static_cast<std::size_t>(entries_[k].column) + 1];
    ++rows_[row + 2];
  }
  sum_up(columns_);
  sum_up(rows_);
  // By columns, then by rows: each pass keeps the order of the one before.
  for (const Entry& e : entries_) by_column_[columns_[static_cast<std::size_t>(e.column)]++] = e;
  for (const Entry& e : by_column_) entries_[rows_[e.row + 1]++] = e;
  sort_great_many();
}

// Whole columns of a row that hold a great many. Such a column holds both of some pair that is half as far
// apart.
void Neighbours::sort_great_many() {
  constexpr std::size_t half = great_many / 2;
  const auto place = [](const Entry& e) { return std::pair(e.row, e.column); };
  const auto before = [&](const Entry& a, const Entry& b) { return place(a) < place(b); };
  for (std::size_t k = 0; k + half <= entries_.size(); k += half) {
    if (place(entries_[k]) != place(entries_[k + half - 1])) continue;
    const auto [first, end] = std::equal_range(entries_.begin(), entries_.end(), entries_[k], before);
    if (end - first < great_many) continue;
    std::sort(first, end, [](const Entry& a, const Entry& b) {
      return std::pair(a.at.y, a.index) < std::pair(b.at.y, b.index);
    });
    k = static_cast<std::size_t>(end - entries_.begin()) / half * half;
  }
}

std::uint32_t Neighbours::begin_of(std::uint32_t row, std::int32_t column) const {
  const auto begin = entries_.begin();
  return static_cast<std::uint32_t>(
      std::lower_bound(begin + rows_[row], begin + rows_[row + 1], column,
                       [](const Entry& e, std::int32_t c) { return e.column < c; }) -
      begin);
}

void Neighbours::Sweep::begin_row(const Entry& middle) {
  PORTOLAN_ASSERT(middle.row + 1 < all_.rows_.size(), "a sweep goes along entries");
  const auto height = static_cast<std::uint32_t>(all_.height_);
  const std::uint32_t reach = static_cast<std::uint32_t>(most_ * all_.scale_) + 2;  // one more by rounding
  const std::int32_t left = left_of(middle);
  row_ = middle.row;
  top_ = row_ - row_ % height;
  first_ = std::max(top_ + reach, row_) - reach;
  const std::uint32_t last = std::min(row_ + reach, top_ + height - 1);
  cursors_.clear();
  for (std::uint32_t row = first_; row <= last; ++row) cursors_.push_back(all_.begin_of(row, left));
}

}  // namespace portolan
