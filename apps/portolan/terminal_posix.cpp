// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#if !defined(_WIN32)

#include <sys/ioctl.h>
#include <unistd.h>

#include "terminal.hpp"

namespace portolan::tool {

bool has_terminal() { return isatty(STDERR_FILENO) == 1; }

std::optional<TerminalSize> terminal_size() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
    return std::nullopt;
  return TerminalSize{size.ws_col, size.ws_row};
}

}  // namespace portolan::tool

#endif
