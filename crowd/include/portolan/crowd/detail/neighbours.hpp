// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <boost/container/small_vector.hpp>

#include <portolan/core/vec2.hpp>

namespace portolan {

/// Agents by place, sorted every tick by counting: layer by layer, in rows as high as most will look, in
/// a row by narrow columns, there by index, or from top to bottom where a great many are in one place. Order
/// of the answers: that one, so it depends on nothing but the input. Build O(n + rows + columns), no
/// allocation once warm; any thread may ask.
class Neighbours {
 public:
  /// An agent where it was when this was built.
  struct Entry {
    Vec2 at;
    std::uint32_t row = 0;  // of all layers
    std::int32_t column = 0;
    std::uint32_t index = 0;
  };

  /// Takes the agents listed in `who`, in rows that are `side` high: about as far as most will look.
  void build(std::span<const Vec2> positions, std::span<const std::int32_t> layers,
             std::span<const std::uint32_t> who, float side);

  /// Calls visit(index) for every agent within `reach` of a position on both axes, and for some more.
  template <class Visit>
  void around(Vec2 position, std::int32_t layer, float reach, Visit&& visit) const;

  /// The same for who looks for the nearest alone: visit(index) returns how far it is still worth to look.
  /// Where n are in one place it calls in the order of sqrt(n) times, not n times, once it looks no farther
  /// than a few.
  template <class Visit>
  void nearest(Vec2 position, std::int32_t layer, float reach, Visit&& visit) const;

  /// All, in their order.
  [[nodiscard]] std::span<const Entry> entries() const { return entries_; }

  /// Looks around one entry after the other, in their order: where to begin in a row is known from the last
  /// one.
  class Sweep {
   public:
    /// Nobody will look farther than `most`.
    Sweep(const Neighbours& all, float most) : all_(all), most_(most) {}
    /// Calls visit(entries) with entries that lie side by side, for every entry within `reach` of one on both
    /// axes, that one too, and some more.
    template <class Visit>
    void around(const Entry& middle, float reach, Visit&& visit);

   private:
    void begin_row(const Entry& middle);
    // One more: of entries of one column a later one may reach farther to the left.
    [[nodiscard]] std::int32_t left_of(const Entry& middle) const {
      return all_.column_of(middle.at.x - most_) - 1;
    }

    const Neighbours& all_;
    float most_;
    std::uint32_t row_ = ~0U;  // of the last entry
    std::uint32_t top_ = 0;    // first row of its layer
    std::uint32_t first_ = 0;  // row of the first cursor
    boost::container::small_vector<std::uint32_t, 32>
        cursors_;  // per row in reach: where entries begin to matter
  };

 private:
  static constexpr float columns_per_row = 4;       // in the width that a row is high
  static constexpr std::uint32_t great_many = 128;  // in one column of a row: they lie from top to bottom
  static constexpr std::uint32_t stride = 64;

  [[nodiscard]] std::int32_t row_of(float y) const { return floored(y * scale_) - top_; }
  [[nodiscard]] std::int32_t column_of(float x) const {
    return floored(x * (columns_per_row * scale_)) - left_;
  }
  void measure(std::span<const Vec2> positions, std::span<const std::int32_t> layers,
               std::span<const std::uint32_t> who);
  [[nodiscard]] std::uint32_t begin_of(std::uint32_t row, std::int32_t column) const;
  // The first entry behind `first` that lies farther right than a column, or the end of their row. In
  // strides, as a great many may lie there.
  [[nodiscard]] std::uint32_t end_of(std::uint32_t first, std::uint32_t end, std::int32_t column) const {
    while (first + stride < end && entries_[first + stride].column <= column) first += stride;
    while (first < end && entries_[first].column <= column) ++first;
    return first;
  }
  void sort_great_many();
  template <class Visit>
  void each_row(Vec2 position, std::int32_t layer, float reach, Visit&& visit) const;
  template <class Visit>
  void outwards(std::uint32_t first, std::uint32_t end, float y, float& reach, Visit&& visit) const;

