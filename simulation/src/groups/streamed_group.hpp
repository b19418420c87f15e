// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <portolan/crowd/field_guide.hpp>
#include <portolan/dynamic/streamed_order.hpp>

#include "group_controller.hpp"
#include "streaming.hpp"

namespace portolan::detail {

/// A group in a streamed world: a field over the land ahead that is in memory.
class StreamedGroup final : public GroupController {
 public:
  /// The land outlives the group.
  StreamedGroup(const World& world, ProfileContext& context, StreamedLand& land, GoalSet goals,
                const OrderOptions& options, std::uint32_t ahead);

  [[nodiscard]] const Guide* guide_of(std::size_t) const override {
    return order_.planned() ? &guide_ : nullptr;
  }
  void ask(const GroupNow& now) override;
  void update(const GroupNow& now) override;
  /// As its first plan has it.
  [[nodiscard]] std::optional<std::vector<Distance>> optimum(const GroupNow& now,
                                                             const GridView& ground) override;

  [[nodiscard]] const Plan& plan() const override { return order_.plan(); }
  /// Empty: what there is of a field covers only what lies around the agents.
  [[nodiscard]] const CorridorField& field() const override { return no_field_; }
  [[nodiscard]] const PlanWork& work() const override { return order_.work(); }
  [[nodiscard]] Distance left(Cell c) const override { return order_.field().at(c); }

 private:
  void count_waits(const GroupNow& now);

  StreamedOrder order_;
  Planner* planner_;
  StreamedLand* land_;
  FieldGuide guide_;
  CorridorField no_field_;
  std::vector<Cell> cells_;  // scratch
};

}  // namespace portolan::detail
