// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/goal.hpp>

#include <boost/container/small_vector.hpp>

namespace portolan {

// Most orders have few goals: those lie in the same allocation as the count of who shares them.
GoalSet::GoalSet(std::span<const Goal> goals) : size_(goals.size()) {
  if (goals.empty()) return;
  using Goals = boost::container::small_vector<Goal, 4>;
  const auto kept = std::make_shared<const Goals>(goals.begin(), goals.end());
  goals_ = {kept, kept->data()};
}

GoalSet::GoalSet(const std::vector<Cell>& cells) {
  std::vector<Goal> goals;
  goals.reserve(cells.size());
  for (const Cell& cell : cells) goals.push_back({cell, {}});
  *this = GoalSet(goals);
}

}  // namespace portolan
