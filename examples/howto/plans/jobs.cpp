// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/executor.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

// Stands for the engine's job system: whatever it is called there, it takes a function and a count.
class Jobs final : public portolan::Executor {
 public:
  unsigned workers() const override { return 3; }
  void parallel_for(std::size_t count, const std::function<void(std::size_t, unsigned)>& body) override {
    std::atomic<std::size_t> next{0};
    const auto work = [&](unsigned worker) {
      for (std::size_t i = next++; i < count; i = next++) body(i, worker);
    };
    std::vector<std::thread> helpers;
    for (unsigned worker = 1; worker < workers(); ++worker) helpers.emplace_back(work, worker);
    work(0);
    for (std::thread& helper : helpers) helper.join();
  }
};

// The engine's own report of failed assertions, in place of a line on stderr.
void report(const portolan::AssertionFailure& failure) {
  throw std::logic_error(std::string("portolan: ") + failure.message);
}

int main() {
  portolan::set_assert_handler(report);
  portolan::World world({.width = 512, .height = 512});
  for (int i = 0; i < 500; ++i) world.set_terrain({i, (i * i) % 512}, 1);
  portolan::Profile walker;
  walker.cost[1] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(walker);
  world.commit();

  Jobs jobs;
  const portolan::Hierarchy alone(world, profile);
  const portolan::Hierarchy together(world, profile, {.executor = &jobs});
  std::printf("equal: %s\n", alone.fingerprint() == together.fingerprint() ? "yes" : "no");
}
