// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "orders_in_a_row.hpp"

#include <cstdio>
#include <numeric>
#include <utility>

using portolan::Cell;

struct Game {
  void tick() {
    army.commit();
    queues.tick(army);
    army.work(100);
    army.step(0.05F);
  }
  // Until nobody of the squad has this place before him.
  void play(std::uint32_t stop) {
    int ticks = 0;
    const auto has_it = [&](const Queues::Unit& unit) {
      return std::find(unit.queue.begin(), unit.queue.end(), stop) != unit.queue.end();
    };
    for (; std::any_of(queues.units.begin(), queues.units.end(), has_it); ++ticks) tick();
    const Cell place = queues.stops[stop].place, first = army.crowd().cell(queues.units.front().id);
    std::printf("%d, %d: %d ticks, the first unit is at %d, %d\n", place.x, place.y, ticks, first.x, first.y);
  }

  portolan::OrderedCrowd army;
  Queues queues{};
};

// A squad goes round a map. Others stand on the third place, and the fourth is in a house without a door.
int main() {
  portolan::World world({.width = 64, .height = 64});
  constexpr portolan::TerrainId wall = 1;
  for (int y = 50; y < 60; ++y) {
    for (int x = 5; x < 15; ++x) world.set_terrain({x, y}, wall);
  }
  for (int y = 52; y < 58; ++y) {
    for (int x = 7; x < 13; ++x) world.set_terrain({x, y}, 0);
  }
  portolan::Profile soldier;
  soldier.cost[wall] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(soldier);
  world.commit();
  Game game{portolan::OrderedCrowd{portolan::Navigator(std::move(world), {})}};
  for (int i = 0; i < 100; ++i) {
    const portolan::Vec2 at{50.5F + static_cast<float>(i % 10), 50.5F + static_cast<float>(i / 10)};
    game.army.add(profile, {.position = at, .team = 1});
  }
  for (int i = 0; i < 12; ++i) {
    const portolan::Vec2 at{2.5F + static_cast<float>(i % 4), 2.5F + static_cast<float>(i / 4)};
    game.queues.units.push_back({game.army.add(profile, {.position = at})});
  }
  std::vector<std::size_t> squad(game.queues.units.size());
  std::iota(squad.begin(), squad.end(), 0U);

  game.queues.click(game.army, squad, {30, 5}, false);
  game.queues.click(game.army, squad, {55, 5}, true, true);  // all wait for each other there
  game.queues.click(game.army, squad, {55, 55}, true);
  game.play(0);
  game.play(1);
  game.queues.click(game.army, squad, {10, 55}, true);  // one more
  game.play(2);

  portolan::StateWriter writer;
  game.army.save_state(writer);
  const Queues saved = game.queues;
  game.play(3);
  game.queues.click(game.army, squad, {55, 30}, true);
  game.queues.click(game.army, squad, {30, 30}, false);  // instead of that
  game.play(5);

  auto reader = portolan::StateReader::open(writer.finish());
  Game again{std::move(*portolan::OrderedCrowd::restored(*reader, {})), saved};
  std::printf("loaded\n");
  again.play(3);
  again.queues.click(again.army, squad, {55, 30}, true);
  again.queues.click(again.army, squad, {30, 30}, false);
  again.play(5);
  const bool equal = again.army.crowd().hash() == game.army.crowd().hash();
  std::printf("%s\n", equal ? "equal" : "different");
}
