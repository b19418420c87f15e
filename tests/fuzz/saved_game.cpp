// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Saved games whose parts were changed under a checksum that fits, then played for some ticks.

#include <map>
#include <vector>

#include <support/match.hpp>

#include "fuzz.hpp"

namespace portolan {
namespace {

constexpr int most_side = 24;
constexpr std::uint64_t seeds = 6;

struct Original {
  std::vector<test::Bytes> parts;
  ProfileId profile;
};

std::vector<Original> make_originals() {
  std::vector<Original> made;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    test::Match match(seed, most_side);
    if (seed >= seeds / 2) match.play_wildly();
    for (int tick = 0; tick < 40; ++tick) match.tick();
    for (int tick = 0; seed >= seeds / 2 && tick < 200 && !match.follows_old_ground(); ++tick) match.tick();
    if (seed % 2 == 1) {  // saved while a commit waits to be settled
      match.edit_in_vain();
      static_cast<void>(match.navigator().commit());
    }
    made.push_back({test::parts_of(match.saved()), match.hierarchy().profile()});
  }
  return made;
}

// The parts that the input changes, by their places: one byte each, or two, which reach all of them.
std::map<std::size_t, test::Bytes> changed_parts(const Original& original, bool far, fuzz::Numbers& numbers) {
  std::map<std::size_t, test::Bytes> changed;
  const std::size_t rest = original.parts.size() - 1;  // the last one is the match's own
  for (int i = 0; i < 8 && !numbers.empty(); ++i) {
    const std::size_t place = (far ? numbers.take<std::uint16_t>() : numbers.take<std::uint8_t>()) % rest;
    test::Bytes& part = changed.try_emplace(place, original.parts[place]).first->second;
    fuzz::change_part(part, numbers);
  }
  return changed;
}

}  // namespace
}  // namespace portolan

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  static const std::vector<Original> originals = make_originals();
  fuzz::throw_at_assertions();
  fuzz::Numbers numbers(data, size);
  const std::uint8_t first = numbers.take<std::uint8_t>();
  const std::uint64_t seed = first % seeds;
  const Original& original = originals[seed];
  const std::map<std::size_t, test::Bytes> changed = changed_parts(original, first >= 128, numbers);
  static StateWriter writer;
  writer.clear();
  for (std::size_t k = 0; k < original.parts.size(); ++k) {
    const auto other = changed.find(k);
    writer.write_part<std::byte>(other == changed.end() ? original.parts[k] : other->second);
  }
  try {
    test::Match match(seed, original.profile);
    if (!match.load(writer.finish())) return 0;
    for (int tick = 0; tick < 3; ++tick) match.tick();
  } catch (const fuzz::FailedAssertion&) {
  }
  return 0;
}
