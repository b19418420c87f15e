// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Is a world what its terrain, stamps and profiles make of it?
#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include <portolan/core/validate.hpp>

#include "../cell_text.hpp"

namespace portolan {

namespace {

// Commits take effect later: what their edits touch may differ until then.
template <class Marks>
bool edited_around(const std::vector<Marks>& marked, const TileGrid& blocks, std::uint32_t block) {
  if (marked[block].rows != 0) return true;
  for (int d = 0; d < step_count; ++d) {
    const TileId beside = blocks.neighbour(TileId{block}, static_cast<Direction>(d));
    if (beside.valid() && marked[beside.value].rows != 0) return true;
  }
  return false;
}

std::optional<std::string> link_fault(const World& world, const LinkTable& links) {
  for (const LinkTable::Entry& entry : links.all()) {
    if (!links.alive(entry.id))
      return "a look-up finds link " + std::to_string(entry.id.value) + ", which is gone";
    const Link& link = links[entry.id];
    if (!world.contains(link.from) || !world.contains(link.to) || link.cost == 0)
      return "link " + std::to_string(entry.id.value) + " costs nothing or ends outside the world";
    const auto into = links.into_block(link.to);
    if (std::none_of(into.begin(), into.end(), [&](const auto& other) { return other.id == entry.id; }))
      return "no look-up finds link " + std::to_string(entry.id.value) + " at cell " + detail::text(link.to);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> validate(const World& world, std::span<const std::uint32_t> blocks) {
  const TileGrid grid(world.extent());
  std::array<std::uint8_t, BlockArray::cells> expected;
  for (const World::Layered& layered : world.profiles_) {
    for (const std::uint32_t b : blocks) {
      if (!world.resident(b)) {
        expected.fill(impassable);
      } else if (edited_around(world.marked_, grid, b)) {
        continue;
      } else {
        world.compute_block(layered.profile, b, expected.data());
      }
      const std::uint8_t* const found = layered.costs->block(b);
      const auto at = std::mismatch(expected.begin(), expected.end(), found).first - expected.begin();
      if (static_cast<std::size_t>(at) == expected.size()) continue;
      const Cell o = grid.origin(TileId{b});
      const auto place = static_cast<std::int32_t>(at);
      return "cell " + detail::text({o.x + place % 32, o.y + place / 32, o.layer}) + " costs profile '" +
             layered.profile.name + "' " + std::to_string(found[at]) + " instead of " +
             std::to_string(expected[static_cast<std::size_t>(at)]);
    }
  }
  return link_fault(world, *world.links_);
}

std::optional<std::string> validate(const World& world) {
  std::vector<std::uint32_t> all(TileGrid(world.extent()).tile_count());
  std::iota(all.begin(), all.end(), 0U);
  return validate(world, all);
}

}  // namespace portolan
