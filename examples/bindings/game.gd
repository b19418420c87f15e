# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
extends SceneTree

const Portolan = preload("res://addons/portolan/portolan.gd")

# Sixty soldiers march to a flag. A gate closes before them.
func _init():
	var terrain = PoolByteArray() # 0 is grass, 1 a wall with two gates
	for y in range(96):
		for x in range(128):
			terrain.append(1 if x == 64 and not y in [20, 21, 22, 23, 70, 71, 72, 73] else 0)
	var world = Portolan.World.new()
	world.create(128, 96, 1, terrain)
	var soldier = world.add_profile({costs = {0: 1}}) # other classes are impassable

	var finder = Portolan.PathFinder.new()
	finder.create(world, soldier)
	var path = finder.find(Vector2(20, 40), Vector2(110, 20))
	print("a path of %d units and %d cells, %.2f cells long if straight, with a bend at (%d, %d)" % [
		path.cost, path.cells.size(), path.length, path.points[1].x, path.points[1].y])

	var game = Portolan.Navigator.new()
	game.create(world)
	var starts = PoolVector2Array()
	for i in range(60):
		starts.append(Vector2(20 + i % 10, 20 + i / 10))
	var soldiers = game.add_agents(soldier, starts)
	game.give(soldiers, {profile = soldier, places = [Vector2(110, 20)], headings = Portolan.ANY_ANGLE})
	var saved
	for tick in range(1200):
		if tick == 100:
			world.lay_stamp(Rect2(64, 20, 1, 4))
		if tick == 300:
			saved = game.save()
		game.tick(0.05)
	var at = game.positions(soldiers)[0]
	print("%d of %d have arrived, the first at (%.1f, %.1f)" % [
		game.count(Portolan.ARRIVED), soldiers.size(), at.x, at.y])

	var end = game.hash()
	game.restore(saved)
	for tick in range(300, 1200):
		game.tick(0.05)
	print("played again from tick 300: ", "equal" if game.hash() == end else "different")

	# A captain leads them south; while they do not see it walk they go to the gate.
	var captain = game.add_agents(soldier, [Vector2(104, 30)], {max_speed = 3})
	game.give(captain, {profile = soldier, places = [Vector2(80, 80)]})
	var company = game.give(soldiers, {profile = soldier, places = [Vector2(70, 20)]})
	game.set_leader(company, captain[0])
	game.set_steering(company, {cohesion = 0.2, walls = 0.5})
	for tick in range(240):
		game.tick(0.05)
	var led = game.positions([captain[0], soldiers[0]])
	print("the captain is at (%.1f, %.1f), the first soldier at (%.1f, %.1f)" % [led[0].x, led[0].y, led[1].x, led[1].y])
	quit()
