// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
const portolan = require("portolan");

// Sixty soldiers march to a flag. A gate closes before them.
async function main() {
  const { World, Navigator } = await portolan();
  const terrain = new Uint8Array(128 * 96); // 0 is grass, 1 a wall with two gates
  for (let y = 0; y < 96; ++y) {
    if ((y < 20 || y > 23) && (y < 70 || y > 73)) terrain[y * 128 + 64] = 1;
  }
  const world = new World(128, 96, { terrain });
  const soldier = world.addProfile({ 0: 1 }); // other classes are impassable

  const path = world.pathFinder(soldier).find([20, 40], [110, 20]);
  console.log(`a path of ${path.cost} units and ${path.cells.length / 3} cells, ${path.length.toFixed(2)} cells long if ` +
              `straight, with a bend at (${path.points[2]}, ${path.points[3]})`);

  const game = new Navigator(world);
  const starts = Array.from({ length: 60 }, (_, i) => [20 + i % 10, 20 + Math.floor(i / 10)]).flat();
  const soldiers = game.addAgents(soldier, starts);
  game.give(soldiers, { profile: soldier, places: [[110, 20]], anyAngle: true });
  let saved;
  for (let tick = 0; tick < 1200; ++tick) {
    if (tick === 100) world.layStamp([64, 20, 1, 4]);
    if (tick === 300) saved = game.save();
    game.tick(0.05);
  }
  const [x, y] = game.positions(soldiers);
  console.log(`${game.count("arrived")} of ${soldiers.length} have arrived, the first at (${x.toFixed(1)}, ${y.toFixed(1)})`);

  const end = game.hash();
  game.restore(saved);
  for (let tick = 300; tick < 1200; ++tick) game.tick(0.05);
  console.log("played again from tick 300:", game.hash() === end ? "equal" : "different");

  // A captain leads them south; while they do not see it walk they go to the gate.
  const captain = game.addAgents(soldier, [104, 30], { maxSpeed: 3 });
  game.give(captain, { profile: soldier, places: [[80, 80]] });
  const company = game.give(soldiers, { profile: soldier, places: [[70, 20]] });
  game.setLeader(company, captain[0]);
  game.setSteering(company, { cohesion: 0.2, walls: 0.5 });
  for (let tick = 0; tick < 240; ++tick) game.tick(0.05);
  const at = Array.from(game.positions([captain[0], soldiers[0]]), (number) => number.toFixed(1));
  console.log(`the captain is at (${at[0]}, ${at[1]}), the first soldier at (${at[2]}, ${at[3]})`);
}
main();
