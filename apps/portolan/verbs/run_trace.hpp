// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include <portolan/core/result.hpp>
#include <portolan/simulation/simulation.hpp>

#include "../json_out.hpp"

namespace portolan::tool {

/// What each tick of a run took, as a file that trace viewers open (Perfetto, chrome://tracing): the JSON
/// form of Chrome's trace events, times in microseconds.
class RunTrace {
 public:
  explicit RunTrace(double begin) : begin_(begin), before_(begin) {}

  /// The next tick begins: what was done since the last one is no part of it.
  void begin_tick(double now) { before_ = now; }
  /// After every tick, at a time in seconds.
  void note(const Simulation& simulation, double now);
  /// Writes the file, as a whole or not at all.
  [[nodiscard]] std::optional<Error> save(const std::filesystem::path& file) const;

 private:
  void span(const char* name, double from, double seconds);
  void counter(const char* name, std::uint64_t value);

  double begin_, before_;  // of the run, and of the tick
  SecondsReport seconds_;  // by the tick before
  std::uint64_t plans_ = 0, tiles_ = 0, sectors_ = 0;
  Json events_ = Json::array();
};

}  // namespace portolan::tool
