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
const FORCES = ["follow", "separation", "alignment", "cohesion", "pursue", "evade", "wander", "walls", "leader", "seek", "flee",
	"arrive"] # of set_steering
enum {MOVING = 1, STUCK, ARRIVED, GONE, REMOVED} # state of an agent
enum {WHY_NONE, WHY_NOT_STARTED, WHY_START_COVERED, WHY_WAITS_FOR_PATH, WHY_WAITS_FOR_LAND, WHY_WALLED_OFF, WHY_PASSAGE_CLOSED,
	WHY_GAP_TOO_NARROW, WHY_STEP_CLOSED, WHY_LETS_PASS, WHY_YIELDS, WHY_QUEUES, WHY_GOAL_FULL, WHY_BLOCKED, WHY_SLOW_GROUND,
	WHY_KEEPS_RANK, WHY_SETS_OUT, WHY_STEERED, WHY_ARRIVED, WHY_NO_ORDER, WHY_HOLDS, WHY_UNKNOWN = 255} # why an agent stands
enum {PATH_FOUND, STANDS_IN, LOST, PLACE_DONE, TARGET_GONE} # kind of event
