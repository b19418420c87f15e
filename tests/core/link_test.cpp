// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/detail/link_table.hpp>
#include <portolan/core/link.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <support/random_world.hpp>

namespace portolan::test {
namespace {

std::vector<LinkId> ids(std::span<const LinkTable::Entry> entries) {
  std::vector<LinkId> found;
  for (const LinkTable::Entry& entry : entries) found.push_back(entry.id);
  return found;
}

TEST(LinkTable, ShowsALinkOnceItIsActive) {
  LinkTable table;
  const Link link{{1, 2, 0}, {40, 2, 1}, 55};
  const LinkId id = table.reserve(link);
  EXPECT_FALSE(table.alive(id));
  EXPECT_EQ(table[id], link);
  EXPECT_TRUE(table.empty());
  EXPECT_TRUE(table.from_block(link.from).empty());
  table.activate(id);
  EXPECT_TRUE(table.alive(id));
  EXPECT_EQ(table.size(), 1U);
  EXPECT_EQ(ids(table.from_block({31, 31, 0})), std::vector<LinkId>{id}) << "by block, not by cell";
  EXPECT_EQ(ids(table.into_block({32, 0, 1})), std::vector<LinkId>{id});
  EXPECT_TRUE(table.from_block({32, 2, 0}).empty());
  EXPECT_TRUE(table.from_block({1, 2, 1}).empty()) << "another layer";
  EXPECT_TRUE(table.into_block({31, 2, 1}).empty());
  EXPECT_EQ(ids(table.all()), std::vector<LinkId>{id});
}

TEST(LinkTable, ForgetsRemovedLinksAndGivesTheirIdsAgain) {
  LinkTable table;
  const LinkId seen = table.reserve({{0, 0, 0}, {1, 0, 0}, 1});
  const LinkId waiting = table.reserve({{0, 0, 0}, {2, 0, 0}, 2});
  table.activate(seen);
  table.remove(seen);
  EXPECT_FALSE(table.alive(seen));
  EXPECT_TRUE(table.empty());
  EXPECT_TRUE(table.into_block({0, 0, 0}).empty());
  table.remove(waiting);
  const LinkId first = table.reserve({{0, 0, 0}, {3, 0, 0}, 3});
  const LinkId second = table.reserve({{0, 0, 0}, {4, 0, 0}, 4});
  EXPECT_NE(first, second);
  EXPECT_LT(std::max(first, second).value, 2U);
  EXPECT_FALSE(table.alive(first)) << "a reused id has to be activated too";
  EXPECT_FALSE(table.alive(LinkId{7}));
}

TEST(LinkTable, FindsWhatAPlainSearchFindsThroughRandomChanges) {
  Random random(5);
  const Extent extent{200, 100, 3};
  LinkTable table;
  std::map<LinkId, Link> live;
  for (int round = 0; round < 600; ++round) {
    if (live.empty() || random.percent(60)) {
      const Cell from = random_cell(extent, random), to = random_cell(extent, random);
      const Link link{from, to, 1 + random.below(100)};
      const LinkId id = table.reserve(link);
      ASSERT_EQ(live.count(id), 0U) << "the id of a living link is given again";
      table.activate(id);
      live[id] = link;
    } else {
      const auto gone = std::next(live.begin(), random.below(static_cast<std::uint32_t>(live.size())));
      table.remove(gone->first);
      live.erase(gone);
    }
    const Cell c = random_cell(extent, random);
    const auto same_block = [&](Cell other) {
      return other.layer == c.layer && other.x / 32 == c.x / 32 && other.y / 32 == c.y / 32;
    };
    std::vector<LinkId> out, in;
    for (const auto& [id, link] : live) {
      ASSERT_EQ(table[id], link);
      if (same_block(link.from)) out.push_back(id);
      if (same_block(link.to)) in.push_back(id);
    }
    ASSERT_EQ(ids(table.from_block(c)), out) << "by ascending id";
    ASSERT_EQ(ids(table.into_block(c)), in);
    ASSERT_EQ(table.size(), live.size());
  }
}

}  // namespace
}  // namespace portolan::test
