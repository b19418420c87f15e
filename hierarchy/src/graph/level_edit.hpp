// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/hierarchy/detail/level.hpp>

namespace portolan::detail {

/// Sets the ranges of an area's record from those of its four borders, and the places of its links.
void connect_area(Level& level, AreaId area);

/// Gives a border room for `count` nodes. Ids stay when the count does; the nodes must be rewritten.
void resize_border(Level& level, BorderId border, std::uint32_t count);

/// Makes a link a node of the level and returns its index. An area's lists are ordered by the links
/// themselves, so that they do not depend on history. The areas' tables must be rebuilt.
std::uint32_t add_link(Level& level, const Link& link, LinkId id, std::uint32_t aux);
void remove_link(Level& level, std::uint32_t index);

}  // namespace portolan::detail
