// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>

namespace portolan {

/// Where a field leads to. With several goals a field leads to the one that is cheapest to reach,
/// its offset counted in.
struct Goal {
  Cell cell;
  Distance offset{0};

  constexpr bool operator==(const Goal&) const = default;
};

/// Goals that never change, held together by all who go there: orders, requests, plans and fields. A copy
/// shares them, whatever their number. Any thread may read, and copy.
class GoalSet {
 public:
  GoalSet() = default;
  GoalSet(std::initializer_list<Goal> goals) : GoalSet(std::span(goals.begin(), goals.size())) {}
  GoalSet(const std::vector<Goal>& goals) : GoalSet(std::span<const Goal>(goals)) {}
  /// All as near as they are: without offsets.
  GoalSet(const std::vector<Cell>& cells);
  explicit GoalSet(std::span<const Goal> goals);
  GoalSet(const GoalSet&) = default;
  GoalSet& operator=(const GoalSet&) = default;
  /// The other one is empty afterwards.
  GoalSet(GoalSet&& other) noexcept : goals_(std::move(other.goals_)), size_(std::exchange(other.size_, 0)) {}
  GoalSet& operator=(GoalSet&& other) noexcept {
    goals_ = std::move(other.goals_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~GoalSet() = default;

  [[nodiscard]] const Goal* begin() const { return goals_.get(); }
  [[nodiscard]] const Goal* end() const { return goals_.get() + size_; }
  [[nodiscard]] const Goal* data() const { return goals_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Goal& operator[](std::size_t i) const { return goals_.get()[i]; }
  [[nodiscard]] const Goal& front() const { return *goals_; }

  /// The same goals in the same order.
  friend bool operator==(const GoalSet& a, const GoalSet& b) {
    return a.size_ == b.size_ && (a.goals_ == b.goals_ || std::equal(a.begin(), a.end(), b.begin()));
  }

 private:
  std::shared_ptr<const Goal> goals_;  // the first of them
  std::size_t size_ = 0;
};

}  // namespace portolan
