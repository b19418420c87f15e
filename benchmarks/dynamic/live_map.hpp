// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/config/generate.hpp>
#include <portolan/config/terrain.hpp>
#include <portolan/core/world.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

namespace portolan::bench {

/// A seeded map with one profile and its hierarchy, which benchmarks change and put back.
struct LiveMap {
  std::unique_ptr<World> world;
  ProfileId profile;
  std::unique_ptr<Hierarchy> hierarchy;

  [[nodiscard]] GridView view() const { return world->view(profile); }
};

/// Islands of this side; built once, kept until another side is asked for, because 16384 squared takes
/// seconds.
[[nodiscard]] LiveMap& live_map(int side);

/// Repeatable numbers for benchmarks (xorshift).
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint32_t below(std::uint32_t bound) {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return static_cast<std::uint32_t>((state_ >> 32U) * bound >> 32U);
  }

 private:
  std::uint64_t state_;
};

[[nodiscard]] Cell passable_cell(const GridView& grid, Numbers& numbers);

/// Islands of 2048 by 2048, without profiles.
[[nodiscard]] World islands_2048();
/// So many cells in about a square, as of a building, somewhere on passable ground.
[[nodiscard]] std::vector<Cell> building(const GridView& grid, std::size_t count, Numbers& numbers);

}  // namespace portolan::bench
