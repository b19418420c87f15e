// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <portolan/simulation/simulation.hpp>
#include <portolan/view/canvas.hpp>

namespace portolan::tool {

/// Draws over the agents of the canvas' layer what moves each of them: its desired velocity, whom it touches,
/// and what it is about. Returns what a legend says of it. Cost: O(agents log agents + pairs that touch).
std::vector<LegendEntry> draw_crowd(Canvas& canvas, const Simulation& simulation);

}  // namespace portolan::tool
