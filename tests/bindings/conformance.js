// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
//
// node conformance.js FILE [FOLDER]: plays tests/bindings/conformance.txt by the npm package in FOLDER, as
// conformance.c does. Pages load this file too, and call playConformance.
"use strict";

function playConformance({ World, Navigator, OUTCOMES, QUALITIES, KINDS, AVOIDANCES, FORMATIONS, FORCES, EVENTS }, text) {
  const START = 2166136261;
  const mix = (hash, word) => Math.imul(hash ^ word, 16777619) >>> 0;
  const bits = (array) => new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
  const mixAll = (hash, array) => bits(array).reduce(mix, hash);
  const mixLong = (hash, number) => mix(mix(hash, Number(number & 0xffffffffn)), Number(number >> 32n));
  const three = (n, i) => n.slice(i, i + 3);
  const places = (n, i, count) => Array.from({ length: count }, (_, k) => three(n, i + 3 * k));

  let land, game, saved, finders, agents, orders, stamps, moments, manner;
  const some = (first, count) => agents.slice(first, first + count);
  const plays = {
    world(n) { land = new World(n[0], n[1], { layers: n[2] }); finders = []; },
    terrain(n) { land.fill(n.slice(0, 5), n[5]); },
    link(n) { land.addLink(three(n, 0), three(n, 3), n[6]); },
    commit() { return [land.commit()]; },
    profile(n) {
      const profile = land.addProfile({ 0: n[2], 1: n[3], 2: n[4], 3: n[5] }, { clearance: n[0], sectorSize: n[1] });
      finders.push(land.pathFinder(profile));
      return [profile];
    },
    portals([profile]) {
      const portals = land.portals(profile);
      return [portals.length / 9, mixAll(START, portals)];
    },
    query(n) {
      const [from, to] = [three(n, 1), three(n, 4)];
      const path = finders[n[0]].find(from, to, QUALITIES[n[7]]);
      let hash = mixAll(START, Int32Array.from(path.end));
      hash = mixAll(mixAll(hash, path.cells), path.points);
      const reachable = land.canReach(n[0], from, to);
      const look = land.look(n[0], [n[1] + 0.5, n[2] + 0.5], [n[4] + 0.5, n[5] + 0.5], n[3]);
      hash = mixAll(hash, Float32Array.from(look.at));
      return [OUTCOMES.indexOf(path.outcome), path.cost, path.cells.length / 3, path.points.length / 2, hash,
              reachable ? 1 : 0, look.blocked ? 1 : 0];
    },
    scene() { plays.end(); game = new Navigator(land); },
    end() {
      if (game) game.destroy();
      game = null;
      agents = new BigUint64Array(0);
      orders = [];
      stamps = [];
      moments = [];
      manner = {};
    },
    agents(n) {
      const xy = new Float32Array(2 * n[4] * n[5]);
      for (let i = 0; i < n[4] * n[5]; ++i) {
        xy[2 * i] = (n[2] + i % n[4] * n[6]) / 64;
        xy[2 * i + 1] = (n[3] + Math.floor(i / n[4]) * n[6]) / 64;
      }
      const added = game.addAgents(n[0], xy, { layer: n[1], radius: n[7] / 64, maxSpeed: n[8] / 64 });
      agents = BigUint64Array.from([...agents, ...added.filter((agent) => agent !== 0n)]);
      return [agents.length];
    },
    manner(n) {
      manner = { formation: FORMATIONS[n[0]], keepsRank: n[1] !== 0, fullSpeedCost: n[2], facing: [n[3], n[4]],
                 headway: n[5] / 64, reach: n[6] };
    },
    order(n) {
      orders.push(game.give(some(n[8], n[9]), {
        profile: n[0], kind: KINDS[n[1]], quality: QUALITIES[n[2]], anyAngle: n[3] === 1, avoidance: AVOIDANCES[n[4]],
        once: n[5] === 1, leaveOnArrival: n[6] === 1, target: n[7] < 0 ? 0n : agents[n[7]], places: places(n, 11, n[10]),
        ...manner,
      }));
    },
    places(n) { game.setPlaces(orders[n[0]], places(n, 2, n[1])); },
    join(n) { game.join(orders[n[0]], some(n[1], n[2])); },
    pause(n) { game.pause(orders[n[1]], n[0] !== 0); },
    withdraw(n) { game.removeOrder(orders[n[0]]); },
    focus(n) { game.setFocus([n[0], n[1]], n[2], n[3]); },
    holds(n) { game.setHolds(some(n[1], n[2]), n[0] !== 0); },
    body(n) {
      const those = some(n[7], n[8]);
      game.setMaxSpeed(those, n[0] / 64);
      game.setRadius(those, n[1] / 64);
      game.setMass(those, n[2] / 64);
      game.setTeam(those, n[3]);
      game.setAcceleration(those, n[4] / 64);
      game.setTurnRate(those, n[5] / 64);
      game.setPriority(those, n[6]);
    },
    steer(n) { game.setSteering(orders[n[0]], { [FORCES[n[1]]]: n[2] / 64 }); },
    target(n) { game.setSteeringTarget(orders[n[0]], n[1] !== 0 ? [n[2] / 64, n[3] / 64] : null, n[4]); },
    lead(n) { game.setLeader(orders[n[0]], n[1] < 0 ? 0n : agents[n[1]]); },
    stand(n) {
      game.setAgentPlaces(some(n[0], n[1]), Array.from({ length: n[1] }, (_, i) => [(n[2] + i * n[4]) / 64, n[3] / 64]).flat());
    },
    like(n) {
      const those = some(n[0], n[1]), walked = game.walked(those), paces = game.paces(those);
      let specs = START, walks = START, places = START;
      game.specs(those).forEach((spec, i) => {
        specs = mixAll(mix(specs, spec.layer), Float32Array.of(spec.radius, spec.maxSpeed, spec.mass));
        specs = mix(mix(mix(specs, spec.team), spec.holds ? 1 : 0), spec.priority);
        specs = mixAll(specs, Float32Array.of(spec.acceleration, spec.turnRate, ...spec.facing));
        walks = mixAll(walks, Float32Array.of(walked[i], paces[i]));
      });
      for (const number of game.agentPlaces(those)) places = isNaN(number) ? mix(places, 1) : mixAll(places, Float32Array.of(number));
      return [specs, walks, places];
    },
    stop(n) { game.stop(some(n[0], n[1])); },
    remove(n) {
      game.removeAgents(some(n[0], n[1]));
      agents = agents.filter((_, i) => i < n[0] || i >= n[0] + n[1]);
    },
    stamp(n) { stamps.push(land.layStamp(n.slice(0, 5), { blocks: n[5] !== 0, extraCost: n[6] })); },
    lift(n) { land.liftStamp(stamps[n[0]]); },
    tick([times, milliseconds, units]) {
      let events = START, hash = START;
      for (let i = 0; i < times; ++i) {
        game.tick(milliseconds / 1000, units);
        for (const event of game.events()) {
          events = mix(mixLong(mixLong(events, event.order), event.agent), EVENTS.indexOf(event.kind));
          events = mixAll(events, Int32Array.from(event.nearest));
        }
      }
      const xy = bits(game.positions(agents)), states = game.states(agents);
      for (let i = 0; i < agents.length; ++i) hash = mix(mix(mix(hash, xy[2 * i]), xy[2 * i + 1]), states[i]);
      const whole = game.hash();
      return [Number(whole >> 32n), Number(whole & 0xffffffffn),
              ...["moving", "stuck", "arrived", "gone"].map((state) => game.count(state)), hash, events];
    },
    finish() { game.finish(); },
    field(n) {
      const { distances, directions } = game.field(orders[n[0]], n.slice(1));
      const words = bits(distances);
      let hash = START;
      directions.forEach((d, i) => { hash = mix(mix(mix(hash, words[2 * i]), words[2 * i + 1]), d); });
      const corridor = game.corridor(orders[n[0]]);
      return [hash, corridor.length / 5, mixAll(START, corridor)];
    },
    headings(n) { return [mixAll(START, game.headings(orders[n[0]], game.positions(agents), n[1]))]; },
    who(n) {
      const led = game.orders(agents).filter((order) => order === orders[n[0]]);
      return [mixAll(START, game.layers(agents)), led.length];
    },
    room(n) { return [game.hasRoom(n[0], [n[2] / 64, n[3] / 64], { layer: n[1], radius: n[4] / 64 }) ? 1 : 0]; },
    save() { saved = game.save(); },
    restore() { game.restore(saved); },
    keep() { moments.push(game.keep()); },
    back([moment]) { game.goBack(moments[moment]); },
    forget([moment]) { game.forgetBefore(moments[moment]); },
  };

  const wrong = [];
  let lines = 0;
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [asked] = line.split(" = "), [word, ...numbers] = asked.split(" ");
    const result = plays[word](numbers.map(Number));
    const played = result ? `${asked} = ${result.join(" ")}` : asked;
    ++lines;
    if (played !== line) wrong.push(`is       ${played}\nshall be ${line}`);
  }
  return { lines, wrong };
}

if (typeof require === "function" && require.main === module) {
  const [file, folder] = process.argv.slice(2);
  require(require("path").resolve(folder))().then((library) => {
    const { lines, wrong } = playConformance(library, require("fs").readFileSync(file, "ascii"));
    wrong.slice(0, 10).forEach((both) => console.log(both));
    console.log(`JavaScript: ${lines - wrong.length} of ${lines} lines as they shall be`);
    process.exitCode = wrong.length === 0 && lines > 0 ? 0 : 1;
  });
}
