// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/isa.hpp>

namespace portolan::detail {

/// Where the nodes of a row begin that a kernel takes: it reads beyond its ends.
inline constexpr int rows_begin = 4;

/// Relaxes a row of nodes from the one beside it, over a row of cells. `least` is far where a node is shut.
/// Returns the nodes that got lower.
using RelaxRow = std::uint64_t (*)(const float* from, float* to, const float* least, const float* costs);

/// For a supported instruction set. All give the same bits.
[[nodiscard]] RelaxRow node_kernel(Isa isa);

}  // namespace portolan::detail
