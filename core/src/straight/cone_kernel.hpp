// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/isa.hpp>

#include "cone_board.hpp"

namespace portolan::detail {

/// Casts one beam through one tile: serves the cells that it sees and that nobody serves better, touches the
/// corners that it meets, and hands what is left of it to the tiles behind.
using CastBeam = void (*)(ConeBoard& board, const Beam& beam);

/// For a supported instruction set. All give the same bits.
[[nodiscard]] CastBeam cone_kernel(Isa isa);

}  // namespace portolan::detail
