// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <support/paths.hpp>

#include <cstdlib>

namespace portolan::test {

std::filesystem::path data_dir() {
  const char* const named = std::getenv("PORTOLAN_DATA_DIR");
  return named != nullptr ? named : PORTOLAN_DATA_DIR;
}

std::filesystem::path source_dir() { return PORTOLAN_SOURCE_DIR; }

}  // namespace portolan::test
