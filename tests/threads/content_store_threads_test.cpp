// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What hierarchies of one world do when several threads apply a commit to them: keep, let go, note and look
// up, where few different things are made and many have the same hash.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/detail/content_store.hpp>
#include <portolan/core/thread_pool.hpp>

#include <support/random.hpp>

namespace portolan::test {
namespace {

using detail::ContentStore;

std::span<const std::byte> as_bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

bool holds(const ContentStore::Handle& handle, const std::string& text) {
  return text == std::string{reinterpret_cast<const char*>(handle.data()), text.size()};
}

std::size_t faults_of_one_thread(ContentStore& store, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::pair<std::string, ContentStore::Handle>> own;
  std::size_t faults = 0;
  for (int turn = 0; turn < 400; ++turn) {
    const std::uint32_t which = random.below(20);
    const std::string text = std::to_string(1000 + which);
    const std::string key = "from " + text;
    const std::uint64_t hash = which % 3;
    ContentStore::Made made = store.made_from(as_bytes_of(key), hash);
    if (made.bytes.data() == nullptr) {
      made.bytes = store.keep_copy(as_bytes_of(text), hash, 8);
      store.note(as_bytes_of(key), hash, made.bytes, 7);
    } else if (made.number != 7) {
      ++faults;
    }
    own.emplace_back(text, std::move(made.bytes));
    if (own.size() > 8) own.erase(own.begin() + random.below(8));
    for (const auto& [wanted, handle] : own) faults += holds(handle, wanted) ? 0U : 1U;
    if (turn % 100 == 99) store.begin_notes(static_cast<std::uint64_t>(turn));
  }
  return faults;
}

TEST(Threads, KeepLetGoAndNoteInOneStoreAtTheSameTime) {
  ContentStore store;
  ThreadPool pool(4);
  std::vector<std::size_t> faults(16);
  pool.parallel_for(faults.size(),
                    [&](std::size_t i, unsigned) { faults[i] = faults_of_one_thread(store, i); });
  EXPECT_EQ(faults, std::vector<std::size_t>(faults.size()));
  const std::string large(100'000, 'x');
  std::vector<ContentStore::Handle> handles(16);
  pool.parallel_for(handles.size(),
                    [&](std::size_t i, unsigned) { handles[i] = store.keep_copy(as_bytes_of(large), 1, 8); });
  for (const ContentStore::Handle& handle : handles) EXPECT_EQ(handle.data(), handles.front().data());
  handles.clear();
  EXPECT_LT(store.memory_bytes(), large.size()) << "the last owner has let go";
}

}  // namespace
}  // namespace portolan::test
