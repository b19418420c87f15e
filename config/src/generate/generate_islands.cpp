// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/config/terrain.hpp>
#include <portolan/core/random.hpp>

#include "generators.hpp"

// Islands: sums of smoothed value noise (octaves of halved size and weight), cut at sea level.
namespace portolan::detail {

namespace {

constexpr std::int32_t smallest_lattice = 4;
constexpr int max_octaves = 7;

/// One octave: random values on a lattice, blended smoothly between its points. Rows are asked for top to
/// bottom.
class Octave {
 public:
  Octave(std::int32_t size, std::int32_t weight, std::int32_t width, std::uint64_t seed)
      : size_(size), weight_(weight), seed_(seed), blend_(static_cast<std::size_t>(size)) {
    for (std::int32_t i = 0; i < size; ++i) {
      // 3 t^2 - 2 t^3 in 15 bits.
      const std::int64_t t = (static_cast<std::int64_t>(i) << 15) / size;
      blend_[static_cast<std::size_t>(i)] = static_cast<std::int32_t>((t * t * ((3LL << 15) - 2 * t)) >> 30);
    }
    const auto points = static_cast<std::size_t>(width / size) + 2;
    above_.resize(points);
    below_.resize(points);
    mixed_.resize(points);
  }

  /// Adds this octave's values of row y to `sum`.
  void add(std::int32_t y, std::vector<std::int32_t>& sum) {
    if (y / size_ != band_) load(y / size_);
    const std::int32_t b = blend_[static_cast<std::size_t>(y % size_)];
    for (std::size_t i = 0; i < mixed_.size(); ++i)
      mixed_[i] = above_[i] + (((below_[i] - above_[i]) * b) >> 15);
    const auto step = static_cast<std::size_t>(size_);
    std::size_t x = 0, i = 0;
    for (; x + step <= sum.size(); x += step, ++i) blend_run(sum.data() + x, i, step);
    blend_run(sum.data() + x, i, sum.size() - x);
  }

 private:
  void blend_run(std::int32_t* out, std::size_t i, std::size_t count) const {
    const std::int32_t left = mixed_[i], slope = mixed_[i + 1] - mixed_[i];
    const std::int32_t* const blend = blend_.data();
    for (std::size_t k = 0; k < count; ++k) out[k] += left + ((slope * blend[k]) >> 15);
  }

  void load(std::int32_t band) {
    band_ = band;
    fill(above_, band);
    fill(below_, band + 1);
  }
  // Values below weight_ <= 2^14, so that a slope times a blend stays below 2^31.
  void fill(std::vector<std::int32_t>& row, std::int32_t y) const {
    for (std::size_t x = 0; x < row.size(); ++x) {
      const std::uint64_t point = (static_cast<std::uint64_t>(y) << 32U) | x;
      const std::uint64_t value = Random::mix(seed_ ^ (point * 0x9E3779B97F4A7C15ULL)) >> 40U;
      row[x] = static_cast<std::int32_t>((value * static_cast<std::uint64_t>(weight_)) >> 24U);
    }
  }

  std::int32_t size_;
  std::int32_t weight_;
  std::uint64_t seed_;
  std::int32_t band_ = -1;
  std::vector<std::int32_t> blend_;
  std::vector<std::int32_t> above_;
  std::vector<std::int32_t> below_;
  std::vector<std::int32_t> mixed_;
};

class Noise {
 public:
  Noise(std::int32_t size, std::int32_t width, std::uint64_t seed) : sum_(static_cast<std::size_t>(width)) {
    Random seeds(seed);
    std::int32_t weight = 1 << 14;
    for (int n = 0; n < max_octaves && size >= smallest_lattice; ++n, size /= 2, weight /= 2) {
      octaves_.emplace_back(size, weight, width, seeds.next());
    }
    if (octaves_.empty()) octaves_.emplace_back(std::max(1, size), weight, width, seeds.next());
  }
  const std::vector<std::int32_t>& row(std::int32_t y) {
    std::fill(sum_.begin(), sum_.end(), 0);
    for (Octave& octave : octaves_) octave.add(y, sum_);
    return sum_;
  }

 private:
  std::vector<Octave> octaves_;
  std::vector<std::int32_t> sum_;
};

constexpr std::size_t max_height = 1U << 15U;

/// Heights below which a given share of the map lies, from a sample of its rows.
class Levels {
 public:
  Levels(Noise noise, std::int32_t height) : counts_(max_height) {
    const std::int32_t step = std::max(1, height / 256);
    for (std::int32_t y = step / 2; y < height; y += step) {
      for (const std::int32_t h : noise.row(y)) ++counts_[static_cast<std::size_t>(h)];
      total_ += noise.row(y).size();
    }
  }
  [[nodiscard]] std::int32_t at(std::uint64_t percent) const {
    std::uint64_t below = 0;
    std::size_t h = 0;
    while (h + 1 < max_height && (below + counts_[h]) * 100 <= percent * total_) below += counts_[h++];
    return static_cast<std::int32_t>(h);
  }

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0;
};

}  // namespace

void make_islands(const GenerateOptions& options, TerrainSink& sink) {
  Noise height(options.scale, options.width, options.seed);
  const Levels levels(height, options.height);
  const auto sea = static_cast<std::uint64_t>(options.fill);
  const std::uint64_t land = 100 - sea;
  std::vector<TerrainId> ground(max_height, terrain::water);
  const auto from = [&](std::uint64_t percent, TerrainId value) {
    std::fill(ground.begin() + levels.at(percent), ground.end(), value);
  };
  // From the shore up: sand, marsh, open land, woods, rock, the parts in percent of the land.
  from(sea, terrain::ground);
  from(sea + land * 8 / 100, terrain::swamp);
  from(sea + land * 14 / 100, terrain::grass);
  from(sea + land * 60 / 100, terrain::ground);
  from(sea + land * 92 / 100, terrain::tree);
  for (std::int32_t y = 0; y < options.height; ++y) {
    const std::vector<std::int32_t>& heights = height.row(y);
    TerrainId* const row = sink.row();
    for (std::size_t x = 0; x < heights.size(); ++x) row[x] = ground[static_cast<std::size_t>(heights[x])];
    sink.push();
  }
}

}  // namespace portolan::detail
