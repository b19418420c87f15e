// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/view/canvas.hpp>

namespace portolan::detail {

/// Appends rows of RGB pixels with the legend, as many lines as it needs; returns how many rows.
int append_legend(std::vector<std::uint8_t>& rgb, int width, std::span<const LegendEntry> entries);

}  // namespace portolan::detail
