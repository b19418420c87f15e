# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""What goes in and comes out: the names of numbers, and arrays as portolan.h wants them."""
import math
from ctypes import byref, c_float, c_size_t, c_uint8

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
FORCES = _Names({name: number for number, name in enumerate((
    "follow", "separation", "alignment", "cohesion", "pursue", "evade", "wander", "walls", "leader", "seek", "flee",
    "arrive"))})
EVENTS = ("path_found", "stands_in", "lost", "place_done", "target_gone")
STATE_NUMBERS = _Names({name: number for number, name in enumerate(STATES)})
UNKNOWN = np.iinfo(np.uint64).max  # a distance that a field does not know

_cell = np.dtype([("x", "i4"), ("y", "i4"), ("layer", "i4")])
_rect = np.dtype([("x", "i4"), ("y", "i4"), ("width", "i4"), ("height", "i4"), ("layer", "i4")])
_portal = np.dtype([("first", _cell), ("last", _cell), ("other", _cell)])
_spec = np.dtype(_c.AgentSpec)
_event = np.dtype([("order", "u8"), ("agent", "u8"), ("nearest", _cell), ("kind", "u4")])


def _to_cell(place):
    """The cell of two or three numbers, or, where they are no whole ones, the one in which they lie."""
    try:
        numbers = [math.floor(number) for number in place]
    except (TypeError, ValueError, OverflowError):
        numbers = []
    if len(numbers) not in (2, 3):
        raise ValueError(f"{place!r} is no cell, expected (x, y) or (x, y, layer)")
    return _c.Cell(*numbers)


def _each(values, name, of):
    try:
        return list(values)
    except TypeError:
        raise ValueError(f"{name} is {values!r}, expected a list of {of}") from None


def _to_places(places):
    cells = [_to_cell(place) for place in _each(places, "places", "cells")]
    return np.array([(cell.x, cell.y, cell.layer) for cell in cells], dtype="i4").reshape(-1, 3)


def _to_rect(rect):
    numbers = _each(rect, "a rectangle", "x, y, width, height")
    if len(numbers) not in (4, 5):
        raise ValueError(f"{rect!r} is no rectangle, expected (x, y, width, height) or a layer as well")
    return _c.Rect(*numbers)


def _to_positions(xy, name="positions"):
    xy = np.ascontiguousarray(xy, dtype=np.float32)
    pairs = xy.shape[1] == 2 if xy.ndim == 2 else xy.ndim == 1 and xy.size % 2 == 0
    if xy.size and not pairs:
        raise ValueError(f"{name} have shape {xy.shape}, expected (n, 2)")
    return xy.reshape(-1, 2)


def _to_position(xy, name="positions"):
    xy = _to_positions(xy, name)
    if len(xy) != 1:
        raise ValueError(f"there are {len(xy)} {name}, expected one: (x, y)")
    return (c_float * 2)(*xy[0])


def _to_whole(values, dtype, name):
    """An array of whole numbers. NumPy by itself cuts off what has no room, and what is behind a point."""
    values = np.asarray(values)
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    expected = f"expected whole numbers from {low} to {high}"
    if values.dtype != dtype and values.size:
        if values.dtype.kind not in ("biuf" if dtype == np.uint8 else "iuf"):
            raise ValueError(f"{name} are of type {values.dtype}, {expected}")
        fit = (values >= low) & (values <= (min(high, 2**53) if values.dtype.kind == "f" else high))
        fit &= values == np.floor(values)
        if not fit.all():
            raise ValueError(f"one of {name} is {values[~fit].flat[0]}, {expected}")
    return np.ascontiguousarray(values, dtype=dtype)


def _to_agents(agents):
    return _to_whole(agents, np.uint64, "agents").reshape(-1)


def _to_costs(costs):
    """256 of them: of a dict by class, where others are impassable, or of as many numbers."""
    table = np.full(256, 255, np.uint8)
    if not isinstance(costs, dict):
        costs = dict(enumerate(_each(costs, "costs", "256 numbers")))
        if len(costs) != 256:
            raise ValueError(f"there are {len(costs)} costs, expected 256, or a dict of class and cost")
    for terrain, cost in costs.items():
        table[_c.whole("a class of terrain", terrain, c_uint8)] = _c.whole(f"the cost of {terrain}", cost, c_uint8)
    return table


def _to_out(out, shape, dtype=np.float32):
    if out is None:
        return np.empty(shape, dtype)
    fits = isinstance(out, np.ndarray) and out.dtype == np.float32 and out.shape == shape
    if not (fits and out.flags.c_contiguous and out.flags.writeable):
        raise ValueError(f"out must be C-contiguous float32 of shape {shape}, that can be written")
    return out


def _address(array):
    return array.ctypes.data if array.size else None


def _read_all(read, dtype):
    """Of a function that writes into an array as far as there is room, and says how much there is."""
    count = c_size_t()
    read(None, 0, byref(count))
    found = np.empty(count.value, dtype)
    read(_address(found), found.size, byref(count))
    return found
