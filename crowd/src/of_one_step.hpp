// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

namespace portolan::detail {

// Made again in each step: a copy of a crowd begins without, and an assigned one keeps its own memory.
template <class List>
struct OfOneStep : List {
  OfOneStep() = default;
  OfOneStep(const OfOneStep&) : List() {}
  OfOneStep& operator=(const OfOneStep&) { return *this; }
  OfOneStep(OfOneStep&&) = default;
  OfOneStep& operator=(OfOneStep&&) = default;
  ~OfOneStep() = default;
};

}  // namespace portolan::detail
