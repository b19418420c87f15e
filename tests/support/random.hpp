// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace portolan::test {

/// A generator whose numbers are the same with every standard library, which those of <random>'s
/// distributions are not: SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators",
/// 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }
  /// A number below `bound`, which must be above 0 and far below 2^32 for the bias not to matter.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((next() >> 32U) * bound >> 32U);
  }
  /// A number from `least` to `most`, both included.
  int between(int least, int most) {
    return least + static_cast<int>(below(static_cast<std::uint32_t>(most - least) + 1));
  }
  bool percent(int chance) { return static_cast<int>(below(100)) < chance; }

 private:
  std::uint64_t state_;
};

}  // namespace portolan::test
