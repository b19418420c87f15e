// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <portolan/core/assert.hpp>

#include "hierarchy_state.hpp"
#include "tables/area_table.hpp"
#include "tables/sector_table.hpp"

namespace portolan::detail {

// One walk over the parts of a state, up to the first fault. What is computed for the comparison is computed
// by the code that builds, but from the world as it is now, and reachability by none of it.
class FaultFinder {
 public:
  using Fault = std::optional<std::string>;
  enum class Look { at_records, at_ground_too };

  FaultFinder(const HierarchyState& state, Look look);

  [[nodiscard]] Fault in_level(std::size_t at) const;
  [[nodiscard]] Fault in_area(std::size_t at, AreaId area) const;
  [[nodiscard]] Fault in_links() const;
  [[nodiscard]] Fault in_tables(std::size_t at, std::uint32_t most);
  [[nodiscard]] Fault in_table(std::size_t at, std::uint32_t area);
  [[nodiscard]] Fault in_reachability() const;
  /// Of a hierarchy that borrows bounds, whether they are bounds: each of so many areas on each level.
  [[nodiscard]] Fault in_lender(std::uint32_t most) const;

 private:
  [[nodiscard]] Fault in_nodes(std::size_t at) const;
  [[nodiscard]] Fault in_link_records(std::size_t at) const;
  [[nodiscard]] Fault in_link_lists(std::size_t at) const;
  [[nodiscard]] Fault in_users(std::size_t at) const;
  [[nodiscard]] Fault in_border(std::size_t at, AreaId area, Side side) const;
  [[nodiscard]] Fault in_node(std::size_t at, BorderId border, std::uint32_t id) const;
  [[nodiscard]] Fault in_run(const NodeRecord& node) const;
  [[nodiscard]] Fault in_links_of(std::size_t at, AreaId area) const;
  /// True for an area of level 1 above sectors that changed since all was settled: settle makes its nodes
  /// those of the sectors again, and then its table.
  [[nodiscard]] bool waits_for_below(std::size_t at, std::uint32_t area) const {
    return at == 1 && !waiting_.empty() && waiting_[area];
  }
  [[nodiscard]] bool waits_for_below(std::size_t at, BorderId border) const;
  [[nodiscard]] bool is_link_below(std::size_t at, const NodeRecord& node) const {
    const Level& below = *s_.levels[at - 1];
    const std::uint32_t under = node.node_below();
    return under < below.nodes.size() && below.nodes[under].alive() && below.nodes[under].is_link();
  }
  [[nodiscard]] std::uint32_t index_below(std::size_t at, const NodeRecord& node) const {
    PORTOLAN_ASSERT(is_link_below(at, node));
    return s_.levels[at - 1]->nodes[node.node_below()].link_index();
  }
  [[nodiscard]] Fault in_lent_edges(std::size_t at, std::uint32_t area, const Level& lent) const;
  [[nodiscard]] Fault in_sector_table(std::uint32_t sector);
  [[nodiscard]] std::vector<bool> flooded(Cell from) const;
  [[nodiscard]] Components::Class class_of(std::uint32_t node) const;

  template <class Look>
  [[nodiscard]] Fault in_some_areas(std::size_t at, std::uint32_t most, const Look& look) const {
    const auto count = static_cast<std::uint32_t>(s_.levels[at]->areas.size());
    const std::uint32_t step = most == 0 || most >= count ? 1 : count / most;
    // Another sample after each change.
    for (auto area = static_cast<std::uint32_t>(s_.version % step); area < count; area += step) {
      if (Fault fault = look(area)) return fault;
    }
    return std::nullopt;
  }

  const HierarchyState& s_;
  bool cells_known_;
  std::vector<bool> waiting_;  // areas of level 1; empty where all is settled
  SectorTableMaker sector_maker_;
  AreaTableMaker area_maker_;
};

[[nodiscard]] std::string text_of_fault(std::size_t at, const char* what, std::uint32_t id,
                                        const char* fault);

}  // namespace portolan::detail
