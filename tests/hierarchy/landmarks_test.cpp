// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What landmarks say of paths stays a bound while ground changes and links come and go.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <hierarchy_state.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

using detail::HierarchyState;
using detail::Landmarks;

std::string text(std::uint32_t from, std::uint32_t into, std::size_t slot) {
  return "landmark " + std::to_string(slot) + ", node " + std::to_string(from) + " to " +
         std::to_string(into);
}

// The first edge from a place of an area to one of its exits that a potential falls by more than it costs.
std::string broken_edge(const detail::Level& level, const Landmarks& landmarks) {
  std::string found;
  const auto look = [&](std::uint32_t area, std::uint32_t from, std::uint32_t place, std::uint64_t begin) {
    const detail::CostTable& table = level.table(area);
    level.for_each_exit(level.areas[area], [&](std::uint32_t into, std::uint32_t exit) {
      const std::uint64_t cost = place == exit ? 0 : table.at(place, exit);
      if (!found.empty() || cost == detail::CostTable::no_path) return;
      for (std::size_t slot = 0; slot < Landmarks::count; ++slot) {
        if (landmarks.of(from)[slot] > begin + cost + landmarks.of(into)[slot])
          found = text(from, into, slot);
      }
    });
  };
  for (std::uint32_t area = 0; area < level.areas.size(); ++area) {
    level.for_each_border_node(level.areas[area],
                               [&](std::uint32_t node, std::uint32_t place) { look(area, node, place, 0); });
    for (const std::uint32_t node : level.links_of(level.areas[area]).arriving) {
      const detail::LinkNode& link = level.link(level.nodes[node]);
      look(area, node, link.arriving_at, link.link.cost);
    }
  }
  return found;
}

TEST(Landmarks, StayBoundsWhileLinksComeAndGo) {
  for (std::uint64_t seed = 0; seed < test::cases(40); ++seed) {
    const auto options = test::random_options(seed, 90);
    SCOPED_TRACE(test::describe(options, seed));
    auto map = test::random_world(options, seed);
    test::Random random(seed);
    HierarchyState state(
        map.world, map.profile,
        {.sector_size = 8, .levels = random.between(1, 3), .level_factor = 2 << random.below(2)});
    state.build();
    ASSERT_EQ(broken_edge(*state.levels.back(), state.landmarks), "");
    std::vector<LinkId> links;
    for (int round = 0; round < 12; ++round) {
      test::edit_randomly(map, random, links);
      state.apply(map.world.commit());
      state.settle();
      ASSERT_EQ(broken_edge(*state.levels.back(), state.landmarks), "") << "round " << round;
    }
  }
}

}  // namespace
}  // namespace portolan
