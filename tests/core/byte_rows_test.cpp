// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Bits of rows of bytes, and sorting by numbers: against the plain way.
#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/detail/byte_rows.hpp>
#include <portolan/core/detail/radix_sort.hpp>

#include <support/random.hpp>

namespace portolan::detail {
namespace {

using Row = std::array<std::uint8_t, 32>;

// Values about which a comparison with a sign would be wrong, among others.
Row random_row(test::Random& random) {
  constexpr std::array<std::uint8_t, 8> values{0, 1, 2, 126, 127, 128, 254, 255};
  Row row;
  for (std::uint8_t& value : row) value = values[random.below(values.size())];
  return row;
}

TEST(ByteRows, TellEachByteThatIsEqualOrGreater) {
  test::Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const Row row = random_row(random), other = random_row(random);
    const std::uint8_t value = random_row(random)[0];
    std::uint32_t equal = 0, greater = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      equal |= std::uint32_t{row[i] == value} << i;
      greater |= std::uint32_t{row[i] > other[i]} << i;
    }
    ASSERT_EQ(equal_bits(row.data(), value), equal);
    ASSERT_EQ(greater_bits(row.data(), other.data()), greater);
  }
}

struct Numbered {
  std::uint32_t number = 0;
  std::uint32_t place = 0;
  auto operator<=>(const Numbered&) const = default;
};

// Few, which are compared, and many; of all widths of keys. What has equal keys stays in order.
TEST(RadixSort, SortsAsComparingDoes) {
  test::Random random(2);
  for (const std::size_t count : {0, 1, 2, 255, 256, 257, 5000}) {
    for (const std::uint32_t most : {1U, 200U, 70000U, 20000000U, ~0U}) {
      std::vector<Numbered> values;
      for (std::uint32_t i = 0; i < count; ++i) values.push_back({random.below(most), i});
      if (count > 0) values[count / 2].number = most;
      std::vector<Numbered> wanted = values;
      std::sort(wanted.begin(), wanted.end());
      sort_by_key(values, [](const Numbered& value) { return value.number; });
      ASSERT_EQ(values, wanted) << count << " up to " << most;
    }
  }
}

}  // namespace
}  // namespace portolan::detail
