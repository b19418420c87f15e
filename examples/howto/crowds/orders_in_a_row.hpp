// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/simulation/ordered_crowd.hpp>

// Orders one after another. All of this is the game's own: numbers that are copied and saved as they are.
struct Queues {
  // A click on the map, for all units that it was for.
  struct Stop {
    portolan::Cell place;
    std::uint32_t together = 0;  // 1: nobody goes on before all of them are there
    std::uint32_t units = 0;     // how many they were
    portolan::OrderId order{};   // of those who go there now
  };
  struct Unit {
    portolan::AgentId id;
    std::vector<std::uint32_t> queue{};  // of stops; the order that it has is for the first one
    bool is_there = false;               // at that
  };

  // Units of one profile are sent to a place, or with the shift key held there after all else.
  void click(portolan::OrderedCrowd& game, std::span<const std::size_t> selected, portolan::Cell place,
             bool shift, bool together = false) {
    stops.push_back({place, together ? 1U : 0U, static_cast<std::uint32_t>(selected.size())});
    for (const std::size_t k : selected) {
      if (!shift) units[k].queue.clear();
      units[k].queue.push_back(static_cast<std::uint32_t>(stops.size() - 1));
      if (units[k].queue.size() == 1) send(game, units[k]);
    }
  }

  // Before `work`, so that the path for a new order is there when units step.
  void tick(portolan::OrderedCrowd& game) {
    std::vector<bool> holds(stops.size());  // units that are there, for others are not
    for (Unit& unit : units) {
      if (!game.crowd().alive(unit.id)) unit.queue.clear();
      unit.is_there =
          !unit.queue.empty() && (unit.is_there || is_lost(game, unit) || comes_to_place(game, unit));
      for (std::size_t n = unit.is_there ? 1 : 0; n < unit.queue.size(); ++n)
        holds[unit.queue[n]] = stops[unit.queue[n]].together != 0;
    }
    for (Unit& unit : units) {
      if (!unit.is_there || holds[unit.queue.front()]) continue;
      unit.queue.erase(unit.queue.begin());
      if (!unit.queue.empty()) send(game, unit);
    }
  }

  std::vector<Stop> stops;
  std::vector<Unit> units;

 private:
  // The first one gives the order, the others join it. When nobody has it any more it ends by itself.
  void send(portolan::OrderedCrowd& game, Unit& unit) {
    Stop& stop = stops[unit.queue.front()];
    const std::span<const portolan::AgentId> one(&unit.id, 1);
    unit.is_there = false;
    if (game.navigator().alive(stop.order)) return game.join(stop.order, one);
    stop.order = game.give({.profile = game.profile_of(unit.id), .places = {stop.place}}, one);
  }

  // No path leads it anywhere. The last order stays: where a way opens, it goes.
  [[nodiscard]] static bool is_lost(const portolan::OrderedCrowd& game, const Unit& unit) {
    const auto events = game.navigator().events();  // of the last work
    return std::any_of(events.begin(), events.end(), [&](const portolan::OrderEvent& event) {
      return event.kind == portolan::OrderEvent::Kind::lost && event.agent == unit.id.slot &&
             event.order == game.order_of(unit.id);
    });
  }

  // Within some cells of the place, by the way that is left to it, or to the cell that stands in for a place
  // that it cannot get to; or as near as those let it come who stand there.
  [[nodiscard]] bool comes_to_place(const portolan::OrderedCrowd& game, const Unit& unit) const {
    const portolan::CorridorField& field = game.navigator().field(game.order_of(unit.id));
    const portolan::Distance left = field.settled_at(game.crowd().cell(unit.id));
    const double cells = 2 + std::sqrt(stops[unit.queue.front()].units);  // where many of them will stand
    return static_cast<double>(left.units) <= cells * 2 * portolan::straight_factor ||
           game.crowd().state(unit.id) == portolan::AgentState::arrived;
  }
};
