# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""portolan.h as ctypes sees it: its structs, and its functions with their types."""
import ctypes
import os
from ctypes import POINTER, c_char_p, c_double, c_float, c_int32, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p

ABI = 1


class Cell(ctypes.Structure):
    _fields_ = [("x", c_int32), ("y", c_int32), ("layer", c_int32)]


class Rect(ctypes.Structure):
    _fields_ = [("x", c_int32), ("y", c_int32), ("width", c_int32), ("height", c_int32), ("layer", c_int32)]


class ProfileSpec(ctypes.Structure):
    _fields_ = [("struct_size", c_uint32), ("clearance", c_int32), ("costs", c_void_p), ("sector_size", c_int32),
                ("levels", c_int32), ("jobs", c_void_p)]


class PathInfo(ctypes.Structure):
    _fields_ = [("cost", c_uint64), ("length", c_double), ("outcome", c_uint32), ("cells", c_uint32),
                ("points", c_uint32), ("end", Cell)]


class AgentSpec(ctypes.Structure):
    _fields_ = [("struct_size", c_uint32), ("layer", c_int32), ("radius", c_float), ("max_speed", c_float),
                ("mass", c_float), ("team", c_uint8), ("holds", c_uint8), ("reserved", c_uint8 * 2)]


class OrderSpec(ctypes.Structure):
    _fields_ = [("struct_size", c_uint32), ("profile", c_uint32), ("places", c_void_p), ("place_count", c_size_t),
                ("target", c_uint64), ("kind", c_uint8), ("quality", c_uint8), ("headings", c_uint8),
                ("avoidance", c_uint8), ("once", c_uint8), ("leave_on_arrival", c_uint8), ("formation", c_uint8),
                ("keeps_rank", c_uint8), ("arrival_radius", c_float), ("reserved", c_uint32),
                ("full_speed_cost", c_uint8), ("reserved_too", c_uint8 * 7)]


class Event(ctypes.Structure):
    _fields_ = [("order", c_uint64), ("agent", c_uint64), ("nearest", Cell), ("kind", c_uint32)]


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


