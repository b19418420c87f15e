// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "byte_source.hpp"

namespace portolan::detail {

/// Opens what is no folder to read its bytes, once for POSIX and once for Windows; null, and a reason, where
/// that cannot be done. A pipe that nobody writes to is given up after some seconds.
[[nodiscard]] FileHandle open_file(const std::filesystem::path& file, std::string& fault);

}  // namespace portolan::detail
