// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "json_out.hpp"

namespace portolan::tool {

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_indented_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json to_json(Cell c) { return Json::array({c.x, c.y, c.layer}); }

Json to_json(Distance d) { return reachable(d) ? Json(d.units) : Json(); }

Json to_json(const Summary& s) {
  return {{"count", s.count}, {"mean", s.mean}, {"p50", s.p50}, {"p99", s.p99}, {"max", s.max}};
}

}  // namespace portolan::tool
