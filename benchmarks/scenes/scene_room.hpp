// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <portolan/core/grid_view.hpp>

#include "scene_cast.hpp"

namespace portolan::scenes {

/// Whether so many bodies have no room at a goal together.
[[nodiscard]] bool is_crowded(const Leg& goal, const Actor& actor, std::size_t bodies);

/// Where those go who have been at a goal that has no room for all: so many places in sight of it, beside the
/// way to it, those behind it first. The last one is to be taken first: it is the farthest.
[[nodiscard]] std::vector<Vec2> places_beyond(const GridView& grid, const Leg& goal, const Actor& actor,
                                              Vec2 heading, std::size_t bodies);

/// Whether a body that stands there touches none of these, which are as big.
[[nodiscard]] bool is_free(const std::vector<Vec2>& bodies, Vec2 p, float radius);
/// Where one comes in: at its start, or beside it while somebody stands there; nothing where there is no
/// room.
[[nodiscard]] std::optional<Vec2> free_place(const GridView& grid, const std::vector<Vec2>& bodies,
                                             const Actor& actor);

}  // namespace portolan::scenes
