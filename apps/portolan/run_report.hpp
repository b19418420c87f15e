// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <portolan/simulation/report.hpp>
#include <portolan/simulation/scenario.hpp>

#include "json_out.hpp"
#include "verbs.hpp"

// What a run tells, on a world and on a board, and the files that it leaves.
namespace portolan::tool {

/// What was played on.
enum class Ground : std::uint8_t { world, board };

/// The keys that mean something there.
[[nodiscard]] Json report_json(const Scenario& scenario, const SimulationReport& report, Ground ground);
/// A line, or the keys as one line of JSON.
void print_report(const Scenario& scenario, const SimulationReport& report, Ground ground, bool as_json);

/// Says which expectations do not hold.
[[nodiscard]] Exit exit_of(const SimulationReport& report);

[[nodiscard]] std::optional<Error> make_folder(const std::filesystem::path& folder);
/// `frame-00012.png`.
[[nodiscard]] std::filesystem::path frame_file(const std::filesystem::path& folder, std::int64_t number);
[[nodiscard]] std::string listed(const std::vector<std::filesystem::path>& files);
[[nodiscard]] double seconds_now();

}  // namespace portolan::tool
