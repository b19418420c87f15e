// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

// What the C++20 library of Emscripten 3.1.6 (libc++ 13) lacks and the sources use. Included ahead of each of
// them, by the build of this folder alone. There is one thread, so that nothing is atomic.
#include <version>

#ifndef __cpp_lib_bit_cast
namespace std {
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
}  // namespace std
#endif

#ifndef __cpp_lib_atomic_ref
#include <atomic>
namespace std {
template <class T>
struct atomic_ref {
  explicit atomic_ref(T& object) : object_(object) {}
  T load(memory_order = memory_order_seq_cst) const { return object_; }
  void store(T value, memory_order = memory_order_seq_cst) const { object_ = value; }

 private:
  T& object_;
};
}  // namespace std
#endif

#ifndef __cpp_lib_smart_ptr_for_overwrite
#include <memory>
namespace std {
template <class T>
unique_ptr<T> make_unique_for_overwrite(size_t size) {
  return unique_ptr<T>(new remove_extent_t<T>[size]);
}
}  // namespace std
#endif
