# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
#
# const Portolan = preload("res://addons/portolan/portolan.gd"): the classes, and the numbers that they take and give.

const World = preload("res://addons/portolan/world.gdns")
const PathFinder = preload("res://addons/portolan/path_finder.gdns")
const Navigator = preload("res://addons/portolan/navigator.gdns")

enum {COMPLETE, PARTIAL, UNREACHABLE, OUT_OF_BOUNDS = 5} # outcome of a search
enum {PATH, WIDENED, BOUNDED, EXACT} # quality
enum {GO, FOLLOW, FLEE, PATROL} # kind of order
enum {STEPS, ANY_ANGLE} # headings
enum {SEPARATION, RECIPROCAL, NO_AVOIDANCE}
enum {AS_IT_STANDS, BLOCK, LINE, COLUMN, WEDGE} # formation
enum {MOVING = 1, STUCK, ARRIVED, GONE, REMOVED} # state of an agent
enum {PATH_FOUND, STANDS_IN, LOST, PLACE_DONE, TARGET_GONE} # kind of event
