// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/config/terrain.hpp>
#include <portolan/core/random.hpp>

#include "generators.hpp"

namespace portolan::detail {

namespace {

/// Rock as one bit per cell; what lies outside is rock. The majority rule works on 64 cells at a time.
class RockBits {
 public:
  RockBits(std::int32_t width, std::int32_t height)
      : width_(static_cast<std::size_t>(width)),
        height_(static_cast<std::size_t>(height)),
        words_((width_ + 63) / 64),
        bits_(words_ * height_) {}

  [[nodiscard]] bool at(std::size_t x, std::size_t y) const {
    return ((bits_[y * words_ + (x >> 6U)] >> (x & 63U)) & 1U) != 0;
  }

  /// Each cell is rock with a chance of `chance` / 128: seven random words per word, after the binary digits.
  void scatter(std::uint32_t chance, Random& random) {
    for (std::uint64_t& word : bits_) {
      word = 0;
      for (std::uint32_t digit = 0; digit < 7; ++digit) {
        const std::uint64_t coin = random.next();
        word = ((chance >> digit) & 1U) != 0 ? word | coin : word & coin;
      }
    }
    wall_off();
  }

  /// A cell becomes rock when at least five of the nine cells around and including it are.
  void smooth() {
    std::vector<std::uint64_t> next(bits_.size());
    for (std::size_t y = 0; y < height_; ++y) {
      for (std::size_t w = 0; w < words_; ++w) next[y * words_ + w] = majority(y, w);
    }
    bits_.swap(next);
    wall_off();
  }

  /// The same caves `factor` times as large.
  [[nodiscard]] RockBits enlarged(std::int32_t width, std::int32_t height, std::int32_t factor) const {
    RockBits large(width, height);
    const auto f = static_cast<std::size_t>(factor);
    for (std::size_t y = 0; y < large.height_; ++y) {
      std::uint64_t* const row = large.bits_.data() + y * large.words_;
      if (y % f != 0) {
        std::copy_n(row - large.words_, large.words_, row);
        continue;
      }
      for (std::size_t x = 0; x < large.width_; ++x) {
        row[x >> 6U] |= static_cast<std::uint64_t>(at(x / f, y / f)) << (x & 63U);
      }
    }
    large.wall_off();
    return large;
  }

 private:
  [[nodiscard]] std::uint64_t word(std::size_t y, std::size_t w) const {
    return y < height_ && w < words_ ? bits_[y * words_ + w]
                                     : ~0ULL;  // y - 1 of the first row wraps: outside
  }

  // Sum of a cell and its two neighbours in a row, in two bit planes.
  struct Planes {
    std::uint64_t ones = 0;
    std::uint64_t twos = 0;
  };
  [[nodiscard]] Planes row_sum(std::size_t y, std::size_t w) const {
    const std::uint64_t here = word(y, w);
    const std::uint64_t left = (here << 1U) | (word(y, w - 1) >> 63U);
    const std::uint64_t right = (here >> 1U) | (word(y, w + 1) << 63U);
    return {left ^ here ^ right, (left & here) | (right & (left ^ here))};
  }
  [[nodiscard]] std::uint64_t majority(std::size_t y, std::size_t w) const {
    const Planes a = row_sum(y - 1, w), b = row_sum(y, w), c = row_sum(y + 1, w);
    const std::uint64_t ones = a.ones ^ b.ones ^ c.ones;
    const std::uint64_t carry = (a.ones & b.ones) | (c.ones & (a.ones ^ b.ones));
    // The four planes of weight two add up to fours and eights.
    const std::uint64_t half = a.twos ^ b.twos, half_carry = a.twos & b.twos;
    const std::uint64_t rest = c.twos ^ carry, rest_carry = c.twos & carry;
    const std::uint64_t twos = half ^ rest;
    const std::uint64_t fours = half_carry ^ rest_carry ^ (half & rest);
    const std::uint64_t eights = (half_carry & rest_carry) | ((half & rest) & (half_carry ^ rest_carry));
    return eights | (fours & (ones | twos));
  }

  // The last word of a row may be partial: the bits beyond the map are rock.
  void wall_off() {
    if (width_ % 64 == 0) return;
    const std::uint64_t beyond = ~0ULL << (width_ % 64);
    for (std::size_t y = 0; y < height_; ++y) bits_[y * words_ + words_ - 1] |= beyond;
  }

  std::size_t width_;
  std::size_t height_;
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

/// A perfect maze (one way between any two nodes) on a lattice of nodes, by a random walk that steps back
/// where it is stuck. One byte per node instead of a stack: the way back is kept in the node.
class MazeNodes {
 public:
  MazeNodes(std::int32_t columns, std::int32_t rows, std::uint64_t seed)
      : columns_(columns),
        rows_(rows),
        nodes_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) {
    carve(Random(seed));
  }
  [[nodiscard]] bool opens_east(std::int32_t x, std::int32_t y) const { return (node(x, y) & 1U) != 0; }
  [[nodiscard]] bool opens_south(std::int32_t x, std::int32_t y) const { return (node(x, y) & 2U) != 0; }

