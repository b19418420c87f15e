// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/cell.hpp>

namespace portolan {

/// A directed edge between two cells: stairs, a bridge head, a one-way drop, a teleporter.
/// It can be used while both ends are passable to the agent.
struct Link {
  Cell from;
  Cell to;
  std::uint32_t cost = 24;  ///< units, at least 1

  constexpr bool operator==(const Link&) const = default;
};

}  // namespace portolan
