// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include <portolan/core/result.hpp>

namespace portolan {

/// Writes a file as a whole or not at all: into a temporary file beside it, which then takes its name.
/// Who reads the name sees the old content or the new, never a part. A symbolic link is followed; what is no
/// plain file (a terminal, a pipe) is written to directly.
[[nodiscard]] std::optional<Error> write_atomically(const std::filesystem::path& path,
                                                    std::string_view bytes);

}  // namespace portolan
