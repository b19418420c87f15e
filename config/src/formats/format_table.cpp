// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "format_table.hpp"

#include <cctype>
#include <system_error>
#include <utility>

#include "words.hpp"

namespace portolan::detail {

std::optional<std::string> plain_head(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  Result<std::string> head = head_of(file);
  if (!head) return std::nullopt;
  return std::move(*head);
}

std::string ending_of(const std::filesystem::path& file) {
  const auto last = [](const std::filesystem::path& name) {
    std::string ending = name.extension().string();
    for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return ending;
  };
  const std::string ending = last(file);
  return ending == ".xz" ? last(file.stem()) : ending;
}

bool is_listed(std::string_view ending, std::string_view endings) {
  for (std::string_view known = take_word(endings); !known.empty(); known = take_word(endings)) {
    if (known == ending) return true;
  }
  return false;
}

}  // namespace portolan::detail
