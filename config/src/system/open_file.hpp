// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace portolan::detail {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, FileCloser>;

/// Opens what is no folder to read its bytes, once for POSIX and once for Windows; null, and a reason, where
/// that cannot be done. A pipe that nobody writes to is given up after some seconds.
[[nodiscard]] FileHandle open_file(const std::filesystem::path& file, std::string& fault);

}  // namespace portolan::detail
