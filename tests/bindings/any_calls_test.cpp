// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Calls in any order with any values: each of them is answered or refused, none is a bug, and saved games go
// on.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/random.hpp>

#include "game.hpp"

namespace portolan::test {
namespace {

class AnyCaller {
 public:
  explicit AnyCaller(std::uint64_t seed) : random_(seed) {
    agents_ = game_.agents;
    orders_ = {game_.order};
    finder_.reset(portolan_path_finder_create(game_.world.get(), game_.profile));
  }

  portolan_status call() {
    switch (random_.below(30)) {
      case 0:
        return portolan_fill_terrain(world(), rect(), static_cast<std::uint8_t>(random_.below(3)));
      case 1:
        return lay_stamp();
      case 2:
        return portolan_lift_stamp(world(), any_of(stamps_));
      case 3:
        return add_link();
      case 4:
        return portolan_remove_link(world(), static_cast<std::uint32_t>(any_of(links_)));
      case 5:
        return portolan_commit(world(), nullptr);
      case 6:
        return add_profile();
      case 7:
        return look();
      case 8:
      case 9:
        return find_path();
      case 10:
        return add_agents();
      case 11:
        return remove_agents();
      case 12:
        return put_agents();
      case 13:
      case 14:
        return give();
      case 15:
        return set_places();
      case 16:
        return portolan_join(navigator(), any_of(orders_), squad().data(), squad_.size());
      case 17:
        return portolan_stop(navigator(), squad().data(), squad_.size());
      case 18:
        return read();
      case 19:
        return save_and_restore();
      case 20:
        return set_focus();
      case 21:
        return set_bodies();
      case 22:
        return portolan_pause(navigator(), any_of(orders_), whole(2));
      case 23:
        return random_.percent(20) ? portolan_remove_order(navigator(), any_of(orders_)) : PORTOLAN_OK;
      case 24:
        return keep();
      case 25:
        return go_back();
      case 26:
      case 27:
        return steer();
      default:
        return portolan_tick(navigator(), number(random_.percent(3) ? 60 : 0.1F), random_.below(300));
    }
  }

 private:
  [[nodiscard]] portolan_world* world() const { return game_.world.get(); }
  [[nodiscard]] portolan_navigator* navigator() const { return game_.navigator.get(); }

  // Mostly one below `end`.
  std::int32_t whole(std::int32_t end) {
    constexpr std::int32_t edges[] = {-1, 0, std::numeric_limits<std::int32_t>::max(),
                                      std::numeric_limits<std::int32_t>::min(), 1 << 20};
    return random_.percent(90) ? random_.between(0, end - 1) : edges[random_.below(5)];
  }
  float number(float usual) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    constexpr float edges[] = {0,     -1,     inf,    -inf, std::numeric_limits<float>::quiet_NaN(),
                               1e30F, -1e30F, 1e-30F, 3e9F};
    return random_.percent(85) ? usual * static_cast<float>(random_.below(17)) / 16 : edges[random_.below(9)];
  }
  std::uint32_t profile() {
    return random_.percent(90) ? game_.profile : static_cast<std::uint32_t>(whole(4));
  }
  portolan_cell cell() { return {whole(64), whole(48), random_.percent(95) ? 0 : whole(2)}; }
  portolan_rect rect() {
    return {whole(64), whole(48), whole(6), whole(6), random_.percent(95) ? 0 : whole(2)};
  }
  // One that there is or was, or any number.
  template <class T>
  T any_of(const std::vector<T>& list) {
    if (list.empty() || random_.percent(8)) return static_cast<T>(random_.next());
    return list[random_.below(static_cast<std::uint32_t>(list.size()))];
  }
  std::vector<portolan_agent>& squad() {
    squad_.clear();
    for (std::uint32_t k = random_.below(12); k > 0; --k) squad_.push_back(any_of(agents_));
    return squad_;
  }
  std::vector<float> positions(std::size_t count) {
    std::vector<float> xy;
    for (std::size_t i = 0; i < count; ++i) {
      xy.push_back(number(64));
      xy.push_back(number(48));
    }
    return xy;
  }

