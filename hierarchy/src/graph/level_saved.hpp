// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/saved_parts.hpp>
#include <portolan/hierarchy/detail/level.hpp>

namespace portolan::detail {

void save_level(const Level& level, PartSink& sink);
/// Into a level that has its grid. False when the parts are damaged or do not fit the grid.
[[nodiscard]] bool restore_level(Level& level, PartSource& source);

/// Borrows the next part; false when it is damaged.
template <class T>
[[nodiscard]] bool borrow_next(Array<T>& array, PartSource& source) {
  const auto values = source.next_values<T>();
  if (values) array.borrow(*values);
  return values.has_value();
}

/// Copies the next part; false when it is damaged.
template <class T>
[[nodiscard]] bool copy_next(std::vector<T>& vector, PartSource& source) {
  const auto values = source.next_values<T>();
  if (values) vector.assign(values->begin(), values->end());
  return values.has_value();
}

}  // namespace portolan::detail
