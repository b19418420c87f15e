# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
# %% A map with walls and mud, and a field to a goal. Cells marked like this run one by one in an editor that knows notebooks.
import sys

import matplotlib
import numpy as np

import portolan

matplotlib.use("Agg")
from matplotlib import pyplot as plt  # noqa: E402

GRASS, MUD, WALL = 0, 1, 2
rows, columns = np.mgrid[0:96, 0:160]
terrain = np.where(np.hypot(columns - 80, rows - 48) < 22, MUD, GRASS).astype(np.uint8)
terrain[:70, 40] = terrain[26:, 120] = WALL
world = portolan.World(terrain)
walker = world.add_profile({GRASS: 1, MUD: 5})

# %% An order gives the cost to the goal for each cell of its corridor: `exact` makes that the whole way round the mud.
game = portolan.Navigator(world)
agents = game.add_agents(walker, np.stack([np.full(40, 6.5), np.linspace(5, 90, 40)], axis=1))
order = game.give(agents, places=[(150, 80)], profile=walker, quality="exact", any_angle=True)
game.finish()
distances, _ = game.field(order)
cells = np.where(distances == portolan.UNKNOWN, np.nan, distances / 24.0)  # units to steps on grass
print(f"from (6, 5) it is as far as {cells[5, 6]:.0f} steps on grass")

# %% Where the agents are, tick by tick: one array, written into again.
trail = np.empty((800, len(agents), 2), np.float32)
for tick in range(len(trail)):
    game.tick(0.1)
    game.positions(agents, out=trail[tick])
print(f"{game.count('arrived')} of {len(agents)} have arrived")

# %% The picture.
figure, axes = plt.subplots(figsize=(10, 6), layout="constrained")
axes.imshow(np.where(terrain == WALL, np.nan, terrain), cmap="YlOrBr", vmin=-0.5, vmax=3, extent=(0, 160, 96, 0))
image = axes.contourf(columns + 0.5, rows + 0.5, cells, levels=30, cmap="viridis", alpha=0.5)
axes.plot(trail[:, :, 0], trail[:, :, 1], color="black", linewidth=0.5)
figure.colorbar(image, label="steps on grass to the goal")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "plot.png", dpi=100)
