// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace portolan::detail {

inline constexpr int glyph_width = 5;
inline constexpr int glyph_height = 9;

/// Rows of '#' and '.', glyph_width by glyph_height; a small box for what the font lacks.
[[nodiscard]] std::string_view glyph(char c);

}  // namespace portolan::detail
