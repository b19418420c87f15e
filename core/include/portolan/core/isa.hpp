// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <portolan/core/result.hpp>

namespace portolan {

/// Instruction sets that the tile kernel is built for. All give the same bits.
enum class Isa : std::uint8_t { scalar, sse4, avx2, avx512, neon, wasm };

[[nodiscard]] std::string_view name(Isa isa);
[[nodiscard]] std::optional<Isa> isa_by_name(std::string_view text);

/// Those that this build holds and this processor runs, slowest first; `scalar` is always among them.
[[nodiscard]] std::vector<Isa> supported_isas();

/// The fastest supported one, or the one that the environment variable PORTOLAN_ISA names, when it is
/// supported. Any other value of it is ignored here, for a library cannot complain: a program that wants to
/// asks `wanted_isa` once, when it starts.
[[nodiscard]] Isa best_isa();

/// The same, but an error where PORTOLAN_ISA is set and names no supported instruction set: it says which
/// there are.
[[nodiscard]] Result<Isa> wanted_isa();

}  // namespace portolan
