// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Plans for units that need room.
#include <string>

#include <gmock/gmock.h>

#include "tool.hpp"

namespace portolan::test {
namespace {

using ::testing::HasSubstr;

class PlanClearance : public Tool {};

TEST_F(PlanClearance, KeepsOffWalls) {
  write_map("room.map", {".........", ".........", ".........", "....#....", ".........", ".........",
                         ".........", ".........", "........."});
  const auto cost = [&](const std::string& clearance) {
    return portolan({"plan", "--map", "room.map", "--from", "1,3", "--to", "7,3", "--clearance", clearance,
                     "--quality", "exact", "--json"})
        .json()["cost"];
  };
  EXPECT_EQ(cost("1"), 4 * 24 + 2 * 34);
  EXPECT_EQ(cost("2"), 6 * 24 + 2 * 34);  // around three cells in place of one
  const Ran narrow =
      portolan({"plan", "--map", "room.map", "--from", "3,3", "--to", "7,3", "--clearance", "2"});
  EXPECT_EQ(narrow.code, 1);
  EXPECT_THAT(narrow.err, HasSubstr("start 3,3 has too little room around it for a clearance of 2"));
}

}  // namespace
}  // namespace portolan::test
