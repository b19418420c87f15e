// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <step/candidates.hpp>
#include <support/random.hpp>

namespace portolan {
namespace {

using detail::Candidates;

struct One {
  Vec2 at;
  std::uint32_t agent;
};

std::vector<One> some_around(Vec2 middle, int count, int steps, test::Random& random) {
  std::vector<One> some;
  for (int k = 0; k < count; ++k) {
    const Vec2 off{static_cast<float>(random.between(-steps, steps)),
                   static_cast<float>(random.between(-steps, steps))};
    some.push_back({middle + off, static_cast<std::uint32_t>(97 * k % 151)});
  }
  return some;
}

void add_to(Candidates& found, Vec2 middle, float farthest, std::span<const One> some) {
  found.add(
      some.size(), middle, farthest, [&](std::size_t k) { return some[k].at; },
      [&](std::size_t k) { return some[k].agent; });
}

using Sorted = std::vector<std::pair<float, std::uint32_t>>;

Sorted sorted_within(float farthest, Vec2 middle, std::span<const One> some) {
  Sorted sorted;
  for (const auto& [at, agent] : some) {
    if (const float square = dot(at - middle, at - middle); square <= farthest)
      sorted.emplace_back(square, agent);
  }
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

// Those within reach, in the order of their squares and slots, however many are as far away as others.
TEST(Candidates, AreSortedAsASlowSortDoes) {
  test::Random random(3);
  for (int round = 0; round < 5'000; ++round) {
    const int steps = round % 3 == 0 ? 5 : 1'000;
    const Vec2 middle{static_cast<float>(random.between(0, 9)), 3};
    const std::vector<One> all = some_around(middle, random.between(0, 130), steps, random);
    const auto farthest = static_cast<float>(steps * steps), nearer = farthest / 4;
    const Sorted expected = sorted_within(nearer, middle, all);
    Candidates found;
    const auto first = static_cast<std::size_t>(random.between(0, static_cast<int>(all.size())));
    add_to(found, middle, farthest, std::span(all).first(first));
    add_to(found, middle, farthest, std::span(all).subspan(first));
    found.keep(nearer);
    if (found.too_many()) {
      ASSERT_TRUE(expected.size() > Candidates::most || all.size() > Candidates::room);
      continue;
    }
    found.sort();
    ASSERT_EQ(found.agents().size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) ASSERT_EQ(found.agents()[k], expected[k].second);
    ASSERT_EQ(found.count_within(nearer / 2), sorted_within(nearer / 2, middle, all).size());
    detail::Contacts contacts;
    found.write(contacts);
    ASSERT_EQ(contacts.count, std::min<std::size_t>(expected.size(), detail::Contacts::most));
    for (std::uint32_t k = 0; k < contacts.count; ++k) ASSERT_EQ(contacts.agents[k], expected[k].second);
  }
}

// All within reach are listed, or it is told that they are not.
TEST(Candidates, AreListedWhereThereIsRoom) {
  test::Random random(5);
  for (int round = 0; round < 1'000; ++round) {
    const std::vector<One> all = some_around({}, random.between(0, 160), 10, random);
    Candidates found;
    add_to(found, {}, 80, all);
    detail::Approaching approaching;
    found.list(40, approaching);
    const Sorted expected = sorted_within(40, {}, all);
    const bool has_room = expected.size() <= detail::Approaching::most && all.size() <= Candidates::room;
    ASSERT_EQ(approaching.count <= detail::Approaching::most, has_room);
    if (!has_room) continue;
    std::vector<std::uint32_t> listed(approaching.agents.begin(),
                                      approaching.agents.begin() + approaching.count);
    std::vector<std::uint32_t> agents;
    for (const auto& one : expected) agents.push_back(one.second);
    std::sort(listed.begin(), listed.end());
    std::sort(agents.begin(), agents.end());
    ASSERT_EQ(listed, agents);
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
