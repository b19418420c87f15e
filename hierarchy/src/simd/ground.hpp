// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace portolan::detail {

/// Whether some of so many cells can be passed, and at another cost than this one.
[[nodiscard]] bool holds_other_cost(const std::uint8_t* costs, std::size_t count, std::uint8_t cost);

}  // namespace portolan::detail
