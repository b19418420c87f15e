// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace portolan::test {

/// Times that this program has taken memory. 0: a sanitizer counts instead.
[[nodiscard]] std::uint64_t allocations();

}  // namespace portolan::test
