// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Saved games with a crowd, whose parts were changed under a checksum that fits, then played for some ticks.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <portolan/simulation/ordered_crowd.hpp>
#include <support/match.hpp>

#include "fuzz.hpp"

namespace portolan {
namespace {

constexpr std::uint64_t seeds = 4;
const HierarchyOptions options{.sector_size = 8};

struct Original {
  std::vector<test::Bytes> parts;
  std::size_t first = 0;  // of those of the crowd
};

AgentSpec spec_at(Cell c, test::Random& random) {
  AgentSpec spec;
  spec.position = centre_of(c);
  spec.layer = c.layer;
  spec.radius = 0.1F * static_cast<float>(random.between(2, 6));
  return spec;
}

void play(OrderedCrowd& army, int ticks) {
  for (; ticks > 0; --ticks) {
    army.commit();
    army.work(200);
    army.step(0.1F);
  }
}

Original made(std::uint64_t seed) {
  test::Random random(seed);
  test::TestWorld map = test::random_world(test::random_options(seed, 24), seed);
  const ProfileId profile = map.profile;
  OrderedCrowd army(Navigator(std::move(map.world), options));
  const GridView view = army.world().view(profile);
  for (std::uint32_t squad = 0; squad < 3; ++squad) {
    std::vector<AgentId> agents;
    for (int k = 0; k < 8; ++k)
      agents.push_back(army.add(profile, spec_at(random_passable_cell(view, random), random)));
    OrderSpec order{.profile = profile, .places = {random_passable_cell(view, random)}};
    order.options.headings = squad == 0 ? Headings::octile : Headings::any_angle;
    army.give(order, agents);
  }
  play(army, 25);
  StateWriter navigator, all;
  army.navigator().save_state(navigator);
  army.save_state(all);
  const auto bytes_of = [](StateWriter& writer) {
    const auto bytes = writer.finish();
    return test::Bytes(bytes.begin(), bytes.end());
  };
  return {test::parts_of(bytes_of(all)), test::parts_of(bytes_of(navigator)).size()};
}

std::vector<Original> make_originals() {
  std::vector<Original> originals;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) originals.push_back(made(seed));
  return originals;
}

}  // namespace
}  // namespace portolan

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  static const std::vector<Original> originals = make_originals();
  fuzz::throw_at_assertions();
  fuzz::Numbers numbers(data, size);
  const Original& original = originals[numbers.take<std::uint8_t>() % seeds];
  std::vector<test::Bytes> parts = original.parts;
  for (int i = 0; i < 8 && !numbers.empty(); ++i) {
    // What agents follow lies before the crowd, and is changed less often: that is also done without one.
    const std::size_t first = numbers.take<std::uint8_t>() % 4 == 0 ? 0 : original.first;
    test::Bytes& part = parts[first + numbers.take<std::uint8_t>() % (parts.size() - first)];
    fuzz::change_part(part, numbers);
  }
  StateWriter writer;
  for (const test::Bytes& part : parts) writer.write_part<std::byte>(part);
  auto reader = StateReader::open(writer.finish());
  if (!reader) return 0;
  try {
    std::optional<OrderedCrowd> army = OrderedCrowd::restored(*reader, options);
    if (army) play(*army, 3);
  } catch (const fuzz::FailedAssertion&) {
  }
  return 0;
}
