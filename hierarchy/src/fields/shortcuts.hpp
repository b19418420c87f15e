// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/straight_field.hpp>
#include <portolan/hierarchy/portal.hpp>

namespace portolan::detail {

/// The sectors that the shortest curves of these agents may want besides those of the field: where a curve
/// bends at no wall, but at the side of a sector that is not allowed, those on the straight line between the
/// bends before and behind. Where that saves less than a 400th of the curve, of more than four agents a
/// 4096th, none. Ascending. Requires that the field has settled the agents' cells.
[[nodiscard]] std::vector<SectorId> shortcuts(const StraightField& field, std::span<const Cell> agents);

}  // namespace portolan::detail
