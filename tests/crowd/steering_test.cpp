// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <set>
#include <string_view>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

namespace portolan {
namespace {

// Readers of weights go by the table: a force that is missing there could not be set from a file.
TEST(Steering, TheTableHoldsEveryWeightOnce) {
  ASSERT_EQ(steering_forces.size() * sizeof(float), sizeof(Steering));
  std::set<std::string_view> names;
  Steering steering;
  float value = 1;
  for (const SteeringForce& force : steering_forces) {
    EXPECT_FALSE(force.meaning.empty()) << force.name;
    EXPECT_TRUE(names.insert(force.name).second) << force.name;
    steering.*force.weight = value++;
  }
  value = 1;
  for (const SteeringForce& force : steering_forces) EXPECT_EQ(steering.*force.weight, value++) << force.name;
}

}  // namespace
}  // namespace portolan
