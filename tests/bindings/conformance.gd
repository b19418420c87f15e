# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
#
# conformance.gd FILE: plays tests/bindings/conformance.txt by the addon for Godot, as conformance.c does.
extends SceneTree

const Portolan = preload("res://addons/portolan/portolan.gd")
const START = 2166136261

var land
var game
var saved
var finders
var crowd = []
var orders = []
var stamps = []
var moments = []
var manner = [0, 0, 0, 0, 0, 0, 0]

# FNV-1a, by words of 32 bits.
func mix(value, word):
	return ((value ^ (word & 0xffffffff)) * 16777619) & 0xffffffff

func mix_long(value, number):
	return mix(mix(value, number), number >> 32)

# The words behind the type and the length of an array as Godot writes it.
func words(array):
	var stream = StreamPeerBuffer.new()
	stream.data_array = var2bytes(array)
	stream.seek(8)
	var read = []
	while stream.get_available_bytes() >= 4:
		read.append(stream.get_u32())
	return read

func mix_all(value, numbers):
	for number in numbers:
		value = mix(value, number)
	return value

# Cells are integers in conformance.txt.
func mix_cells(value, cells):
	for cell in cells:
		value = mix_all(value, [int(cell.x), int(cell.y), int(cell.z)])
	return value

func cell(n, i):
	return Vector3(n[i], n[i + 1], n[i + 2])

func cells(n, i, count):
	var all = PoolVector3Array()
	for k in range(count):
		all.append(cell(n, i + 3 * k))
	return all

func rect(n, i):
	return Rect2(n[i], n[i + 1], n[i + 2], n[i + 3])

func some(first, count):
	return crowd.slice(first, first + count - 1) if count > 0 else []

func play_world(n):
	land = Portolan.World.new()
	land.create(n[0], n[1], n[2])
	finders = []

func play_terrain(n):
	land.fill(rect(n, 0), n[5], n[4])

func play_link(n):
	land.add_link(cell(n, 0), cell(n, 3), n[6])

func play_commit(_n):
	return [land.commit()]

func play_profile(n):
	var profile = land.add_profile(
		{costs = {0: n[2], 1: n[3], 2: n[4], 3: n[5]}, clearance = n[0], sector_size = n[1]})
	var finder = Portolan.PathFinder.new()
	finder.create(land, profile)
	finders.append(finder)
	return [profile]

func play_portals(n):
	var portals = land.portals(n[0])
	return [portals.size() / 3, mix_cells(START, portals)]

func play_query(n):
	var path = finders[n[0]].find(cell(n, 1), cell(n, 4), n[7])
	var value = mix_cells(mix_cells(START, [path.end]), path.cells)
	value = mix_all(value, words(path.points))
	var reachable = land.can_reach(n[0], cell(n, 1), cell(n, 4))
	var centre = Vector2(0.5, 0.5)
	var look = land.look(n[0], Vector2(n[1], n[2]) + centre, Vector2(n[4], n[5]) + centre, n[3])
	value = mix_all(value, words(PoolVector2Array([look.at])))
	return [path.outcome, path.cost, path.cells.size(), path.points.size(), value, int(reachable), int(look.blocked)]

func play_scene(n):
	play_end(n)
	game = Portolan.Navigator.new()
	game.create(land)

func play_end(_n):
	game = null
	crowd = []
	orders = []
	stamps = []
	moments = []
	manner = [0, 0, 0, 0, 0, 0, 0]

func play_agents(n):
	var at = PoolVector2Array()
	for i in range(n[4] * n[5]):
		at.append(Vector2(n[2] + i % n[4] * n[6], n[3] + i / n[4] * n[6]) / 64)
	for agent in game.add_agents(n[0], at, {layer = n[1], radius = n[7] / 64.0, max_speed = n[8] / 64.0}):
		if agent != 0:
			crowd.append(agent)
	return [crowd.size()]

func play_manner(n):
	manner = n

func play_order(n):
	orders.append(game.give(some(n[8], n[9]), {
		profile = n[0], kind = n[1], quality = n[2], headings = n[3], avoidance = n[4], once = n[5],
		leave_on_arrival = n[6], target = crowd[n[7]] if n[7] >= 0 else 0, places = cells(n, 11, n[10]),
		formation = manner[0], keeps_rank = manner[1], full_speed_cost = manner[2],
		facing = Vector2(manner[3], manner[4]), headway = manner[5] / 64.0, reach = manner[6]}))

func play_places(n):
	game.set_places(orders[n[0]], cells(n, 2, n[1]))

func play_join(n):
	game.join(orders[n[0]], some(n[1], n[2]))

func play_pause(n):
	game.pause(orders[n[1]], n[0] != 0)

func play_withdraw(n):
	game.remove_order(orders[n[0]])

func play_focus(n):
	game.set_focus([Vector2(n[0], n[1])], n[2], n[3])

func play_holds(n):
	game.set_holds(some(n[1], n[2]), n[0] != 0)

