// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <portolan/core/detail/atomic_file.hpp>
#include <portolan/core/result.hpp>
#include <portolan/simulation/simulation.hpp>

namespace portolan::tool {

/// Where every agent on the map was after each tick, as comma-separated values (RFC 4180): a table that
/// spreadsheets, pandas and R read.
class RunTracks {
 public:
  explicit RunTracks(std::filesystem::path file);

  /// After each tick.
  void note(const Simulation& simulation);
  /// The file appears, as a whole or not at all.
  [[nodiscard]] std::optional<Error> save() { return file_.commit(); }

 private:
  AtomicFile file_;
  std::string lines_;  // of a tick
};

}  // namespace portolan::tool
