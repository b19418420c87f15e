// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
//
// node misuse.js FOLDER: what is wrong on purpose throws with words that help, and changes nothing, by the npm package in FOLDER;
// and what only JavaScript has.
"use strict";
const assert = require("assert");
const portolan = require(process.argv[2]);

const send = (game, agents, x, y) => {
  game.give(agents, { places: [[x, y]], anyAngle: true, avoidance: "reciprocal" });
  game.finish();
};
const near = (is, shall) => assert.ok(Math.abs(is - shall) < 1e-3, `${is} is ${shall}`);

// They turn and get up to speed as they can.
function bodiesDrive(world, Navigator) {
  world.addProfile();
  const game = new Navigator(world);
  const slow = game.addAgents(0, [30.5, 40.5], { acceleration: 2 });
  const turning = game.addAgents(0, [30.5, 45.5], { turnRate: 1, facing: [-3, 0] });
  assert.deepStrictEqual(game.facings(turning), Float32Array.of(-1, 0));
  send(game, slow, 60, 40);
  send(game, turning, 60, 45);
  game.tick(0.05);
  near(game.velocities(slow)[0], 0.1);
  game.setAcceleration(slow, 10);
  game.setTurnRate(turning, 4);
  game.tick(0.05);
  near(game.velocities(slow)[0], 0.6);
  for (const share of [0, 0.5, 1]) near(Math.abs(game.facings(turning, share)[1]), Math.sin(0.05 + 0.2 * share));
  assert.deepStrictEqual(game.facings(turning, 1, new Float32Array(2)), game.facings(turning));
}

function formationFacesWhereItIsTold(world, { Navigator, STATES }) {
  world.addProfile();
  const game = new Navigator(world);
  const agents = game.addAgents(0, Array.from({ length: 9 }, (_, i) => [36.5 + i % 3, 20.5 + Math.floor(i / 3)]).flat());
  for (const [x, told, faces] of [[50, [0, -3], [0, -1]], [38, undefined, [-1, 0]]]) {
    game.give(agents, { places: [[x, 21]], formation: "block", facing: told });
    for (let i = 0; i < 400; ++i) game.tick(0.05);
    assert.ok(game.states(agents).every((state) => STATES[state] === "arrived"));
    const is = game.facings(agents);
    for (let i = 0; i < 18; i += 2) assert.ok(is[i] * faces[0] + is[i + 1] * faces[1] > 0.99, `${is} are ${faces}`);
  }
}

function agentsTellWhatTheyAreLike(world, Navigator) {
  world.addProfile();
  const game = new Navigator(world), facing = [0, -1];
  const like = { layer: 0, radius: 0.5, maxSpeed: 3, mass: 2, team: 7, holds: true, priority: 3, acceleration: 2, turnRate: 1, facing };
  const agents = game.addAgents(0, [20, 20, 30, 20], like);
  assert.deepStrictEqual(game.specs(agents), [like, like]);
  assert.deepStrictEqual(game.specs([]), []);
}

function lessPriorityMakesRoom(world, Navigator) {
  world.addProfile();
  const game = new Navigator(world), starts = [36.5, 40.5, 60.5, 40.5];
  const first = game.addAgents(0, starts.slice(0, 2), { priority: 1 });
  const other = game.addAgents(0, starts.slice(2));
  const both = BigUint64Array.of(first[0], other[0]);
  for (const round of [0, 1]) {
    game.setPriority(other, 2 * round);
    game.putAgents(both, starts);
    send(game, first, 60, 40);
    send(game, other, 36, 40);
    const offside = [0, 0];
    for (let i = 0; i < 160; ++i) {
      game.tick(0.05);
      const at = game.positions(both);
      for (const k of [0, 1]) offside[k] = Math.max(offside[k], Math.abs(at[2 * k + 1] - 40.5));
    }
    assert.ok(offside[round] < 0.1 && offside[1 - round] > 0.5, `one makes room: ${offside}`);
  }
}

