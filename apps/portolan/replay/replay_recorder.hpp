// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <portolan/core/result.hpp>
#include <portolan/simulation/detail/stop_reasons.hpp>
#include <portolan/simulation/simulation.hpp>
#include <portolan/view/detail/replay_tracks.hpp>

#include "../json_out.hpp"
#include "field_log.hpp"
#include "ground_log.hpp"
#include "plan_log.hpp"

namespace portolan::tool {

/// Watches a run and makes its replay page: one HTML file. Bounded, whatever the run: agents are sampled, and
/// what does not fit is left out from the last to the first; the page says what.
class ReplayRecorder {
 public:
  static constexpr std::size_t most_agents = 5000;
  static constexpr std::size_t most_bytes = 10'000'000;  ///< of the page

  explicit ReplayRecorder(const Simulation& simulation);

  /// To be called before the first tick and after every tick.
  void note(const Simulation& simulation);
  /// Writes the page, as a whole or not at all.
  [[nodiscard]] std::optional<Error> save(const std::filesystem::path& file, const Simulation& simulation);

 private:
  [[nodiscard]] std::uint32_t about(const Stop& stop);
  void choose_agents(const Simulation& simulation);
  void note_agents(const Simulation& simulation);
  void note_facings(const Simulation& simulation);
  void note_legs(const Simulation& simulation);
  void note_obstacles(const Simulation& simulation);
  void note_chart(const Simulation& simulation);
  [[nodiscard]] std::string page(const Simulation& simulation) const;
  [[nodiscard]] Json description(const Simulation& simulation) const;

  detail::StopReasons reasons_;
  std::vector<std::uint32_t> slots_;  // of the agents that are shown
  detail::ReplayTracks agents_;
  detail::ReplayTracks obstacles_;
  std::vector<std::uint32_t> facing_slots_;  // of those shown who belong to a group of which it matters
  detail::ReplayTracks facings_{0};          // x: sixteenths of a turn from east by south, without a jump
  std::vector<detail::ReplayTracks::Point> points_, facing_points_;  // of the last tick
  GroundLog ground_;
  FieldLog fields_;
  PlanLog plans_;
  std::vector<std::uint32_t> legs_;  // by agent shown: the leg that it is on
  Json leg_events_ = Json::array();  // tick, place among those shown, and the leg that it begins
  Json passages_ = Json::array();    // cell, tick at which it opens and obstacle, as stops name them
  std::map<std::tuple<Cell, std::int64_t, std::uint32_t>, std::uint32_t> passage_of_;
  Json chart_;
  std::vector<std::string> left_out_;
};

}  // namespace portolan::tool
