// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/hash.hpp>
#include <portolan/core/saved_state.hpp>
#include <portolan/dynamic/navigator.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan::test {

using Bytes = std::vector<std::byte>;

/// Agents that take a step of their order's field in each tick, on a world that changes. What happens in a
/// tick depends on the seed and the tick alone.
class Match {
 public:
  Match(std::uint64_t seed, int most_side) : seed_(seed) {
    TestWorld made = random_world(random_options(seed, most_side), seed);
    world_ = std::make_unique<World>(std::move(made.world));
    profile_ = made.profile;
    hierarchy_ = std::make_unique<Hierarchy>(*world_, profile_, options());
    navigator_ = std::make_unique<Navigator>(*world_);
    navigator_->add(*hierarchy_);
    Random random(seed);
    for (int k = 0; k < 40; ++k) cells_.push_back(random_passable_cell(view(), random));
  }

  /// Nothing as yet but what a saved match of the seed is loaded into.
  Match(std::uint64_t seed, ProfileId profile) : seed_(seed), profile_(profile) {}

  /// Any angle, links that come and go, and edits of whole lines.
  void play_wildly() { wild_ = true; }

  void tick(std::uint64_t guess = 0) {
    Random random(seed_ * 100003 + tick_++ + guess);
    edit(random);
    if (wild_) edit_wildly(random);
    command(random);
    hash_ = detail::mix(hash_, navigator_->commit().sectors_rebuilt());
    for (std::uint32_t a = 0; a < cells_.size(); ++a) navigator_->place(a, cells_[a]);
    hash_ = detail::mix(hash_, navigator_->work(random.below(30)));
    for (const OrderEvent& e : navigator_->events()) {
      const auto at = static_cast<std::uint64_t>(
          world_->extent().contains(e.nearest) ? world_->extent().index(e.nearest) : ~std::size_t{0});
      for (const std::uint64_t part : {std::uint64_t{static_cast<unsigned char>(e.kind)},
                                       std::uint64_t{e.order.slot}, std::uint64_t{e.agent}, at})
        hash_ = detail::mix(hash_, part);
    }
    for (std::uint32_t a = 0; a < cells_.size(); ++a) walk(a);
  }
  /// What the navigator does not keep.
  struct Moment {
    std::uint64_t number = 0;
    std::uint64_t tick = 0;
    std::uint64_t hash = 0;
    std::vector<Cell> cells;
    std::vector<LinkId> links;
  };
  [[nodiscard]] Moment keep() { return {navigator_->keep(), tick_, hash_, cells_, links_}; }
  void go_back(const Moment& moment) {
    navigator_->go_back(moment.number);
    tick_ = moment.tick;
    hash_ = moment.hash;
    cells_ = moment.cells;
    links_ = moment.links;
  }
  /// An edit that no commit takes in.
  void edit_in_vain() {
    Random random(seed_ + tick_);
    world_->stamp(random_cell(world_->extent(), random), 1);
    world_->set_terrain(random_cell(world_->extent(), random), wall);
    if (wild_) static_cast<void>(world_->add_link(random_link(random)));
  }
  [[nodiscard]] Navigator& navigator() { return *navigator_; }
  [[nodiscard]] const Hierarchy& hierarchy() const { return *hierarchy_; }

  /// Whether somebody follows a field at any angle of ground that has changed since.
  [[nodiscard]] bool follows_old_ground() const {
    for (std::uint32_t a = 0; a < cells_.size(); ++a) {
      const OrderId order = navigator_->order_of(a);
      if (!navigator_->alive(order)) continue;
      const CorridorField& field = navigator_->field(order);
      if (field.straight() != nullptr && field.stale()) return true;
    }
    return false;
  }

  /// Of all that has happened.
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  [[nodiscard]] const World& world() const { return *world_; }

  [[nodiscard]] Bytes saved() const {
    StateWriter writer;
    world_->save_state(writer);
    hierarchy_->save_state(writer);
    navigator_->save_state(writer);
    writer.write_part<Cell>(cells_);
    const std::span<const std::byte> bytes = writer.finish();
    return {bytes.begin(), bytes.end()};
  }
  /// In place of all objects. Says whether it was read.
  bool load(std::span<const std::byte> bytes) {
    auto reader = StateReader::open(bytes);
    if (!reader) return false;
    auto world = World::restore_state(*reader);
    if (!world) return false;
    auto land = std::make_unique<World>(std::move(*world));
    auto hierarchy = Hierarchy::restore_state(*land, profile_, options(), *reader);
    if (!hierarchy) return false;
    auto graph = std::make_unique<Hierarchy>(std::move(*hierarchy));
    auto navigator = std::make_unique<Navigator>(*land);
    navigator->add(*graph);
    if (navigator->restore_state(*reader)) return false;
    const auto cells = reader->next_values<Cell>();
    if (!cells) return false;
    cells_.assign(cells->begin(), cells->end());
    navigator_ = std::move(navigator);
    hierarchy_ = std::move(graph);
    world_ = std::move(land);
    return true;
  }

