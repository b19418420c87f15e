// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What can be asked of a crowd as a whole.
#include <algorithm>
#include <bit>

#include <portolan/crowd/crowd.hpp>

namespace portolan {
namespace {

constexpr float bin_margin = 0.6F;  // cells beyond two bodies that touch

}  // namespace

std::size_t Crowd::count(AgentState state) const {
  return static_cast<std::size_t>(std::count(states_.begin(), states_.end(), state));
}

std::size_t Crowd::inside_walls() const {
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < positions_.size(); ++i) {
    if (present({i}) && !groups_[group_of_[i].value].grid.passable(cell({i}))) ++found;
  }
  return found;
}

std::size_t Crowd::overlaps(float share) const {
  std::vector<std::uint32_t> who;
  for (std::uint32_t i = 0; i < positions_.size(); ++i) {
    if (present({i})) who.push_back(i);
  }
  if (who.empty()) return 0;
  Neighbours near;
  near.build(positions_, layers_, who, 2 * greatest_radius_ + bin_margin);
  std::size_t found = 0;
  for (const std::uint32_t i : who) {
    near.around(positions_[i], layers_[i], [&](std::uint32_t j) {
      if (j > i && length(positions_[i] - positions_[j]) < share * (radii_[i] + radii_[j])) ++found;
    });
  }
  return found;
}

std::uint64_t Crowd::hash() const {
  std::uint64_t h = 0xCBF29CE484222325ULL;
  const auto mix = [&h](std::uint32_t word) {
    for (int byte = 0; byte < 4; ++byte) {
      h = (h ^ (word >> (8 * byte) & 0xFFU)) * 0x100000001B3ULL;
    }
  };
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    mix(std::bit_cast<std::uint32_t>(positions_[i].x));
    mix(std::bit_cast<std::uint32_t>(positions_[i].y));
    mix(static_cast<std::uint32_t>(layers_[i]));
    mix(static_cast<std::uint32_t>(states_[i]));
  }
  return h;
}

}  // namespace portolan
