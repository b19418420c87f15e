// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>

#if defined(_WIN32)
#include <malloc.h>
#endif

namespace portolan::test {

/// Whether there are links, pipes, devices and permissions as POSIX has them.
#if defined(_WIN32)
inline constexpr bool posix = false;
#else
inline constexpr bool posix = true;
#endif

/// Sets an environment variable; an empty value takes it away.
inline void set_variable(const std::string& name, const std::string& value) {
#if defined(_WIN32)
  static_cast<void>(::_putenv_s(name.c_str(), value.c_str()));
#else
  static_cast<void>(value.empty() ? ::unsetenv(name.c_str()) : ::setenv(name.c_str(), value.c_str(), 1));
#endif
}

/// Memory for programs that replace the operators new and delete; the size is a multiple of the alignment.
inline void* aligned_memory(std::size_t size, std::size_t alignment) {
#if defined(_WIN32)
  return ::_aligned_malloc(size, alignment);
#else
  return std::aligned_alloc(alignment, size);
#endif
}

inline void give_back(void* memory) {
#if defined(_WIN32)
  ::_aligned_free(memory);
#else
  std::free(memory);
#endif
}

}  // namespace portolan::test