 private:
  [[nodiscard]] HierarchyOptions options() const {
    return {.sector_size = 8, .levels = 1 + static_cast<int>(seed_ % 3), .level_factor = 2};
  }
  [[nodiscard]] GridView view() const { return world_->view(profile_); }

  void edit(Random& random) {
    for (int k = random.between(-4, 3); k > 0; --k) {
      const Cell c = random_cell(world_->extent(), random);
      if (random.percent(50)) {
        world_->set_terrain(c, random.percent(50) ? wall : TerrainId{1});
      } else {
        world_->stamp(c, world_->stamped(c) ? -1 : 1);
      }
    }
  }
  [[nodiscard]] Link random_link(Random& random) const {
    const Cell from = random_cell(world_->extent(), random);
    return {from, random_cell(world_->extent(), random), 1 + random.below(90)};
  }
  void edit_wildly(Random& random) {
    if (random.percent(20)) links_.push_back(world_->add_link(random_link(random)));
    if (links_.size() > 3) {
      world_->remove_link(links_.front());
      links_.erase(links_.begin());
    }
    if (!random.percent(10)) return;
    const Cell from = random_cell(world_->extent(), random);
    for (std::int32_t x = from.x; x < world_->extent().width; ++x)
      world_->set_terrain({x, from.y, from.layer}, x % 3 == 0 ? wall : TerrainId{1});
  }
  void command(Random& random) {
    const std::uint32_t first = random.below(30);
    std::vector<std::uint32_t> squad{first, first + 3, first + 7};
    const auto place = [&] { return random_cell(world_->extent(), random); };
    OrderSpec spec;
    spec.profile = profile_;
    spec.options.headings = wild_ && first % 3 == 0 ? Headings::any_angle : Headings::octile;
    switch (random.below(12)) {
      case 0:
        spec.kind = OrderKind::follow;
        spec.target = random.below(40);
        break;
      case 1:
        spec.kind = OrderKind::flee;
        spec.target = random.below(40);
        break;
      case 2:
        spec.kind = OrderKind::patrol;
        spec.places = {place(), place()};
        break;
      case 3:
        return navigator_->leave(squad);
      case 4:
        return stop_or_pause(random, first);
      case 5:
        spec.places = {place()};
        for (std::uint32_t a = 0; a < 40; ++a) squad.push_back(a);
        break;
      case 6:
        spec.places = {place(), place(), place()};
        break;
      default:
        return;
    }
    navigator_->give(spec, squad);
  }
  void stop_or_pause(Random& random, std::uint32_t agent) {
    const OrderId order = navigator_->order_of(agent);
    if (!navigator_->alive(order)) return;
    const bool removes = random.percent(50);
    removes ? navigator_->remove(order) : navigator_->pause(order, random.percent(50));
  }
  void walk(std::uint32_t agent) {
    Cell& at = cells_[agent];
    const OrderId order = navigator_->order_of(agent);
    if (navigator_->alive(order) && navigator_->field(order).settled(at)) {
      const Direction d = navigator_->field(order).direction(at);
      if (is_step(d) && view().can_step(at, d)) at = step(at, d);
    }
    hash_ = detail::mix(hash_, world_->extent().index(at));
  }

  std::uint64_t seed_;
  ProfileId profile_;
  bool wild_ = false;
  std::uint64_t tick_ = 0;
  std::uint64_t hash_ = 0;
  std::vector<LinkId> links_;
  std::unique_ptr<World> world_;
  std::unique_ptr<Hierarchy> hierarchy_;
  std::unique_ptr<Navigator> navigator_;
  std::vector<Cell> cells_;
};

/// The parts of a saved state, each copied.
[[nodiscard]] inline std::vector<Bytes> parts_of(const Bytes& state) {
  std::vector<Bytes> parts;
  auto reader = StateReader::open(state);
  while (const auto part = reader->next()) {
    const std::byte* const begin = part->at(0, part->size);
    parts.emplace_back(begin, begin + part->size);
  }
  return parts;
}

}  // namespace portolan::test
