// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "classes.hpp"

#include <limits>

namespace portolan::godot {

namespace {

void check(portolan_status status) {
  if (status != PORTOLAN_OK) throw Refusal{portolan_error()};
}
template <class Handle>
Handle* checked(Handle* handle) {
  if (handle == nullptr) throw Refusal{portolan_error()};
  return handle;
}

portolan_rect on(portolan_rect rect, Layer layer) {
  rect.layer = layer.value_or(0);
  return rect;
}
std::size_t area(portolan_rect rect) {
  return rect.width > 0 && rect.height > 0
             ? static_cast<std::size_t>(rect.width) * static_cast<std::size_t>(rect.height)
             : 0;
}
template <class T>
std::vector<T> room(portolan_rect rect) {
  constexpr std::size_t most = std::numeric_limits<int>::max() / sizeof(T);
  if (area(rect) > most) throw Refusal{"the rectangle is too large for an array of Godot's"};
  return std::vector<T>(area(rect));
}
float* floats(Positions& at) { return reinterpret_cast<float*>(at.data()); }
const float* floats(const Positions& at) { return reinterpret_cast<const float*>(at.data()); }
void check_sizes(std::size_t agents, std::size_t positions) {
  if (agents != positions) throw Refusal{"there are not as many positions as agents"};
}
/// Of a function that writes as far as there is room, and says how much there is.
template <class T>
std::vector<T> all(auto read) {
  std::size_t count = 0;
  check(read(nullptr, 0, &count));
  std::vector<T> values(count);
  check(read(values.data(), count, &count));
  return values;
}

}  // namespace

void World::create(std::int32_t width, std::int32_t height, Layer layers,
                   const std::optional<Bytestring>& terrain) {
  const bool given = terrain && !terrain->empty();
  world_.reset(checked(portolan_world_create(
      width, height, layers.value_or(1), given ? terrain->data() : nullptr, given ? terrain->size() : 0)));
}
void World::set_terrain(portolan_rect rect, const Bytestring& values, Layer layer) {
  check(portolan_set_terrain(handle(), on(rect, layer), values.data(), values.size()));
}
void World::fill(portolan_rect rect, std::uint8_t value, Layer layer) {
  check(portolan_fill_terrain(handle(), on(rect, layer), value));
}
Variant World::terrain(portolan_rect rect, Layer layer) {
  Bytestring values = room<std::uint8_t>(rect);
  check(portolan_read_terrain(handle(), on(rect, layer), values.data(), values.size()));
  return made(values);
}
std::uint64_t World::lay_stamp(portolan_rect rect, std::optional<bool> blocks,
                               std::optional<std::int32_t> extra_cost, Layer layer) {
  portolan_stamp stamp = 0;
  check(portolan_lay_stamp(handle(), on(rect, layer), blocks.value_or(true) ? 1 : 0, extra_cost.value_or(0),
                           &stamp));
  return stamp;
}
void World::lift_stamp(std::uint64_t stamp) { check(portolan_lift_stamp(handle(), stamp)); }
std::uint32_t World::add_link(portolan_cell from, portolan_cell to, std::optional<std::uint32_t> cost) {
  std::uint32_t link = 0;
  check(portolan_add_link(handle(), from, to, cost.value_or(24), &link));
  return link;
}
void World::remove_link(std::uint32_t link) { check(portolan_remove_link(handle(), link)); }
std::uint64_t World::commit() {
  std::uint64_t sectors = 0;
  check(portolan_commit(handle(), &sectors));
  return sectors;
}
std::uint32_t World::add_profile(Options& options) {
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
Variant World::costs(std::uint32_t profile, portolan_rect rect, Layer layer) {
  Bytestring values = room<std::uint8_t>(rect);
  check(portolan_read_costs(handle(), profile, on(rect, layer), values.data(), values.size()));
  return made(values);
}
Variant World::portals(std::uint32_t profile) {
  std::vector<Vector3> cells;
  for (const portolan_portal& portal :
       all<portolan_portal>([&](auto... to) { return portolan_read_portals(handle(), profile, to...); })) {
    cells.insert(cells.end(), {vector_of(portal.first), vector_of(portal.last), vector_of(portal.other)});
  }
  return made(cells);
}
bool World::can_reach(std::uint32_t profile, portolan_cell from, portolan_cell to) {
  std::int32_t reachable = 0;
  check(portolan_can_reach(handle(), profile, from, to, &reachable));
  return reachable != 0;
}
Variant World::look(std::uint32_t profile, Vector2 from, Vector2 to, Layer layer) {
  const float ends[] = {from.x, from.y, to.x, to.y};
  float at[2] = {};
  std::int32_t blocked = 0;
  check(portolan_look(handle(), profile, layer.value_or(0), ends, ends + 2, &blocked, at));
  return Dictionary().set("blocked", made(blocked != 0)).set("at", made(Vector2{at[0], at[1]})).variant();
}

void PathFinder::create(World* world, std::uint32_t profile) {
  finder_.reset(checked(portolan_path_finder_create(world->handle(), profile)));
}
Variant PathFinder::find(portolan_cell from, portolan_cell to, std::optional<std::int32_t> quality) {
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

void Navigator::create(World* world) {
  navigator_.reset(checked(portolan_navigator_create(world->handle(), nullptr)));
}
Variant Navigator::add_agents(std::uint32_t profile, const Positions& at, Options& options) {
  portolan_agent_spec spec{};
  spec.struct_size = sizeof spec;
  options.take("layer", spec.layer).take("radius", spec.radius).take("max_speed", spec.max_speed);
  options.take("mass", spec.mass).take("team", spec.team).take("holds", spec.holds).done();
  Agents agents(at.size());
  check(portolan_add_agents(navigator_.get(), profile, &spec, floats(at), at.size(), agents.data()));
  return made_array(agents);
}
void Navigator::remove_agents(const Agents& agents) {
  check(portolan_remove_agents(navigator_.get(), agents.data(), agents.size()));
}
void Navigator::put_agents(const Agents& agents, const Positions& at, Layer layer) {
  check_sizes(agents.size(), at.size());
  check(portolan_put_agents(navigator_.get(), agents.data(), agents.size(), floats(at), layer.value_or(0)));
}
Variant Navigator::positions(const Agents& agents) {
  Positions at(agents.size());
  check(portolan_read_agents(navigator_.get(), agents.data(), agents.size(), floats(at), nullptr, nullptr));
  return made(at);
}
Variant Navigator::velocities(const Agents& agents) {
  Positions velocities(agents.size());
  check(portolan_read_agents(navigator_.get(), agents.data(), agents.size(), nullptr, floats(velocities),
                             nullptr));
  return made(velocities);
}
Variant Navigator::states(const Agents& agents) {
  Bytestring states(agents.size());
  check(
      portolan_read_agents(navigator_.get(), agents.data(), agents.size(), nullptr, nullptr, states.data()));
  return made(states);
}
std::uint64_t Navigator::count(std::int32_t state) { return portolan_count_agents(navigator_.get(), state); }
std::uint64_t Navigator::hash() { return portolan_hash(navigator_.get()); }

std::uint64_t Navigator::give(const Agents& agents, Options& options) {
  portolan_order_spec spec{};
  spec.struct_size = sizeof spec;
  Places places;
  options.take("profile", spec.profile)
      .take("places", places)
      .take("target", spec.target)
      .take("kind", spec.kind);
  options.take("quality", spec.quality).take("headings", spec.headings).take("avoidance", spec.avoidance);
  options.take("once", spec.once).take("leave_on_arrival", spec.leave_on_arrival);
  options.take("arrival_radius", spec.arrival_radius).done();
  spec.places = places.data();
  spec.place_count = places.size();
  portolan_order order = 0;
  check(portolan_give(navigator_.get(), &spec, agents.data(), agents.size(), &order));
  return order;
}
void Navigator::set_places(std::uint64_t order, const Places& places) {
  check(portolan_set_places(navigator_.get(), order, places.data(), places.size()));
}
void Navigator::join(std::uint64_t order, const Agents& agents) {
  check(portolan_join(navigator_.get(), order, agents.data(), agents.size()));
}
void Navigator::stop(const Agents& agents) {
  check(portolan_stop(navigator_.get(), agents.data(), agents.size()));
}
bool Navigator::alive(std::uint64_t order) { return portolan_order_alive(navigator_.get(), order) != 0; }

void Navigator::tick(float seconds, std::optional<std::uint64_t> units) {
  check(portolan_tick(navigator_.get(), seconds, units.value_or(200)));
}
void Navigator::finish() { check(portolan_finish(navigator_.get())); }
Variant Navigator::events() {
  Array events;
  for (const portolan_event& event :
       all<portolan_event>([&](auto... to) { return portolan_read_events(navigator_.get(), to...); })) {
    Dictionary entry;
    entry.set("kind", made(event.kind)).set("order", made(event.order)).set("agent", made(event.agent));
    events.add(entry.set("nearest", made(event.nearest)).variant());
  }
  return events.variant();
}
Variant Navigator::field(std::uint64_t order, portolan_rect rect, Layer layer) {
  auto distances = room<std::uint64_t>(rect);
  Bytestring directions(distances.size());
  check(portolan_read_field(navigator_.get(), order, on(rect, layer), distances.data(), directions.data(),
                            distances.size()));
  // Arrays of Godot's have 32 bits: as far as 89 million steps on grass.
  std::vector<std::int32_t> units;
  for (const std::uint64_t distance : distances) {
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    units.push_back(
        distance == UINT64_MAX ? -1 : static_cast<std::int32_t>(std::min<std::uint64_t>(distance, most)));
  }
  return Dictionary().set("distances", made(units)).set("directions", made(directions)).variant();
}
Variant Navigator::headings(std::uint64_t order, const Positions& at, Layer layer) {
  Positions headings(at.size());
  check(portolan_read_headings(navigator_.get(), order, floats(at), layer.value_or(0), at.size(),
                               floats(headings)));
  return made(headings);
}
Variant Navigator::corridor(std::uint64_t order) {
  std::vector<std::int32_t> numbers;
  for (const portolan_rect& sector : all<portolan_rect>(
           [&](auto... to) { return portolan_read_corridor(navigator_.get(), order, to...); })) {
    numbers.insert(numbers.end(), {sector.x, sector.y, sector.width, sector.height, sector.layer});
  }
  return made(numbers);
}

Variant Navigator::save() {
  const Owner<portolan_bytes, portolan_bytes_destroy> saved(checked(portolan_save(navigator_.get())));
  return made_pool(portolan_bytes_data(saved.get()), portolan_bytes_size(saved.get()));
}
void Navigator::restore(const Bytestring& saved) {
  check(portolan_restore(navigator_.get(), saved.data(), saved.size()));
}

}  // namespace portolan::godot
