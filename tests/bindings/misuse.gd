# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
#
# What is wrong on purpose gives null, changes nothing, and is an error of Godot's (misuse_gd.txt).
extends SceneTree

const Portolan = preload("res://addons/portolan/portolan.gd")

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
		game.tick(100),
	]
	print(game.positions(agents.slice(0, 1)), " ", game.count(Portolan.MOVING))
	print(game.why(agents[0]).name, " ", game.why(agents[0]).reason == Portolan.WHY_NO_ORDER)
	print(game.put_agents(agents.slice(0, 0), [Vector2(9.5, 1.5)]), " ", game.shown(agents.slice(0, 1), 0.5))
	for i in range(given.size()):
		if given[i] != null:
			print("misuse ", i, " gave ", given[i])
	quit()
