// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace portolan {

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

}  // namespace portolan
