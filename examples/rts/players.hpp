// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "army.hpp"

// The land of the game, and what its players do. They know of no navigation but orders.
namespace rts {

inline constexpr std::int32_t side = 2048;
inline constexpr std::uint64_t ticks_per_second = 20;
inline constexpr std::size_t squad_size = 50;
inline constexpr std::size_t most_houses = 40;
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
  Players(World& world, Army& army) : world_(world), army_(army) {}

  void begin(std::uint32_t agents, Dice dice, std::vector<Cell> gates) {
    now_.dice = dice;
    gates_ = std::move(gates);
    closed_.assign(gates_.size(), 0);
    while (units_.size() < agents) spawn();
  }
  void save(PartSink& sink) const { write(sink, gates_, closed_, houses_, units_, std::vector{now_}); }
  bool load(PartSource& source) {
    std::vector<Now> now;
    if (!read(source, gates_, closed_, houses_, units_, now) || now.size() != 1) return false;
    now_ = now.front();
    return closed_.size() == gates_.size() && !gates_.empty() && !units_.empty();
  }

  void edit(std::uint64_t tick) {
    const std::uint64_t now = tick % ticks_per_second;
    if (now == 0) {
      const std::size_t gate = now_.dice.below(gates_.size());
      stamp({gates_[gate].x, gates_[gate].y, 2, 6, 0}, closed_[gate] != 0 ? -1 : 1);
      closed_[gate] ^= 1;
    } else if (now == 7) {
      const Cell corner = now_.dice.cell(16);
      houses_.push_back({corner.x, corner.y, now_.dice.between(4, 8), 6, 0});
      stamp(houses_.back(), 1);
    } else if (now == 14 && houses_.size() > most_houses) {
      stamp(houses_.front(), -1);
      houses_.erase(houses_.begin());
    }
  }

  void command(std::uint64_t tick) {
    if (tick % ticks_per_second == 10) {
      const std::size_t fallen = now_.dice.below(units_.size());
      army_.kill(units_[fallen]);
      units_[fallen] = units_.back();
      units_.pop_back();
      spawn();
    }
    if (tick % (ticks_per_second / 5) != 0) return;
    const std::vector<AgentId> squad = chosen();
    OrderSpec spec;
    spec.profile = army_.kind(squad.front());
    const std::uint32_t other = units_[now_.dice.below(units_.size())].slot;
    const std::uint32_t what = now_.dice.below(8);
    if (what == 0) return army_.stop(squad);
    if (what <= 2) {
      spec.kind = what == 1 ? OrderKind::follow : OrderKind::flee;
      spec.target = other;
    } else if (what == 3) {
      spec.kind = OrderKind::patrol;
      spec.places = {now_.dice.cell(), now_.dice.cell(), now_.dice.cell()};
    } else if (what <= 5) {  // onto a building, or an area
      const Cell corner = now_.dice.cell(8);
      spec.places =
          cells_of(what == 4 && !houses_.empty() ? houses_.back() : Rect{corner.x, corner.y, 8, 8, 0});
    } else {
      spec.places = {now_.dice.cell()};
    }
    army_.order(spec, squad);
  }

 private:
  // In camps of a squad each.
  void spawn() {
    if (now_.spawned++ % squad_size == 0) {
      now_.camp = now_.dice.cell(32);
      now_.kind = ProfileId{now_.dice.below(4) == 0 ? 1U : 0U};
    }
    Cell at = now_.camp;
    for (int tries = 0; tries == 0 || !world_.view(now_.kind).passable(at); ++tries) {
      at = tries < 200 ? now_.camp : now_.dice.cell(32);
      at.x = now_.dice.between(at.x, 32);
      at.y = now_.dice.between(at.y, 32);
    }
    const bool on_foot = now_.kind.value == 0;
    units_.push_back(army_.spawn(now_.kind, at, on_foot ? 0.3F : 0.9F, on_foot ? 4.0F : 6.0F));
  }
  static std::vector<Cell> cells_of(const Rect& box) {
    std::vector<Cell> cells;
    for (std::int32_t y = box.y; y < box.y + box.height; ++y)
      for (std::int32_t x = box.x; x < box.x + box.width; ++x) cells.push_back({x, y, 0});
    return cells;
  }
  void stamp(const Rect& box, int by) {
    for (const Cell& c : cells_of(box)) world_.stamp(c, by);
  }
  // Units of one kind, those nearest to one of them: what a player draws a box around.
  std::vector<AgentId> chosen() {
    const AgentId first = units_[now_.dice.below(units_.size())];
    std::vector<std::pair<float, AgentId>> near;
    for (const AgentId unit : units_) {
      const Vec2 apart = army_.crowd().position(unit) - army_.crowd().position(first);
      if (army_.kind(unit) == army_.kind(first)) near.emplace_back(dot(apart, apart), unit);
    }
    const std::size_t count = std::min(near.size(), squad_size);
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
    std::vector<AgentId> squad;
    for (std::size_t k = 0; k < count; ++k) squad.push_back(near[k].second);
    return squad;
  }

  World& world_;
  Army& army_;
  std::vector<Cell> gates_;
  std::vector<char> closed_;
  std::vector<Rect> houses_;
  std::vector<AgentId> units_;
  struct Now {
    Dice dice{0};
    std::uint64_t spawned = 0;
    Cell camp;
    ProfileId kind{0};
  } now_;
};

}  // namespace rts
