// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <thread>

#include <portolan/core/executor.hpp>

namespace portolan::test {

/// Calls the pieces from the last to the first, on two threads in turn.
class BackwardExecutor final : public Executor {
 public:
  [[nodiscard]] unsigned workers() const override { return 2; }
  void parallel_for(std::size_t count, const std::function<void(std::size_t, unsigned)>& body) override {
    std::thread odd([&] {
      for (std::size_t i = count; i-- > 0;) {
        if (i % 2 == 1) body(i, 1);
      }
    });
    for (std::size_t i = count; i-- > 0;) {
      if (i % 2 == 0) body(i, 0);
    }
    odd.join();
  }
};

}  // namespace portolan::test
