// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#if !defined(_WIN32)

#include <cerrno>
#include <cstdio>
#include <string>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/file_calls.hpp"

namespace portolan::detail::file_calls {

namespace fs = std::filesystem;

namespace {

constexpr ::mode_t by_umask = 0666;

}  // namespace

int open_new(const fs::path& file) {
  return ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, by_umask);
}

int open_unnamed(const fs::path& folder) {
#ifdef O_TMPFILE
  return ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, by_umask);
#else
  static_cast<void>(folder);
  return -1;
#endif
}

int open_to_write(const fs::path& file) { return ::open(file.c_str(), O_WRONLY | O_CLOEXEC); }

bool close(int file) { return ::close(file) == 0; }

bool write_all(int file, const char* data, std::size_t size) {
  while (size > 0) {
    const ::ssize_t n = ::write(file, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

std::ptrdiff_t read(int file, char* data, std::size_t size) { return ::read(file, data, size); }

bool seek_start(int file) { return ::lseek(file, 0, SEEK_SET) == 0; }

bool seek_end(int file) { return ::lseek(file, 0, SEEK_END) >= 0; }

void copy_permissions(const fs::path& from, int file) {
  struct ::stat old {};
  if (::stat(from.c_str(), &old) == 0) static_cast<void>(::fchmod(file, old.st_mode & 07777U));
}

bool link(int file, const fs::path& name) {
  const std::string handle = "/proc/self/fd/" + std::to_string(file);
  return ::linkat(AT_FDCWD, handle.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

bool rename(const fs::path& from, const fs::path& to) { return std::rename(from.c_str(), to.c_str()) == 0; }

void remove(const fs::path& file) { ::unlink(file.c_str()); }

int process_number() { return ::getpid(); }

bool process_is_gone(int number) { return ::kill(number, 0) != 0 && errno == ESRCH; }

}  // namespace portolan::detail::file_calls

#endif
