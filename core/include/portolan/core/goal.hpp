// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>

namespace portolan {

/// Where a field leads to. With several goals a field leads to the one that is cheapest to reach,
/// its offset counted in.
struct Goal {
  Cell cell;
  Distance offset{0};

  constexpr bool operator==(const Goal&) const = default;
};

}  // namespace portolan
