# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
import copy

import numpy as np
import portolan


class Stop:
    """A click on the map, for all units that it was for."""

    def __init__(self, place, together, units):
        self.place, self.together, self.units, self.order = place, together, units, 0


class Queues:
    """Orders one after another: the game's own, beside the library's."""

    def __init__(self, units):
        self.stops = {unit: [] for unit in units}  # before each; the order that it has is for the first one
        self.there = set()                         # units that are at that

    def click(self, game, units, place, shift=False, together=False):
        stop = Stop(place, together, len(units))
        for unit in units:
            self.stops[unit] = self.stops[unit] + [stop] if shift else [stop]
            if len(self.stops[unit]) == 1:
                self.send(game, unit)

    def tick(self, game):
        lost = {(e["agent"], e["order"]) for e in game.events() if portolan.EVENTS[e["kind"]] == "lost"}
        for unit, stops in self.stops.items():
            if stops and ((unit, stops[0].order) in lost or self.comes_to_place(game, unit)):
                self.there.add(unit)
        held = {stop for unit, stops in self.stops.items() for stop in stops[unit in self.there:] if stop.together}
        for unit in [unit for unit, stops in self.stops.items() if unit in self.there and stops[0] not in held]:
            self.there.remove(unit)
            del self.stops[unit][0]
            if self.stops[unit]:
                self.send(game, unit)

    def send(self, game, unit):
        stop = self.stops[unit][0]
        self.there.discard(unit)
        if game.alive(stop.order):
            game.join(stop.order, [unit])
        else:
            stop.order = game.give([unit], places=[stop.place])

    def comes_to_place(self, game, unit):
        x, y = np.floor(game.positions([unit])[0]).astype(int)
        left = game.field(self.stops[unit][0].order, (x, y, 1, 1))[0][0, 0]
        near = 24 * (2 + self.stops[unit][0].units ** 0.5)
        return left <= near or game.states([unit])[0] == portolan.STATES.index("arrived")


def play(game, queues, place):
    ticks = 0
    while any(stop.place == place for stops in queues.stops.values() for stop in stops):
        queues.tick(game)
        game.tick(0.05, 100)
        ticks += 1
    x, y = np.floor(game.positions([next(iter(queues.stops))])[0]).astype(int)
    print(f"{place[0]}, {place[1]}: {ticks} ticks, the first unit is at {x}, {y}")


# A squad goes round a map. Others stand on the third place, and the fourth is in a house without a door.
terrain = np.zeros((64, 64), np.uint8)
terrain[50:60, 5:15] = 1
terrain[52:58, 7:13] = 0
world = portolan.World(terrain)
soldier = world.add_profile({0: 1})
game = portolan.Navigator(world)
game.add_agents(soldier, [(50.5 + i % 10, 50.5 + i // 10) for i in range(100)], team=1)
squad = [int(unit) for unit in game.add_agents(soldier, [(2.5 + i % 4, 2.5 + i // 4) for i in range(12)])]

queues = Queues(squad)
queues.click(game, squad, (30, 5))
queues.click(game, squad, (55, 5), shift=True, together=True)  # all wait for each other there
queues.click(game, squad, (55, 55), shift=True)
play(game, queues, (30, 5))
play(game, queues, (55, 5))
queues.click(game, squad, (10, 55), shift=True)  # one more
play(game, queues, (55, 55))

saved = game.save(), copy.deepcopy(queues)
play(game, queues, (10, 55))
queues.click(game, squad, (55, 30), shift=True)
queues.click(game, squad, (30, 30))  # instead of that
play(game, queues, (30, 30))
end = game.hash()

game.restore(saved[0])
queues = saved[1]
print("loaded")
play(game, queues, (10, 55))
queues.click(game, squad, (55, 30), shift=True)
queues.click(game, squad, (30, 30))
play(game, queues, (30, 30))
print("equal" if game.hash() == end else "different")
