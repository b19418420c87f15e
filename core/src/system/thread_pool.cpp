// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/thread_pool.hpp>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include <portolan/core/assert.hpp>

#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#include <intrin.h>
#endif

namespace portolan {

namespace {

// Fields hand out work every few microseconds; waking a sleeper takes longer than that.
constexpr int spins_before_sleep = 20000;
constexpr int spins_before_yield = 1000;

void relax_processor() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
  _mm_pause();
#endif
}

}  // namespace

// A call is a gate that helpers may pass while it is open. The caller works too and closes the gate when
// nothing is left to hand out, so that it waits for those inside alone: a helper that got no processor in
// time is not missed.
struct ThreadPool::State {
  using Body = std::function<void(std::size_t, unsigned)>;

  static constexpr std::uint64_t open = 1ULL << 31;

  std::vector<std::thread> threads;
  const Body* body = nullptr;
  std::size_t count = 0;
  alignas(64) std::atomic<std::uint32_t> call{0};  // raised by every parallel_for, and by the end
  alignas(64) std::atomic<std::size_t> next{0};
  alignas(64) std::atomic<std::uint64_t> gate{0};  // number of the call, open or not, helpers inside
  std::atomic<bool> ending{false};

  void work(unsigned worker) {
    for (std::size_t i = next.fetch_add(1, std::memory_order_relaxed); i < count;
         i = next.fetch_add(1, std::memory_order_relaxed)) {
      (*body)(i, worker);
    }
  }

  bool enter(std::uint32_t number) {
    std::uint64_t g = gate.load(std::memory_order_acquire);
    while (g >> 32U == number && (g & open) != 0) {
      if (gate.compare_exchange_weak(g, g + 1, std::memory_order_acq_rel)) return true;
    }
    return false;
  }

  void serve(unsigned worker) {
    std::uint32_t seen = 0;
    for (;;) {
      for (int spin = 0; call.load(std::memory_order_acquire) == seen && spin < spins_before_sleep; ++spin) {
        relax_processor();
      }
      call.wait(seen, std::memory_order_acquire);
      seen = call.load(std::memory_order_acquire);
      if (ending.load(std::memory_order_acquire)) return;
      if (!enter(seen)) continue;
      work(worker);
      gate.fetch_sub(1, std::memory_order_release);
    }
  }

  void run() {
    next.store(0, std::memory_order_relaxed);
    const std::uint32_t number = call.load(std::memory_order_relaxed) + 1;
    gate.store(static_cast<std::uint64_t>(number) << 32U | open, std::memory_order_release);
    call.store(number, std::memory_order_release);
    call.notify_all();
    work(0);
    gate.fetch_and(~open, std::memory_order_acq_rel);
    for (int spin = 0; (gate.load(std::memory_order_acquire) & (open - 1)) != 0; ++spin) {
      if (spin < spins_before_yield) {
        relax_processor();
      } else {
        std::this_thread::yield();
      }
    }
  }
};

ThreadPool::ThreadPool(unsigned workers) : state_(std::make_unique<State>()) {
  if (workers == 0) workers = std::thread::hardware_concurrency();
  for (unsigned w = 1; w < workers; ++w) {
    state_->threads.emplace_back([state = state_.get(), w] { state->serve(w); });
  }
}

ThreadPool::~ThreadPool() {
  state_->ending.store(true, std::memory_order_release);
  state_->call.fetch_add(1, std::memory_order_release);
  state_->call.notify_all();
  for (std::thread& thread : state_->threads) thread.join();
}

unsigned ThreadPool::workers() const { return static_cast<unsigned>(state_->threads.size()) + 1; }

void ThreadPool::parallel_for(std::size_t count, const std::function<void(std::size_t, unsigned)>& body) {
  State& state = *state_;
  if (count <= 1 || state.threads.empty()) {
    for (std::size_t i = 0; i < count; ++i) body(i, 0);
    return;
  }
  PORTOLAN_ASSERT(state.body == nullptr, "one caller at a time, and no body calls its own pool");
  state.body = &body;
  state.count = count;
  state.run();
  state.body = nullptr;
}

}  // namespace portolan
