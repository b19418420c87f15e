// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <portolan/core/cell.hpp>

namespace portolan::detail {

// As scenarios write it.
[[nodiscard]] inline std::string written(Cell c) {
  std::string out = "[" + std::to_string(c.x) + ", " + std::to_string(c.y);
  if (c.layer != 0) out += ", " + std::to_string(c.layer);
  return out + "]";
}

}  // namespace portolan::detail
