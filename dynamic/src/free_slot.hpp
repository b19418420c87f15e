// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <vector>

namespace portolan::detail {

/// A slot of a list in which things come and go: the one that was given back last, else a new one at the end.
template <class Slot>
[[nodiscard]] std::uint32_t take_slot(std::vector<Slot>& slots, std::vector<std::uint32_t>& free) {
  if (free.empty()) {
    slots.emplace_back();
    return static_cast<std::uint32_t>(slots.size() - 1);
  }
  const std::uint32_t slot = free.back();
  free.pop_back();
  return slot;
}

}  // namespace portolan::detail
