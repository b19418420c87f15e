// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Costs of tables between 16 and 64 bits, against the plain way, on each instruction set.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <simd/widen.hpp>
#include <support/random.hpp>

namespace portolan::detail {
namespace {

constexpr std::uint64_t no_path = ~std::uint64_t{0};

std::uint64_t widened(std::uint16_t value) { return value == 0xffff ? no_path : value; }

class Widen : public ::testing::Test {
 protected:
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

  template <class Check>
  static void on_each_set(const Check& check) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      SCOPED_TRACE(hwy::TargetName(target));
      hwy::SetSupportedTargetsForTest(target);
      check();
    }
  }
  std::vector<std::uint16_t> table(std::size_t size) {
    std::vector<std::uint16_t> values(size * size);
    for (std::uint16_t& value : values)
      value = static_cast<std::uint16_t>(random.percent(20) ? 0xffff - random.below(2) : random.below(65536));
    return values;
  }
  test::Random random{3};
};

TEST_F(Widen, KeepsCostsAndNoPath) {
  on_each_set([this] {
    for (std::size_t size = 0; size <= 20; ++size) {
      const std::vector<std::uint16_t> values = table(size);
      std::vector<std::uint64_t> wide(values.size() + 1, 7);
      widen(values, wide.data());
      for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(wide[i], widened(values[i]));
      ASSERT_EQ(wide.back(), 7U) << "it writes no more";
      wide.pop_back();
      std::vector<std::uint16_t> back(values.size() + 1, 7);
      ASSERT_TRUE(narrow(wide, back.data()));
      ASSERT_EQ(back.back(), 7U) << "nor does it the other way";
      back.pop_back();
      ASSERT_EQ(back, values);
    }
  });
}

// One cost that does not fit, wherever it lies.
TEST_F(Widen, TellsWhatSixteenBitsDoNotHold) {
  on_each_set([] {
    for (std::size_t count = 1; count < 40; ++count) {
      std::vector<std::uint16_t> out(count);
      for (std::size_t at = 0; at < count; ++at) {
        std::vector<std::uint64_t> values(count, at % 2 == 0 ? no_path : 65534U);
        ASSERT_TRUE(narrow(values, out.data()));
        for (const std::uint64_t much : {std::uint64_t{65535}, std::uint64_t{65536}, no_path - 1}) {
          values[at] = much;
          ASSERT_FALSE(narrow(values, out.data())) << much << " at " << at << " of " << count;
        }
      }
    }
  });
}

// Of tables with more nodes than one register holds, too; nodes come in any order, and more than once.
TEST_F(Widen, TakesOverSomeNodesInAnyOrder) {
  on_each_set([this] {
    for (const std::uint32_t size : {1U, 2U, 13U, 16U, 31U, 32U, 33U, 47U, 63U, 64U, 80U}) {
      for (const std::size_t count : {1U, 3U, 15U, 16U, 17U, 32U, 33U, 64U}) {
        std::vector<std::uint16_t> values = table(size);
        values.resize(values.size() + 32);  // as tables have room behind them
        std::vector<std::uint16_t> place(count);
        for (std::uint16_t& at : place) at = static_cast<std::uint16_t>(random.below(size < 64 ? size : 64U));
        std::vector<std::uint64_t> out(count * count + 1, 7);
        widen_some(values.data(), size, place, out.data());
        for (std::size_t i = 0; i < count; ++i) {
          for (std::size_t k = 0; k < count; ++k)
            ASSERT_EQ(out[i * count + k], widened(values[place[i] * size + place[k]]))
                << size << ", " << count;
        }
        ASSERT_EQ(out.back(), 7U);
      }
    }
  });
}

}  // namespace
}  // namespace portolan::detail
