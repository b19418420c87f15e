// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "guard.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace {

// Of the thread, and of fixed size: there is room for a sentence when memory has run out.
thread_local char last_error[512] = "";

struct Hooks {
  portolan_log log = nullptr;
  void* log_user = nullptr;
  portolan_assert assertion = nullptr;
  void* assertion_user = nullptr;
};
Hooks hooks;

portolan::c::CallFailed failed_by(const portolan::AssertionFailure& failure) {
  portolan::c::CallFailed failed{PORTOLAN_BUG, {}};
  std::snprintf(failed.text, sizeof failed.text, "%s:%d: %s does not hold: %s", failure.file, failure.line,
                failure.condition, failure.message);
  return failed;
}

// Told by the library of a caller's bug, or one of its own: ends the call of the C interface that led to it.
void on_assertion(const portolan::AssertionFailure& failure) {
  if (hooks.assertion != nullptr) {
    hooks.assertion(hooks.assertion_user, failure.condition, failure.file, failure.line, failure.message);
  }
  throw failed_by(failure);
}

[[maybe_unused]] const portolan::AssertHandler handler_before = portolan::set_assert_handler(on_assertion);

}  // namespace

namespace portolan::c {

portolan_status fail(portolan_status status, const char* format, ...) {
  char text[sizeof last_error] = "";
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  std::memcpy(last_error, text, sizeof text);
  if (hooks.log == nullptr) return status;
  hooks.log(hooks.log_user, status, text);
  std::memcpy(last_error, text, sizeof text);  // a call that the log made may have failed, too
  return status;
}

portolan_status fail_null(const char* what) {
  return fail(PORTOLAN_BAD_ARGUMENT, "%s is null: it is needed here", what);
}

portolan_status check_count(std::size_t count) {
  constexpr std::size_t most = std::size_t{1} << 28U;
  if (count <= most) return PORTOLAN_OK;
  return fail(PORTOLAN_WRONG_SIZE, "count is %zu: at most %zu", count, most);
}

}  // namespace portolan::c

uint32_t portolan_abi(void) { return PORTOLAN_ABI; }
const char* portolan_version(void) { return PORTOLAN_VERSION_TEXT; }
const char* portolan_error(void) { return last_error; }

void portolan_set_log(portolan_log log, void* user) {
  hooks.log = log;
  hooks.log_user = user;
}

void portolan_set_assert(portolan_assert handler, void* user) {
  hooks.assertion = handler;
  hooks.assertion_user = user;
}
