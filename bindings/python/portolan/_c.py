# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""portolan.h as ctypes sees it: its structs, and its functions with their types."""
import ctypes
import operator
import os
import types
from ctypes import POINTER, c_char_p, c_double, c_float, c_int32, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p

ABI = 1


def whole(name, value, kind):
    """A whole number that `kind` has. ctypes by itself cuts off what has no room."""
    bits = 8 * ctypes.sizeof(kind)
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind is c_int32 else (0, (1 << bits) - 1)
    try:
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise ValueError(f"{name} is {value!r}, expected a whole number from {low} to {high}")
    return number


def real(name, value):
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} is {value!r}, expected a number") from None


def fitting(name, value, kind):
    """An argument, or a member of a struct, where it is a number."""
    if kind in (c_uint8, c_int32, c_uint32, c_uint64):
        return whole(name, value, kind)
    return real(name, value) if kind is c_float else value


class Struct(ctypes.Structure):
    def __init__(self, *values, **members):
        kinds = dict(self._fields_)
        members.update(zip(kinds, values))
        super().__init__(**{name: fitting(name, value, kinds[name]) for name, value in members.items()})
        if "struct_size" in kinds:
            self.struct_size = ctypes.sizeof(self)


class Cell(Struct):
    _fields_ = [("x", c_int32), ("y", c_int32), ("layer", c_int32)]


class Rect(Struct):
    _fields_ = [("x", c_int32), ("y", c_int32), ("width", c_int32), ("height", c_int32), ("layer", c_int32)]


class ProfileSpec(Struct):
    _fields_ = [("struct_size", c_uint32), ("clearance", c_int32), ("costs", c_void_p), ("sector_size", c_int32),
                ("levels", c_int32), ("jobs", c_void_p)]


class PathInfo(Struct):
    _fields_ = [("cost", c_uint64), ("length", c_double), ("outcome", c_uint32), ("cells", c_uint32),
                ("points", c_uint32), ("end", Cell)]


class AgentSpec(Struct):
    _fields_ = [("struct_size", c_uint32), ("layer", c_int32), ("radius", c_float), ("max_speed", c_float),
                ("mass", c_float), ("team", c_uint8), ("holds", c_uint8), ("priority", c_uint8), ("reserved", c_uint8),
                ("acceleration", c_float), ("turn_rate", c_float), ("facing", c_float * 2)]


class OrderSpec(Struct):
    _fields_ = [("struct_size", c_uint32), ("profile", c_uint32), ("places", c_void_p), ("place_count", c_size_t),
                ("target", c_uint64), ("kind", c_uint8), ("quality", c_uint8), ("headings", c_uint8),
                ("avoidance", c_uint8), ("once", c_uint8), ("leave_on_arrival", c_uint8), ("formation", c_uint8),
                ("keeps_rank", c_uint8), ("arrival_radius", c_float), ("reserved", c_uint32),
                ("full_speed_cost", c_uint8), ("reserved_too", c_uint8 * 7), ("facing", c_float * 2),
                ("headway", c_float), ("reach", c_int32)]


class Event(Struct):
    _fields_ = [("order", c_uint64), ("agent", c_uint64), ("nearest", Cell), ("kind", c_uint32)]


class WhyAnswer(Struct):
    _fields_ = [("agent", c_uint64), ("at", Cell), ("reason", c_uint32)]


