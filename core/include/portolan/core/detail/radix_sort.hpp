// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

namespace portolan::detail {

/// Sorts by numbers of 32 bits, key(value); equal ones stay in order. Many are sorted by bytes of the key,
/// the lowest first: of some thousand, as of edits all over a map, that takes a tenth of what comparing them
/// does, for they come in no order that a processor could foresee.
template <class T, class Key>
void sort_by_key(std::vector<T>& values, const Key& key) {
  static_assert(std::is_trivially_copyable_v<T>);
  constexpr std::size_t few = 256, very_few = 16;
  const auto less = [&](const T& a, const T& b) { return key(a) < key(b); };
  if (std::is_sorted(values.begin(), values.end(), less)) return;
  if (values.size() <= very_few) {  // without memory of their own
    for (std::size_t i = 1; i < values.size(); ++i) {
      const T value = values[i];
      std::size_t k = i;
      for (; k > 0 && less(value, values[k - 1]); --k) values[k] = values[k - 1];
      values[k] = value;
    }
    return;
  }
  if (values.size() < few) return std::stable_sort(values.begin(), values.end(), less);
  std::uint32_t used = 0;
  for (const T& value : values) used |= key(value);
  std::vector<T> sorted(values.size());
  for (unsigned shift = 0; shift < 32 && used >> shift != 0; shift += 8) {
    std::array<std::uint32_t, 256> next{};
    for (const T& value : values) ++next[key(value) >> shift & 255U];
    std::exclusive_scan(next.begin(), next.end(), next.begin(), 0U);
    for (const T& value : values) sorted[next[key(value) >> shift & 255U]++] = value;
    values.swap(sorted);
  }
}

}  // namespace portolan::detail
