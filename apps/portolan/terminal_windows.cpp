// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#if defined(_WIN32)

#include <windows.h>

#include "terminal.hpp"

namespace portolan::tool {

// A console knows the codes when it is told to. What is written to it is UTF-8.
bool has_terminal() {
  const ::HANDLE console = ::GetStdHandle(STD_ERROR_HANDLE);
  ::DWORD mode = 0;
  if (::GetConsoleMode(console, &mode) == 0) return false;
  ::SetConsoleOutputCP(CP_UTF8);
  return ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

std::optional<TerminalSize> terminal_size() {
  ::CONSOLE_SCREEN_BUFFER_INFO info{};
  if (::GetConsoleScreenBufferInfo(::GetStdHandle(STD_ERROR_HANDLE), &info) == 0) return std::nullopt;
  return TerminalSize{info.srWindow.Right - info.srWindow.Left + 1,
                      info.srWindow.Bottom - info.srWindow.Top + 1};
}

}  // namespace portolan::tool

#endif
