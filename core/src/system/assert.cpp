// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/assert.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace portolan {

namespace {

void write_to_stderr(const AssertionFailure& failure) {
  const char* const separator = failure.message[0] == '\0' ? "" : ": ";
  std::fprintf(stderr, "%s:%d: assertion failed: %s%s%s\n", failure.file, failure.line, failure.condition,
               separator, failure.message);
}

// The library's one global: a failed assertion has no object to ask.
std::atomic<AssertHandler> current{write_to_stderr};

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) {
  return current.exchange(handler != nullptr ? handler : write_to_stderr);
}

void detail::fail_assertion(const char* condition, const char* file, int line, const char* message) {
  current.load()({condition, file, line, message});
  std::abort();
}

}  // namespace portolan
