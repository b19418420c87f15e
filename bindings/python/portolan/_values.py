# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""What goes in and comes out: the names of numbers, and arrays as portolan.h wants them."""
from ctypes import byref, c_size_t

import numpy as np

from . import _c


class _Names(dict):
    def __missing__(self, name):
        raise ValueError(f"{name!r} is none of {', '.join(self)}")


OUTCOMES = {0: "complete", 1: "partial", 2: "unreachable", 3: "pending", 4: "budget_spent", 5: "out_of_bounds"}
STATES = ("waiting", "moving", "stuck", "arrived", "gone", "removed")
QUALITIES = _Names({"path": 0, "widened": 1, "bounded": 2, "exact": 3})
KINDS = _Names({"go": 0, "follow": 1, "flee": 2, "patrol": 3})
AVOIDANCES = _Names({"separation": 0, "reciprocal": 1, "none": 2})
FORMATIONS = _Names({"as_it_stands": 0, "block": 1, "line": 2, "column": 3, "wedge": 4})
EVENTS = ("path_found", "stands_in", "lost", "place_done", "target_gone")
UNKNOWN = np.iinfo(np.uint64).max  # a distance that a field does not know

_cell = np.dtype([("x", "i4"), ("y", "i4"), ("layer", "i4")])
_rect = np.dtype([("x", "i4"), ("y", "i4"), ("width", "i4"), ("height", "i4"), ("layer", "i4")])
_portal = np.dtype([("first", _cell), ("last", _cell), ("other", _cell)])
_event = np.dtype([("order", "u8"), ("agent", "u8"), ("nearest", _cell), ("kind", "u4")])


def _to_cell(place):
    x, y, layer = (*place, 0)[:3]
    return _c.Cell(int(x), int(y), int(layer))


def _to_places(places):
    return np.ascontiguousarray([tuple((*map(int, place), 0)[:3]) for place in places], dtype="i4").reshape(-1, 3)


def _to_positions(xy):
    return np.ascontiguousarray(xy, dtype=np.float32).reshape(-1, 2)


def _to_agents(agents):
    return np.ascontiguousarray(agents, dtype=np.uint64).reshape(-1)


def _to_spec(**members):
    spec = _c.AgentSpec(**members)
    spec.struct_size = _c.ctypes.sizeof(spec)
    return spec


def _address(array):
    return array.ctypes.data if array.size else None


def _read_all(read, dtype):
    """Of a function that writes into an array as far as there is room, and says how much there is."""
    count = c_size_t()
    read(None, 0, byref(count))
    found = np.empty(count.value, dtype)
    read(_address(found), found.size, byref(count))
    return found
