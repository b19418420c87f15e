// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <nlohmann/json.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>

#include "statistics.hpp"

namespace portolan::tool {

using Json = nlohmann::ordered_json;

/// One line: paths are long lists of short lists. Names of files that are no UTF-8 do not make it fail.
[[nodiscard]] std::string to_text(const Json& json);

/// The same for people to read, in files.
[[nodiscard]] std::string to_indented_text(const Json& json);

[[nodiscard]] Json to_json(Cell c);

/// Null where there is no path.
[[nodiscard]] Json to_json(Distance d);

[[nodiscard]] Json to_json(const Summary& s);

}  // namespace portolan::tool
