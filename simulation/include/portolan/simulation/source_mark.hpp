// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include <portolan/core/result.hpp>

namespace portolan {

/// Place in a file that something was said at, for messages that come later than reading. All empty where
/// there was no file.
struct SourceMark {
  std::string file;
  int line = 0;
  int column = 0;
  std::string key;

  [[nodiscard]] Error error(std::string message) const {
    return {file, line, column, key, std::move(message)};
  }
};

}  // namespace portolan
