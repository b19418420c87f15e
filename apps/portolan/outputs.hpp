// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <portolan/core/result.hpp>

namespace portolan::tool {

/// What a verb reads, and one of its outputs would replace, or two outputs that are one file. Empty names are
/// none; a device or a pipe may be named as often as one likes.
[[nodiscard]] std::optional<Error> overwrites(const std::vector<std::filesystem::path>& inputs,
                                              const std::vector<std::filesystem::path>& outputs);

/// Why a file cannot be written, if its name alone tells.
[[nodiscard]] std::optional<Error> cannot_write(const std::filesystem::path& file);

}  // namespace portolan::tool
