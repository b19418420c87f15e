// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <portolan/core/result.hpp>
#include <portolan/core/world.hpp>

namespace portolan {

enum class MapKind : std::uint8_t { islands, city, caves, maze, rooms, boxes };

inline constexpr std::array<std::string_view, 6> map_kind_names{"islands", "city",  "caves",
                                                                "maze",    "rooms", "boxes"};

[[nodiscard]] constexpr std::string_view name(MapKind kind) {
  return map_kind_names[static_cast<std::size_t>(kind)];
}
[[nodiscard]] std::optional<MapKind> map_kind(std::string_view name);

/// A map made from a seed. Equal options give equal maps on every compiler: integers only, own random
/// numbers.
struct GenerateOptions {
  MapKind kind = MapKind::islands;
  std::int32_t width = 512;   ///< 4 to 16384
  std::int32_t height = 512;  ///< 4 to 16384
  std::uint64_t seed = 1;
  /// Size of the features in cells: islands, city blocks, caverns, lanes of the maze, rooms, boxes.
  /// 0: the kind's own default (`default_scale`). At most 4096.
  std::int32_t scale = 0;
  /// Percent of the map that is blocked, roughly: sea, rock, boxes. 0: the kind's own default. At most 90.
  /// Maze, rooms and city have a fill of their own and ignore it.
  std::int32_t fill = 0;
};

[[nodiscard]] std::int32_t default_scale(MapKind kind);
[[nodiscard]] std::int32_t default_fill(MapKind kind);

/// One layer, terrain classes as in `terrain.hpp`, no profile yet. Takes 1 to 2 seconds at 16384 by 16384.
/// Options out of range are an error that names the option and its range.
[[nodiscard]] Result<World> generate_map(const GenerateOptions& options);

}  // namespace portolan
