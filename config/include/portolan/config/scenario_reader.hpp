// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <portolan/config/scenario_file.hpp>
#include <portolan/core/result.hpp>

namespace portolan {

/// Reads and checks a scenario. All faults are found at once: the error is the first of them, and its message
/// carries the others, one per line.
/// Overrides are `key.path=value`, applied in order after the file was read and before it is checked; lists
/// by index (`groups.0.count=10`). Paths that they name are relative to the working directory, those in the
/// file to the file's folder. Untrusted input: size, depth, aliases and numbers are bounded.
/// Confined, the file may name maps, images and tracks of its own folder and below alone, whatever links and
/// `..` are on the way; overrides are the caller's own words and stay free.
[[nodiscard]] Result<ScenarioFile> read_scenario(const std::filesystem::path& file,
                                                 const std::vector<std::string>& overrides = {},
                                                 bool confined = false);

/// The same from memory; `name` stands for the file in messages, and relative paths start in its folder.
[[nodiscard]] Result<ScenarioFile> parse_scenario(std::string_view text, const std::string& name,
                                                  const std::vector<std::string>& overrides = {},
                                                  bool confined = false);

/// The table of docs/scenario.md, and the JSON schema (draft 07) for editors.
[[nodiscard]] std::string scenario_keys_markdown();
[[nodiscard]] std::string scenario_json_schema();

}  // namespace portolan
