# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
#
# What is wrong on purpose gives null, changes nothing, and is an error of Godot's (misuse_gd.txt).
extends SceneTree

const Portolan = preload("res://addons/portolan/portolan.gd")

func new_game():
	var world = Portolan.World.new()
	world.create(64, 48)
	world.add_profile()
	var game = Portolan.Navigator.new()
	game.create(world)
	return game

func send(game, agents, x, y):
	game.give(agents, {places = [Vector2(x, y)], headings = Portolan.ANY_ANGLE, avoidance = Portolan.RECIPROCAL})
	game.finish()

# They turn and get up to speed as they can.
func bodies_drive():
	var game = new_game()
	var slow = game.add_agents(0, [Vector2(30.5, 40.5)], {acceleration = 2})
	var turning = game.add_agents(0, [Vector2(30.5, 45.5)], {turn_rate = 1, facing = Vector2(-3, 0)})
	var told = game.facings(turning)[0] == Vector2(-1, 0)
	send(game, slow, 60, 40)
	send(game, turning, 60, 45)
	game.tick(0.05)
	var driven = [game.velocities(slow)[0].x, abs(game.facings(turning)[0].y)]
	game.set_acceleration(slow, 10)
	game.set_turn_rate(turning, 4)
	game.tick(0.05)
	driven += [game.velocities(slow)[0].x]
	for share in [0, 0.5, 1]:
		driven.append(abs(game.facings(turning, share)[0].y))
	var shall_be = [0.1, sin(0.05), 0.6, sin(0.05), sin(0.15), sin(0.25)]
	for i in range(driven.size()):
		if abs(driven[i] - shall_be[i]) > 1e-3:
			return driven
	return told

# The first order tells where, the later one does not: they face as they come.
func formation_faces_where_it_is_told():
	var game = new_game()
	var starts = []
	for i in range(9):
		starts.append(Vector2(36.5 + i % 3, 20.5 + i / 3))
	var agents = game.add_agents(0, starts)
	for leg in [[50, {facing = Vector2(0, -3)}, Vector2(0, -1)], [38, {}, Vector2(-1, 0)]]:
		leg[1].places = [Vector2(leg[0], 21)]
		leg[1].formation = Portolan.BLOCK
		game.give(agents, leg[1])
		for _i in range(400):
			game.tick(0.05)
		for facing in game.facings(agents):
			if game.count(Portolan.ARRIVED) != 9 or facing.dot(leg[2]) < 0.99:
				return game.facings(agents)
	return true

# One has a priority since it was added; in the second round the other one gets a higher one.
func less_priority_makes_room(round_number):
	var game = new_game()
	var first = game.add_agents(0, [Vector2(36.5, 40.5)], {priority = 1})
	var other = game.add_agents(0, [Vector2(60.5, 40.5)])
	game.set_priority(other, 2 * round_number)
	send(game, first, 60, 40)
	send(game, other, 36, 40)
	var offside = [0, 0]
	for _i in range(160):
		game.tick(0.05)
		var at = game.positions(first + other)
		for k in range(2):
			offside[k] = max(offside[k], abs(at[k].y - 40.5))
	return offside[round_number] < 0.1 and offside[1 - round_number] > 0.5

func steering_is_told():
	var game = new_game()
	var agents = game.add_agents(0, [Vector2(20, 20), Vector2(30, 20)])
	var order = game.give(agents, {places = [Vector2(9, 9)]})
	return [game.set_steering(order, {seek = 1, sek = 1}), game.set_steering(order, {seek = 1, wander = -1}),
		game.set_leader(order, 4711), game.set_steering_target(order, Vector2(64, 3)), game.set_steering_target(order), game.set_leader(order)]

func agents_tell_what_they_are_like():
	var game = new_game()
	var like = {layer = 0, radius = 0.5, max_speed = 3.0, mass = 2.0, team = 7, holds = 1, priority = 3, acceleration = 2.0,
		turn_rate = 1.0, facing = Vector2(0, -1)}
	var agents = game.add_agents(0, [Vector2(20, 20)], like)
	var told = game.specs(agents)[0]
	for name in like:
		if told[name] != like[name]:
			return told
	return told.size() == like.size()

