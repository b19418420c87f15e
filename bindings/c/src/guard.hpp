// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include <portolan/core/assert.hpp>

#include "portolan.h"

// With __USE_MINGW_ANSI_STDIO, as this library is built; what `printf` stands for knows no %zu there.
#if defined(__MINGW32__)
#define PORTOLAN_C_PRINTF gnu_printf
#else
#define PORTOLAN_C_PRINTF printf
#endif

// What stands between callers in C and the library: arguments are looked at, and nothing is thrown across.
namespace portolan::c {

/// Keeps a sentence for `portolan_error`, tells the log, and gives the status back.
[[gnu::format(PORTOLAN_C_PRINTF, 2, 3)]] portolan_status fail(portolan_status status, const char* format,
                                                              ...);
portolan_status fail_null(const char* what);
/// Of what an array has: none has as much as a host that took -1 for a size says.
[[nodiscard]] portolan_status check_count(std::size_t count);

/// An assertion that failed, or memory that ran out, on its way out of the library.
struct CallFailed {
  portolan_status status;
  char text[400];
};

/// Turns what is thrown meanwhile into a status. A body that gives none cannot fail otherwise.
template <class Body>
portolan_status guarded(const Body& body) noexcept {
  try {
    if constexpr (!std::is_void_v<decltype(body())>) {
      return body();
    } else {
      body();
      return PORTOLAN_OK;
    }
  } catch (const CallFailed& failed) {
    return fail(failed.status, "%s", failed.text);
  } catch (const std::bad_alloc&) {
    return fail(PORTOLAN_OUT_OF_MEMORY, "no memory is left: destroy what the call was about");
  } catch (...) {
    return fail(PORTOLAN_BUG, "something was thrown in the library: please report it");
  }
}

/// The same for what makes something: null where that failed.
template <class Made, class Body>
Made* making(const Body& body) noexcept {
  Made* made = nullptr;
  const portolan_status status = guarded([&] { made = body(); });
  return status == PORTOLAN_OK ? made : nullptr;
}

/// Copies a struct of a caller, whose header may be older: what it does not know is zero. No header has a
/// size that cuts a pointer in two.
template <class Struct>
[[nodiscard]] portolan_status read_struct(const Struct* given, const char* name, Struct& out) {
  out = Struct{};
  if (given == nullptr) return PORTOLAN_OK;
  const std::uint32_t size = given->struct_size;
  if (size < 2 * sizeof(std::uint32_t) || size > sizeof(Struct) || size % alignof(Struct) != 0) {
    return fail(PORTOLAN_WRONG_SIZE, "struct_size of %s is %u: set it to sizeof(%s), which is %u here", name,
                size, name, static_cast<unsigned>(sizeof(Struct)));
  }
  std::memcpy(&out, given, size);
  return PORTOLAN_OK;
}

}  // namespace portolan::c

// Leaves the function with a status where something is not so.
#define PORTOLAN_C_TRY(call)                                                        \
  do {                                                                              \
    if (const portolan_status portolan_c_status = (call)) return portolan_c_status; \
  } while (false)
#define PORTOLAN_C_NEED(pointer)                                         \
  do {                                                                   \
    if ((pointer) == nullptr) return ::portolan::c::fail_null(#pointer); \
  } while (false)
