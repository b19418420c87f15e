// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::detail {

/// What was wrong with the tiles of a layer, or nothing.
using TiledFault = std::optional<std::string>;

/// The tiles of a layer or a chunk of Tiled, as many as it must have.
[[nodiscard]] TiledFault decode_tiles(std::string_view text, std::string_view encoding,
                                      std::string_view compression, std::size_t count,
                                      std::vector<std::uint32_t>& tiles);

}  // namespace portolan::detail
