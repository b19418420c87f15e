// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "run_trace.hpp"

#include <cmath>
#include <string>
#include <utility>

#include <portolan/core/detail/atomic_file.hpp>

#include "../legs.hpp"

namespace portolan::tool {
namespace {

constexpr double to_microseconds = 1e6;

double rounded(double seconds) { return std::round(seconds * to_microseconds * 10) / 10; }

}  // namespace

void RunTrace::span(const char* name, double from, double seconds) {
  if (!(seconds > 0)) return;
  events_.push_back({{"name", name},
                     {"ph", "X"},
                     {"pid", 1},
                     {"tid", 1},
                     {"ts", rounded(from - begin_)},
                     {"dur", rounded(seconds)}});
}

void RunTrace::counter(const char* name, std::uint64_t value) {
  events_.push_back({{"name", name},
                     {"ph", "C"},
                     {"pid", 1},
                     {"ts", rounded(before_ - begin_)},
                     {"args", {{"value", value}}}});
}

// The parts of a tick follow each other as they do in a tick. Each is the sum over all orders, so that of
// plans and fields, which take turns, the whole is shown first of the one and then of the other.
void RunTrace::note(const Simulation& simulation, double now) {
  const SecondsReport& seconds = simulation.seconds();
  span(("tick " + std::to_string(simulation.ticks())).c_str(), before_, now - before_);
  double at = before_;
  const auto part = [&](const char* name, double sum, double sum_before) {
    span(name, at, sum - sum_before);
    at += sum - sum_before;
  };
  part("commit", seconds.commit, seconds_.commit);
  part("plans", seconds.plan, seconds_.plan);
  part("fields", seconds.field, seconds_.field);
  part("crowd", seconds.crowd, seconds_.crowd);
  const PlanWork work = work_of_groups(simulation);
  const Crowd& crowd = simulation.crowd();
  counter("plans", work.plans - plans_);
  counter("tiles solved", work.tiles_solved - tiles_);
  counter("sectors rebuilt", simulation.sectors_rebuilt() - sectors_);
  counter("agents on the way", crowd.count(AgentState::moving) + crowd.count(AgentState::stuck));
  plans_ = work.plans;
  tiles_ = work.tiles_solved;
  sectors_ = simulation.sectors_rebuilt();
  seconds_ = seconds;
}

std::optional<Error> RunTrace::save(const std::filesystem::path& file) const {
  return write_atomically(file, to_text({{"displayTimeUnit", "ms"}, {"traceEvents", events_}}));
}

}  // namespace portolan::tool
