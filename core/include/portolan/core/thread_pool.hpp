// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include <portolan/core/executor.hpp>

namespace portolan {

/// A small executor for hosts that have no job system of their own: the calling thread and `workers` - 1
/// more, which live as long as the pool. Between two calls they spin for a short while and then sleep. One
/// caller at a time; the body must not call the same pool again, and must not throw.
class ThreadPool final : public Executor {
 public:
  /// 0: one worker per processor.
  explicit ThreadPool(unsigned workers = 0);
  ~ThreadPool() override;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] unsigned workers() const override;
  void parallel_for(std::size_t count,
                    const std::function<void(std::size_t index, unsigned worker)>& body) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace portolan
