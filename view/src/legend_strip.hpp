// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/view/canvas.hpp>

namespace portolan::detail {

constexpr Color legend_paper = rgb(0xFBF8F1), legend_ink = rgb(0x2B2F3A);

/// Appends rows of RGB pixels with the legend, as many lines as it needs; returns how many rows.
int append_legend(std::vector<std::uint8_t>& rgb, int width, std::span<const LegendEntry> entries);

}  // namespace portolan::detail