  portolan_status lay_stamp() {
    portolan_stamp stamp = 0;
    const portolan_status status = portolan_lay_stamp(world(), rect(), whole(2), whole(200), &stamp);
    if (status == PORTOLAN_OK) stamps_.push_back(stamp);
    return status;
  }
  portolan_status add_link() {
    std::uint32_t link = 0;
    const portolan_status status =
        portolan_add_link(world(), cell(), cell(), static_cast<std::uint32_t>(whole(90)), &link);
    if (status == PORTOLAN_OK) links_.push_back(link);
    return status;
  }
  portolan_status add_profile() {
    portolan_profile_spec spec{};
    spec.struct_size = random_.percent(90) ? sizeof spec : random_.below(100);
    spec.clearance = whole(4);
    spec.costs = random_.percent(70) ? game_.costs.data() : nullptr;
    spec.sector_size = random_.percent(80) ? 8 << random_.below(3) : whole(40);
    spec.levels = whole(4);
    std::uint32_t added = 0;
    return portolan_profile_count(world()) < 4 ? portolan_add_profile(world(), &spec, &added) : PORTOLAN_OK;
  }
  portolan_status look() {
    const float from[2] = {number(64), number(48)}, to[2] = {number(64), number(48)};
    float at[2];
    std::int32_t blocked = 0;
    return portolan_look(world(), profile(), 0, from, to, &blocked, at);
  }
  portolan_status find_path() {
    portolan_path_info info{};
    const portolan_status status = portolan_find_path(finder_.get(), cell(), cell(), whole(4), &info);
    if (status != PORTOLAN_OK) return status;
    std::vector<portolan_cell> cells(info.cells);
    std::vector<float> points(std::size_t{2} * info.points);
    if (const portolan_status bad = portolan_path_cells(finder_.get(), cells.data(), cells.size()))
      return bad;
    return portolan_path_points(finder_.get(), points.data(), nullptr, info.points);
  }
  portolan_status add_agents() {
    portolan_agent_spec spec{};
    spec.struct_size = sizeof spec;
    spec.layer = random_.percent(95) ? 0 : whole(2);
    spec.radius = number(0.8F);
    spec.max_speed = number(8);
    spec.mass = number(3);
    spec.team = static_cast<std::uint8_t>(random_.below(3));
    spec.holds = random_.percent(20) ? 1 : 0;
    spec.priority = static_cast<std::uint8_t>(random_.below(256));
    spec.acceleration = number(6);
    spec.turn_rate = number(4);
    spec.facing[0] = number(1);
    const std::vector<float> xy = positions(4);
    portolan_agent added[4] = {};
    const portolan_status status = portolan_add_agents(
        navigator(), profile(), random_.percent(80) ? &spec : nullptr, xy.data(), 4, added);
    for (const portolan_agent agent : added) {
      if (status == PORTOLAN_OK && agent != 0) agents_.push_back(agent);
    }
    return status;
  }
  portolan_status remove_agents() {
    const portolan_agent fallen[2] = {any_of(agents_), any_of(agents_)};
    return portolan_remove_agents(navigator(), fallen, 2);
  }
  portolan_status put_agents() {
    const std::vector<float> xy = positions(squad().size());
    return portolan_put_agents(navigator(), squad_.data(), squad_.size(), xy.data(),
                               random_.percent(95) ? 0 : whole(2));
  }
  portolan_status set_bodies() {
    const std::size_t count = squad().size();
    const portolan_agent* agents = squad_.data();
    switch (random_.below(8)) {
      case 0:
        return portolan_set_holds(navigator(), agents, count, whole(2));
      case 1:
        return portolan_set_max_speed(navigator(), agents, count, number(random_.percent(10) ? 4096 : 8));
      case 2:
        return portolan_set_radius(navigator(), agents, count, number(1));
      case 3:
        return portolan_set_mass(navigator(), agents, count, number(4));
      case 4:
        return portolan_set_acceleration(navigator(), agents, count, number(6));
      case 5:
        return portolan_set_turn_rate(navigator(), agents, count, number(4));
      case 6:
        return portolan_set_priority(navigator(), agents, count,
                                     static_cast<std::uint8_t>(random_.below(256)));
      default:
        return portolan_set_team(navigator(), agents, count, static_cast<std::uint8_t>(random_.below(3)));
    }
  }
  portolan_status set_focus() {
    const std::vector<float> xy = positions(random_.below(3));
    return portolan_set_focus(navigator(), xy.data(), xy.size() / 2, number(20), random_.below(20));
  }
  portolan_status give() {
    portolan_order_spec spec{};
    spec.struct_size = sizeof spec;
    spec.profile = profile();
    const std::array<portolan_cell, 3> places{cell(), cell(), cell()};
    spec.places = places.data();
    spec.place_count = random_.below(4);
    spec.target = any_of(agents_);
    spec.kind = static_cast<std::uint8_t>(random_.below(5));
    spec.quality = static_cast<std::uint8_t>(random_.below(5));
    spec.headings = static_cast<std::uint8_t>(random_.below(3));
    spec.avoidance = static_cast<std::uint8_t>(random_.below(4));
    spec.once = random_.percent(50) ? 1 : 0;
    spec.leave_on_arrival = random_.percent(20) ? 1 : 0;
    spec.formation = static_cast<std::uint8_t>(random_.below(6));
    spec.keeps_rank = random_.percent(20) ? 1 : 0;
    for (float& part : spec.facing) part = random_.percent(30) ? number(3) : 0;
    spec.full_speed_cost = static_cast<std::uint8_t>(random_.below(256));
    spec.arrival_radius = number(3);
    spec.headway = random_.percent(30) ? number(3) : 0;
    spec.reach = whole(9);
    portolan_order order = 0;
    const portolan_status status = portolan_give(navigator(), &spec, squad().data(), squad_.size(), &order);
    if (status == PORTOLAN_OK) orders_.push_back(order);
    return status;
  }
  portolan_status steer() {
    const portolan_order order = any_of(orders_);
    const std::array<std::uint32_t, 2> forces{random_.below(13), random_.below(12)};
    const std::array<float, 2> weights{number(2), number(2)};
    const std::vector<float> xy = positions(std::max<std::size_t>(1, squad().size()));
    switch (random_.below(5)) {
      case 0:
        return portolan_set_leader(navigator(), order, random_.percent(20) ? 0 : any_of(agents_));
      case 1:
        return portolan_set_steering_target(navigator(), order, random_.percent(20) ? nullptr : xy.data(),
                                            random_.percent(95) ? 0 : whole(2));
      case 2:
        return portolan_set_agent_places(navigator(), squad_.data(), squad_.size(), xy.data());
      default:
        return portolan_set_steering(navigator(), order, forces.data(), weights.data(), random_.below(3));
    }
  }
  portolan_status set_places() {
    const std::array<portolan_cell, 2> places{cell(), cell()};
    return portolan_set_places(navigator(), any_of(orders_), places.data(), random_.below(3));
  }
  portolan_status read() {
    const portolan_order order = any_of(orders_);
    const portolan_rect box = rect();
    std::vector<std::uint64_t> distances(36);
    std::vector<std::uint8_t> directions(36);
    const bool fits = box.width > 0 && box.height > 0 && box.width < 7 && box.height < 7;
    const std::size_t size = fits ? static_cast<std::size_t>(box.width * box.height) : 36;
    std::vector<float> xy = positions(5), headings(10);
    std::size_t count = 0;
    static_cast<void>(portolan_read_headings(navigator(), order, xy.data(), whole(1), 5, headings.data()));
    static_cast<void>(portolan_read_events(navigator(), nullptr, 0, &count));
    static_cast<void>(portolan_read_corridor(navigator(), order, nullptr, 0, &count));
    static_cast<void>(
        portolan_read_agents(navigator(), squad().data(), squad_.size(), nullptr, nullptr, nullptr));
    std::array<portolan_order, 12> orders{};
    std::array<std::int32_t, 12> layers{};
    static_cast<void>(portolan_read_orders(navigator(), squad_.data(), squad_.size(), orders.data()));
    static_cast<void>(portolan_read_layers(navigator(), squad_.data(), squad_.size(), layers.data()));
    static_cast<void>(portolan_has_room(navigator(), profile(), nullptr, xy.data(), layers.data()));
    std::array<float, 24> shown{};
    static_cast<void>(
        portolan_read_shown(navigator(), squad_.data(), squad_.size(), number(1), shown.data()));
    static_cast<void>(
        portolan_read_facings(navigator(), squad_.data(), squad_.size(), number(1), shown.data()));
    std::array<portolan_agent_spec, 12> specs{};
    specs[0].struct_size = sizeof specs[0];
    static_cast<void>(portolan_read_specs(navigator(), squad_.data(), squad_.size(), specs.data()));
    static_cast<void>(portolan_read_agent_places(navigator(), squad_.data(), squad_.size(), shown.data()));
    static_cast<void>(portolan_read_walks(navigator(), squad_.data(), squad_.size(), shown.data(), nullptr));
    portolan_why_answer why{};
    static_cast<void>(portolan_why(navigator(), any_of(agents_), &why));
    EXPECT_NE(portolan_why_name(why.reason), nullptr);
    return portolan_read_field(navigator(), order, box, distances.data(), directions.data(), size);
  }
  portolan_status keep() {
    std::uint64_t moment = 0;
    const portolan_status status = portolan_keep(navigator(), &moment);
    if (status != PORTOLAN_OK) return status;
    moments_.push_back(moment);
    kept_hashes_.push_back(game_.hash());
    return random_.percent(20) ? portolan_forget_before(navigator(), any_of(moments_)) : status;
  }
  portolan_status go_back() {
    const std::uint64_t moment = any_of(moments_);
    const portolan_status status = portolan_go_back(navigator(), moment);
    if (status != PORTOLAN_OK) return status;
    // Of moments of one number, as they are after a game was restored, the last one.
    std::size_t at = moments_.size();
    while (moments_[at - 1] != moment) --at;
    EXPECT_EQ(game_.hash(), kept_hashes_[at - 1]);
    return status;
  }
  // No edit may wait.
  portolan_status save_and_restore() {
    const BytesHandle bytes(portolan_save(navigator()));
    if (bytes == nullptr) return PORTOLAN_OK;
    const std::uint64_t hash = game_.hash();
    static_cast<void>(portolan_tick(navigator(), 0.05F, 100));
    const portolan_status status =
        portolan_restore(navigator(), portolan_bytes_data(bytes.get()), portolan_bytes_size(bytes.get()));
    EXPECT_EQ(status, PORTOLAN_OK) << portolan_error();
    EXPECT_EQ(game_.hash(), hash);
    return status;
  }

  Random random_;
  SmallGame game_;
  FinderHandle finder_;
  std::vector<portolan_agent> agents_, squad_;
  std::vector<portolan_order> orders_;
  std::vector<portolan_stamp> stamps_;
  std::vector<std::uint32_t> links_;
  std::vector<std::uint64_t> moments_, kept_hashes_;
};

TEST(AnyCalls, AreAnsweredOrRefused) {
  int answered = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= storm(40); ++seed) {
    AnyCaller caller(seed);
    for (int k = 0; k < 300; ++k) {
      const portolan_status status = caller.call();
      ASSERT_NE(status, PORTOLAN_BUG) << "seed " << seed << " call " << k << ": " << portolan_error();
      ++(status == PORTOLAN_OK ? answered : refused);
    }
  }
  EXPECT_GT(answered, enough(4000));
  EXPECT_GT(refused, enough(1000));
}

}  // namespace
}  // namespace portolan::test
