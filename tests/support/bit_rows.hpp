// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan::test {

/// A bit for every place of a rectangle, with a frame of clear bits around it that may be asked, not set.
class BitRows {
 public:
  BitRows(int width, int height)
      : width_(width),
        height_(height),
        words_per_row_((static_cast<std::size_t>(width) + 2 + 63) / 64),
        words_(words_per_row_ * (static_cast<std::size_t>(height) + 2)) {}

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  void set(int x, int y) { words_[word(x, y)] |= bit(x); }
  [[nodiscard]] bool at(int x, int y) const { return (words_[word(x, y)] & bit(x)) != 0; }

  /// The first place from x on that is set, or last + 1 where none is up to `last`.
  [[nodiscard]] int next_set(int x, int y, int last) const {
    return x > last ? last + 1 : next(x, y, last, 0);
  }
  /// The first place from x on that is clear.
  [[nodiscard]] int next_clear(int x, int y) const { return next(x, y, width_, ~std::uint64_t{0}); }

 private:
  [[nodiscard]] std::size_t word(int x, int y) const {
    return static_cast<std::size_t>(y + 1) * words_per_row_ + static_cast<std::size_t>(x + 1) / 64;
  }
  [[nodiscard]] static std::uint64_t bit(int x) {
    return std::uint64_t{1} << (static_cast<unsigned>(x + 1) % 64);
  }

  [[nodiscard]] int next(int x, int y, int last, std::uint64_t flip) const {
    std::size_t at = word(x, y);
    const std::size_t end = word(last, y);
    const std::size_t row = word(-1, y);
    std::uint64_t rest = (words_[at] ^ flip) & ~(bit(x) - 1);
    while (rest == 0 && at < end) rest = words_[++at] ^ flip;
    if (rest == 0) return last + 1;
    const int found = static_cast<int>((at - row) * 64) + std::countr_zero(rest) - 1;
    return found < last ? found : (found == last ? last : last + 1);
  }

  int width_;
  int height_;
  std::size_t words_per_row_;
  std::vector<std::uint64_t> words_;
};

}  // namespace portolan::test
