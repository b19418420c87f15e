// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

#include <portolan/core/executor.hpp>

namespace portolan {

/// The default: everything on the caller's thread, in order.
class InlineExecutor final : public Executor {
 public:
  [[nodiscard]] unsigned workers() const override { return 1; }
  void parallel_for(std::size_t count, const std::function<void(std::size_t, unsigned)>& body) override {
    for (std::size_t i = 0; i < count; ++i) body(i, 0);
  }
};

}  // namespace portolan