func _init():
	var world = Portolan.World.new()
	var finder = Portolan.PathFinder.new()
	var game = Portolan.Navigator.new()
	var given = [
		world.fill(Rect2(0, 0, 1, 1), 1),
		world.create(0, 32),
		world.create("64", 32),
		world.create(64),
		world.create(64, 32, 1, PoolByteArray([1])),
		world.create(64, 32, 1, null, 5),
	]
	print(world.create(64, 32))
	given += [
		world.fill(Rect2(60, 0, 5, 1), 1),
		world.fill(Rect2(0, 0, 1, 1), 256),
		world.fill(Rect2(0, 0, 1, 1), 1.5),
		world.terrain(Rect2(0, 0, 2e9, 2e9)),
		world.add_profile({clearence = 2}),
		world.add_profile({clearance = 2.5, costs = {256: 1}}),
		world.add_profile({costs = [1, 2]}),
		finder.create(null, 0),
		finder.create(self, 0),
		finder.create(game, 0),
		finder.create(world, 7),
		finder.find(Vector2(NAN, 0), Vector2(1, 1)),
		finder.find(Vector2(0, 0), Vector2(1, 1)),
		game.tick(0.05),
	]
	print(world.add_profile(), " ", finder.create(world, 0), " ", game.create(world))
	var agents = game.add_agents(0, [Vector2(1.5, 1.5), Vector2(3.5, 1.5), Vector2(-5, 1)])
	print(agents.size(), " ", agents[2], " ", game.positions(agents.slice(0, 1)))
	given += [
		finder.find(Vector2(0, 0), Vector2(1, 1), 9),
		game.create(world),
		game.positions(agents),
		game.put_agents(agents, [Vector2(1, 1)]),
		game.set_focus([Vector2(1, 1)], 8, 17),
		game.add_agents(0, [1, 2]),
		game.give(agents.slice(0, 1)),
		game.give(agents.slice(0, 1), {profile = 0, places = [Vector2(9, 9), "flag"]}),
		game.field(77, Rect2(0, 0, 8, 8)),
		game.restore(PoolByteArray([1, 2, 3])),
		game.shown(agents.slice(0, 1), 1.5),
		game.shown(agents.slice(0, 1)),
		game.why(agents[2]),
		game.why(1.5),
		game.agent_alive(1.5),
		game.set_team(agents.slice(0, 1), 256),
		game.set_mass(agents.slice(0, 1), 0),
		game.set_acceleration(agents.slice(0, 1), -1),
		game.set_turn_rate(agents.slice(0, 1), 2000),
		game.set_turn_rate(agents.slice(0, 1)),
		game.set_priority(agents.slice(0, 1), 255),
		game.set_priority(agents.slice(0, 1), 1.5),
		game.add_agents(0, [Vector2(9, 9)], {facing = Vector2(NAN, 0)}),
		game.add_agents(0, [Vector2(9, 9)], {facing = 90}),
		game.add_agents(0, [Vector2(9, 9)], {turnrate = 1}),
		game.give(agents.slice(0, 1), {places = [Vector2(9, 9)], facing = Vector2(0, NAN)}),
		game.give(agents.slice(0, 1), {places = [Vector2(9, 9)], facing = 90}),
		game.give(agents.slice(0, 1), {places = [Vector2(9, 9)], facing = Vector2(0, 1), leave_on_arrival = true}),
		game.set_steering(4711, {seek = 1}),
		game.set_leader(4711, agents[0]),
		game.set_steering_target(4711, 90),
		game.set_agent_places(agents.slice(0, 1), [Vector2(9, 9)]),
		game.specs(agents),
		game.give(agents.slice(0, 1), {places = [Vector2(9, 9)], headway = -1}),
		game.give(agents.slice(0, 1), {places = [Vector2(9, 9)], reach = 1.5}),
		game.facings(agents.slice(0, 1), 1.5),
		game.facings(agents),
		game.tick(100),
	]
	print(game.positions(agents.slice(0, 1)), " ", game.count(Portolan.MOVING))
	print(game.why(agents[0]).name, " ", game.why(agents[0]).reason == Portolan.WHY_NO_ORDER)
	print(game.put_agents(agents.slice(0, 0), [Vector2(9.5, 1.5)]), " ", game.shown(agents.slice(0, 1), 0.5))
	print(bodies_drive(), " ", formation_faces_where_it_is_told(), " ", less_priority_makes_room(0), " ", less_priority_makes_room(1))
	print(steering_is_told(), " ", agents_tell_what_they_are_like())
	for i in range(given.size()):
		if given[i] != null:
			print("misuse ", i, " gave ", given[i])
	quit()
