# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""Worlds, and paths of single agents."""
from ctypes import byref, c_float, c_int32, c_uint32, c_uint64
from dataclasses import dataclass

import numpy as np

from . import _c
from ._c import lib
from ._values import (OUTCOMES, QUALITIES, _address, _portal, _read_all, _to_cell, _to_costs, _to_position, _to_rect,
                      _to_whole)


class Handle:
    """What owns something of the library's."""

    def __reduce_ex__(self, protocol):
        raise TypeError(f"a {type(self).__name__} cannot be copied: Navigator.save and Navigator.load make another game")


class World(Handle):
    """Terrain, links, stamps and profiles. Edits wait for `commit`, or a tick."""

    def __init__(self, terrain=None, *, width=0, height=0, layers=1, handle=None, owner=None):
        self._owner = owner  # a navigator whose world it is, and which lives as long
        if handle is None and terrain is not None:
            terrain = _to_whole(terrain, np.uint8, "terrain classes")
            if terrain.ndim not in (2, 3):
                raise ValueError(f"terrain has shape {terrain.shape}, expected (height, width) or (layers, height, width)")
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
        return _c.Rect(0, 0, width, height, 0) if rect is None else _to_rect(rect)

    def _shape(self, box):
        """Of an array for a rectangle; of a small one where the library will not have that rectangle."""
        width, height, _ = self.size
        return (box.height, box.width) if 0 <= box.width <= width and 0 <= box.height <= height else (1, 1)

    def _read(self, read, rect, dtype):
        box = self._rect(rect)
        values = np.empty(self._shape(box), dtype)
        read(box, values.ctypes.data, values.size)
        return values

    def terrain(self, rect=None):
        """Of a rectangle (x, y, width, height[, layer]), or all of layer 0."""
        return self._read(lambda *a: lib.portolan_read_terrain(self._handle, *a), rect, np.uint8)

    def set_terrain(self, values, x=0, y=0, layer=0):
        values = _to_whole(values, np.uint8, "terrain classes")
        if values.ndim != 2:
            raise ValueError(f"values have shape {values.shape}, expected (height, width)")
        box = _c.Rect(x, y, values.shape[1], values.shape[0], layer)
        lib.portolan_set_terrain(self._handle, box, _address(values), values.size)

    def fill(self, rect, value):
        lib.portolan_fill_terrain(self._handle, self._rect(rect), value)

    def lay_stamp(self, rect, blocks=True, extra_cost=0):
        stamp = c_uint64()
        lib.portolan_lay_stamp(self._handle, self._rect(rect), bool(blocks), extra_cost, byref(stamp))
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
        if costs is not None:
            table = _to_costs(costs)
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
        lib.portolan_look(self._handle, profile, layer, _to_position(start), _to_position(end), byref(blocked), at)
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


class PathFinder(Handle):
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
