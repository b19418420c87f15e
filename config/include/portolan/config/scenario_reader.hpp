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

struct ScenarioReadOptions {
  /// `key.path=value`, applied in order after the file was read and before it is checked; lists by index
  /// (`groups.0.count=10`). Paths that they name are relative to the working directory, those in the file to
  /// the file's folder.
  std::vector<std::string> overrides;
};

/// Reads and checks a scenario. All faults are found at once: the error is the first of them, and its message
/// carries the others, one per line.
/// Untrusted input: size, depth, aliases and numbers are bounded.
[[nodiscard]] Result<ScenarioFile> read_scenario(const std::filesystem::path& file,
                                                 const ScenarioReadOptions& options = {});

/// The same from memory; `name` stands for the file in messages, and relative paths start in its folder.
[[nodiscard]] Result<ScenarioFile> parse_scenario(std::string_view text, const std::string& name,
                                                  const ScenarioReadOptions& options = {});

/// One key that the reader knows, as documented in docs/scenario.md.
struct ScenarioKey {
  std::string path;      ///< `hierarchy.sector_size`; `[]` stands for a list index, `<name>` for any name
  std::string type;      ///< `integer`, `number`, `text`, `yes/no`, `one of`, `cell`, `list`, `mapping`, ...
  std::string range;     ///< `8, 16 or 32`; empty where anything goes
  std::string fallback;  ///< the default, empty where the key is required or simply absent
  std::string help;
};

/// All keys, in the order of the documentation.
[[nodiscard]] std::vector<ScenarioKey> scenario_keys();

/// The table of docs/scenario.md, and the JSON schema (draft 07) for editors.
[[nodiscard]] std::string scenario_keys_markdown();
[[nodiscard]] std::string scenario_json_schema();

}  // namespace portolan
