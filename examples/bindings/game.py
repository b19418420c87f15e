# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
import numpy as np
import portolan

# Sixty soldiers march to a flag. A gate closes before them.
terrain = np.zeros((96, 128), np.uint8)  # 0 is grass, 1 a wall with two gates
terrain[:, 64] = 1
terrain[20:24, 64] = terrain[70:74, 64] = 0
world = portolan.World(terrain)
soldier = world.add_profile({0: 1})  # other classes are impassable

path = world.path_finder(soldier).find((20, 40), (110, 20))
print(f"a path of {path.cost} units and {len(path.cells)} cells, {path.length:.2f} cells long if straight, "
      f"with a bend at ({path.points[1, 0]:g}, {path.points[1, 1]:g})")

game = portolan.Navigator(world)
soldiers = game.add_agents(soldier, [(20 + i % 10, 20 + i // 10) for i in range(60)])
march = game.give(soldiers, places=[(110, 20)], profile=soldier, any_angle=True)
for tick in range(1200):
    if tick == 100:
        world.lay_stamp((64, 20, 1, 4))
    if tick == 300:
        saved = game.save()
    game.tick(0.05)
x, y = game.positions(soldiers)[0]
print(f"{game.count('arrived')} of {len(soldiers)} have arrived, the first at ({x:.1f}, {y:.1f})")

end = game.hash()
game.restore(saved)
for tick in range(300, 1200):
    game.tick(0.05)
print("played again from tick 300:", "equal" if game.hash() == end else "different")

# A captain leads them south; while they do not see it walk they go to the gate.
captain = game.add_agents(soldier, [(104, 30)], max_speed=3)
game.give(captain, places=[(80, 80)])
company = game.give(soldiers, places=[(70, 20)])
game.set_leader(company, captain[0])
game.set_steering(company, cohesion=0.2, walls=0.5)
for tick in range(240):
    game.tick(0.05)
(x, y), (first_x, first_y) = game.positions([captain[0], soldiers[0]])
print(f"the captain is at ({x:.1f}, {y:.1f}), the first soldier at ({first_x:.1f}, {first_y:.1f})")
