// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

// Words and numbers of formats that are text.
namespace portolan::detail {

inline constexpr std::string_view blanks = " \t";

/// Takes the next word off a line; empty at its end.
[[nodiscard]] inline std::string_view take_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
  const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

/// Whether a text is a number from its first character to its last.
template <class T>
[[nodiscard]] bool is_number(std::string_view text, T& out) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), out);
  return code == std::errc() && end == text.data() + text.size();
}

}  // namespace portolan::detail
