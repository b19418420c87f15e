// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <portolan/core/result.hpp>

// The only door between YAML and the rest of the project: hostile text in, a small bounded tree out.
namespace portolan::detail {

struct YamlLimits {
  std::size_t bytes = std::size_t{1} << 20U;
  std::size_t line = 8192;
  std::size_t nodes = 400'000;  ///< counted after aliases are expanded
  int depth = 32;
};

struct YamlNode;
/// Shared where an alias repeats a node: memory follows the text, not its expansion.
using YamlPtr = std::shared_ptr<const YamlNode>;

struct NodeKey {
  std::string text;
  int line = 0;
  int column = 0;
};

/// One value of a document. No cycles; depth and number of nodes are within the limits.
struct YamlNode {
  enum class Kind : std::uint8_t { null, scalar, list, map };

  Kind kind = Kind::null;
  bool quoted = false;       ///< a scalar that was written in quotes or as a block: always text
  std::uint32_t origin = 0;  ///< 0: the file; else the override of that number
  int line = 0;
  int column = 0;
  std::string text;
  std::vector<YamlPtr> items;  ///< of a list or map
  std::vector<NodeKey> keys;   ///< of a map, one per item; no two alike
  std::size_t weight = 1;      ///< nodes from here on, aliases expanded
  int height = 1;              ///< levels from here on

  /// The value of a key of a map, or null.
  [[nodiscard]] const YamlPtr* find(std::string_view key) const;
};

/// Reads exactly one document. Faults go to `errors`; returns nothing where the tree cannot be used.
/// Time and memory are linear in the text, which is refused when it passes a limit.
[[nodiscard]] YamlPtr parse_yaml(std::string_view text, const std::string& name, std::uint32_t origin,
                                 std::vector<Error>& errors, const YamlLimits& limits = {});

/// The byte scan alone: size, UTF-8, control characters, tabs, length of lines.
[[nodiscard]] std::optional<Error> scan_bytes(std::string_view text, const std::string& name,
                                              const YamlLimits& limits);

/// The first line that is neither empty, nor a comment, nor the mark of a document: what kind of file it is.
[[nodiscard]] std::string_view first_yaml_line(std::string_view text);

/// Lays `key.path=value` over a tree and returns the new root. Faults go to `errors`.
[[nodiscard]] YamlPtr apply_override(const YamlPtr& root, const std::string& assignment, std::uint32_t origin,
                                     std::vector<Error>& errors);

}  // namespace portolan::detail
