// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <support/system.hpp>

#include "game.hpp"

namespace portolan::test {
namespace {

// An allocator that counts, and has no more after so many pieces.
struct Counting {
  std::int64_t pieces = 0;
  std::uint64_t taken = 0;
  std::uint64_t most = ~0ULL;

  static void* allocate(void* user, std::size_t size, std::size_t alignment) {
    auto& counting = *static_cast<Counting*>(user);
    if (counting.taken >= counting.most) return nullptr;
    ++counting.taken;
    ++counting.pieces;
    return aligned_memory((size + alignment - 1) / alignment * alignment, alignment);
  }
  static void release(void* user, void* memory) {
    --static_cast<Counting*>(user)->pieces;
    give_back(memory);
  }
  [[nodiscard]] portolan_status install() {
    portolan_allocator allocator{};
    allocator.struct_size = sizeof allocator;
    allocator.user = this;
    allocator.allocate = allocate;
    allocator.release = release;
    return portolan_set_allocator(&allocator);
  }
  Counting() = default;
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;
  ~Counting() { EXPECT_NE(portolan_set_allocator(nullptr), PORTOLAN_WRONG_SIZE); }
};

bool has_own_allocator() {
  const WorldHandle world(portolan_world_create(8, 8, 1, nullptr, 0));
  return portolan_allocations() > 0;
}

TEST(Hooks, AllMemoryComesFromTheAllocatorAndGoesBack) {
  if (!has_own_allocator()) GTEST_SKIP() << "this build shares the allocator of the program";
  Counting counting;
  ASSERT_EQ(counting.install(), PORTOLAN_OK) << portolan_error();
  {
    SmallGame game;
    EXPECT_EQ(game.tick(20), PORTOLAN_OK);
    EXPECT_EQ(counting.pieces, static_cast<std::int64_t>(portolan_allocations()));
    EXPECT_GT(counting.pieces, 0);
    EXPECT_EQ(portolan_set_allocator(nullptr), PORTOLAN_REFUSED);
  }
  EXPECT_EQ(counting.pieces, 0);
}

// Each call either succeeds, or says that memory ran out; then all can still be destroyed.
TEST(Hooks, MemoryThatRunsOutIsAStatus) {
  if (!has_own_allocator()) GTEST_SKIP() << "this build shares the allocator of the program";
  int failed = 0;
  for (std::uint64_t most = 0; most < 1500; most += 1 + most / 20) {
    Counting counting;
    counting.most = most;
    ASSERT_EQ(counting.install(), PORTOLAN_OK) << portolan_error();
    {
      const WorldHandle world(portolan_world_create(64, 48, 1, nullptr, 0));
      portolan_profile_spec spec{};
      spec.struct_size = sizeof spec;
      std::uint32_t profile = 0;
      const bool made = world && portolan_add_profile(world.get(), &spec, &profile) == PORTOLAN_OK;
      if (!made) {
        ++failed;
        EXPECT_EQ(std::string(portolan_error()).substr(0, 9), "no memory") << most;
      }
    }
    EXPECT_EQ(counting.pieces, 0) << most;
  }
  EXPECT_GT(failed, 10);
}

TEST(Hooks, TheLogHearsOfEachFailure) {
  std::vector<std::pair<portolan_status, std::string>> heard;
  portolan_set_log([](void* user, portolan_status status,
                      const char* text) { static_cast<decltype(heard)*>(user)->emplace_back(status, text); },
                   &heard);
  EXPECT_EQ(portolan_commit(nullptr, nullptr), PORTOLAN_BAD_ARGUMENT);
  portolan_set_log(nullptr, nullptr);
  EXPECT_EQ(portolan_commit(nullptr, nullptr), PORTOLAN_BAD_ARGUMENT);
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_EQ(heard[0].first, PORTOLAN_BAD_ARGUMENT);
  EXPECT_EQ(heard[0].second, "world is null: it is needed here");
}

TEST(Hooks, ALogMayMakeCallsThatFail) {
  int depth = 0;
  portolan_set_log(
      [](void* user, portolan_status, const char*) {
        int& within = *static_cast<int*>(user);
        if (within++ == 0) {
          EXPECT_EQ(portolan_tick(nullptr, 0, 0), PORTOLAN_BAD_ARGUMENT);
        }
      },
      &depth);
  EXPECT_EQ(portolan_commit(nullptr, nullptr), PORTOLAN_BAD_ARGUMENT);
  portolan_set_log(nullptr, nullptr);
  EXPECT_EQ(depth, 2);
  EXPECT_STREQ(portolan_error(), "world is null: it is needed here");
}

// Three workers, and the pieces in the order that is least likely.
TEST(Hooks, JobsOfTheHostChangeNothing) {
  struct Count {
    int runs = 0;
  } count;
  portolan_jobs jobs{};
  jobs.struct_size = sizeof jobs;
  jobs.workers = 3;
  jobs.user = &count;
  jobs.run = [](void* user, std::size_t pieces, portolan_job body, void* context) {
    ++static_cast<Count*>(user)->runs;
    for (std::size_t i = pieces; i-- > 0;) body(context, i, static_cast<std::uint32_t>(i % 3));
  };
  SmallGame with(&jobs), without;
  EXPECT_EQ(with.tick(60), PORTOLAN_OK);
  EXPECT_EQ(without.tick(60), PORTOLAN_OK);
  EXPECT_GT(count.runs, 60);
  EXPECT_EQ(with.hash(), without.hash());
  for (const std::uint32_t workers : {0U, 1025U, 4294967295U}) {
    jobs.workers = workers;
    portolan_profile_spec spec{};
    spec.struct_size = sizeof spec;
    spec.jobs = &jobs;
    std::uint32_t profile = 0;
    EXPECT_EQ(portolan_add_profile(with.world.get(), &spec, &profile), PORTOLAN_BAD_ARGUMENT) << workers;
    EXPECT_STREQ(portolan_error(), "jobs have a function `run`, and 1 to 1024 workers; null jobs are none");
    EXPECT_EQ(portolan_navigator_create(with.world.get(), &jobs), nullptr);
  }
}

// A host's job system that leaves pieces out, does one twice, or numbers its workers from 1.
TEST(Hooks, JobsThatAreDoneWrongAreTold) {
  using HostRun = void (*)(void*, std::size_t, portolan_job, void*);
  const HostRun wrong[] = {
      [](void*, std::size_t, portolan_job, void*) {},
      [](void*, std::size_t count, portolan_job body, void* context) {
        for (std::size_t i = 0; i <= count; ++i) body(context, i, 0);
      },
      [](void*, std::size_t, portolan_job body, void* context) { body(context, ~std::size_t{0}, 0); },
      [](void*, std::size_t count, portolan_job body, void* context) {
        for (std::size_t i = 0; i < count; ++i) body(context, i, 1 + static_cast<std::uint32_t>(i % 2));
      },
  };
  for (const HostRun run : wrong) {
    const WorldHandle world(portolan_world_create(64, 48, 1, nullptr, 0));
    const portolan_jobs jobs{.struct_size = sizeof jobs, .workers = 2, .user = nullptr, .run = run};
    portolan_profile_spec spec{};
    spec.struct_size = sizeof spec;
    spec.jobs = &jobs;
    std::uint32_t profile = 0;
    EXPECT_EQ(portolan_add_profile(world.get(), &spec, &profile), PORTOLAN_BUG);
    EXPECT_NE(std::string(portolan_error()).find("once for each index"), std::string::npos)
        << portolan_error();
  }
}

TEST(Hooks, TheVersionIsThatOfTheHeader) {
  EXPECT_EQ(portolan_abi(), static_cast<std::uint32_t>(PORTOLAN_ABI));
  EXPECT_STREQ(portolan_version(), PORTOLAN_PROJECT_VERSION);
}

}  // namespace
}  // namespace portolan::test
