// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Memory runs out at every place where it can: the n-th allocation of an operation fails, for every n until
// the operation gets through; under sanitizers, which make it ten times as long, for every n up to 40 and
// every seventh from there on, unless PORTOLAN_STORM asks for more. What is left is as before, or says that
// it is broken; and nothing of it is lost.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <portolan/core/validate.hpp>
#include <portolan/dynamic/navigator.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <portolan/hierarchy/validate.hpp>
#include <support/cases.hpp>
#include <support/match.hpp>
#include <support/random_world.hpp>
#include <support/system.hpp>

namespace {

constexpr std::int64_t never = -1;
std::int64_t until_failure =
    never;  // allocations until one fails, if it is 0 or more; one thread alone counts
bool has_failed = false;
std::int64_t in_use = 0;  // allocations that were not given back

void* allocate(std::size_t size, std::size_t alignment) {
  if (until_failure-- == 0) {
    has_failed = true;
    throw std::bad_alloc();
  }
  void* const p = portolan::test::aligned_memory((size + alignment - 1) / alignment * alignment, alignment);
  if (p == nullptr) throw std::bad_alloc();
  ++in_use;
  return p;
}

void give_back(void* p) {
  if (p == nullptr) return;
  --in_use;
  portolan::test::give_back(p);
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void operator delete(void* p) noexcept { give_back(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { give_back(p); }
void operator delete(void* p, std::size_t) noexcept { give_back(p); }
void operator delete(void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t) noexcept { give_back(p); }
void operator delete[](void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }

namespace portolan::test {
namespace {

/// What became of an operation whose n-th allocation, counted from 0, fails.
struct Outcome {
  bool through = false;     ///< to its end
  bool has_failed = false;  ///< an allocation has
};

Outcome with_failure(std::int64_t n, const std::function<void()>& operation) {
  until_failure = n;
  has_failed = false;
  bool through = false;
  try {
    operation();
    through = true;
  } catch (const std::bad_alloc&) {
  }
  until_failure = never;
  return {through, has_failed};
}

/// The allocation to fail after the n-th.
std::int64_t next(std::int64_t n) { return n + (sanitized && times_more() == 1 && n >= 40 ? 7 : 1); }

/// What an operation works on, made again for every n, and what must hold afterwards.
template <class Made>
void fail_everywhere(const std::function<std::unique_ptr<Made>()>& make,
                     const std::function<void(Made&)>& operation,
                     const std::function<void(Made&, bool through)>& check) {
  std::int64_t failures = 0;
  for (std::int64_t n = 0;; n = next(n)) {
    const std::int64_t before = in_use;
    {
      const std::unique_ptr<Made> made = make();
      const Outcome outcome = with_failure(n, [&] { operation(*made); });
      check(*made, outcome.through);
      if (!outcome.has_failed) break;
      ++failures;
    }
    ASSERT_EQ(in_use, before) << "allocation " << n << " failed";
    if (::testing::Test::HasFailure()) {
      std::printf("allocation %lld failed\n", static_cast<long long>(n));
      return;
    }
  }
  EXPECT_GT(failures, 0);
}

constexpr std::uint64_t seed = 5;
const HierarchyOptions options{.sector_size = 8, .levels = 2, .level_factor = 2};

struct Land {
  TestWorld map = random_world(random_options(seed, 40), seed);
  std::unique_ptr<Hierarchy> hierarchy = std::make_unique<Hierarchy>(map.world, map.profile, options);

  void edit() {
    Random random(seed);
    for (int k = 0; k < 12; ++k) {
      map.world.set_terrain(random_cell(map.extent(), random), random.percent(50) ? wall : TerrainId{1});
      map.world.stamp(random_cell(map.extent(), random), 1);
    }
    map.world.add_link({random_cell(map.extent(), random), random_cell(map.extent(), random), 40});
  }
  [[nodiscard]] PlanRequest request() const {
    Random random(seed);
    PlanRequest request;
    request.goals = random_goals(map.view(), 3, random);
    for (int i = 0; i < 4; ++i) request.agents.push_back(random_passable_cell(map.view(), random));
    return request;
  }
};

std::unique_ptr<Land> edited_land() {
  auto land = std::make_unique<Land>();
  land->edit();
  return land;
}

TEST(Faults, APlanLeavesEverythingAsItWas) {
  const Land whole;
  const Plan wanted = Planner(*whole.hierarchy).plan(whole.request());
  struct Planning : Land {
    Planner planner{*hierarchy};
    PlanRequest what = request();
    Plan plan;
  };
  fail_everywhere<Planning>([] { return std::make_unique<Planning>(); },
                            [](Planning& p) { p.plan = p.planner.plan(p.what); },
                            [&](Planning& p, bool) {
                              EXPECT_FALSE(p.hierarchy->broken());
                              EXPECT_EQ(Planner(*p.hierarchy).plan(p.what).corridor, wanted.corridor);
                              EXPECT_EQ(p.planner.plan(p.what).corridor, wanted.corridor);
                            });
}

TEST(Faults, AFieldCanBeMadeAgain) {
  struct Filling : Land {
    Plan plan = Planner(*hierarchy).plan(request());
    CorridorField field{*hierarchy};
  };
  const auto costs_of = [](const Filling& f, const CorridorField& field) {
    std::vector<Distance> costs;
    for (const Cell agent : f.request().agents) costs.push_back(field.at(agent));
    return costs;
  };
  Filling whole;
  whole.field.reset(whole.plan);
  whole.field.advance();
  const std::vector<Distance> wanted = costs_of(whole, whole.field);
  const auto fill = [](Filling& f) {
    f.field.reset(f.plan);
    f.field.advance();
  };
  fail_everywhere<Filling>([] { return std::make_unique<Filling>(); }, fill,
                           [&](Filling& f, bool) {
                             fill(f);
                             EXPECT_EQ(costs_of(f, f.field), wanted);
                           });
}

TEST(Faults, AWorldSaysThatItsCommitWasCutShort) {
  fail_everywhere<Land>(
      edited_land, [](Land& land) { land.map.world.commit(); },
      [](Land& land, bool through) {
        EXPECT_FALSE(through && land.map.world.broken());
        if (land.map.world.broken()) return;
        static_cast<void>(land.map.world.commit());
        EXPECT_EQ(validate(land.map.world), std::nullopt);
      });
}

struct Committed : Land {
  Commit commit;
};

std::unique_ptr<Committed> committed_land() {
  auto land = std::make_unique<Committed>();
  land->edit();
  land->commit = land->map.world.commit();
  return land;
}

TEST(Faults, AHierarchySaysThatItsApplyWasCutShort) {
  const auto apply = [](Committed& land) {
    land.hierarchy->apply(land.commit);
    land.hierarchy->settle();
  };
  fail_everywhere<Committed>(committed_land, apply, [](Committed& land, bool through) {
    EXPECT_NE(through, land.hierarchy->broken());
    EXPECT_TRUE(!through || !validate(*land.hierarchy));
  });
}

TEST(Faults, ABuildThatFailsLosesNothing) {
  fail_everywhere<Land>([] { return std::make_unique<Land>(); },
                        [](Land& land) { Hierarchy(land.map.world, land.map.profile, options); },
                        [](Land& land, bool) { EXPECT_FALSE(land.map.world.broken()); });
}

TEST(Faults, AGameThatIsLoadedIsThereOrIsNot) {
  Match played(seed, 40);
  for (int tick = 0; tick < 20; ++tick) played.tick();
  const Bytes saved = played.saved();
  fail_everywhere<Match>([&] { return std::make_unique<Match>(seed, 40); },
                         [&](Match& match) { EXPECT_TRUE(match.load(saved)); },
                         [&](Match& match, bool through) {
                           if (through) {
                             EXPECT_EQ(match.saved(), saved);
                           } else {
                             match.tick();  // goes on with what it had
                           }
                         });
}

// Orders that work was cut short on are not told apart from others: a game loads what it saved last.
TEST(Faults, ATickThatFailsLosesNothing) {
  fail_everywhere<Match>(
      [] {
        auto match = std::make_unique<Match>(seed, 40);
        for (int tick = 0; tick < 30; ++tick) match->tick();
        return match;
      },
      [](Match& match) { match.tick(); }, [](Match&, bool) {});
}

}  // namespace
}  // namespace portolan::test
