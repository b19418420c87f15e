// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#if !defined(_WIN32)

#include "system/open_file.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace portolan::detail {

namespace {

// Whether bytes come, or a writer was there and went, before the patience ends. Opened without waiting, a
// pipe that never had a writer would look like an empty file.
bool has_writer(int pipe) {
  constexpr int patience = 3000;  // milliseconds
  ::pollfd wanted{pipe, POLLIN, 0};
  return ::poll(&wanted, 1, patience) > 0;
}

}  // namespace

FileHandle open_file(const std::filesystem::path& file, std::string& fault) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    fault = errno == ENOENT ? "no such file; check the path"
                            : std::string("cannot be opened: ") + std::strerror(errno);
    return nullptr;
  }
  FileHandle handle(::fdopen(descriptor, "rb"));
  std::error_code ignored;
  if (std::filesystem::is_fifo(file, ignored) && !has_writer(descriptor)) {
    fault = "is a pipe that nobody writes to; start what writes to it first";
    return nullptr;
  }
  // What people and programs write is waited for. The kernel's own files, which may say nothing ever again,
  // are not, though some of them look like files on disk.
  const auto type = std::filesystem::status(file, ignored).type();
  if (type == std::filesystem::file_type::fifo || ::isatty(descriptor) != 0)
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return handle;
}

}  // namespace portolan::detail

#endif
