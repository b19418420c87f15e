// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <portolan/dynamic/sector_stream.hpp>
#include <portolan/dynamic/streamed_order.hpp>
#include <portolan/simulation/report.hpp>
#include <portolan/simulation/scenario.hpp>

namespace portolan::detail {

/// Land that comes into memory for the orders of a streamed world, and goes again.
class StreamedLand {
 public:
  StreamedLand(World& world, const detail::StreamingOptions& wanted);

  /// Asks for this order too; it must outlive the land's use.
  void add(const StreamedOrder& order) { orders_.push_back(&order); }
  /// Loads what the orders need most. They have looked where their agents are. `clock` as in the hooks.
  void serve(const std::function<double()>& clock);

  [[nodiscard]] const SectorStream& stream() const { return stream_; }
  void count_wait() { ++waits_; }
  void count_start_wait() { ++start_waits_; }
  void report(SimulationReport& all) const;
  /// Land that could not be loaded.
  [[nodiscard]] std::optional<Error> fault(const std::string& file) const;

 private:
  World* world_;
  SectorStream stream_;
  std::vector<const StreamedOrder*> orders_;
  std::uint64_t waits_ = 0;
  std::uint64_t start_waits_ = 0;
  double load_seconds_ = 0;
};

}  // namespace portolan::detail
