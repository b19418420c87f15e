// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#if defined(_WIN32)

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <sys/stat.h>

#include <windows.h>

#include "system/file_calls.hpp"

namespace portolan::detail::file_calls {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 30U;
constexpr int flags = _O_BINARY | _O_NOINHERIT;
constexpr int permissions = _S_IREAD | _S_IWRITE;
// Somebody who reads a file, or looks for viruses in it, keeps its name for a moment: two seconds in all.
constexpr int most_tries = 200;
constexpr ::DWORD between_tries = 10;  // milliseconds

}  // namespace

int open_new(const fs::path& file) {
  return ::_wopen(file.c_str(), _O_RDWR | _O_CREAT | _O_EXCL | flags, permissions);
}

int open_unnamed(const fs::path&) { return -1; }

int open_to_write(const fs::path& file) { return ::_wopen(file.c_str(), _O_WRONLY | flags, permissions); }

bool close(int file) { return ::_close(file) == 0; }

bool write_all(int file, const char* data, std::size_t size) {
  while (size > 0) {
    const int n = ::_write(file, data, static_cast<unsigned>(std::min(size, most_at_once)));
    if (n < 0) return false;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

std::ptrdiff_t read(int file, char* data, std::size_t size) {
  return ::_read(file, data, static_cast<unsigned>(std::min(size, most_at_once)));
}

bool seek_start(int file) { return ::_lseeki64(file, 0, SEEK_SET) == 0; }

bool seek_end(int file) { return ::_lseeki64(file, 0, SEEK_END) >= 0; }

// A file takes those of its folder, and one that must not be written is not replaced.
void copy_permissions(const fs::path&, int) {}

bool link(int, const fs::path&) {
  errno = ENOSYS;
  return false;
}

bool rename(const fs::path& from, const fs::path& to) {
  for (int k = 1;; ++k) {
    if (::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING) != 0) return true;
    const ::DWORD fault = ::GetLastError();
    errno = std::system_category().default_error_condition(static_cast<int>(fault)).value();
    if ((fault != ERROR_ACCESS_DENIED && fault != ERROR_SHARING_VIOLATION) || k == most_tries) return false;
    ::Sleep(between_tries);
  }
}

void remove(const fs::path& file) { ::DeleteFileW(file.c_str()); }

int process_number() { return ::_getpid(); }

bool process_is_gone(int number) {
  const ::HANDLE process =
      ::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<::DWORD>(number));
  if (process == nullptr) return ::GetLastError() == ERROR_INVALID_PARAMETER;
  ::DWORD code = STILL_ACTIVE;
  const bool known = ::GetExitCodeProcess(process, &code) != 0;
  ::CloseHandle(process);
  return known && code != STILL_ACTIVE;
}

}  // namespace portolan::detail::file_calls

#endif
