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
from ._c import Error, lib
from ._navigator import Navigator, Why
from ._values import AVOIDANCES, EVENTS, FORCES, FORMATIONS, KINDS, OUTCOMES, QUALITIES, STATES, UNKNOWN
from ._world import Path, PathFinder, World

__all__ = ["World", "PathFinder", "Path", "Navigator", "Why", "Error", "version"]

version = lib.portolan_version().decode()
