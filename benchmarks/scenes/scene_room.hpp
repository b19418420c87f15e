// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include <portolan/core/straight_field.hpp>

#include "scene_cast.hpp"

namespace portolan::scenes {

/// Whether so many bodies have no room at a goal together.
[[nodiscard]] bool is_crowded(const Leg& goal, const Actor& actor, std::size_t bodies);

/// Where those go who have been at a goal that has no room for all: so many places in sight of it, beside the
/// way to it, those behind it first. The last one is to be taken first: it is the farthest.
[[nodiscard]] std::vector<Vec2> places_beyond(const StraightField& field, const Leg& goal, const Actor& actor,
                                              Vec2 heading, std::size_t bodies);

}  // namespace portolan::scenes
