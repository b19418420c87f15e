// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <portolan/simulation/ordered_crowd.hpp>

// The land of the game, and what its players do. They know of no navigation but orders.
namespace rts {

using namespace portolan;

inline constexpr std::int32_t side = 2048;
inline constexpr std::uint64_t ticks_per_second = 20;
inline constexpr std::size_t squad_size = 50, most_houses = 40;
enum Ground : TerrainId { grass, road, forest, water };

/// The game's dice (splitmix64).
struct Dice {
  std::uint64_t state;
  std::uint32_t below(std::size_t bound) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return static_cast<std::uint32_t>(((z ^ (z >> 31U)) >> 32U) * bound >> 32U);
  }
  std::int32_t between(std::int32_t least, std::size_t room) {
    return least + static_cast<std::int32_t>(below(room));
  }
  Cell cell(std::int32_t margin = 0) {
    const auto room = static_cast<std::size_t>(side - margin);
    const std::int32_t x = between(0, room);  // compilers order arguments as they like
    return {x, between(0, room), 0};
  }
};

/// Woods, lakes, roads, and two rivers with gates on their bridges.
inline World made_land(Dice& dice, std::vector<Cell>& gates) {
  World world({side, side, 1}, grass);
  const auto fill = [&](Cell corner, std::int32_t width, std::int32_t height, TerrainId what) {
    const std::vector<TerrainId> row(static_cast<std::size_t>(std::min(width, side - corner.x)), what);
    for (std::int32_t y = corner.y; y < std::min(side, corner.y + height); ++y)
      world.set_terrain_run({corner.x, y, 0}, row);
  };
  for (int k = 0; k < 1500; ++k) {
    const std::int32_t w = dice.between(4, 36);
    const std::int32_t h = dice.between(4, 36);
    const TerrainId what = dice.below(3) == 0 ? water : forest;
    fill(dice.cell(), w, h, what);
  }
  for (std::int32_t at = 128; at < side; at += 256) {
    fill({0, at, 0}, side, 6, road);
    fill({at, 0, 0}, 6, side, road);
  }
  for (const std::int32_t at : {side / 3, side * 2 / 3}) {
    fill({at, 0, 0}, 12, side, water);
    for (std::int32_t y = 128; y < side; y += 256) {
      fill({at, y, 0}, 12, 6, road);
      gates.push_back({at + 4, y, 0});
    }
  }
  return world;
}

/// What the players do: five orders and three edits in a second; one unit dies, and one comes.
class Players {
 public:
  void begin(OrderedCrowd& army, std::uint64_t agents, Dice dice, std::vector<Cell> gates) {
    now_.front().dice = dice;
    gates_ = std::move(gates);
    closed_.assign(gates_.size(), 0);
    while (units_.size() < agents) spawn(army);
  }
  void save(PartSink& sink) const { sink.write_lists(gates_, closed_, houses_, units_, now_); }
  [[nodiscard]] bool load(PartSource& source) {
    return source.read_lists(gates_, closed_, houses_, units_, now_) && now_.size() == 1 &&
           closed_.size() == gates_.size() && !gates_.empty() && !units_.empty();
  }

  void edit(World& world, std::uint64_t tick) {
    const auto stamp = [&](const Rect& box, int by) {
      for (const Cell& c : cells_of(box)) world.stamp(c, by);
    };
    Dice& dice = now_.front().dice;
    if (tick % ticks_per_second == 0) {
      const std::size_t gate = dice.below(gates_.size());
      stamp({gates_[gate].x, gates_[gate].y, 2, 6, 0}, closed_[gate] != 0 ? -1 : 1);
      closed_[gate] ^= 1;
    } else if (tick % ticks_per_second == 7) {
      const Cell corner = dice.cell(16);
      houses_.push_back({corner.x, corner.y, dice.between(4, 8), 6, 0});
      stamp(houses_.back(), 1);
    } else if (tick % ticks_per_second == 14 && houses_.size() > most_houses) {
      stamp(houses_.front(), -1);
      houses_.erase(houses_.begin());
    }
  }

  void command(OrderedCrowd& army, std::uint64_t tick) {
    Dice& dice = now_.front().dice;
    if (tick % ticks_per_second == 10) {
      AgentId& fallen = units_[dice.below(units_.size())];
      army.remove(fallen);
      fallen = units_.back();
      units_.pop_back();
      spawn(army);
    }
    if (tick % (ticks_per_second / 5) != 0) return;
    const std::vector<AgentId> squad = chosen(army);
    OrderSpec spec;
    spec.profile = army.profile_of(squad.front());
    spec.target = units_[dice.below(units_.size())].slot;
    const std::uint32_t what = dice.below(8);
    if (what == 0) return army.leave(squad);
    if (what <= 2) {
      spec.kind = what == 1 ? OrderKind::follow : OrderKind::flee;
    } else if (what == 3) {
      spec.kind = OrderKind::patrol;
      spec.places = {dice.cell(), dice.cell(), dice.cell()};
    } else if (what <= 5) {  // onto a building, or an area
      const Cell corner = dice.cell(8);
      spec.places =
          cells_of(what == 4 && !houses_.empty() ? houses_.back() : Rect{corner.x, corner.y, 8, 8, 0});
    } else {
      spec.places = {dice.cell()};
    }
    // In eight directions, for nobody looks. With pictures it would be `spec.options.headings`, at any angle:
    // half of the ticks take 0.7 to 1.3 ms of navigation then, in place of 0.13 to 0.47, and 99 % less
    // than 4.4 to 5.4.
    army.give(spec, squad);
  }

 private:
  // In camps of a squad each.
  void spawn(OrderedCrowd& army) {
    Now& now = now_.front();
    if (now.spawned++ % squad_size == 0) {
      now.camp = now.dice.cell(32);
      now.kind = ProfileId{now.dice.below(4) == 0 ? 1U : 0U};
    }
    const bool on_foot = now.kind.value == 0;
    AgentSpec spec{{}, 0, on_foot ? 0.3F : 0.9F, on_foot ? 4.0F : 6.0F, {}};
    for (int tries = 0; tries == 0 || !army.has_room(now.kind, spec); ++tries) {
      Cell at = tries < 200 ? now.camp : now.dice.cell(32);
      at.x = now.dice.between(at.x, 32);
      at.y = now.dice.between(at.y, 32);
      spec.position = centre_of(at);
    }
    units_.push_back(army.add(now.kind, spec));
  }
  // Units of one kind, those nearest to one of them: what a player draws a box around.
  std::vector<AgentId> chosen(const OrderedCrowd& army) {
    const AgentId first = units_[now_.front().dice.below(units_.size())];
    std::vector<std::pair<float, AgentId>> near;
    for (const AgentId unit : units_) {
      const Vec2 apart = army.crowd().position(unit) - army.crowd().position(first);
      if (army.profile_of(unit) == army.profile_of(first)) near.emplace_back(dot(apart, apart), unit);
    }
    const std::size_t count = std::min(near.size(), squad_size);
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
    std::vector<AgentId> squad;
    for (std::size_t k = 0; k < count; ++k) squad.push_back(near[k].second);
    return squad;
  }

  struct Now {
    Dice dice{0};
    std::uint64_t spawned = 0;
    Cell camp;
    ProfileId kind{0};
  };
  std::vector<Cell> gates_;
  std::vector<char> closed_;
  std::vector<Rect> houses_;
  std::vector<AgentId> units_;
  std::vector<Now> now_{1};
};

}  // namespace rts
