// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "values.hpp"

/// The classes that GDScript sees, each a handle of portolan.h with its functions. Optional arguments come
/// last.
namespace portolan::godot {

template <class Handle, void (*release)(Handle*)>
struct Release {
  void operator()(Handle* handle) const { release(handle); }
};
template <class Handle, void (*release)(Handle*)>
using Owner = std::unique_ptr<Handle, Release<Handle, release>>;

using Bytestring = std::vector<std::uint8_t>;
using Layer = std::optional<std::int32_t>;

class World {
 public:
  void create(std::int32_t width, std::int32_t height, Layer layers,
              const std::optional<Bytestring>& terrain);
  void set_terrain(portolan_rect rect, const Bytestring& values, Layer layer);
  void fill(portolan_rect rect, std::uint8_t value, Layer layer);
  Variant terrain(portolan_rect rect, Layer layer);
  std::uint64_t lay_stamp(portolan_rect rect, std::optional<bool> blocks,
                          std::optional<std::int32_t> extra_cost, Layer layer);
  void lift_stamp(std::uint64_t stamp);
  std::uint32_t add_link(portolan_cell from, portolan_cell to, std::optional<std::uint32_t> cost);
  void remove_link(std::uint32_t link);
  std::uint64_t commit();
  std::uint32_t add_profile(Options& options);
  Variant costs(std::uint32_t profile, portolan_rect rect, Layer layer);
  Variant portals(std::uint32_t profile);
  bool can_reach(std::uint32_t profile, portolan_cell from, portolan_cell to);
  Variant look(std::uint32_t profile, Vector2 from, Vector2 to, Layer layer);

  [[nodiscard]] portolan_world* handle() const { return world_.get(); }

 private:
  Owner<portolan_world, portolan_world_destroy> world_;
};

class PathFinder {
 public:
  void create(World* world, std::uint32_t profile);
  Variant find(portolan_cell from, portolan_cell to, std::optional<std::int32_t> quality);

 private:
  Owner<portolan_path_finder, portolan_path_finder_destroy> finder_;
};

class Navigator {
 public:
  void create(World* world);
  Variant add_agents(std::uint32_t profile, const Positions& at, Options& options);
  void remove_agents(const Agents& agents);
  void put_agents(const Agents& agents, const Positions& at, Layer layer);
  Variant positions(const Agents& agents);
  Variant velocities(const Agents& agents);
  Variant states(const Agents& agents);
  std::uint64_t count(std::int32_t state);
  std::uint64_t hash();

  std::uint64_t give(const Agents& agents, Options& options);
  void set_places(std::uint64_t order, const Places& places);
  void join(std::uint64_t order, const Agents& agents);
  void stop(const Agents& agents);
  bool alive(std::uint64_t order);

  void tick(float seconds, std::optional<std::uint64_t> units);
  void finish();
  Variant events();
  Variant field(std::uint64_t order, portolan_rect rect, Layer layer);
  Variant headings(std::uint64_t order, const Positions& at, Layer layer);
  Variant corridor(std::uint64_t order);

  Variant save();
  void restore(const Bytestring& saved);

 private:
  Owner<portolan_navigator, portolan_navigator_destroy> navigator_;
};

}  // namespace portolan::godot
