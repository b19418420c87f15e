// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <step/candidates.hpp>
#include <support/random.hpp>

namespace portolan {
namespace {

using detail::Candidates;

// Those within reach, in the order of their squares and slots, however many are as far away as others.
TEST(Candidates, AreSortedAsASlowSortDoes) {
  test::Random random(3);
  for (int round = 0; round < 5'000; ++round) {
    std::vector<std::pair<float, std::uint32_t>> all, expected;
    const int count = random.between(0, 60), steps = round % 3 == 0 ? 5 : 100'000;
    for (int k = 0; k < count; ++k)
      all.emplace_back(static_cast<float>(random.between(0, steps)) / 7,
                       static_cast<std::uint32_t>(97 * k % 61));
    const float farthest = static_cast<float>(steps) / 10;
    for (const auto& one : all) {
      if (one.first <= farthest) expected.push_back(one);
    }
    std::sort(expected.begin(), expected.end());
    Candidates found;
    found.collect(farthest, [&](const auto& add) {
      for (const auto& [square, agent] : all) add(agent, square);
    });
    ASSERT_EQ(found.full(), expected.size() >= Candidates::most);
    if (found.full()) continue;
    found.sort();
    ASSERT_EQ(found.count(), expected.size());
    for (std::uint32_t k = 0; k < found.count(); ++k)
      ASSERT_EQ(std::pair(found.square(k), found.agent(k)), expected[k]) << k << " of " << found.count();
  }
}

// The nearest sixteen of however many.
TEST(Nearest, AreTheFirstOfASlowSort) {
  test::Random random(4);
  for (int round = 0; round < 1'000; ++round) {
    std::vector<std::pair<float, std::uint32_t>> all;
    detail::Nearest nearest;
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(random.between(0, 100)); ++k) {
      all.emplace_back(static_cast<float>(random.between(0, 50)), 97 * k % 101);
      nearest.add(all.back().first, all.back().second);
    }
    std::sort(all.begin(), all.end());
    all.resize(std::min<std::size_t>(all.size(), detail::Contacts::most));
    detail::Contacts contacts;
    nearest.write(contacts);
    ASSERT_EQ(contacts.count, all.size());
    for (std::uint32_t k = 0; k < contacts.count; ++k) ASSERT_EQ(contacts.agents[k], all[k].second);
    const auto within =
        std::count_if(all.begin(), all.end(), [](const auto& one) { return one.first <= 20; });
    ASSERT_EQ(nearest.count_within(20), within);
  }
}

}  // namespace
}  // namespace portolan
