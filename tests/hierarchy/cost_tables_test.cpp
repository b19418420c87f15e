// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_parts.hpp>
#include <portolan/hierarchy/detail/cost_tables.hpp>

#include <support/random.hpp>

namespace portolan::detail {
namespace {

using test::Random;

// A table as a plain list of its costs, row by row.
struct Values {
  std::uint32_t size = 0;
  std::vector<std::uint64_t> costs;
  auto operator<=>(const Values&) const = default;
};

PackedTable packed(const Values& v) { return {v.size, v.costs}; }

Values read_back(const CostTable& table) {
  Values v{table.size, {}};
  for (std::uint32_t into = 0; into < table.size; ++into) {
    for (std::uint32_t from = 0; from < table.size; ++from) v.costs.push_back(table.at(from, into));
  }
  return v;
}

// Costs around every border between two widths, and none at all.
std::uint64_t some_cost(Random& random) {
  constexpr std::uint64_t known[] = {0,
                                     1,
                                     65533,
                                     65534,
                                     65535,
                                     65536,
                                     CostTable::most_wide - 1,
                                     CostTable::most_wide,
                                     0xffffffffULL,
                                     0x100000000ULL,
                                     1ULL << 61U,
                                     CostTable::no_path,
                                     CostTable::no_path};
  return known[random.below(static_cast<std::uint32_t>(std::size(known)))];
}

Values some_values(Random& random) {
  Values v{random.below(4), {}};
  const bool small = random.percent(60);
  for (std::uint32_t i = 0; i < v.size * v.size; ++i)
    v.costs.push_back(small ? random.below(3) : some_cost(random));
  return v;
}

std::uint32_t fold(std::uint64_t hash) { return static_cast<std::uint32_t>(hash ^ hash >> 32U); }

// Different tables that the index cannot tell apart by what it keeps of their hashes.
std::vector<Values> colliding() {
  CostTables tables;
  std::unordered_map<std::uint32_t, std::uint64_t> first;
  std::vector<Values> found;
  for (std::uint64_t cost = 0; cost < 200000; ++cost) {
    const std::uint32_t id = tables.share(packed({1, {cost}}));
    const auto [known, fresh] = first.emplace(fold(tables.hash(id)), cost);
    if (fresh) continue;
    found.push_back({1, {known->second}});
    found.push_back({1, {cost}});
  }
  return found;
}

// Ids and who holds them, kept by hand: what a store must agree with.
class Model {
 public:
  void add(std::uint32_t id, const Values& v) {
    auto [entry, fresh] = entries_.try_emplace(id, v, 0U);
    ASSERT_EQ(entry->second.first, v) << "id " << id << " stands for another table";
    ++entry->second.second;
    if (fresh) most_ = std::max(most_, entries_.size());
  }
  void take(std::uint32_t id) {
    if (--entries_.at(id).second == 0) entries_.erase(id);
  }
  [[nodiscard]] const Values& values(std::uint32_t id) const { return entries_.at(id).first; }
  [[nodiscard]] std::uint32_t any(Random& random) const {
    auto at = entries_.begin();
    std::advance(at, random.below(static_cast<std::uint32_t>(entries_.size())));
    return at->first;
  }
  [[nodiscard]] bool empty() const { return entries_.empty(); }

  void check(const CostTables& tables) const {
    ASSERT_EQ(tables.table_count(), entries_.size());
    ASSERT_LE(tables.id_end(), most_ + 1) << "a renewal needs one more than before, for a moment";
    std::set<Values> seen;
    for (const auto& [id, entry] : entries_) {
      ASSERT_LT(id, tables.id_end());
      ASSERT_EQ(read_back(tables[id]), entry.first);
      ASSERT_EQ(tables.users(id), entry.second);
      ASSERT_TRUE(tables.holds(id, packed(entry.first)));
      ASSERT_TRUE(seen.insert(entry.first).second) << "stored twice";
    }
  }

 private:
  std::map<std::uint32_t, std::pair<Values, std::uint32_t>> entries_;
  std::size_t most_ = 0;
};

// One store renews in place, its twin shares what is new and releases what was.
struct Twins {
  CostTables one;
  CostTables other;
  Model model;

