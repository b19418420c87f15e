// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <portolan/core/executor.hpp>

#include "levels/level_builder.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

/// A level above sectors: its areas are square blocks of areas of the level below, its nodes those of that
/// level that lie on borders between its areas, or are links from one of its areas to another. Tables hold
/// the exact costs of paths inside an area, so that searches above find what searches below would. Links are
/// numbered by their index on the level below.
class UpperLevel : public LevelBuilder {
 public:
  /// `factor_shift`: log2 of the number of areas of the level below along one side of an area.
  UpperLevel(const Level& below, int factor_shift);

  /// All but the tables.
  void build_nodes(const Level& below, Executor& executor);
  /// The tables, after the level below has its own. `beside` is run once at the same time, on one of the
  /// threads; it may read all but tables of upper levels. It may be empty.
  void build_tables(const Level& below, Executor& executor, const std::function<void()>& beside);
  /// After the nodes, links or tables of these areas of the level below changed; they are ascending.
  LevelChange update(const Level& below, std::span<const std::uint32_t> changed, Executor& executor);

  /// True when the nodes of a border are those that lie on it on the level below.
  [[nodiscard]] bool is_current(const Level& below, BorderId border) const;
  /// The node of this level that a node of the level below is, or none.
  [[nodiscard]] std::uint32_t node_above(const Level& below, std::uint32_t node) const;
  static constexpr std::uint32_t no_node = ~0U;

 private:
  void gather(const Level& below, BorderId border, std::vector<std::uint32_t>& nodes) const;
  void write_nodes(const Level& below, BorderId border, std::span<const std::uint32_t> nodes);
  [[nodiscard]] bool same_nodes(const Level& below, BorderId border,
                                std::span<const std::uint32_t> nodes) const;
  void update_borders(const Level& below, std::uint32_t area);
  void renew_tables(const Level& below, std::span<const std::uint32_t> areas, Executor& executor,
                    const std::function<void()>& beside);
  void store_table(std::uint32_t area, const AreaTableMaker::Values& made);
  void look_for_links(const Level& below);
  void drop_links(const Level& below, std::uint32_t area);
  void find_links(const Level& below, std::uint32_t child);

  std::vector<std::uint32_t> gathered_;
  std::vector<AreaTableMaker> makers_;  // by worker; kept, because their scratch is large
};

}  // namespace portolan::detail
