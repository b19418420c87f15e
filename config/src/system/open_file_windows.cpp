// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#if defined(_WIN32)

#include "system/open_file.hpp"

#include <cerrno>
#include <cstring>

namespace portolan::detail {

FileHandle open_file(const std::filesystem::path& file, std::string& fault) {
  FileHandle handle(::_wfopen(file.c_str(), L"rb"));
  if (!handle) {
    fault = errno == ENOENT ? "no such file; check the path"
                            : std::string("cannot be opened: ") + std::strerror(errno);
  }
  return handle;
}

}  // namespace portolan::detail

#endif