  void share(const Values& v) {
    const std::uint32_t id = one.share(packed(v));
    ASSERT_EQ(other.share(packed(v)), id);
    model.add(id, v);
  }
  void renew(std::uint32_t before, const Values& v) {
    const bool same = before != CostTables::none && model.values(before) == v;
    const std::uint32_t id = one.renew(before, v.size, v.costs);
    const std::uint32_t twin = other.share(packed(v));
    if (before != CostTables::none) other.release(before);
    ASSERT_EQ(id, twin);
    if (same) {
      ASSERT_EQ(id, before);
    }
    model.add(id, v);
    if (before != CostTables::none) model.take(before);
  }
  void retain(std::uint32_t id) {
    one.retain(id);
    other.retain(id);
    model.add(id, Values(model.values(id)));
  }
  void release(std::uint32_t id) {
    one.release(id);
    other.release(id);
    model.take(id);
  }
  void check() const {
    model.check(one);
    model.check(other);
  }
};

void step(Twins& twins, Random& random, const std::vector<Values>& pool, int growth) {
  const auto some = [&] {
    return random.percent(30) ? pool[random.below(static_cast<std::uint32_t>(pool.size()))]
                              : some_values(random);
  };
  if (twins.model.empty()) return twins.renew(CostTables::none, some());
  const int dice = random.between(0, 99);
  if (dice < growth) return twins.share(some());
  if (dice < growth + 10) return twins.retain(twins.model.any(random));
  if (dice < growth + 15) return twins.renew(CostTables::none, some());
  const std::uint32_t before = twins.model.any(random);
  if (dice < growth + 20) return twins.renew(before, Values(twins.model.values(before)));
  if (dice < growth + 40) return twins.renew(before, some());
  twins.release(before);
}

TEST(CostTables, HoldWhatAModelHoldsAndRenewAsShareAndReleaseDo) {
  const std::vector<Values> pool = colliding();
  ASSERT_GE(pool.size(), 4U) << "two pairs of tables with equal tags";
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    Twins twins;
    for (int i = 0; i < 1200; ++i) {
      step(twins, random, pool, i / 300 % 2 == 0 ? 40 : 5);
      if (i % 10 == 0) twins.check();
      if (testing::Test::HasFailure()) FAIL() << "seed " << seed << ", step " << i;
    }
    while (!twins.model.empty()) twins.release(twins.model.any(random));
    twins.check();
    EXPECT_EQ(twins.one.table_count(), 0U);
    EXPECT_EQ(twins.one.id_end(), twins.other.id_end());
  }
}

// Tables whose tags are equal are still told apart, in whatever order they come and go.
TEST(CostTables, TellTablesWithEqualTagsApart) {
  const std::vector<Values> pool = colliding();
  ASSERT_GE(pool.size(), 4U);
  CostTables tables;
  for (std::size_t k = 0; k + 1 < pool.size(); k += 2) {
    const std::uint32_t a = tables.share(packed(pool[k]));
    const std::uint32_t b = tables.renew(CostTables::none, 1, pool[k + 1].costs);
    ASSERT_NE(a, b);
    ASSERT_EQ(fold(tables.hash(a)), fold(tables.hash(b)));
    tables.release(a);
    EXPECT_EQ(tables.share(packed(pool[k + 1])), b) << "found behind the one that has gone";
    EXPECT_EQ(tables.users(b), 2U);
    EXPECT_EQ(tables.renew(b, 1, pool[k].costs), a) << "its place was free";
    EXPECT_EQ(read_back(tables[a]), pool[k]);
    EXPECT_EQ(read_back(tables[b]), pool[k + 1]);
  }
}

// What a store takes does not creep up: the same tables, shared, renewed and released again, take as much as
// the first time, and renewing to tables that are known takes nothing at all.
TEST(CostTables, GiveBackWhatTheyTook) {
  CostTables tables;
  std::vector<Values> values;
  for (std::uint64_t k = 0; k < 300; ++k) values.push_back({2, {k, k << 17U, CostTable::no_path, k << 30U}});
  const auto fill_and_drain = [&] {
    std::vector<std::uint32_t> ids;
    for (const Values& v : values) ids.push_back(tables.share(packed(v)));
    const std::size_t full = tables.memory_bytes();
    for (std::size_t k = 0; k < ids.size(); ++k) {
      const Values& next = values[(k + 1) % values.size()];
      ids[k] = tables.renew(ids[k], next.size, next.costs);
    }
    for (const std::uint32_t id : ids) tables.release(id);
    EXPECT_EQ(tables.table_count(), 0U);
    return full;
  };
  fill_and_drain();
  const std::size_t empty = tables.memory_bytes();
  const std::size_t full = fill_and_drain();
  EXPECT_EQ(tables.memory_bytes(), empty);
  EXPECT_EQ(fill_and_drain(), full);
  EXPECT_EQ(tables.memory_bytes(), empty);

  const std::uint32_t a = tables.share(packed(values[1]));
  const std::uint32_t b = tables.share(packed(values[2]));
  const std::size_t two = tables.memory_bytes();
  std::uint32_t user = tables.renew(CostTables::none, 2, values[1].costs);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(user, a);
    user = tables.renew(user, 2, values[2].costs);
    EXPECT_EQ(user, b);
    user = tables.renew(user, 2, values[1].costs);
  }
  EXPECT_EQ(tables.memory_bytes(), two);
  EXPECT_EQ(tables.users(a), 2U);
  EXPECT_EQ(tables.users(b), 1U);
}

