// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <portolan/core/cell.hpp>

namespace portolan::detail {

[[nodiscard]] inline std::string text(Cell c) {
  return "(" + std::to_string(c.x) + ", " + std::to_string(c.y) + ", layer " + std::to_string(c.layer) + ")";
}

}  // namespace portolan::detail
