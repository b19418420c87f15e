// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <portolan/config/detail/graph_map.hpp>
#include <portolan/config/detail/map_format.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/world.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/simulation/simulation.hpp>

#include "verbs.hpp"

namespace portolan::tool {

/// A map from a file and the one profile that the tool looks at it with.
struct MapAtHand {
  World world;
  ProfileId profile;
  std::shared_ptr<const HierarchySource> baked{};  ///< null: the file holds no hierarchies

  [[nodiscard]] GridView grid() const { return world.view(profile); }
  /// Damage that was met so far: answers are then not to be trusted.
  [[nodiscard]] std::optional<Error> damage() const { return baked ? baked->fault() : std::nullopt; }
};

/// What a file that a verb is given is: a format of maps or graphs, a scenario by its name, or nothing that
/// can be told before it is read, as a pipe is.
struct InputKind {
  const MapFormat* map = nullptr;
  const detail::GraphFormat* graph = nullptr;
  bool is_scenario = false;

  /// The name of the format, with its article; empty where there is none.
  [[nodiscard]] std::string_view format() const;
};
[[nodiscard]] InputKind kind_of(const std::filesystem::path& file);

[[nodiscard]] Result<MapAtHand> open_map(const MapOptions& options);

/// Builds with a progress bar, or takes the one that was baked.
[[nodiscard]] Hierarchy build_hierarchy(const MapAtHand& map, const MapOptions& options);

/// All that stays in memory for queries: terrain, costs and hierarchy, but no field.
[[nodiscard]] std::size_t resident_bytes(const World& world, const Hierarchy& hierarchy);

[[nodiscard]] std::uint64_t count_passable(const GridView& grid);

/// The name of a terrain class, or else the character that stands for it in a file.
[[nodiscard]] std::string terrain_name(TerrainId id);

/// `12,3`, with the layer as a third number where it is not 0.
[[nodiscard]] std::string text_of(Cell c);
/// `512 x 512 with 1 layer`.
[[nodiscard]] std::string text_of(const Extent& extent);

}  // namespace portolan::tool