 private:
  static constexpr std::uint8_t seen = 4;
  static constexpr std::array<std::int32_t, 4> dx{1, 0, -1, 0};
  static constexpr std::array<std::int32_t, 4> dy{0, 1, 0, -1};

  [[nodiscard]] std::size_t index(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x);
  }
  [[nodiscard]] std::uint8_t node(std::int32_t x, std::int32_t y) const { return nodes_[index(x, y)]; }
  [[nodiscard]] bool free(std::int32_t x, std::int32_t y) const {
    return x >= 0 && y >= 0 && x < columns_ && y < rows_ && (node(x, y) & seen) == 0;
  }

  void carve(Random random) {
    std::int32_t x = columns_ / 2, y = rows_ / 2;
    const std::size_t start = index(x, y);
    nodes_[start] = seen;
    for (;;) {
      std::array<std::uint8_t, 4> ways{};
      std::uint32_t count = 0;
      for (std::uint8_t d = 0; d < 4; ++d) {
        if (free(x + dx[d], y + dy[d])) ways[count++] = d;
      }
      if (count == 0) {
        if (index(x, y) == start) return;
        const auto back = static_cast<std::size_t>(node(x, y) >> 4U);
        x += dx[back];
        y += dy[back];
        continue;
      }
      const std::uint8_t d = ways[count == 1 ? 0 : random.below(count)];
      open(x, y, d);
      x += dx[d];
      y += dy[d];
      nodes_[index(x, y)] = static_cast<std::uint8_t>(nodes_[index(x, y)] | seen | (((d + 2U) & 3U) << 4U));
    }
  }
  void open(std::int32_t x, std::int32_t y, std::uint8_t d) {
    const std::size_t owner = d == 2 ? index(x - 1, y) : d == 3 ? index(x, y - 1) : index(x, y);
    nodes_[owner] = static_cast<std::uint8_t>(nodes_[owner] | ((d & 1U) != 0 ? 2U : 1U));
  }

  std::int32_t columns_;
  std::int32_t rows_;
  std::vector<std::uint8_t> nodes_;
};

}  // namespace

// Cellular automaton: scattered rock, smoothed on a coarse grid, enlarged, and smoothed again.
void make_caves(const GenerateOptions& options, TerrainSink& sink) {
  Random random(options.seed);
  const std::int32_t f = std::min({options.scale, options.width, options.height});
  RockBits coarse((options.width + f - 1) / f, (options.height + f - 1) / f);
  coarse.scatter(static_cast<std::uint32_t>((options.fill * 128 + 50) / 100), random);
  for (int i = 0; i < 4; ++i) coarse.smooth();
  RockBits rock = coarse.enlarged(options.width, options.height, f);
  for (int i = 0; i < 2 && f > 1; ++i) rock.smooth();
  for (std::int32_t y = 0; y < options.height; ++y) {
    TerrainId* const row = sink.row();
    for (std::int32_t x = 0; x < options.width; ++x) {
      const bool solid = rock.at(static_cast<std::size_t>(x), static_cast<std::size_t>(y));
      row[x] = solid ? terrain::out_of_bounds : terrain::ground;
    }
    sink.push();
  }
}

void make_maze(const GenerateOptions& options, TerrainSink& sink) {
  const std::int32_t lane = std::min({options.scale, options.width, options.height});
  const std::int32_t pitch = lane + 1;
  // A lane at the far rim may be narrower, or missing where only its wall would fit.
  const std::int32_t columns = (options.width + pitch - 1) / pitch;
  const std::int32_t rows = (options.height + pitch - 1) / pitch;
  const MazeNodes maze(columns, rows, options.seed);
  std::vector<TerrainId> lanes(static_cast<std::size_t>(columns * pitch)), walls(lanes.size());
  for (std::int32_t r = 0; r < rows; ++r) {
    for (std::int32_t c = 0; c < columns; ++c) {
      const auto at = static_cast<std::ptrdiff_t>(c) * pitch;
      std::fill_n(lanes.begin() + at, lane, terrain::ground);
      lanes[static_cast<std::size_t>(at + lane)] =
          maze.opens_east(c, r) ? terrain::ground : terrain::out_of_bounds;
      std::fill_n(walls.begin() + at, lane,
                  maze.opens_south(c, r) ? terrain::ground : terrain::out_of_bounds);
      walls[static_cast<std::size_t>(at + lane)] = terrain::out_of_bounds;
    }
    for (std::int32_t y = r * pitch; y < std::min((r + 1) * pitch, options.height); ++y) {
      std::copy_n(y == r * pitch + lane ? walls.begin() : lanes.begin(), options.width, sink.row());
      sink.push();
    }
  }
}

}  // namespace portolan::detail
