// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <type_traits>

namespace portolan::detail {

/// Memory that values own besides their own size: what `memory_bytes` of a class says; of a container its
/// room, and what its elements own; of an owning pointer what it points to. Anything else owns none.
template <class T, class... More>
[[nodiscard]] std::size_t heap_bytes(const T& value, const More&... more) {
  std::size_t bytes = 0;
  if constexpr (requires { value.memory_bytes(); }) {
    bytes = value.memory_bytes();
  } else if constexpr (requires { value.capacity(); }) {
    using Element = std::remove_cvref_t<decltype(*value.begin())>;
    bytes = value.capacity() * sizeof(Element);
    if constexpr (!std::is_trivially_copyable_v<Element>) {
      for (const Element& element : value) bytes += heap_bytes(element);
    }
  } else if constexpr (requires { value.get(); }) {
    if (value) bytes = sizeof(*value) + heap_bytes(*value);
  }
  return bytes + (heap_bytes(more) + ... + 0);
}

}  // namespace portolan::detail
