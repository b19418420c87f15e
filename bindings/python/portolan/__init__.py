# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""Portolan: hierarchical navigation on very large game maps, with NumPy arrays in and out.

    world = portolan.World(terrain)                       # classes as uint8, (height, width) or (layers, height, width)
    walker = world.add_profile({0: 1, 1: 6})              # class to cost; other classes are impassable
    path = world.path_finder(walker).find((3, 4), (90, 80))
    game = portolan.Navigator(world)
    agents = game.add_agents(walker, positions)           # float32, (n, 2)
    march = game.give(agents, places=[(90, 80)])
    game.tick(0.05)
    positions = game.positions(agents)

Cells are (x, y) or (x, y, layer). What fails raises portolan.Error with the library's own sentence."""
from ctypes import byref, c_float, c_int32, c_uint32, c_uint64, string_at
from dataclasses import dataclass

import numpy as np

from . import _c
from ._c import Error, lib
from ._values import (AVOIDANCES, EVENTS, FORMATIONS, KINDS, OUTCOMES, QUALITIES, STATES, UNKNOWN, _address, _event,
                      _portal, _read_all, _rect, _to_agents, _to_cell, _to_places, _to_positions, _to_spec)

__all__ = ["World", "PathFinder", "Path", "Navigator", "Error", "version"]

version = lib.portolan_version().decode()


class World:
    """Terrain, links, stamps and profiles. Edits wait for `commit`, or a tick."""

    def __init__(self, terrain=None, *, width=0, height=0, layers=1, handle=None, owner=None):
        self._owner = owner  # a navigator whose world it is
        if handle is None and terrain is not None:
            terrain = np.ascontiguousarray(terrain, dtype=np.uint8)
            layers, height, width = (1, *terrain.shape)[-3:]
            handle = lib.portolan_world_create(width, height, layers, _address(terrain), terrain.size)
        elif handle is None:
            handle = lib.portolan_world_create(width, height, layers, None, 0)
        self._handle = handle

    def __del__(self):
        if getattr(self, "_handle", None) and self._owner is None:
            lib.portolan_world_destroy(self._handle)

    @classmethod
    def open(cls, file):
        return cls(handle=lib.portolan_world_open(str(file).encode()))

    def save(self, file):
        lib.portolan_world_save(self._handle, str(file).encode())

    @property
    def size(self):
        """Width, height, layers."""
        sides = c_int32(), c_int32(), c_int32()
        lib.portolan_world_size(self._handle, *map(byref, sides))
        return tuple(side.value for side in sides)

    def _rect(self, rect):
        width, height, _ = self.size
        return _c.Rect(*((*rect, 0)[:5] if rect is not None else (0, 0, width, height, 0)))

    def _read(self, read, rect, dtype):
        box = self._rect(rect)
        values = np.empty((max(box.height, 0), max(box.width, 0)), dtype)
        read(box, _address(values), values.size)
        return values

    def terrain(self, rect=None):
        """Of a rectangle (x, y, width, height[, layer]), or all of layer 0."""
        return self._read(lambda *a: lib.portolan_read_terrain(self._handle, *a), rect, np.uint8)

    def set_terrain(self, values, x=0, y=0, layer=0):
        values = np.ascontiguousarray(values, dtype=np.uint8)
        box = _c.Rect(x, y, values.shape[1], values.shape[0], layer)
        lib.portolan_set_terrain(self._handle, box, _address(values), values.size)

    def fill(self, rect, value):
        lib.portolan_fill_terrain(self._handle, self._rect(rect), value)

    def lay_stamp(self, rect, blocks=True, extra_cost=0):
        stamp = c_uint64()
        lib.portolan_lay_stamp(self._handle, self._rect(rect), int(blocks), extra_cost, byref(stamp))
        return stamp.value

    def lift_stamp(self, stamp):
        lib.portolan_lift_stamp(self._handle, stamp)

    def add_link(self, start, end, cost=24):
        link = c_uint32()
        lib.portolan_add_link(self._handle, _to_cell(start), _to_cell(end), cost, byref(link))
        return link.value

    def remove_link(self, link):
        lib.portolan_remove_link(self._handle, link)

    def commit(self):
        """Lets edits take effect. Returns how many sectors were rebuilt."""
        sectors = c_uint64()
        lib.portolan_commit(self._handle, byref(sectors))
        return sectors.value

    def add_profile(self, costs=None, clearance=1, sector_size=32, levels=0):
        """`costs`: a cost per class as a dict, others are impassable; or 256 of them; or none: all 1."""
        spec = _c.ProfileSpec(clearance=clearance, sector_size=sector_size, levels=levels)
        spec.struct_size = _c.ctypes.sizeof(spec)
        if costs is not None:
            table = np.full(256, 255, np.uint8)
            if isinstance(costs, dict):
                table[list(costs.keys())] = list(costs.values())
            else:
                table[:] = costs
            spec.costs = table.ctypes.data
        profile = c_uint32()
        lib.portolan_add_profile(self._handle, byref(spec), byref(profile))
        return profile.value

    def costs(self, profile, rect=None):
        return self._read(lambda *a: lib.portolan_read_costs(self._handle, profile, *a), rect, np.uint8)

    def portals(self, profile):
        """A structured array: first and last cell of each run, and the one beyond the border from the first."""
        return _read_all(lambda *a: lib.portolan_read_portals(self._handle, profile, *a), _portal)

    def can_reach(self, profile, start, end):
        reachable = c_int32()
        lib.portolan_can_reach(self._handle, profile, _to_cell(start), _to_cell(end), byref(reachable))
        return bool(reachable.value)

    def look(self, profile, start, end, layer=0):
        """Whether a straight line meets a wall, and where; else (False, end)."""
        blocked, at = c_int32(), (c_float * 2)()
        lib.portolan_look(self._handle, profile, layer, (c_float * 2)(*start), (c_float * 2)(*end), byref(blocked), at)
        return bool(blocked.value), tuple(at)

    def path_finder(self, profile):
        return PathFinder(self, profile)


