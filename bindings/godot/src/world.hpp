// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <memory>

#include "values.hpp"

/// The classes that GDScript sees: handles of portolan.h with their functions. Optional arguments come last.
namespace portolan::godot {

template <class Handle, void (*release)(Handle*)>
struct Release {
  void operator()(Handle* handle) const { release(handle); }
};
template <class Handle, void (*release)(Handle*)>
using Owner = std::unique_ptr<Handle, Release<Handle, release>>;

using Bytestring = std::vector<std::uint8_t>;
using Layer = std::optional<std::int32_t>;

inline void check(portolan_status status) {
  if (status != PORTOLAN_OK) throw Refusal{portolan_error()};
}
template <class Handle>
Handle* checked(Handle* handle) {
  if (handle == nullptr) throw Refusal{portolan_error()};
  return handle;
}

inline portolan_rect on(portolan_rect rect, Layer layer) {
  rect.layer = layer.value_or(0);
  return rect;
}
template <class T>
std::vector<T> room(portolan_rect rect) {
  const std::int64_t cells = std::int64_t{rect.width} * rect.height;
  if (cells > std::numeric_limits<int>::max() / 8)
    throw Refusal{"the rectangle is too large for an array of Godot's"};
  return std::vector<T>(static_cast<std::size_t>(std::max<std::int64_t>(cells, 0)));
}
inline float* floats(Positions& at) { return reinterpret_cast<float*>(at.data()); }
inline const float* floats(const Positions& at) { return reinterpret_cast<const float*>(at.data()); }

/// Of a function that writes as far as there is room, and says how much there is.
template <class T>
std::vector<T> all(auto read) {
  std::size_t count = 0;
  check(read(nullptr, 0, &count));
  std::vector<T> values(count);
  check(read(values.data(), count, &count));
  return values;
}

class World {
 public:
  void create(std::int32_t width, std::int32_t height, Layer layers,
              const std::optional<Bytestring>& terrain) {
    const bool given = terrain && !terrain->empty();
    world_.reset(checked(portolan_world_create(
        width, height, layers.value_or(1), given ? terrain->data() : nullptr, given ? terrain->size() : 0)));
  }
  void set_terrain(portolan_rect rect, const Bytestring& values, Layer layer) {
    check(portolan_set_terrain(handle(), on(rect, layer), values.data(), values.size()));
  }
  void fill(portolan_rect rect, std::uint8_t value, Layer layer) {
    check(portolan_fill_terrain(handle(), on(rect, layer), value));
  }
  Variant terrain(portolan_rect rect, Layer layer) {
    Bytestring values = room<std::uint8_t>(rect);
    check(portolan_read_terrain(handle(), on(rect, layer), values.data(), values.size()));
    return made(values);
  }
  std::uint64_t lay_stamp(portolan_rect rect, std::optional<bool> blocks,
                          std::optional<std::int32_t> extra_cost, Layer layer) {
    portolan_stamp stamp = 0;
    check(portolan_lay_stamp(handle(), on(rect, layer), blocks.value_or(true) ? 1 : 0, extra_cost.value_or(0),
                             &stamp));
    return stamp;
  }
  void lift_stamp(std::uint64_t stamp) { check(portolan_lift_stamp(handle(), stamp)); }
  std::uint32_t add_link(portolan_cell from, portolan_cell to, std::optional<std::uint32_t> cost) {
    std::uint32_t link = 0;
    check(portolan_add_link(handle(), from, to, cost.value_or(24), &link));
    return link;
  }
  void remove_link(std::uint32_t link) { check(portolan_remove_link(handle(), link)); }
  std::uint64_t commit() {
    std::uint64_t sectors = 0;
    check(portolan_commit(handle(), &sectors));
    return sectors;
  }
  std::uint32_t add_profile(Options& options) {
    portolan_profile_spec spec{};
    spec.struct_size = sizeof spec;
    Costs costs;
    options.take("costs", costs).take("clearance", spec.clearance).take("sector_size", spec.sector_size);
    options.take("levels", spec.levels).done();
    if (!costs.all.empty()) spec.costs = costs.all.data();
    std::uint32_t profile = 0;
    check(portolan_add_profile(handle(), &spec, &profile));
    return profile;
  }
  Variant costs(std::uint32_t profile, portolan_rect rect, Layer layer) {
    Bytestring values = room<std::uint8_t>(rect);
    check(portolan_read_costs(handle(), profile, on(rect, layer), values.data(), values.size()));
    return made(values);
  }
  Variant portals(std::uint32_t profile) {
    std::vector<Vector3> cells;
    for (const portolan_portal& portal :
         all<portolan_portal>([&](auto... to) { return portolan_read_portals(handle(), profile, to...); })) {
      cells.insert(cells.end(), {vector_of(portal.first), vector_of(portal.last), vector_of(portal.other)});
    }
    return made(cells);
  }
  bool can_reach(std::uint32_t profile, portolan_cell from, portolan_cell to) {
    std::int32_t reachable = 0;
    check(portolan_can_reach(handle(), profile, from, to, &reachable));
    return reachable != 0;
  }
  Variant look(std::uint32_t profile, Vector2 from, Vector2 to, Layer layer) {
    const float ends[] = {from.x, from.y, to.x, to.y};
    float at[2] = {};
    std::int32_t blocked = 0;
    check(portolan_look(handle(), profile, layer.value_or(0), ends, ends + 2, &blocked, at));
    return Dictionary().set("blocked", made(blocked != 0)).set("at", made(Vector2{at[0], at[1]})).variant();
  }
  [[nodiscard]] portolan_world* handle() const { return world_.get(); }

 private:
  Owner<portolan_world, portolan_world_destroy> world_;
};

class PathFinder {
 public:
  void create(World* world, std::uint32_t profile) {
    finder_.reset(checked(portolan_path_finder_create(world->handle(), profile)));
  }
  Variant find(portolan_cell from, portolan_cell to, std::optional<std::int32_t> quality) {
    portolan_path_info info{};
    check(portolan_find_path(finder_.get(), from, to, quality.value_or(PORTOLAN_PATH), &info));
    Places cells(info.cells);
    Positions points(info.points);
    check(portolan_path_cells(finder_.get(), cells.data(), cells.size()));
    check(portolan_path_points(finder_.get(), floats(points), nullptr, points.size()));
    std::vector<Vector3> vectors;
    for (const portolan_cell cell : cells) vectors.push_back(vector_of(cell));
    Dictionary path;
    path.set("outcome", made(info.outcome)).set("cost", made(info.cost)).set("length", made(info.length));
    return path.set("end", made(info.end)).set("cells", made(vectors)).set("points", made(points)).variant();
  }

 private:
  Owner<portolan_path_finder, portolan_path_finder_destroy> finder_;
};

}  // namespace portolan::godot
