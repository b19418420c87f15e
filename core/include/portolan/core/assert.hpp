// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

namespace portolan {

/// A caller's bug that an assertion found: what does not hold, where that is written, and what the caller
/// must do.
struct AssertionFailure {
  const char* condition;
  const char* file;
  int line;
  const char* message;  ///< a sentence, or empty
};

/// What is told of failed assertions. It may end the program, or throw so that a test or a script host goes
/// on; when it returns, the program is aborted.
using AssertHandler = void (*)(const AssertionFailure& failure);

/// Sets the handler of the process and returns the one before. Null stands for the library's own, which
/// writes one line to stderr, as assert() does, and aborts: the only thing that the library ever prints. Any
/// thread.
AssertHandler set_assert_handler(AssertHandler handler);

namespace detail {
[[noreturn]] void fail_assertion(const char* condition, const char* file, int line, const char* message = "");

/// For the answer of a validate(): text of a fault, or nothing.
template <class Fault>
void expect_valid(const Fault& fault, const char* what, const char* file, int line) {
  if (fault) fail_assertion(what, file, line, fault->c_str());
}
}  // namespace detail

}  // namespace portolan

/// PORTOLAN_ASSERT(condition) or PORTOLAN_ASSERT(condition, "what the caller must do"): a caller's bug, not a
/// runtime condition. On in validating builds (PORTOLAN_VALIDATE) and where NDEBUG is not defined; free
/// otherwise, and the condition is not evaluated then.
#if (defined(PORTOLAN_VALIDATE) && PORTOLAN_VALIDATE) || !defined(NDEBUG)
#define PORTOLAN_ASSERTIONS 1
#define PORTOLAN_ASSERT(condition, ...) \
  ((condition)                          \
       ? static_cast<void>(0)           \
       : ::portolan::detail::fail_assertion(#condition, __FILE__, __LINE__ __VA_OPT__(, ) __VA_ARGS__))
#else
#define PORTOLAN_ASSERTIONS 0
#define PORTOLAN_ASSERT(condition, ...) static_cast<void>(0)
#endif

/// PORTOLAN_EXPECT_VALID(validate(something)): on in validating builds alone, for it may take long.
#if defined(PORTOLAN_VALIDATE) && PORTOLAN_VALIDATE
#define PORTOLAN_VALIDATING 1
#define PORTOLAN_EXPECT_VALID(...) \
  ::portolan::detail::expect_valid(__VA_ARGS__, #__VA_ARGS__, __FILE__, __LINE__)
#else
#define PORTOLAN_VALIDATING 0
#define PORTOLAN_EXPECT_VALID(...) static_cast<void>(0)
#endif
