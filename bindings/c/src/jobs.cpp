// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "jobs.hpp"

#include <atomic>
#include <cstdio>

namespace portolan::c {

namespace {

struct Work {
  const std::function<void(std::size_t, unsigned)>& body;
  const std::size_t count;
  const std::uint32_t workers;
  std::atomic<std::size_t> done{0};
  std::atomic<bool> is_misled{false};  // an index or a worker that there is not
  std::atomic<bool> failed{false};
  CallFailed why{};
};

// Called by the host, on any of its threads.
void do_piece(void* context, std::size_t index, std::uint32_t worker) {
  Work& work = *static_cast<Work*>(context);
  ++work.done;
  if (index >= work.count || worker >= work.workers) {
    work.is_misled = true;
    return;
  }
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

CallFailed misled(const Work& work) {
  CallFailed failed{PORTOLAN_BUG, {}};
  std::snprintf(
      failed.text, sizeof failed.text,
      "`run` of portolan_jobs called body %zu times%s: it does so once for each index below %zu, with "
      "workers below %u. Destroy what the call was about",
      work.done.load(), work.is_misled ? ", one of them with numbers that there are not" : "", work.count,
      static_cast<unsigned>(work.workers));
  return failed;
}

}  // namespace

portolan_status HostJobs::take(const portolan_jobs* jobs) {
  PORTOLAN_C_TRY(read_struct(jobs, "portolan_jobs", jobs_));
  if (jobs == nullptr) return PORTOLAN_OK;
  constexpr std::uint32_t most_workers = 1024;  // each has room of its own in whatever they work on
  if (jobs_.run == nullptr || jobs_.workers == 0 || jobs_.workers > most_workers) {
    return fail(PORTOLAN_BAD_ARGUMENT, "jobs have a function `run`, and 1 to %u workers; null jobs are none",
                static_cast<unsigned>(most_workers));
  }
  return PORTOLAN_OK;
}

void HostJobs::parallel_for(std::size_t count, const std::function<void(std::size_t, unsigned)>& body) {
  PORTOLAN_ASSERT(jobs_.run != nullptr, "no executor is handed out where there are no jobs");
  Work work{body, count, jobs_.workers};
  jobs_.run(jobs_.user, count, do_piece, &work);
  if (work.failed) throw CallFailed(work.why);
  if (work.done != count || work.is_misled) throw misled(work);
}

}  // namespace portolan::c
