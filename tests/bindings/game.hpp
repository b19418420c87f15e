// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <portolan.h>

namespace portolan::test {

template <auto destroy>
struct Destroyer {
  template <class Handle>
  void operator()(Handle* handle) const {
    destroy(handle);
  }
};
using WorldHandle = std::unique_ptr<portolan_world, Destroyer<portolan_world_destroy>>;
using NavigatorHandle = std::unique_ptr<portolan_navigator, Destroyer<portolan_navigator_destroy>>;
using FinderHandle = std::unique_ptr<portolan_path_finder, Destroyer<portolan_path_finder_destroy>>;
using BytesHandle = std::unique_ptr<portolan_bytes, Destroyer<portolan_bytes_destroy>>;

/// A world with a wall that has a gate, and agents on its left side who are told to go to the right.
struct SmallGame {
  explicit SmallGame(const portolan_jobs* jobs = nullptr)
      : world(portolan_world_create(64, 48, 1, nullptr, 0)) {
    portolan_fill_terrain(world.get(), {32, 0, 2, 48, 0}, 1);
    portolan_fill_terrain(world.get(), {32, 20, 2, 4, 0}, 0);
    costs.fill(255);
    costs[0] = 1;
    portolan_profile_spec spec{};
    spec.struct_size = sizeof spec;
    spec.costs = costs.data();
    spec.jobs = jobs;
    portolan_add_profile(world.get(), &spec, &profile);
    navigator.reset(portolan_navigator_create(world.get(), jobs));
    std::vector<float> xy;
    for (int i = 0; i < 40; ++i) {
      xy.push_back(3.5F + static_cast<float>(i % 8));
      xy.push_back(3.5F + static_cast<float>(i / 8));
    }
    agents.resize(40);
    portolan_add_agents(navigator.get(), profile, nullptr, xy.data(), agents.size(), agents.data());
    give();
  }
  void give() {
    const portolan_cell place{56, 30, 0};
    portolan_order_spec spec{};
    spec.struct_size = sizeof spec;
    spec.profile = profile;
    spec.places = &place;
    spec.place_count = 1;
    portolan_give(navigator.get(), &spec, agents.data(), agents.size(), &order);
  }
  portolan_status tick(int times) {
    for (int i = 0; i < times; ++i) {
      if (const portolan_status status = portolan_tick(navigator.get(), 0.05F, 200)) return status;
    }
    return PORTOLAN_OK;
  }
  [[nodiscard]] std::uint64_t hash() const { return portolan_hash(navigator.get()); }

  WorldHandle world;
  std::array<std::uint8_t, 256> costs{};
  std::uint32_t profile = 0;
  NavigatorHandle navigator;
  std::vector<portolan_agent> agents;
  portolan_order order = 0;
};

}  // namespace portolan::test
