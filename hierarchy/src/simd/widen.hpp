// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan::detail {

/// Costs of 16 bits as such of 64. The largest value stands for no path in either.
void widen(std::span<const std::uint16_t> values, std::uint64_t* out);
/// The costs between some nodes of a square table of `size`, up to 64 of its first 64: row i of `out` holds
/// those of row place[i] in the order of `place`.
void widen_some(const std::uint16_t* table, std::size_t size, std::span<const std::uint16_t> place,
                std::uint64_t* out);

/// The other way; false where some do not fit, and are written as something else.
[[nodiscard]] bool narrow(std::span<const std::uint64_t> values, std::uint16_t* out);

}  // namespace portolan::detail
