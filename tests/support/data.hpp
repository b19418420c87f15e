// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <gtest/gtest.h>

#include <support/paths.hpp>

namespace portolan::test {

/// A file or folder below the folder with the public maps.
inline std::filesystem::path data_file(const std::filesystem::path& relative) {
  return data_dir() / relative;
}

}  // namespace portolan::test

/// Skips the running test, with a message that says what is missing and the cure, when the public maps do not
/// hold this file or folder. Use it in the test's own body: it returns.
#define PORTOLAN_NEEDS_DATA(relative)                                                                \
  do {                                                                                               \
    if (!std::filesystem::exists(::portolan::test::data_file(relative))) {                           \
      GTEST_SKIP()                                                                                   \
          << "needs " << ::portolan::test::data_file(relative)                                       \
          << ", which is not there; set PORTOLAN_DATA_DIR to the folder that holds the public maps"; \
    }                                                                                                \
  } while (false)
