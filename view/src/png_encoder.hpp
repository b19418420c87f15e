// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace portolan::detail {

/// Rows of RGB bytes as a PNG file. Requires width * height * 3 bytes.
[[nodiscard]] std::string encode_png(std::span<const std::uint8_t> rgb, int width, int height);

}  // namespace portolan::detail
