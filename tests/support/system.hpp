// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string>

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

}  // namespace portolan::test
