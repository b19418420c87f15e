// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

namespace portolan {

/// An index with a type of its own, so that two kinds of index cannot be mixed up. Default: none.
template <class Tag>
struct Id {
  static constexpr std::uint32_t none = ~0U;

  std::uint32_t value = none;

  [[nodiscard]] constexpr bool valid() const { return value != none; }
  constexpr auto operator<=>(const Id&) const = default;
};

/// Handle of something that comes and goes: the generation tells a reused slot from what was there before.
/// Default: none.
template <class Tag>
struct Handle {
  std::uint32_t slot = ~0U;
  std::uint32_t generation = 0;

  constexpr auto operator<=>(const Handle&) const = default;
};

using TileId = Id<struct TileTag>;
using ProfileId = Id<struct ProfileTag>;
using LinkId = Id<struct LinkTag>;

}  // namespace portolan
