// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include "yaml_tree.hpp"

namespace portolan::detail {

namespace {

// Length of the UTF-8 sequence at the start of `text`, or 0 where there is no valid one: no overlong forms,
// no surrogates, nothing above U+10FFFF.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return 0;
  if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
  return length;
}

std::string hex(unsigned char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  return std::string("0x") + digits[c >> 4U] + digits[c & 15U];
}

}  // namespace

std::optional<Error> scan_bytes(std::string_view text, const std::string& name, const YamlLimits& limits) {
  if (text.size() > limits.bytes) {
    return Error{name, 0, 0, "",
                 "the file has more than " + std::to_string(limits.bytes) +
                     " bytes; keep maps in map files, which `map.file` names"};
  }
  int line = 1;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const int column = static_cast<int>(i - line_start) + 1;
    const std::size_t length = utf8_length(text.substr(i, 4));
    if (length == 0) return Error{name, line, column, "", "not valid UTF-8; save the file as UTF-8"};
    if (c == '\t') {
      return Error{name, line, column, "", "expected spaces, found a tab; YAML is indented with spaces"};
    }
    const bool line_end = c == '\n' || (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n');
    if ((c < ' ' && !line_end) || c == 0x7F) {
      return Error{name, line, column, "", "control character " + hex(c) + "; remove it"};
    }
    if (i - line_start > limits.line) {
      return Error{name, line, column, "",
                   "line longer than " + std::to_string(limits.line) + " bytes; break it"};
    }
    i += length;
    if (c == '\n') {
      ++line;
      line_start = i;
    }
  }
  return std::nullopt;
}

}  // namespace portolan::detail
