// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Saved games whose parts were changed under a checksum that fits, then played for some ticks.

#include <array>
#include <vector>

#include <support/match.hpp>

#include "fuzz.hpp"

namespace portolan {
namespace {

constexpr int most_side = 24;
constexpr std::uint64_t seeds = 6;

std::vector<test::Bytes> parts_of_match(std::uint64_t seed) {
  test::Match match(seed, most_side);
  for (int tick = 0; tick < 40; ++tick) match.tick();
  return test::parts_of(match.saved());
}

}  // namespace
}  // namespace portolan

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  static const auto originals = [] {
    std::vector<std::vector<test::Bytes>> made;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) made.push_back(parts_of_match(seed));
    return made;
  }();
  fuzz::Numbers numbers(data, size);
  const std::uint64_t seed = numbers.take<std::uint8_t>() % seeds;
  std::vector<test::Bytes> parts = originals[seed];
  const std::size_t rest = parts.size() - 1;  // the last one is the match's own
  for (int i = 0; i < 8 && !numbers.empty(); ++i) {
    test::Bytes& part = parts[numbers.take<std::uint8_t>() % rest];
    if (numbers.take<std::uint8_t>() < 32) {
      part.resize(numbers.take<std::uint16_t>() % (2 * part.size() + 16));
    } else {
      fuzz::change(part, numbers);
    }
  }
  StateWriter writer;
  for (const test::Bytes& part : parts) writer.write_part<std::byte>(part);
  test::Match match(seed, most_side);
  if (!match.load(writer.finish())) return 0;
  for (int tick = 0; tick < 3; ++tick) match.tick();
  return 0;
}
