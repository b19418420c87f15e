// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "utf8.hpp"
#include "yaml_tree.hpp"

namespace portolan::detail {

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
      return Error{name, line, column, "", "control character 0x" + hexadecimal(c) + "; remove it"};
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

std::string_view first_yaml_line(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line != "\r" && line[0] != '#' && line != "---") return line;
  }
  return {};
}

}  // namespace portolan::detail
