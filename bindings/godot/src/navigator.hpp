// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include "world.hpp"

namespace portolan::godot {

class Navigator {
 public:
  void create(World* world) {
    navigator_.reset(checked(portolan_navigator_create(world->handle(), nullptr)));
  }
  Variant add_agents(std::uint32_t profile, const Positions& at, Options& options) {
    const portolan_agent_spec spec = agent_spec(options);
    Agents agents(at.size());
    check(portolan_add_agents(handle(), profile, &spec, floats(at), at.size(), agents.data()));
    return made_numbers(agents);
  }
  bool has_room(std::uint32_t profile, Vector2 at, Options& options) {
    const portolan_agent_spec spec = agent_spec(options);
    std::int32_t has = 0;
    check(portolan_has_room(handle(), profile, &spec, &at.x, &has));
    return has != 0;
  }
  void remove_agents(const Agents& agents) { set(agents, portolan_remove_agents); }
  void put_agents(const Agents& agents, const Positions& at, Layer layer) {
    set_vectors(agents, portolan_put_agents, at, layer.value_or(0));
  }
  void set_holds(const Agents& agents, std::optional<bool> holds) {
    set(agents, portolan_set_holds, holds.value_or(true) ? 1 : 0);
  }
  void set_max_speed(const Agents& agents, float speed) { set(agents, portolan_set_max_speed, speed); }
  void set_radius(const Agents& agents, float radius) { set(agents, portolan_set_radius, radius); }
  void set_mass(const Agents& agents, float mass) { set(agents, portolan_set_mass, mass); }
  void set_team(const Agents& agents, std::uint8_t team) { set(agents, portolan_set_team, team); }
  void set_acceleration(const Agents& agents, float acceleration) {
    set(agents, portolan_set_acceleration, acceleration);
  }
  void set_turn_rate(const Agents& agents, float rate) { set(agents, portolan_set_turn_rate, rate); }
  void set_priority(const Agents& agents, std::uint8_t priority) {
    set(agents, portolan_set_priority, priority);
  }
  void set_agent_places(const Agents& agents, const Positions& at) {
    set_vectors(agents, portolan_set_agent_places, at);
  }
  void set_focus(const Positions& at, float radius, std::uint32_t interval) {
    check(portolan_set_focus(handle(), floats(at), at.size(), radius, interval));
  }
  Variant positions(const Agents& agents) {
    return read<Vector2>(agents, [](auto... all) { return portolan_read_agents(all..., nullptr, nullptr); });
  }
  Variant velocities(const Agents& agents) {
    return read<Vector2>(
        agents, [](auto... all) { return portolan_read_agents(all..., nullptr); }, nullptr);
  }
  Variant states(const Agents& agents) {
    return read<std::uint8_t>(agents, portolan_read_agents, nullptr, nullptr);
  }
  Variant shown(const Agents& agents, float share) {
    return read<Vector2>(agents, portolan_read_shown, share);
  }
  Variant facings(const Agents& agents, std::optional<float> share) {
    return read<Vector2>(agents, portolan_read_facings, share.value_or(1));
  }
  Variant walked(const Agents& agents) {
    return read<float>(agents, [](auto... all) { return portolan_read_walks(all..., nullptr); });
  }
  Variant paces(const Agents& agents) { return read<float>(agents, portolan_read_walks, nullptr); }
  Variant agent_places(const Agents& agents) { return read<Vector2>(agents, portolan_read_agent_places); }
  Variant layers(const Agents& agents) { return read<std::int32_t>(agents, portolan_read_layers); }
  Variant orders(const Agents& agents) { return read<portolan_order>(agents, portolan_read_orders); }
  Variant specs(const Agents& agents) {
    std::vector<portolan_agent_spec> specs(agents.size());
    if (!specs.empty()) specs[0].struct_size = sizeof specs[0];
    set(agents, portolan_read_specs, specs.data());
    std::vector<Variant> all;
    for (portolan_agent_spec& spec : specs) {
      Dictionary entry;
      for_members(spec, [&](const char* name, const auto& member) { entry.set(name, made(member)); });
      all.push_back(entry.variant());
    }
    return made_array(all);
  }
  Variant why(std::uint64_t agent) {
    portolan_why_answer why{};
    check(portolan_why(handle(), agent, &why));
    Dictionary answer;
    answer.set("reason", made(why.reason)).set("name", made_name(portolan_why_name(why.reason)));
    return answer.set("agent", made(why.agent)).set("at", made(why.at)).variant();
  }
  bool agent_alive(std::uint64_t agent) { return portolan_agent_alive(handle(), agent) != 0; }
  std::uint64_t count(std::int32_t state) { return portolan_count_agents(handle(), state); }
  std::uint64_t hash() { return portolan_hash(handle()); }
  std::uint64_t give(const Agents& agents, Options& options) {
    portolan_order_spec spec{};
    spec.struct_size = sizeof spec;
    Places places;
    options.take("profile", spec.profile)
        .take("places", places)
        .take("target", spec.target)
        .take("kind", spec.kind);
    options.take("quality", spec.quality).take("headings", spec.headings).take("avoidance", spec.avoidance);
    options.take("once", spec.once).take("leave_on_arrival", spec.leave_on_arrival);
    options.take("formation", spec.formation).take("keeps_rank", spec.keeps_rank);
    options.take("facing", spec.facing).take("full_speed_cost", spec.full_speed_cost);
    options.take("headway", spec.headway).take("reach", spec.reach);
    options.take("arrival_radius", spec.arrival_radius).done();
    spec.places = places.data();
    spec.place_count = places.size();
    portolan_order order = 0;
    check(portolan_give(handle(), &spec, agents.data(), agents.size(), &order));
    return order;
  }
  void set_places(std::uint64_t order, const Places& places) {
    check(portolan_set_places(handle(), order, places.data(), places.size()));
  }
  void set_steering(std::uint64_t order, Options& options) {
    constexpr std::array forces{"follow", "separation", "alignment", "cohesion", "pursue", "evade",
                                "wander", "walls",      "leader",    "seek",     "flee",   "arrive"};
    std::vector<std::uint32_t> given;
    std::vector<float> weights;
    for (std::uint32_t i = 0; i < forces.size(); ++i) {
      std::optional<float> weight;
      options.take(forces[i], weight);
      if (weight) given.push_back(i), weights.push_back(*weight);
    }
    options.done();
    check(portolan_set_steering(handle(), order, given.data(), weights.data(), given.size()));
  }
  void set_leader(std::uint64_t order, std::optional<std::uint64_t> leader) {
    check(portolan_set_leader(handle(), order, leader.value_or(0)));
  }
  void set_steering_target(std::uint64_t order, std::optional<Vector2> at, Layer layer) {
    check(portolan_set_steering_target(handle(), order, at ? &at->x : nullptr, layer.value_or(0)));
  }
  void join(std::uint64_t order, const Agents& agents) {
    check(portolan_join(handle(), order, agents.data(), agents.size()));
  }
  void stop(const Agents& agents) { set(agents, portolan_stop); }
  void remove_order(std::uint64_t order) { check(portolan_remove_order(handle(), order)); }
  void pause(std::uint64_t order, std::optional<bool> paused) {
    check(portolan_pause(handle(), order, paused.value_or(true) ? 1 : 0));
  }
  bool alive(std::uint64_t order) { return portolan_order_alive(handle(), order) != 0; }
  void tick(float seconds, std::optional<std::uint64_t> units) {
    check(portolan_tick(handle(), seconds, units.value_or(200)));
  }
  void finish() { check(portolan_finish(handle())); }
  Variant events() {
    std::vector<Variant> events;
    for (const portolan_event& event :
         all<portolan_event>([&](auto... to) { return portolan_read_events(handle(), to...); })) {
      Dictionary entry;
      entry.set("kind", made(event.kind)).set("order", made(event.order)).set("agent", made(event.agent));
      events.push_back(entry.set("nearest", made(event.nearest)).variant());
    }
    return made_array(events);
  }
  Variant field(std::uint64_t order, portolan_rect rect, Layer layer) {
    auto distances = room<std::uint64_t>(rect);
    Bytestring directions(distances.size());
    check(portolan_read_field(handle(), order, on(rect, layer), distances.data(), directions.data(),
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
  Variant headings(std::uint64_t order, const Positions& at, Layer layer) {
    Positions headings(at.size());
    check(
        portolan_read_headings(handle(), order, floats(at), layer.value_or(0), at.size(), floats(headings)));
    return made(headings);
  }
  Variant corridor(std::uint64_t order) {
    std::vector<std::int32_t> numbers;
    for (const portolan_rect& sector :
         all<portolan_rect>([&](auto... to) { return portolan_read_corridor(handle(), order, to...); })) {
      numbers.insert(numbers.end(), {sector.x, sector.y, sector.width, sector.height, sector.layer});
    }
    return made(numbers);
  }
  Variant save() {
    const Owner<portolan_bytes, portolan_bytes_destroy> saved(checked(portolan_save(handle())));
    return made_pool(portolan_bytes_data(saved.get()), portolan_bytes_size(saved.get()));
  }
  void restore(const Bytestring& saved) { check(portolan_restore(handle(), saved.data(), saved.size())); }
  std::uint64_t keep() {
    std::uint64_t moment = 0;
    check(portolan_keep(handle(), &moment));
    return moment;
  }
  void go_back(std::uint64_t moment) { check(portolan_go_back(handle(), moment)); }
  void forget_before(std::uint64_t moment) { check(portolan_forget_before(handle(), moment)); }

  [[nodiscard]] portolan_navigator* handle() const { return navigator_.get(); }

 private:
  // By a function of the library that takes agents, and what is the same for all of them.
  void set(const Agents& agents, auto function, auto... values) {
    check(function(handle(), agents.data(), agents.size(), values...));
  }
  void set_vectors(const Agents& agents, auto function, const Positions& at, auto... values) {
    if (agents.size() != at.size()) throw Refusal{"there are not as many positions as agents"};
    set(agents, function, floats(at), values...);
  }
  // By one that writes something for each of them into its last array.
  template <class T>
  Variant read(const Agents& agents, auto function, auto... before) {
    std::vector<T> values(agents.size());
    if constexpr (std::same_as<T, Vector2>) {
      set(agents, function, before..., floats(values));
    } else {
      set(agents, function, before..., values.data());
    }
    if constexpr (std::same_as<T, portolan_order>) {
      return made_numbers(values);
    } else {
      return made(values);
    }
  }
  static void for_members(portolan_agent_spec& spec, const auto& visit) {
    visit("layer", spec.layer), visit("radius", spec.radius), visit("max_speed", spec.max_speed);
    visit("mass", spec.mass), visit("team", spec.team), visit("holds", spec.holds);
    visit("priority", spec.priority), visit("acceleration", spec.acceleration);
    visit("turn_rate", spec.turn_rate), visit("facing", spec.facing);
  }
  static portolan_agent_spec agent_spec(Options& options) {
    portolan_agent_spec spec{};
    spec.struct_size = sizeof spec;
    for_members(spec, [&](const char* name, auto& member) { options.take(name, member); });
    options.done();
    return spec;
  }
  // Not a pool, for those have 32 bits.
  static Variant made_numbers(const std::vector<std::uint64_t>& all) {
    std::vector<Variant> numbers;
    for (const std::uint64_t number : all) numbers.push_back(made(number));
    return made_array(numbers);
  }

  Owner<portolan_navigator, portolan_navigator_destroy> navigator_;
};

}  // namespace portolan::godot
