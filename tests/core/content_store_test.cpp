// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/detail/content_store.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace portolan::test {
namespace {

using detail::ContentStore;

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }
ContentStore::Handle kept(ContentStore& store, const std::string& text, std::uint64_t hash) {
  return store.keep_copy(bytes_of(text), hash, 8);
}
std::string text_of(const ContentStore::Handle& handle, std::size_t size) {
  return {reinterpret_cast<const char*>(handle.data()), size};
}

TEST(ContentStore, KeepsEqualBytesOnceAndOthersOfTheSameHashApart) {
  ContentStore store;
  const ContentStore::Handle a = kept(store, "walls", 7);
  const ContentStore::Handle b = kept(store, "walls", 7);
  const ContentStore::Handle c = kept(store, "gates", 7);
  EXPECT_EQ(a.data(), b.data());
  EXPECT_NE(a.data(), c.data());
  EXPECT_EQ(text_of(b, 5), "walls");
  EXPECT_EQ(text_of(c, 5), "gates");
  auto own = std::make_unique<std::byte[]>(5);
  std::memcpy(own.get(), "gates", 5);
  EXPECT_EQ(store.keep(std::move(own), 5, 7).data(), c.data());
}

TEST(ContentStore, LetsGoWithTheLastOwner) {
  ContentStore store;
  const std::string large(1000, 'x');
  const std::size_t empty = store.memory_bytes();
  {
    ContentStore::Handle first = kept(store, large, 1);
    const ContentStore::Handle second = kept(store, large, 1);
    first = {};
    EXPECT_GE(store.memory_bytes(), empty + 1000);
    EXPECT_EQ(text_of(second, 1000), large);
  }
  EXPECT_LT(store.memory_bytes(), empty + 1000);
}

TEST(ContentStore, FindsWhatWasMadeFromTheSameKey) {
  ContentStore store;
  EXPECT_EQ(store.made_from(bytes_of("key"), 5).bytes.data(), nullptr);
  const std::byte* made = nullptr;
  {
    const ContentStore::Handle handle = kept(store, "table", 9);
    made = handle.data();
    store.note(bytes_of("key"), 5, handle, 4);
  }
  const ContentStore::Made found = store.made_from(bytes_of("key"), 5);
  EXPECT_EQ(found.bytes.data(), made) << "what is noted stays";
  EXPECT_EQ(found.number, 4U);
  EXPECT_EQ(store.made_from(bytes_of("kez"), 5).bytes.data(), nullptr) << "another key of the same hash";
}

// Were they kept, they would hold each table that a sector ever had.
TEST(ContentStore, ForgetsNotesOfAnotherChange) {
  ContentStore store;
  const std::size_t empty = store.memory_bytes();
  const std::string large(5000, 'x');
  store.begin_notes(1);
  store.note(bytes_of("key"), 5, kept(store, large, 9), 4);
  store.begin_notes(1);
  EXPECT_NE(store.made_from(bytes_of("key"), 5).bytes.data(), nullptr) << "the same change";
  EXPECT_GE(store.memory_bytes(), empty + large.size());
  store.begin_notes(2);
  EXPECT_EQ(store.made_from(bytes_of("key"), 5).bytes.data(), nullptr);
  EXPECT_LT(store.memory_bytes(), empty + large.size());
}

TEST(ContentStore, ForgetsNotesRatherThanToGrowForEver) {
  ContentStore store;
  std::size_t most = 0;
  for (std::uint64_t i = 0; i < 60'000; ++i) {
    const std::string key = std::to_string(i);
    store.note(bytes_of(key), i, kept(store, key, i), 0);
    EXPECT_NE(store.made_from(bytes_of(key), i).bytes.data(), nullptr);
    if (i == 20'000) most = store.memory_bytes();
  }
  EXPECT_LE(store.memory_bytes(), most);
}

TEST(ContentStore, SharesOnlyAmongSeveral) {
  const auto store = std::make_shared<ContentStore>();
  const ContentStore::Member one(store);
  EXPECT_FALSE(store->is_shared());
  {
    const ContentStore::Member other(store);
    EXPECT_TRUE(store->is_shared());
  }
  EXPECT_FALSE(store->is_shared());
}

}  // namespace
}  // namespace portolan::test
