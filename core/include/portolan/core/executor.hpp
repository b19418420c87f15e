// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace portolan {

/// Runs independent pieces of work. The host implements it on its own job system; the library never starts
/// a thread of its own. Results never depend on the order or the number of workers.
class Executor {
 public:
  virtual ~Executor() = default;
  /// Number of workers that may run at the same time; worker numbers are below it.
  [[nodiscard]] virtual unsigned workers() const = 0;
  /// Calls body(index, worker) once for every index below count and returns when all are done.
  virtual void parallel_for(std::size_t count,
                            const std::function<void(std::size_t index, unsigned worker)>& body) = 0;
};

}  // namespace portolan
