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
[[nodiscard]] inline std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The same for people to read, in files.
[[nodiscard]] inline std::string to_indented_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

[[nodiscard]] inline Json to_json(Cell c) { return Json::array({c.x, c.y, c.layer}); }

/// Null where there is no way.
[[nodiscard]] inline Json to_json(Distance d) { return reachable(d) ? Json(d.units) : Json(); }

[[nodiscard]] inline Json to_json(const Summary& s) {
  return {{"count", s.count}, {"mean", s.mean}, {"p50", s.p50}, {"p99", s.p99}, {"max", s.max}};
}

}  // namespace portolan::tool