  std::vector<std::uint32_t> rows_;  // where each begins, one more at the end
  std::vector<Entry> entries_;
  std::vector<Entry> by_column_;
  std::vector<std::uint32_t> columns_;
  std::int32_t left_ = 0, top_ = 0, width_ = 0, height_ = 0;  // in columns and rows
  std::int32_t first_layer_ = 0, layers_ = 0;
  float scale_ = 1;
};

// ---- inline details; callers can stop reading here ----

// Calls visit(begin, end) for the rows within reach: from the first entry there that may be, to the end of
// the row.
template <class Visit>
void Neighbours::each_row(Vec2 position, std::int32_t layer, float reach, Visit&& visit) const {
  if (entries_.empty() || layer < first_layer_ || layer - first_layer_ >= layers_) return;
  const std::int32_t top = std::max(row_of(position.y - reach), 0);
  const std::int32_t bottom = std::min(row_of(position.y + reach), height_ - 1);
  const std::int32_t left = column_of(position.x - reach);
  for (std::int32_t y = top; y <= bottom; ++y) {
    const auto row = static_cast<std::uint32_t>((layer - first_layer_) * height_ + y);
    visit(begin_of(row, left), rows_[row + 1]);
  }
}

template <class Visit>
void Neighbours::around(Vec2 position, std::int32_t layer, float reach, Visit&& visit) const {
  const std::int32_t right = column_of(position.x + reach);
  each_row(position, layer, reach, [&](std::uint32_t i, std::uint32_t end) {
    for (; i < end && entries_[i].column <= right; ++i) visit(entries_[i].index);
  });
}

template <class Visit>
void Neighbours::nearest(Vec2 position, std::int32_t layer, float reach, Visit&& visit) const {
  each_row(position, layer, reach, [&](std::uint32_t i, std::uint32_t end) {
    while (i < end && entries_[i].column <= column_of(position.x + reach)) {
      const std::uint32_t next = end_of(i, end, entries_[i].column);
      outwards(i, next, position.y, reach, visit);
      i = next;
    }
  });
}

// Those of one column: where they are a great many, from who is beside y on up and down.
template <class Visit>
void Neighbours::outwards(std::uint32_t first, std::uint32_t end, float y, float& reach,
                          Visit&& visit) const {
  std::uint32_t below = first;
  const bool in_order = end - first >= great_many;
  if (in_order) {
    const auto begin = entries_.begin();
    below =
        static_cast<std::uint32_t>(std::lower_bound(begin + first, begin + end, y,
                                                    [](const Entry& e, float at) { return e.at.y < at; }) -
                                   begin);
  }
  for (std::uint32_t above = below; above > first && y - entries_[above - 1].at.y <= reach; --above)
    reach = visit(entries_[above - 1].index);
  for (; below < end && (!in_order || entries_[below].at.y - y <= reach); ++below)
    reach = visit(entries_[below].index);
}

template <class Visit>
void Neighbours::Sweep::around(const Entry& middle, float reach, Visit&& visit) {
  if (middle.row != row_) begin_row(middle);
  const std::int32_t above = all_.row_of(middle.at.y - reach), below = all_.row_of(middle.at.y + reach);
  const std::uint32_t top = top_ + static_cast<std::uint32_t>(std::max(above, 0));
  const std::uint32_t bottom = top_ + static_cast<std::uint32_t>(std::min(below, all_.height_ - 1));
  const std::int32_t left = left_of(middle);
  const std::int32_t right = all_.column_of(middle.at.x + reach);
  for (std::uint32_t row = top; row <= bottom; ++row) {
    const std::uint32_t end = all_.rows_[row + 1];
    std::uint32_t i = cursors_[row - first_];
    while (i < end && all_.entries_[i].column < left) ++i;
    cursors_[row - first_] = i;
    const std::uint32_t last = all_.end_of(i, end, right);
    if (last > i) visit(std::span(all_.entries_).subspan(i, last - i));
  }
}

}  // namespace portolan
