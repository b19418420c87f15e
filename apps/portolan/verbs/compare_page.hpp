// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include <portolan/core/result.hpp>

#include "compare_report.hpp"

namespace portolan::tool {

/// A page that needs nothing else: time and quality against the length of paths, the tables, and the machine.
[[nodiscard]] std::optional<Error> save_compare_page(const std::filesystem::path& file, const Report& report);

}  // namespace portolan::tool
