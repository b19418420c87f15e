// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include <support/test_world.hpp>

namespace portolan::test {

/// Turns a drawing into a world: '.' ground of cost 1, '#' wall, '1'..'9' ground of that cost, letters mark
/// cells on ground of cost 1. Rows are lines (spaces at either end are ignored); a blank line or `---` starts
/// the next layer. A blank first or last line does not count. Throws std::invalid_argument where the drawing
/// is no map.
///
///     auto map = draw_map(R"(
///       A.#.
///       ..#B
///     )");
///     map['A'] == Cell{0, 0, 0}
[[nodiscard]] TestWorld draw_map(std::string_view drawing, int clearance = 1);

}  // namespace portolan::test