h = c_void_p  # a handle, or an array
SIGNATURES = {  # what each gives back (checked: a status), and what it takes
    "portolan_abi": (c_uint32, []),
    "portolan_version": (c_char_p, []),
    "portolan_error": (c_char_p, []),
    "portolan_world_create": (made, [c_int32, c_int32, c_int32, h, c_size_t]),
    "portolan_world_destroy": (None, [h]),
    "portolan_world_size": (checked, [h, POINTER(c_int32), POINTER(c_int32), POINTER(c_int32)]),
    "portolan_set_terrain": (checked, [h, Rect, h, c_size_t]),
    "portolan_fill_terrain": (checked, [h, Rect, c_uint8]),
    "portolan_read_terrain": (checked, [h, Rect, h, c_size_t]),
    "portolan_lay_stamp": (checked, [h, Rect, c_int32, c_int32, POINTER(c_uint64)]),
    "portolan_lift_stamp": (checked, [h, c_uint64]),
    "portolan_add_link": (checked, [h, Cell, Cell, c_uint32, POINTER(c_uint32)]),
    "portolan_remove_link": (checked, [h, c_uint32]),
    "portolan_commit": (checked, [h, POINTER(c_uint64)]),
    "portolan_add_profile": (checked, [h, POINTER(ProfileSpec), POINTER(c_uint32)]),
    "portolan_profile_count": (c_uint32, [h]),
    "portolan_read_costs": (checked, [h, c_uint32, Rect, h, c_size_t]),
    "portolan_read_portals": (checked, [h, c_uint32, h, c_size_t, POINTER(c_size_t)]),
    "portolan_can_reach": (checked, [h, c_uint32, Cell, Cell, POINTER(c_int32)]),
    "portolan_look": (checked, [h, c_uint32, c_int32, c_float * 2, c_float * 2, POINTER(c_int32), c_float * 2]),
    "portolan_path_finder_create": (made, [h, c_uint32]),
    "portolan_path_finder_destroy": (None, [h]),
    "portolan_find_path": (checked, [h, Cell, Cell, c_int32, POINTER(PathInfo)]),
    "portolan_path_cells": (checked, [h, h, c_size_t]),
    "portolan_path_points": (checked, [h, h, h, c_size_t]),
    "portolan_navigator_create": (made, [h, h]),
    "portolan_navigator_destroy": (None, [h]),
    "portolan_navigator_world": (made, [h]),
    "portolan_add_agents": (checked, [h, c_uint32, POINTER(AgentSpec), h, c_size_t, h]),
    "portolan_has_room": (checked, [h, c_uint32, POINTER(AgentSpec), c_float * 2, POINTER(c_int32)]),
    "portolan_remove_agents": (checked, [h, h, c_size_t]),
    "portolan_put_agents": (checked, [h, h, c_size_t, h, c_int32]),
    "portolan_set_holds": (checked, [h, h, c_size_t, c_int32]),
    "portolan_set_max_speed": (checked, [h, h, c_size_t, c_float]),
    "portolan_set_radius": (checked, [h, h, c_size_t, c_float]),
    "portolan_set_mass": (checked, [h, h, c_size_t, c_float]),
    "portolan_set_team": (checked, [h, h, c_size_t, c_uint8]),
    "portolan_set_focus": (checked, [h, h, c_size_t, c_float, c_uint32]),
    "portolan_read_agents": (checked, [h, h, c_size_t, h, h, h]),
    "portolan_read_layers": (checked, [h, h, c_size_t, h]),
    "portolan_read_orders": (checked, [h, h, c_size_t, h]),
    "portolan_agent_alive": (c_int32, [h, c_uint64]),
    "portolan_count_agents": (c_uint64, [h, c_int32]),
    "portolan_hash": (c_uint64, [h]),
    "portolan_give": (checked, [h, POINTER(OrderSpec), h, c_size_t, POINTER(c_uint64)]),
    "portolan_set_places": (checked, [h, c_uint64, h, c_size_t]),
    "portolan_join": (checked, [h, c_uint64, h, c_size_t]),
    "portolan_stop": (checked, [h, h, c_size_t]),
    "portolan_remove_order": (checked, [h, c_uint64]),
    "portolan_pause": (checked, [h, c_uint64, c_int32]),
    "portolan_order_alive": (c_int32, [h, c_uint64]),
    "portolan_tick": (checked, [h, c_float, c_uint64]),
    "portolan_finish": (checked, [h]),
    "portolan_read_events": (checked, [h, h, c_size_t, POINTER(c_size_t)]),
    "portolan_read_field": (checked, [h, c_uint64, Rect, h, h, c_size_t]),
    "portolan_read_headings": (checked, [h, c_uint64, h, c_int32, c_size_t, h]),
    "portolan_read_corridor": (checked, [h, c_uint64, h, c_size_t, POINTER(c_size_t)]),
    "portolan_save": (made, [h]),
    "portolan_load": (made, [h, c_size_t, h]),
    "portolan_restore": (checked, [h, h, c_size_t]),
    "portolan_keep": (checked, [h, POINTER(c_uint64)]),
    "portolan_go_back": (checked, [h, c_uint64]),
    "portolan_forget_before": (checked, [h, c_uint64]),
    "portolan_bytes_data": (c_void_p, [h]),
    "portolan_bytes_size": (c_size_t, [h]),
    "portolan_bytes_destroy": (None, [h]),
    "portolan_world_save": (checked, [h, c_char_p]),
    "portolan_world_open": (made, [c_char_p]),
}


def load():
    """The library that PORTOLAN_LIBRARY names, or the one beside this file, or the installed one."""
    name = f"libportolan.so.{ABI}"
    beside = os.path.join(os.path.dirname(__file__), name)
    library = ctypes.CDLL(os.environ.get("PORTOLAN_LIBRARY") or (beside if os.path.exists(beside) else name))
    for function, (gives, takes) in SIGNATURES.items():
        function = getattr(library, function)
        function.argtypes = takes
        if gives in (checked, made):
            function.restype = c_int32 if gives is checked else c_void_p
            function.errcheck = gives
        else:
            function.restype = gives
    if library.portolan_abi() != ABI:
        raise ImportError(f"libportolan has ABI {library.portolan_abi()}, this package is for {ABI}")
    return library


lib = load()
