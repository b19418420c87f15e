// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

/// Pieces that several threads finish in any order are taken in their own order, one at a time, by whichever
/// thread is there: nobody waits, and what is taken does not depend on the threads.
class InOrder {
 public:
  explicit InOrder(std::size_t count) : finished_(count) {}

  /// Calls take(piece) for all that are due, unless another thread does.
  template <class Take>
  void finish(std::size_t piece, const Take& take) {
    PORTOLAN_ASSERT(piece < finished_.size() && !finished_[piece].load());
    finished_[piece].store(true);
    // Asked again after letting go: who finished the next one meanwhile has gone away.
    while (due() && !taking_.exchange(true)) {
      while (due()) {
        const std::size_t at = next_.load();
        take(at);
        next_.store(at + 1);
      }
      taking_.store(false);
    }
  }

 private:
  [[nodiscard]] bool due() const {
    const std::size_t at = next_.load();
    return at < finished_.size() && finished_[at].load();
  }

  std::vector<std::atomic<bool>> finished_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> taking_{false};
};

}  // namespace portolan::detail
