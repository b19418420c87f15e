// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace portolan::test {

// The folder with the public maps: the environment's PORTOLAN_DATA_DIR, otherwise the one that CMake was
// given. It need not exist: a test that wants a map from it skips with a message where there is none.
std::filesystem::path data_dir();

// The root of the source tree, for the scenarios that tests share with the tool.
std::filesystem::path source_dir();

}  // namespace portolan::test
