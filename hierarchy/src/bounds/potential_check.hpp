// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <portolan/hierarchy/detail/cost_tables.hpp>

namespace portolan::detail {

/// Potentials of one node that are checked together: those of 32 landmarks, each less than 2^31.
inline constexpr std::size_t potential_lanes = 32;

/// The lanes, one bit each, in which two potentials differ by more than the cost between their nodes, for
/// some entry of a narrow table, which is symmetric. `potentials` has potential_lanes values per node, in the
/// order of the table. By SIMD; the same on all instruction sets. O(size^2).
[[nodiscard]] std::uint32_t broken_lanes(const CostTable& table, std::span<const std::uint32_t> potentials);

}  // namespace portolan::detail
