// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace portolan::detail {

enum class Channels : std::uint8_t { rgb = 3, rgba = 4 };

/// Rows of pixels as a PNG file. Requires width * height * channels bytes.
[[nodiscard]] std::string encode_png(std::span<const std::uint8_t> bytes, int width, int height,
                                     Channels channels = Channels::rgb);

}  // namespace portolan::detail
