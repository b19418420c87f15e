// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <portolan/dynamic/order.hpp>

#include "group_controller.hpp"

namespace portolan::detail {

/// What groups have in common whose order a dispatcher keeps right within its budget.
class OrderGroup : public GroupController {
 public:
  OrderGroup(ProfileContext& context, GoalSet goals, const OrderOptions& options, const ReplanPolicy& replan)
      : order_(context.hierarchy, std::move(goals), options),
        context_(&context),
        id_(context.dispatcher.add(order_, replan)) {}

  void ask(const GroupNow& now) override {
    context_->dispatcher.report_agents(id_, now.started ? now.walking() : std::vector<Cell>());
  }
  [[nodiscard]] std::optional<std::vector<Distance>> optimum(const GroupNow& now,
                                                             const GridView& ground) override {
    return optimum_of(order_, *context_, now, ground);
  }

  [[nodiscard]] const Plan& plan() const override { return order_.plan(); }
  [[nodiscard]] const CorridorField& field() const override { return order_.field(); }
  [[nodiscard]] const PlanWork& work() const override { return order_.work(); }
  [[nodiscard]] Distance left(Cell c) const override { return order_.at(c); }

 protected:
  [[nodiscard]] const Order& order() const { return order_; }
  /// The field is older than its corridor: steps must be taken with care.
  [[nodiscard]] bool stale() const { return context_->dispatcher.stale(id_); }

 private:
  Order order_;
  ProfileContext* context_;
  DispatchId id_;
};

}  // namespace portolan::detail
