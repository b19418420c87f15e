// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace portolan {

/// Text of strangers as it may be shown on a terminal: control characters, those that turn the direction of
/// writing, and bytes that are no UTF-8 are written out (`\x1b`). Line ends are kept where that is wanted.
[[nodiscard]] std::string printable(std::string_view text, bool keep_lines = false);

}  // namespace portolan
