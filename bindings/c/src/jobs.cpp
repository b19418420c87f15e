// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "jobs.hpp"

#include <atomic>

namespace portolan::c {

namespace {

struct Work {
  const std::function<void(std::size_t, unsigned)>& body;
  std::atomic<bool> failed{false};
  CallFailed why{};
};

// Called by the host, on any of its threads.
void do_piece(void* context, std::size_t index, std::uint32_t worker) {
  Work& work = *static_cast<Work*>(context);
  CallFailed why{PORTOLAN_OUT_OF_MEMORY, "no memory is left: destroy what the call was about"};
  try {
    work.body(index, worker);
    return;
  } catch (const CallFailed& failed) {
    why = failed;
  } catch (...) {
  }
  if (!work.failed.exchange(true)) work.why = why;
}

}  // namespace

portolan_status HostJobs::take(const portolan_jobs* jobs) {
  PORTOLAN_C_TRY(read_struct(jobs, "portolan_jobs", jobs_));
  if (jobs == nullptr) return PORTOLAN_OK;
  if (jobs_.run == nullptr || jobs_.workers == 0) {
    return fail(PORTOLAN_BAD_ARGUMENT,
                "jobs have a function `run`, and one worker or more; null jobs are none");
  }
  return PORTOLAN_OK;
}

void HostJobs::parallel_for(std::size_t count, const std::function<void(std::size_t, unsigned)>& body) {
  PORTOLAN_ASSERT(jobs_.run != nullptr, "no executor is handed out where there are no jobs");
  Work work{body};
  jobs_.run(jobs_.user, count, do_piece, &work);
  if (work.failed) throw CallFailed(work.why);
}

}  // namespace portolan::c