// Bytes in memory that stand for a file.
struct Kept final : SavedBytes, PartSink {
  mutable std::vector<std::byte> bytes;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;

  [[nodiscard]] std::byte* at(std::uint64_t offset, std::uint64_t size) const override {
    return offset + size <= bytes.size() ? bytes.data() + offset : nullptr;
  }
  void begin_part() override {
    bytes.resize((bytes.size() + 63) / 64 * 64);
    parts.emplace_back(bytes.size(), 0);
  }
  void write(std::span<const std::byte> more) override {
    bytes.insert(bytes.end(), more.begin(), more.end());
    parts.back().second += more.size();
  }
};

struct Parts final : PartSource {
  explicit Parts(std::shared_ptr<const Kept> from) : kept(std::move(from)) {}
  [[nodiscard]] std::optional<SavedPart> next() override {
    if (at == kept->parts.size()) return std::nullopt;
    const auto [begin, size] = kept->parts[at++];
    return SavedPart{kept, begin, size};
  }
  std::shared_ptr<const Kept> kept;
  std::size_t at = 0;
};

// Restored tables are renewed and released as others are; only that they are not found by content.
TEST(CostTables, RestoredOnesAreRenewedToo) {
  const auto kept = std::make_shared<Kept>();
  Random random(11);
  std::map<std::uint32_t, Values> wanted;
  {
    CostTables tables;
    for (int i = 0; i < 60; ++i) {
      const Values v = some_values(random);
      wanted[tables.share(packed(v))] = v;
    }
    while (wanted.size() > 20) {
      const std::uint32_t id = wanted.begin()->first;
      while (tables.users(id) > 1) tables.release(id);
      tables.release(id);
      wanted.erase(wanted.begin());
    }
    tables.save(*kept);
  }
  CostTables tables;
  Parts parts(kept);
  ASSERT_TRUE(tables.restore(parts));
  ASSERT_EQ(tables.table_count(), wanted.size());
  for (auto& [id, v] : wanted) {
    const std::uint32_t users = tables.users(id);
    ASSERT_EQ(tables.renew(id, v.size, v.costs), id) << "it holds them already";
    ASSERT_EQ(tables.users(id), users);
  }
  const Values other{2, {7, 8, 9, 10}};
  for (auto& [id, v] : wanted) {
    while (tables.users(id) > 1) tables.release(id);
    const std::uint32_t fresh = tables.renew(id, other.size, other.costs);
    ASSERT_EQ(read_back(tables[fresh]), other);
  }
  EXPECT_EQ(tables.table_count(), 1U);
}

}  // namespace
}  // namespace portolan::detail