func play_body(n):
	var those = some(n[7], n[8])
	game.set_max_speed(those, n[0] / 64.0)
	game.set_radius(those, n[1] / 64.0)
	game.set_mass(those, n[2] / 64.0)
	game.set_team(those, n[3])
	game.set_acceleration(those, n[4] / 64.0)
	game.set_turn_rate(those, n[5] / 64.0)
	game.set_priority(those, n[6])

func play_steer(n):
	game.set_steering(orders[n[0]], {Portolan.FORCES[n[1]]: n[2] / 64.0})

func play_target(n):
	game.set_steering_target(orders[n[0]], Vector2(n[2], n[3]) / 64 if n[1] != 0 else null, n[4])

func play_lead(n):
	game.set_leader(orders[n[0]], crowd[n[1]] if n[1] >= 0 else 0)

func play_stand(n):
	var at = PoolVector2Array()
	for i in range(n[1]):
		at.append(Vector2(n[2] + i * n[4], n[3]) / 64)
	game.set_agent_places(some(n[0], n[1]), at)

func play_like(n):
	var those = some(n[0], n[1])
	var value = START
	for spec in game.specs(those):
		value = mix(value, spec.layer)
		value = mix_all(value, words(PoolRealArray([spec.radius, spec.max_speed, spec.mass])))
		value = mix_all(value, [spec.team, spec.holds, spec.priority])
		value = mix_all(value, words(PoolRealArray([spec.acceleration, spec.turn_rate, spec.facing.x, spec.facing.y])))
	var walked = words(game.walked(those))
	var paces = words(game.paces(those))
	var walks = START
	for i in range(those.size()):
		walks = mix_all(walks, [walked[i], paces[i]])
	var places = START
	for at in game.agent_places(those):
		places = mix_all(places, [1, 1] if is_nan(at.x) else words(PoolVector2Array([at])))
	return [value, walks, places]

func play_stop(n):
	game.stop(some(n[0], n[1]))

func play_remove(n):
	game.remove_agents(some(n[0], n[1]))
	for _i in range(n[1]):
		crowd.remove(n[0])

func play_stamp(n):
	stamps.append(land.lay_stamp(rect(n, 0), n[5] != 0, n[6], n[4]))

func play_lift(n):
	land.lift_stamp(stamps[n[0]])

func play_tick(n):
	var events = START
	for _i in range(n[0]):
		game.tick(n[1] / 1000.0, n[2])
		for event in game.events():
			events = mix(mix_long(mix_long(events, event.order), event.agent), event.kind)
			events = mix_cells(events, [event.nearest])
	var value = START
	var at = words(game.positions(crowd))
	var states = game.states(crowd)
	for i in range(crowd.size()):
		value = mix_all(value, [at[2 * i], at[2 * i + 1], states[i]])
	var played = [(game.hash() >> 32) & 0xffffffff, game.hash() & 0xffffffff]
	for state in [Portolan.MOVING, Portolan.STUCK, Portolan.ARRIVED, Portolan.GONE]:
		played.append(game.count(state))
	return played + [value, events]

func play_finish(_n):
	game.finish()

func play_field(n):
	var field = game.field(orders[n[0]], rect(n, 1), n[5])
	var value = START
	for i in range(field.directions.size()):
		value = mix(mix_long(value, field.distances[i]), field.directions[i])
	var corridor = game.corridor(orders[n[0]])
	return [value, corridor.size() / 5, mix_all(START, corridor)]

func play_headings(n):
	return [mix_all(START, words(game.headings(orders[n[0]], game.positions(crowd), n[1])))]

func play_who(n):
	return [mix_all(START, game.layers(crowd)), game.orders(crowd).count(orders[n[0]])]

func play_room(n):
	return [int(game.has_room(n[0], Vector2(n[2], n[3]) / 64, {layer = n[1], radius = n[4] / 64.0}))]

func play_save(_n):
	saved = game.save()

func play_restore(_n):
	game.restore(saved)

func play_keep(_n):
	moments.append(game.keep())

func play_back(n):
	game.go_back(moments[n[0]])

func play_forget(n):
	game.forget_before(moments[n[0]])

func text_of(result):
	var text = ""
	for number in result:
		text += " %d" % number
	return " =" + text if text else ""

# Of a file: how many lines there are, and how many are played otherwise.
func play(path):
	var file = File.new()
	file.open(path, File.READ)
	var lines = 0
	var wrong = 0
	while not file.eof_reached():
		var line = file.get_line()
		if line == "" or line.begins_with("#"):
			continue
		var asked = line.split(" = ")[0]
		var numbers = []
		for number in asked.split(" "):
			numbers.append(int(number))
		numbers.pop_front()
		var result = call("play_" + asked.split(" ")[0], numbers)
		var played = asked + (text_of(result) if result != null else "")
		lines += 1
		if played != line:
			wrong += 1
			if wrong <= 10:
				print("is       ", played, "\nshall be ", line)
	return [lines, wrong]

func _init():
	var both = play(OS.get_cmdline_args()[-1])
	print("Godot: %d of %d lines as they shall be" % [both[0] - both[1], both[0]])
	quit(0 if both[1] == 0 and both[0] > 0 else 1)
