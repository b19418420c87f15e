#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""conformance.py FILE: plays tests/bindings/conformance.txt by the package portolan, as conformance.c does."""
import sys

try:
    import numpy as np
    import portolan
except ModuleNotFoundError as missing:
    print(f"skipped: {missing} (scripts/setup bindings)")
    sys.exit(77)

START = 2166136261


def mix(words, value=START):
    """FNV-1a, by words of 32 bits."""
    for word in words:
        value = (value ^ word) * 16777619 & 0xFFFFFFFF
    return value


def words(array):
    return np.ascontiguousarray(array).view(np.uint32).ravel().tolist()


class Player:
    def world(self, width, height, layers):
        self.land = portolan.World(width=width, height=height, layers=layers)
        self.finders = []

    def terrain(self, x, y, width, height, layer, value):
        self.land.fill((x, y, width, height, layer), value)

    def link(self, *n):
        self.land.add_link(n[0:3], n[3:6], n[6])

    def commit(self):
        return [self.land.commit()]

    def profile(self, clearance, sector_size, *costs):
        profile = self.land.add_profile(dict(enumerate(costs)), clearance, sector_size)
        self.finders.append(self.land.path_finder(profile))
        return [profile]

    def portals(self, profile):
        portals = self.land.portals(profile)
        return [len(portals), mix(words(portals))]

    def query(self, *n):
        path = self.finders[n[0]].find(n[1:4], n[4:7], ("path", "widened", "bounded", "exact")[n[7]])
        value = mix(words(np.array(path.end, np.int32)) + words(path.cells) + words(path.points))
        reachable = self.land.can_reach(n[0], n[1:4], n[4:7])
        blocked, at = self.land.look(n[0], (n[1] + 0.5, n[2] + 0.5), (n[4] + 0.5, n[5] + 0.5), n[3])
        value = mix(words(np.array(at, np.float32)), value)
        outcome = list(portolan.OUTCOMES.values()).index(path.outcome)
        return [outcome, path.cost, len(path.cells), len(path.points), value, int(reachable), int(blocked)]

    def scene(self):
        self.end()
        self.game = portolan.Navigator(self.land)

    def end(self):
        self.game = None
        self.agents_, self.orders, self.stamps = np.zeros(0, np.uint64), [], []
        self.manner_, self.moments = {}, []

    def agents(self, profile, layer, x, y, columns, rows, step, radius, speed):
        xy = [((x + i % columns * step) / 64, (y + i // columns * step) / 64) for i in range(columns * rows)]
        added = self.game.add_agents(profile, xy, layer=layer, radius=radius / 64, max_speed=speed / 64)
        self.agents_ = np.concatenate([self.agents_, added[added != 0]])
        return [len(self.agents_)]

    def manner(self, formation, keeps_rank, full_speed_cost, x, y, headway, reach):
        self.manner_ = {"formation": list(portolan.FORMATIONS)[formation], "keeps_rank": bool(keeps_rank),
                        "full_speed_cost": full_speed_cost, "facing": (x, y), "headway": headway / 64, "reach": reach}

    def order(self, profile, kind, quality, headings, avoidance, once, leave, target, first, count, places, *cells):
        self.orders.append(self.game.give(
            self.agents_[first:first + count], np.reshape(cells, (places, 3)), profile=profile,
            kind=list(portolan.KINDS)[kind], target=0 if target < 0 else self.agents_[target],
            quality=list(portolan.QUALITIES)[quality], any_angle=bool(headings),
            avoidance=list(portolan.AVOIDANCES)[avoidance], once=bool(once), leave_on_arrival=bool(leave),
            **self.manner_))

    def places(self, order, count, *cells):
        self.game.set_places(self.orders[order], np.reshape(cells, (count, 3)))

    def join(self, order, first, count):
        self.game.join(self.orders[order], self.agents_[first:first + count])

    def pause(self, paused, order):
        self.game.pause(self.orders[order], bool(paused))

    def withdraw(self, order):
        self.game.remove_order(self.orders[order])

    def focus(self, x, y, radius, interval):
        self.game.set_focus([[x, y]], radius, interval)

    def holds(self, holds, first, count):
        self.game.set_holds(self.agents_[first:first + count], bool(holds))

    def body(self, speed, radius, mass, team, acceleration, turn_rate, priority, first, count):
        agents = self.agents_[first:first + count]
        self.game.set_max_speed(agents, speed / 64)
        self.game.set_radius(agents, radius / 64)
        self.game.set_mass(agents, mass / 64)
        self.game.set_team(agents, team)
        self.game.set_acceleration(agents, acceleration / 64)
        self.game.set_turn_rate(agents, turn_rate / 64)
        self.game.set_priority(agents, priority)

    def steer(self, order, force, weight):
        self.game.set_steering(self.orders[order], **{list(portolan.FORCES)[force]: weight / 64})

    def target(self, order, has, x, y, layer):
        self.game.set_steering_target(self.orders[order], (x / 64, y / 64) if has else None, layer)

    def lead(self, order, agent):
        self.game.set_leader(self.orders[order], 0 if agent < 0 else self.agents_[agent])

    def stand(self, first, count, x, y, step):
        xy = [((x + i * step) / 64, y / 64) for i in range(count)]
        self.game.set_agent_places(self.agents_[first:first + count], xy)

    def like(self, first, count):
        agents = self.agents_[first:first + count]
        value = START
        for spec in self.game.specs(agents):
            for name in spec.dtype.names:
                number = spec[name]
                value = mix(words(number) if number.dtype == np.float32 else [int(number)], value)
        walks = np.column_stack([self.game.walked(agents), self.game.paces(agents)])
        places = words(self.game.agent_places(agents))
        isnan = np.isnan(self.game.agent_places(agents)).ravel()
        return [value, mix(words(walks)), mix([1 if none else word for word, none in zip(places, isnan)])]

    def stop(self, first, count):
        self.game.stop(self.agents_[first:first + count])

    def remove(self, first, count):
        self.game.remove_agents(self.agents_[first:first + count])
        self.agents_ = np.delete(self.agents_, slice(first, first + count))

    def stamp(self, *n):
        self.stamps.append(self.land.lay_stamp(n[0:5], n[5], n[6]))

    def lift(self, stamp):
        self.land.lift_stamp(self.stamps[stamp])

    def tick(self, times, milliseconds, units):
        events = START
        for _ in range(times):
            self.game.tick(milliseconds / 1000, units)
            for event in self.game.events():
                numbers = int(event["order"]), int(event["agent"])
                low_first = [part for number in numbers for part in (number & 0xFFFFFFFF, number >> 32)]
                events = mix([*low_first, int(event["kind"]), *words(event["nearest"])], events)
        xy, states = self.game.positions(self.agents_), self.game.states(self.agents_)
        value = mix(words(np.column_stack([xy.view(np.uint32), states.astype(np.uint32)])))
        whole = self.game.hash()
        counts = [self.game.count(state) for state in ("moving", "stuck", "arrived", "gone")]
        return [whole >> 32, whole & 0xFFFFFFFF, *counts, value, events]

    def finish(self):
        self.game.finish()

    def field(self, order, *rect):
        distances, directions = self.game.field(self.orders[order], rect)
        both = np.column_stack([distances.reshape(-1, 1).view(np.uint32), directions.ravel().astype(np.uint32)])
        corridor = self.game.corridor(self.orders[order])
        return [mix(words(both)), len(corridor), mix(words(corridor))]

    def headings(self, order, layer):
        return [mix(words(self.game.headings(self.orders[order], self.game.positions(self.agents_), layer)))]

    def who(self, order):
        led = self.game.orders(self.agents_) == self.orders[order]
        return [mix(words(self.game.layers(self.agents_))), int(led.sum())]

    def room(self, profile, layer, x, y, radius):
        return [int(self.game.has_room(profile, (x / 64, y / 64), layer=layer, radius=radius / 64))]

    def save(self):
        self.saved = self.game.save()

    def restore(self):
        self.game.restore(self.saved)

    def keep(self):
        self.moments.append(self.game.keep())

    def back(self, moment):
        self.game.go_back(self.moments[moment])

    def forget(self, moment):
        self.game.forget_before(self.moments[moment])


def main(file):
    player, lines, wrong = Player(), 0, 0
    for line in open(file, encoding="ascii"):
        if line.startswith("#"):
            continue
        asked, _, shall = line.partition(" = ")
        word, *numbers = asked.split()
        is_ = getattr(player, word)(*map(int, numbers)) or []
        lines += 1
        if is_ != [int(number) for number in shall.split()]:
            wrong += 1
            if wrong <= 10:
                print(f"is       {word} {' '.join(numbers)} = {' '.join(map(str, is_))}\nshall be {line}", end="")
    print(f"Python: {lines - wrong} of {lines} lines as they shall be")
    return 0 if wrong == 0 and lines > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