@dataclass
class Path:
    outcome: str
    cost: int  # units: 24 are a straight step on cost 1
    length: float  # of the straight path, in cells
    cells: np.ndarray  # (n, 3): x, y, layer
    points: np.ndarray  # (n, 2) float32: the bends, from centre to centre
    end: tuple


class PathFinder:
    """Paths of single agents; keeps its memory from search to search. One per thread."""

    def __init__(self, world, profile):
        self._handle = lib.portolan_path_finder_create(world._handle, profile)

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.portolan_path_finder_destroy(self._handle)

    def find(self, start, end, quality="path"):
        info = _c.PathInfo()
        lib.portolan_find_path(self._handle, _to_cell(start), _to_cell(end), QUALITIES[quality], byref(info))
        cells, points = np.empty((info.cells, 3), np.int32), np.empty((info.points, 2), np.float32)
        lib.portolan_path_cells(self._handle, _address(cells), info.cells)
        lib.portolan_path_points(self._handle, _address(points), None, info.points)
        return Path(OUTCOMES[info.outcome], info.cost, info.length, cells, points,
                    (info.end.x, info.end.y, info.end.layer))


class Navigator:
    """The agents of a world and their orders. Agents and orders are numbers; 0 is none."""

    def __init__(self, world=None, *, handle=None):
        self._handle = handle or lib.portolan_navigator_create(world._handle, None)
        self.world = World(handle=lib.portolan_navigator_world(self._handle), owner=self._handle)

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.portolan_navigator_destroy(self._handle)

    def add_agents(self, profile, xy, *, layer=0, radius=0.0, max_speed=0.0, mass=0.0, team=0, holds=False):
        """Returns a number for each position; 0 where nobody can stand."""
        xy = _to_positions(xy)
        spec = _to_spec(layer=layer, radius=radius, max_speed=max_speed, mass=mass, team=team, holds=holds)
        agents = np.zeros(len(xy), np.uint64)
        lib.portolan_add_agents(self._handle, profile, byref(spec), _address(xy), len(xy), _address(agents))
        return agents

    def has_room(self, profile, xy, *, layer=0, radius=0.0):
        """Whether an agent like that could stand at a position, and would touch nobody."""
        has_room = c_int32()
        spec = _to_spec(layer=layer, radius=radius)
        lib.portolan_has_room(self._handle, profile, byref(spec), (c_float * 2)(*xy), byref(has_room))
        return bool(has_room.value)

    def remove_agents(self, agents):
        agents = _to_agents(agents)
        lib.portolan_remove_agents(self._handle, _address(agents), agents.size)

    def put_agents(self, agents, xy, layer=0):
        agents, xy = _to_agents(agents), _to_positions(xy)
        lib.portolan_put_agents(self._handle, _address(agents), agents.size, _address(xy), layer)

    def set_holds(self, agents, holds=True):
        """Who holds does not walk, and goes on with its order when it holds no more."""
        agents = _to_agents(agents)
        lib.portolan_set_holds(self._handle, _address(agents), agents.size, int(holds))

    def set_max_speed(self, agents, max_speed):
        agents = _to_agents(agents)
        lib.portolan_set_max_speed(self._handle, _address(agents), agents.size, max_speed)

    def set_radius(self, agents, radius):
        agents = _to_agents(agents)
        lib.portolan_set_radius(self._handle, _address(agents), agents.size, radius)

    def set_mass(self, agents, mass):
        agents = _to_agents(agents)
        lib.portolan_set_mass(self._handle, _address(agents), agents.size, mass)

    def set_team(self, agents, team):
        if not 0 <= team <= 255:
            raise ValueError(f"team is {team}, expected 0 to 255")
        agents = _to_agents(agents)
        lib.portolan_set_team(self._handle, _address(agents), agents.size, team)

    def set_focus(self, xy, radius, interval):
        """Where players look: who is farther than `radius` cells from all of it walks in each `interval`-th tick (at
        most 16) alone, and passes through others. No positions, or an interval of 0 or 1: all are near. Not saved."""
        xy = _to_positions(xy)
        lib.portolan_set_focus(self._handle, _address(xy), len(xy), radius, interval)

    def _read(self, agents, xy=None, velocities=None, states=None):
        agents = _to_agents(agents)
        arrays = [None if array is None else _address(array) for array in (xy, velocities, states)]
        lib.portolan_read_agents(self._handle, _address(agents), agents.size, *arrays)

    def positions(self, agents, out=None):
        """(n, 2) float32; `out`, of that kind, is written into instead."""
        out = np.empty((len(agents), 2), np.float32) if out is None else out
        if out.dtype != np.float32 or out.shape != (len(agents), 2) or not out.flags.c_contiguous:
            raise ValueError(f"out must be C-contiguous float32 of shape {(len(agents), 2)}")
        self._read(agents, xy=out)
        return out

    def velocities(self, agents):
        out = np.empty((len(agents), 2), np.float32)
        self._read(agents, velocities=out)
        return out

    def states(self, agents):
        """As numbers: indices into STATES."""
        out = np.empty(len(agents), np.uint8)
        self._read(agents, states=out)
        return out

    def layers(self, agents):
        agents = _to_agents(agents)
        out = np.empty(agents.size, np.int32)
        lib.portolan_read_layers(self._handle, _address(agents), agents.size, _address(out))
        return out

    def orders(self, agents):
        """The order of each; 0: none."""
        agents = _to_agents(agents)
        out = np.empty(agents.size, np.uint64)
        lib.portolan_read_orders(self._handle, _address(agents), agents.size, _address(out))
        return out

    def agent_alive(self, agent):
        return bool(lib.portolan_agent_alive(self._handle, int(agent)))

    def count(self, state):
        return lib.portolan_count_agents(self._handle, STATES.index(state))

    def hash(self):
        return lib.portolan_hash(self._handle)

    def give(self, agents, places=(), *, profile=0, kind="go", target=0, quality="path", any_angle=False,
             avoidance="separation", once=False, leave_on_arrival=False, arrival_radius=0.0,
             formation="as_it_stands", keeps_rank=False, full_speed_cost=0):
        agents, places = _to_agents(agents), _to_places(places)
        spec = _c.OrderSpec(profile=profile, places=_address(places), place_count=len(places), target=int(target),
                            kind=KINDS[kind], quality=QUALITIES[quality], headings=int(any_angle),
                            avoidance=AVOIDANCES[avoidance], once=once, leave_on_arrival=leave_on_arrival,
                            arrival_radius=arrival_radius, formation=FORMATIONS[formation],
                            keeps_rank=keeps_rank, full_speed_cost=full_speed_cost)
        spec.struct_size = _c.ctypes.sizeof(spec)
        order = c_uint64()
        lib.portolan_give(self._handle, byref(spec), _address(agents), agents.size, byref(order))
        return order.value

    def set_places(self, order, places):
        places = _to_places(places)
        lib.portolan_set_places(self._handle, order, _address(places), len(places))

    def join(self, order, agents):
        agents = _to_agents(agents)
        lib.portolan_join(self._handle, order, _address(agents), agents.size)

    def stop(self, agents):
        agents = _to_agents(agents)
        lib.portolan_stop(self._handle, _address(agents), agents.size)

    def remove_order(self, order):
        lib.portolan_remove_order(self._handle, order)

    def pause(self, order, paused=True):
        """No work is spent on a paused order; its agents go on along the field that there is."""
        lib.portolan_pause(self._handle, order, int(paused))

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
        box = self.world._rect(rect)
        shape = (max(box.height, 0), max(box.width, 0))
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
        return cls(handle=lib.portolan_load(saved, len(saved), None))
