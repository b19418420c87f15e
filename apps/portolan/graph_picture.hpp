// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

#include <portolan/config/detail/graph_map.hpp>
#include <portolan/core/result.hpp>

namespace portolan::tool {

/// Tiles in their shapes, the costs of a field and a path, as PNG or, where the name ends so, as SVG.
/// `cost_at`: `unreachable` where the field says nothing.
[[nodiscard]] std::optional<Error> save_board_picture(
    const std::filesystem::path& file, const detail::GraphMap& map,
    const std::function<Distance(std::uint32_t vertex)>& cost_at, std::span<const std::uint32_t> path,
    std::uint32_t from, std::uint32_t to);
/// Roads as lines, where positions say that they lie; else as above.
[[nodiscard]] std::optional<Error> save_road_picture(
    const std::filesystem::path& file, const WaypointGraph& graph,
    const std::function<Distance(std::uint32_t vertex)>& cost_at, std::span<const std::uint32_t> path,
    std::uint32_t from, std::uint32_t to);

}  // namespace portolan::tool
