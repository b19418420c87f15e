// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/executor.hpp>

#include "guard.hpp"

namespace portolan::c {

/// The host's job system, as the library calls it. What is thrown in a piece of work waits until all are
/// done, so that it does not cross the host's functions.
class HostJobs final : public Executor {
 public:
  /// Null: there is none.
  [[nodiscard]] portolan_status take(const portolan_jobs* jobs);
  /// Null where there is none.
  [[nodiscard]] Executor* executor() { return jobs_.run == nullptr ? nullptr : this; }

  [[nodiscard]] unsigned workers() const override { return jobs_.workers; }
  void parallel_for(std::size_t count, const std::function<void(std::size_t, unsigned)>& body) override;

 private:
  portolan_jobs jobs_{};
};

}  // namespace portolan::c
