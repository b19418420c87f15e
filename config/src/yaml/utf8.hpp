// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace portolan::detail {

/// Length of the UTF-8 sequence at the start of a text, or 0 where there is no valid one: no overlong forms,
/// no surrogates, nothing above U+10FFFF.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

/// Two digits, lower case.
[[nodiscard]] std::string hexadecimal(unsigned char byte);

}  // namespace portolan::detail