portolan().then(({ World, Navigator, STATES }) => {
  const world = new World(64, 48);
  const walker = world.addProfile();
  const game = new Navigator(world);
  const starts = Array.from({ length: 40 }, (_, i) => [3.5 + i % 8, 3.5 + Math.floor(i / 8)]).flat();
  const agents = game.addAgents(walker, starts);

  // Drawn between two ticks, and asked why they stand.
  assert.deepStrictEqual(game.why(agents[0]), { reason: "no order", agent: 0n, at: null });
  const march = game.give(agents, { profile: walker, places: [[50, 30]] });
  assert.strictEqual(game.why(agents[0]).reason, "waits for path");
  let before;
  for (let i = 0; i < 30; ++i) {
    before = game.positions(agents);
    game.tick(0.05);
  }
  assert.deepStrictEqual(game.shown(agents, 0), before);
  assert.deepStrictEqual(game.shown(agents, 1, new Float32Array(80)), game.positions(agents));
  assert.notDeepStrictEqual(game.positions(agents), before);
  world.layStamp([40, 0, 1, 48]);
  for (let i = 0; i < 400; ++i) game.tick(0.05);
  const why = game.why(agents[0]);
  assert.deepStrictEqual([why.reason, why.agent, why.at[0]], ["passage closed", 0n, 40]);

  const hash = game.hash();
  const refused = (says, call) => {
    assert.throws(call, (error) => error.message.includes(says) || assert.fail(`'${error.message}' says '${says}'`));
    assert.strictEqual(game.hash(), hash);
  };
  for (const wrong of [1.5, -1, 256, NaN, "one", undefined]) {
    refused(`team is ${wrong}, expected a whole number from 0 to 255`, () => game.setTeam(agents, wrong));
    refused(`value is ${wrong}`, () => world.fill([0, 0, 1, 1], wrong));
    refused(`a cost is ${wrong}`, () => world.addProfile({ 0: wrong }));
    refused(`a class of terrain is ${wrong}`, () => world.setTerrain([0, 0, 1, 1], [wrong]));
  }
  for (const wrong of [1.5, -1, 256, NaN, "one"]) {
    refused(`priority is ${wrong}, expected a whole number`, () => game.setPriority(agents, wrong));
    refused(`priority is ${wrong}`, () => game.addAgents(walker, [9, 9], { priority: wrong }));
  }
  for (const wrong of [-1, NaN, 1e7]) {
    refused("acceleration of an agent is", () => game.setAcceleration(agents, wrong));
    refused("acceleration of an agent is", () => game.addAgents(walker, [9, 9], { acceleration: wrong }));
    refused("turn_rate of an agent is", () => game.setTurnRate(agents, wrong));
    refused("turn_rate of an agent is", () => game.addAgents(walker, [9, 9], { turnRate: wrong }));
  }
  refused("priority of an agent is 255: at most 254", () => game.setPriority(agents, 255));
  refused("facing[1] of an agent", () => game.addAgents(walker, [9, 9], { facing: [1, Infinity] }));
  refused("facing has a length of 3, expected 2", () => game.addAgents(walker, [9, 9], { facing: [1, 0, 0] }));
  refused("facing[1] of an order", () => game.give(agents, { places: [[9, 9]], facing: [0, -1e6] }));
  refused("facing[0] of an order", () => game.give(agents, { places: [[9, 9]], facing: ["north", 0] }));
  refused("facing has a length of 1, expected 2", () => game.give(agents, { places: [[9, 9]], facing: [1] }));
  refused("take leave_on_arrival away", () => game.give(agents, { places: [[9, 9]], facing: [1, 0], leaveOnArrival: true }));
  refused("sek is none of follow, separation", () => game.setSteering(march, { wander: 1, sek: 1 }));
  refused("weight of wander is -1", () => game.setSteering(march, { seek: 1, wander: -1 }));
  refused("weight of seek is nan", () => game.setSteering(march, { seek: "much" }));
  refused("the order is none", () => game.setLeader(4711n, agents[0]));
  refused("the leader is no agent", () => game.setLeader(march, 4711n));
  refused("the target (64, 3, layer 0) is outside", () => game.setSteeringTarget(march, [64, 3]));
  refused("xy has a length of 3, expected 2", () => game.setSteeringTarget(march, [9, 3, 0]));
  refused("xy has a length of 2, expected 80", () => game.setAgentPlaces(agents, [1, 1]));
  refused("agents[0] is no agent", () => game.specs([4711n]));
  refused("reach is 1.5", () => game.give(agents, { places: [[9, 9]], reach: 1.5 }));
  refused("headway is a number of seconds", () => game.give(agents, { places: [[9, 9]], headway: -1 }));
  refused("share is from 0", () => game.facings(agents, -1));
  refused("out has a length of 3, expected 80", () => game.facings(agents, 1, new Float32Array(3)));
  refused("team is 300", () => game.addAgents(walker, [9, 9], { team: 300 }));
  refused("fullSpeedCost is 300", () => game.give(agents, { places: [[9, 9]], fullSpeedCost: 300 }));
  refused("a class of terrain is 300", () => world.addProfile({ 300: 1 }));
  refused("a class of terrain is -1", () => new World(2, 1, { terrain: [0, -1] }));
  refused("width is 4294967304", () => new World(2 ** 32 + 8, 8));
  refused("profile is undefined", () => game.addAgents(undefined, [9, 9]));
  refused("profile is 4294967296", () => world.canReach(2 ** 32, [0, 0], [1, 1]));
  refused("layer is 1.5", () => world.canReach(0, [0, 0, 1.5], [1, 1]));
  refused("x is NaN", () => world.canReach(0, [NaN, 0], [1, 1]));
  refused("y is NaN", () => game.give(agents, { places: [[1]] }));
  refused("x is 4294967296", () => world.pathFinder(0).find([2 ** 32, 0], [1, 1]));
  refused("units is -1", () => game.tick(0.05, -1));
  refused("not milliseconds", () => game.tick(100));
  refused("share is from 0", () => game.shown(agents, 1.5));
  refused("agent is none", () => game.why(0n));
  assert.strictEqual(world.canReach(0, [-0.5, 0], [1, 1]), false);

  // Arrays that are too short, too long, or of another kind.
  refused("expected x, y, x, y", () => game.addAgents(walker, [1, 2, 3]));
  refused("xy has a length of 2, expected 80", () => game.putAgents(agents, [1, 1]));
  refused("from has a length of 1, expected 2", () => world.look(0, [1], [2, 2]));
  refused("out is no Float32Array", () => game.positions(agents, []));
  refused("out has a length of 3, expected 80", () => game.shown(agents, 1, new Float32Array(3)));
  refused("Cannot convert", () => game.positions([1.5]));
  refused("agents[0] is no agent", () => game.positions([4711n]));
  refused("is not inside the world", () => world.terrain([0, 0, 65536, 65537]));
  refused("is not inside the world", () => world.terrain([0, 0, -5, 5]));
  refused("is not inside the world", () => game.field(march, [0, 0, 1e6, 1e6]));
  refused("width is NaN", () => world.terrain([0, 0, NaN, 1]));
  refused("is cut off", () => game.restore([1, 2, 3]));
  refused("walking is none of waiting", () => game.count("walking"));
  assert.strictEqual(world.terrain([0, 0, 64, 48]).length, 64 * 48);

  bodiesDrive(new World(64, 48), Navigator);
  formationFacesWhereItIsTold(new World(64, 48), { Navigator, STATES });
  lessPriorityMakesRoom(new World(64, 48), Navigator);
  agentsTellWhatTheyAreLike(new World(64, 48), Navigator);

  const gone = new World(8, 8);
  gone.destroy();
  gone.destroy();
  refused("world is null", () => gone.commit());
  refused("world is null", () => new Navigator(gone));
  console.log("JavaScript: as it shall be");
}).catch((error) => {
  console.error(error);
  process.exit(1);
});
