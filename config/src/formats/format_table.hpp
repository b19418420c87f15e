// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <portolan/core/assert.hpp>
#include <portolan/core/result.hpp>

#include "byte_source.hpp"

// What the tables of formats, of maps and of graphs, have in common. A format has a `name`, `endings`, and
// `sniff`.
namespace portolan::detail {

/// How a plain file begins; nothing of what is no plain file, which may be read only once, and of what cannot
/// be read.
[[nodiscard]] std::optional<std::string> plain_head(const std::filesystem::path& file);

/// The last ending of a name in lower case, of a compressed file the one before `.xz`.
[[nodiscard]] std::string ending_of(const std::filesystem::path& file);
/// Whether it is one of a list of words.
[[nodiscard]] bool is_listed(std::string_view ending, std::string_view endings);

/// The first format that knows a file by how it begins; null where none does.
template <class Format>
[[nodiscard]] const Format* format_of_head(std::string_view head, std::span<const Format> formats) {
  const auto found =
      std::find_if(formats.begin(), formats.end(), [&](const Format& format) { return format.sniff(head); });
  return found == formats.end() ? nullptr : &*found;
}

/// The first format whose files have names that end so; null where none has.
template <class Format>
[[nodiscard]] const Format* format_of_ending(std::string_view ending, std::span<const Format> formats) {
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [&](const Format& format) { return is_listed(ending, format.endings); });
  return found == formats.end() ? nullptr : &*found;
}

/// What was wrong with a file that was read as one of a format; where nothing but its name told of that, it
/// is said.
template <class Format>
[[nodiscard]] Error told_as(const Format& format, const std::filesystem::path& file, const Error& error) {
  PORTOLAN_ASSERT(!error.message.empty(), "an error says what is wrong");
  const std::optional<std::string> head = plain_head(file);
  const std::string ending = ending_of(file);
  if (!head || format.sniff(*head) || !is_listed(ending, format.endings)) return error;
  return error.with(error.message + "; this is read as " + std::string(format.name) +
                    ", because its name ends in " + ending +
                    ": if it is something else, give it the ending of that");
}

}  // namespace portolan::detail
