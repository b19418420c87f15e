# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""The agents of a world, and their orders."""
from ctypes import byref, c_int32, c_uint64, string_at
from dataclasses import dataclass

import numpy as np

from . import _c
from ._c import lib
from ._values import (AVOIDANCES, FORCES, FORMATIONS, KINDS, QUALITIES, STATE_NUMBERS, _address, _event, _read_all, _rect,
                      _spec, _to_agents, _to_out, _to_places, _to_position, _to_positions)
from ._world import Handle, World


@dataclass
class Why:
    reason: str  # "none": it gets on; "queues", "passage closed" and so on
    agent: int  # whom it is about; 0: nobody
    at: tuple  # the cell that it is about, or none


class Navigator(Handle):
    """The agents of a world and their orders. Agents and orders are numbers; 0 is none."""

    def __init__(self, world=None, *, handle=None):
        if handle is None and not isinstance(world, World):
            raise TypeError(f"world is {world!r}, expected a World")
        self._handle = handle or lib.portolan_navigator_create(world._handle, None)

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.portolan_navigator_destroy(self._handle)

    @property
    def world(self):
        return World(handle=lib.portolan_navigator_world(self._handle), owner=self)

    def add_agents(self, profile, xy, *, layer=0, radius=0.0, max_speed=0.0, mass=0.0, team=0, holds=False,
                   acceleration=0.0, turn_rate=0.0, facing=(0, 0), priority=0):
        """Returns a number for each position; 0 where nobody can stand. `turn_rate` is in radians per second."""
        xy = _to_positions(xy)
        spec = _c.AgentSpec(layer=layer, radius=radius, max_speed=max_speed, mass=mass, team=team, holds=bool(holds),
                            priority=priority, acceleration=acceleration, turn_rate=turn_rate,
                            facing=_to_position(facing, "directions"))
        agents = np.zeros(len(xy), np.uint64)
        lib.portolan_add_agents(self._handle, profile, byref(spec), _address(xy), len(xy), _address(agents))
        return agents

    def has_room(self, profile, xy, *, layer=0, radius=0.0):
        """Whether an agent like that could stand at a position, and would touch nobody."""
        has_room = c_int32()
        spec = _c.AgentSpec(layer=layer, radius=radius)
        lib.portolan_has_room(self._handle, profile, byref(spec), _to_position(xy), byref(has_room))
        return bool(has_room.value)

    def _set(self, set_, agents, *value):
        """By a function of the library that takes agents, and what is the same for all of them."""
        agents = _to_agents(agents)
        set_(self._handle, _address(agents), agents.size, *value)

    def _read(self, read, agents, *before, columns=(), dtype=np.float32, out=None):
        """By a function of the library that writes into its last array, after other arguments."""
        agents = _to_agents(agents)
        out = _to_out(out, (agents.size, *columns), dtype)
        read(self._handle, _address(agents), agents.size, *before, _address(out))
        return out

    def _set_vectors(self, set_, agents, xy, *more):
        agents, xy = _to_agents(agents), _to_positions(xy)
        if len(xy) != agents.size:
            raise ValueError(f"there are {agents.size} agents and {len(xy)} positions")
        self._set(set_, agents, _address(xy), *more)

    def remove_agents(self, agents):
        self._set(lib.portolan_remove_agents, agents)

    def put_agents(self, agents, xy, layer=0):
        """Puts agents elsewhere, at rest; they set out again from there."""
        self._set_vectors(lib.portolan_put_agents, agents, xy, layer)

    def set_holds(self, agents, holds=True):
        """Who holds does not walk, and goes on with its order when it holds no more."""
        self._set(lib.portolan_set_holds, agents, bool(holds))

    def set_max_speed(self, agents, max_speed):
        self._set(lib.portolan_set_max_speed, agents, max_speed)

    def set_radius(self, agents, radius):
        self._set(lib.portolan_set_radius, agents, radius)

    def set_mass(self, agents, mass):
        self._set(lib.portolan_set_mass, agents, mass)

    def set_team(self, agents, team):
        self._set(lib.portolan_set_team, agents, team)

    def set_acceleration(self, agents, acceleration):
        """And how they brake, in cells per second, and second; 0: as people do."""
        self._set(lib.portolan_set_acceleration, agents, acceleration)

    def set_turn_rate(self, agents, turn_rate):
        """In radians per second; 0: they turn at once."""
        self._set(lib.portolan_set_turn_rate, agents, turn_rate)

    def set_priority(self, agents, priority):
        """Of two who meet, and avoid each other reciprocally, the one with less makes room alone; 254 at most."""
        self._set(lib.portolan_set_priority, agents, priority)

    def set_focus(self, xy, radius, interval):
        """Where players look: who is farther than `radius` cells from all of it walks in each `interval`-th tick (at
        most 16) alone, and passes through others. No positions, or an interval of 0 or 1: all are near. Not saved."""
        xy = _to_positions(xy)
        lib.portolan_set_focus(self._handle, _address(xy), len(xy), radius, interval)

    def positions(self, agents, out=None):
        """(n, 2) float32; `out`, of that kind, is written into instead."""
        return self._read(lambda *a: lib.portolan_read_agents(*a, None, None), agents, columns=(2,), out=out)

    def shown(self, agents, share, out=None):
        """Where to draw agents between two ticks, as `positions`: `share` of the time from the last tick to the next
        has gone by, from 0, where they were before the last one, to 1, where they are."""
        return self._read(lib.portolan_read_shown, agents, share, columns=(2,), out=out)

    def facings(self, agents, share=1, out=None):
        """Where their bodies face, as vectors of length 1; east of who neither was told nor has walked. `share`, `out`:
        as of `shown`."""
        return self._read(lib.portolan_read_facings, agents, share, columns=(2,), out=out)

    def velocities(self, agents):
        return self._read(lambda *a: lib.portolan_read_agents(*a, None), agents, None, columns=(2,))

    def states(self, agents):
        """As numbers: indices into STATES."""
        return self._read(lib.portolan_read_agents, agents, None, None, dtype=np.uint8)

    def layers(self, agents):
        return self._read(lib.portolan_read_layers, agents, dtype=np.int32)

    def walked(self, agents):
        """How many cells each has walked so far: for models that walk."""
        return self._read(lambda *a: lib.portolan_read_walks(*a, None), agents)

    def paces(self, agents):
        """How fast each got on of late, as a share of its greatest speed."""
        return self._read(lib.portolan_read_walks, agents, None)

    def specs(self, agents):
        """What they are like now, as a structured array with the names of `add_agents`, such as ["radius"]."""
        agents = _to_agents(agents)
        specs = np.zeros(agents.size, _spec)
        specs["struct_size"] = _spec.itemsize
        self._set(lib.portolan_read_specs, agents, _address(specs))
        return specs[[name for name in _spec.names if name not in ("struct_size", "reserved")]]

    def agent_places(self, agents):
        """Where each stands in the end, as `positions`; NaN where it has no place yet."""
        return self._read(lib.portolan_read_agent_places, agents, columns=(2,))

    def set_agent_places(self, agents, xy):
        """Where agents that have an order shall stand at its goal, until the order has other places."""
        self._set_vectors(lib.portolan_set_agent_places, agents, xy)

    def orders(self, agents):
        """The order of each; 0: none."""
        return self._read(lib.portolan_read_orders, agents, dtype=np.uint64)

    def agent_alive(self, agent):
        return bool(lib.portolan_agent_alive(self._handle, agent))

    def why(self, agent):
        """Why an agent stands. To be asked of one of them, not of all in each tick."""
        answer = _c.WhyAnswer()
        lib.portolan_why(self._handle, agent, byref(answer))
        at = (answer.at.x, answer.at.y, answer.at.layer)
        return Why(lib.portolan_why_name(answer.reason).decode(), answer.agent, at if at[0] >= 0 else None)

    def count(self, state):
        return lib.portolan_count_agents(self._handle, STATE_NUMBERS[state])

    def hash(self):
        return lib.portolan_hash(self._handle)

    def give(self, agents, places=(), *, profile=0, kind="go", target=0, quality="path", any_angle=False,
             avoidance="separation", once=False, leave_on_arrival=False, arrival_radius=0.0,
             formation="as_it_stands", keeps_rank=False, full_speed_cost=0, facing=(0, 0), headway=0.0, reach=0):
        """`facing` is where the formation faces at the goal, of any length; zeros: as it comes. `headway` is in seconds.
        `reach`: a patrol has been at a place when half of it came so near, in cells; 0: 3."""
        agents, places = _to_agents(agents), _to_places(places)
        spec = _c.OrderSpec(profile=profile, places=_address(places), place_count=len(places), target=target,
                            kind=KINDS[kind], quality=QUALITIES[quality], headings=bool(any_angle),
                            avoidance=AVOIDANCES[avoidance], once=bool(once), leave_on_arrival=bool(leave_on_arrival),
                            arrival_radius=arrival_radius, formation=FORMATIONS[formation],
                            keeps_rank=bool(keeps_rank), full_speed_cost=full_speed_cost,
                            facing=_to_position(facing, "directions"), headway=headway, reach=reach)
        order = c_uint64()
        lib.portolan_give(self._handle, byref(spec), _address(agents), agents.size, byref(order))
        return order.value

    def set_places(self, order, places):
        places = _to_places(places)
        lib.portolan_set_places(self._handle, order, _address(places), len(places))

    def set_steering(self, order, **weights):
        """How strongly forces steer the agents of an order, from 0, which switches one off, to 100: by names of FORCES."""
        forces = np.array([FORCES[name] for name in weights], np.uint32)
        values = np.array([_c.real(name, weight) for name, weight in weights.items()], np.float32)
        lib.portolan_set_steering(self._handle, order, _address(forces), _address(values), forces.size)

    def set_leader(self, order, leader=0):
        """Whom the agents of an order go behind while they see it walk; 0: nobody."""
        lib.portolan_set_leader(self._handle, order, leader)

    def set_steering_target(self, order, xy=None, layer=0):
        """The point that `seek`, `flee` and `arrive` of `set_steering` are about; None: none."""
        lib.portolan_set_steering_target(self._handle, order, None if xy is None else _to_position(xy), layer)

    def join(self, order, agents):
        self._set(lambda handle, *a: lib.portolan_join(handle, order, *a), agents)

    def stop(self, agents):
        self._set(lib.portolan_stop, agents)

    def remove_order(self, order):
        lib.portolan_remove_order(self._handle, order)

    def pause(self, order, paused=True):
        """No work is spent on a paused order; its agents go on along the field that there is."""
        lib.portolan_pause(self._handle, order, bool(paused))

    def alive(self, order):
        return bool(lib.portolan_order_alive(self._handle, order))

    def tick(self, seconds, units=200):
        lib.portolan_tick(self._handle, seconds, units)

    def finish(self):
        lib.portolan_finish(self._handle)

    def events(self):
        """Of the last tick, as a structured array: order, agent, nearest, kind (an index into EVENTS)."""
        return _read_all(lambda *a: lib.portolan_read_events(self._handle, *a), _event)

    def field(self, order, rect=None):
        """Distances (uint64, UNKNOWN where there is none) and directions (uint8) of a rectangle, or of layer 0."""
        world = self.world
        box = world._rect(rect)
        shape = world._shape(box)
        distances, directions = np.empty(shape, np.uint64), np.empty(shape, np.uint8)
        lib.portolan_read_field(self._handle, order, box, _address(distances), _address(directions), distances.size)
        return distances, directions

    def headings(self, order, xy, layer=0):
        xy = _to_positions(xy)
        out = np.empty_like(xy)
        lib.portolan_read_headings(self._handle, order, _address(xy), layer, len(xy), _address(out))
        return out

    def corridor(self, order):
        """The sectors of its field, as a structured array of rectangles."""
        return _read_all(lambda *a: lib.portolan_read_corridor(self._handle, order, *a), _rect)

    def save(self):
        handle = lib.portolan_save(self._handle)
        try:
            return string_at(lib.portolan_bytes_data(handle), lib.portolan_bytes_size(handle))
        finally:
            lib.portolan_bytes_destroy(handle)

    def restore(self, saved):
        saved = bytes(memoryview(saved))
        lib.portolan_restore(self._handle, saved, len(saved))

    def keep(self):
        """Notes this moment, to go back to: takes much less than save."""
        moment = c_uint64()
        lib.portolan_keep(self._handle, byref(moment))
        return moment.value

    def go_back(self, moment):
        lib.portolan_go_back(self._handle, moment)

    def forget_before(self, moment):
        lib.portolan_forget_before(self._handle, moment)

    @classmethod
    def load(cls, saved):
        saved = bytes(memoryview(saved))
        return cls(handle=lib.portolan_load(saved, len(saved), None))