class Error(RuntimeError):
    """What portolan_error() says, with the status."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def checked(status, _function, _arguments):
    if status != 0:
        raise Error(status, lib.portolan_error().decode())


def made(handle, _function, _arguments):
    if not handle:
        raise Error(None, lib.portolan_error().decode())
    return handle


def named(kind):
    """Arguments of a kind by their names, for who gives one that does not fit."""
    return lambda name: (name, kind)


u8, i32, u32, u64, f32 = map(named, (c_uint8, c_int32, c_uint32, c_uint64, c_float))
h = c_void_p  # a handle, or an array
SIGNATURES = {  # what each gives back (checked: a status), and what it takes
    "portolan_abi": (c_uint32, []),
    "portolan_version": (c_char_p, []),
    "portolan_error": (c_char_p, []),
    "portolan_world_create": (made, [i32("width"), i32("height"), i32("layers"), h, c_size_t]),
    "portolan_world_destroy": (None, [h]),
    "portolan_world_size": (checked, [h, POINTER(c_int32), POINTER(c_int32), POINTER(c_int32)]),
    "portolan_set_terrain": (checked, [h, Rect, h, c_size_t]),
    "portolan_fill_terrain": (checked, [h, Rect, u8("value")]),
    "portolan_read_terrain": (checked, [h, Rect, h, c_size_t]),
    "portolan_lay_stamp": (checked, [h, Rect, c_int32, i32("extra_cost"), POINTER(c_uint64)]),
    "portolan_lift_stamp": (checked, [h, u64("stamp")]),
    "portolan_add_link": (checked, [h, Cell, Cell, u32("cost"), POINTER(c_uint32)]),
    "portolan_remove_link": (checked, [h, u32("link")]),
    "portolan_commit": (checked, [h, POINTER(c_uint64)]),
    "portolan_add_profile": (checked, [h, POINTER(ProfileSpec), POINTER(c_uint32)]),
    "portolan_profile_count": (c_uint32, [h]),
    "portolan_read_costs": (checked, [h, u32("profile"), Rect, h, c_size_t]),
    "portolan_read_portals": (checked, [h, u32("profile"), h, c_size_t, POINTER(c_size_t)]),
    "portolan_can_reach": (checked, [h, u32("profile"), Cell, Cell, POINTER(c_int32)]),
    "portolan_look": (checked, [h, u32("profile"), i32("layer"), c_float * 2, c_float * 2, POINTER(c_int32),
                                c_float * 2]),
    "portolan_path_finder_create": (made, [h, u32("profile")]),
    "portolan_path_finder_destroy": (None, [h]),
    "portolan_find_path": (checked, [h, Cell, Cell, c_int32, POINTER(PathInfo)]),
    "portolan_path_cells": (checked, [h, h, c_size_t]),
    "portolan_path_points": (checked, [h, h, h, c_size_t]),
    "portolan_navigator_create": (made, [h, h]),
    "portolan_navigator_destroy": (None, [h]),
    "portolan_navigator_world": (made, [h]),
    "portolan_add_agents": (checked, [h, u32("profile"), POINTER(AgentSpec), h, c_size_t, h]),
    "portolan_has_room": (checked, [h, u32("profile"), POINTER(AgentSpec), c_float * 2, POINTER(c_int32)]),
    "portolan_remove_agents": (checked, [h, h, c_size_t]),
    "portolan_put_agents": (checked, [h, h, c_size_t, h, i32("layer")]),
    "portolan_set_holds": (checked, [h, h, c_size_t, c_int32]),
    "portolan_set_max_speed": (checked, [h, h, c_size_t, f32("max_speed")]),
    "portolan_set_radius": (checked, [h, h, c_size_t, f32("radius")]),
    "portolan_set_mass": (checked, [h, h, c_size_t, f32("mass")]),
    "portolan_set_team": (checked, [h, h, c_size_t, u8("team")]),
    "portolan_set_acceleration": (checked, [h, h, c_size_t, f32("acceleration")]),
    "portolan_set_turn_rate": (checked, [h, h, c_size_t, f32("turn_rate")]),
    "portolan_set_priority": (checked, [h, h, c_size_t, u8("priority")]),
    "portolan_set_focus": (checked, [h, h, c_size_t, f32("radius"), u32("interval")]),
    "portolan_read_agents": (checked, [h, h, c_size_t, h, h, h]),
    "portolan_read_shown": (checked, [h, h, c_size_t, f32("share"), h]),
    "portolan_read_facings": (checked, [h, h, c_size_t, f32("share"), h]),
    "portolan_read_specs": (checked, [h, h, c_size_t, h]),
    "portolan_read_walks": (checked, [h, h, c_size_t, h, h]),
    "portolan_set_agent_places": (checked, [h, h, c_size_t, h]),
    "portolan_read_agent_places": (checked, [h, h, c_size_t, h]),
    "portolan_set_steering": (checked, [h, u64("order"), h, h, c_size_t]),
    "portolan_set_leader": (checked, [h, u64("order"), u64("leader")]),
    "portolan_set_steering_target": (checked, [h, u64("order"), h, i32("layer")]),
    "portolan_why": (checked, [h, u64("agent"), POINTER(WhyAnswer)]),
    "portolan_why_name": (c_char_p, [c_uint32]),
    "portolan_read_layers": (checked, [h, h, c_size_t, h]),
    "portolan_read_orders": (checked, [h, h, c_size_t, h]),
    "portolan_agent_alive": (c_int32, [h, u64("agent")]),
    "portolan_count_agents": (c_uint64, [h, c_int32]),
    "portolan_hash": (c_uint64, [h]),
    "portolan_give": (checked, [h, POINTER(OrderSpec), h, c_size_t, POINTER(c_uint64)]),
    "portolan_set_places": (checked, [h, u64("order"), h, c_size_t]),
    "portolan_join": (checked, [h, u64("order"), h, c_size_t]),
    "portolan_stop": (checked, [h, h, c_size_t]),
    "portolan_remove_order": (checked, [h, u64("order")]),
    "portolan_pause": (checked, [h, u64("order"), c_int32]),
    "portolan_order_alive": (c_int32, [h, u64("order")]),
    "portolan_tick": (checked, [h, f32("seconds"), u64("units")]),
    "portolan_finish": (checked, [h]),
    "portolan_read_events": (checked, [h, h, c_size_t, POINTER(c_size_t)]),
    "portolan_read_field": (checked, [h, u64("order"), Rect, h, h, c_size_t]),
    "portolan_read_headings": (checked, [h, u64("order"), h, i32("layer"), c_size_t, h]),
    "portolan_read_corridor": (checked, [h, u64("order"), h, c_size_t, POINTER(c_size_t)]),
    "portolan_save": (made, [h]),
    "portolan_load": (made, [h, c_size_t, h]),
    "portolan_restore": (checked, [h, h, c_size_t]),
    "portolan_keep": (checked, [h, POINTER(c_uint64)]),
    "portolan_go_back": (checked, [h, u64("moment")]),
    "portolan_forget_before": (checked, [h, u64("moment")]),
    "portolan_bytes_data": (c_void_p, [h]),
    "portolan_bytes_size": (c_size_t, [h]),
    "portolan_bytes_destroy": (None, [h]),
    "portolan_world_save": (checked, [h, c_char_p]),
    "portolan_world_open": (made, [c_char_p]),
}


def bound(function, gives, takes):
    """A function of the library: numbers are looked at before it is called, and its status after."""
    kinds = [kind[1] if isinstance(kind, tuple) else kind for kind in takes]
    numbers = [(place, *kind) for place, kind in enumerate(takes) if isinstance(kind, tuple)]
    function.argtypes = kinds
    if gives in (checked, made):
        function.restype = c_int32 if gives is checked else c_void_p
        function.errcheck = gives
    else:
        function.restype = gives
    if not numbers:
        return function

    def call(*arguments):
        fit = list(arguments)
        for place, name, kind in numbers:
            fit[place] = fitting(name, fit[place], kind)
        return function(*fit)

    return call


def load():
    """The library that PORTOLAN_LIBRARY names, or the one beside this file, or the installed one."""
    name = f"libportolan.so.{ABI}"
    beside = os.path.join(os.path.dirname(__file__), name)
    library = ctypes.CDLL(os.environ.get("PORTOLAN_LIBRARY") or (beside if os.path.exists(beside) else name))
    functions = {name: bound(getattr(library, name), *types_) for name, types_ in SIGNATURES.items()}
    if functions["portolan_abi"]() != ABI:
        raise ImportError(f"libportolan has ABI {functions['portolan_abi']()}, this package is for {ABI}")
    return types.SimpleNamespace(**functions)


lib = load()
