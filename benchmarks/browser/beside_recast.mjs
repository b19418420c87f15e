// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Portolan's WebAssembly beside that of recast-navigation (Recast and Detour), in one page, on one map: to build it, to find
// paths on it, to move a crowd over it. Cells are metres; `open` has a byte for each, 1 where one can walk.
import { Crowd, NavMeshQuery, init } from "@recast-navigation/core";
import { generateTiledNavMesh } from "@recast-navigation/generators";

const now = () => performance.now();
const percentile = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(share * (list.length - 1))];

// As few rectangles of open cells as a greedy search finds. They end a hand's breadth before the walls, for what touches a
// voxel fills it.
function floor(map) {
  const taken = new Uint8Array(map.open.length), positions = [], indices = [];
  const free = (x, y) => map.open[y * map.width + x] === 1 && taken[y * map.width + x] === 0;
  const row = (x, y, width) => { for (let i = 0; i < width; ++i) if (!free(x + i, y)) return false; return true; };
  for (let y = 0; y < map.height; ++y) {
    for (let x = 0; x < map.width; ++x) {
      if (!free(x, y)) continue;
      let width = 1, height = 1;
      while (x + width < map.width && free(x + width, y)) ++width;
      while (y + height < map.height && row(x, y + height, width)) ++height;
      for (let j = 0; j < height; ++j) taken.fill(1, (y + j) * map.width + x, (y + j) * map.width + x + width);
      const first = positions.length / 3, edge = 0.05;
      for (const [px, pz] of [[x, y], [x, y + height], [x + width, y + height], [x + width, y]]) {
        positions.push(px + (px > x ? -edge : edge), 0, pz + (pz > y ? -edge : edge));
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return { positions, indices };
}

export class Recast {
  constructor(map) {
    const { positions, indices } = floor(map), began = now();
    const made = generateTiledNavMesh(positions, indices, {
      cs: 1, ch: 1, tileSize: 128, walkableRadius: 0, walkableHeight: 2, walkableClimb: 0, maxEdgeLen: 0, minRegionArea: 0,
      bounds: [[0, -1, 0], [map.width, 2, map.height]],
    });
    if (!made.success) throw new Error(made.error);
    this.mesh = made.navMesh;
    this.query = new NavMeshQuery(this.mesh, { maxNodes: 65535 });
    this.buildMs = now() - began;
  }
  find([x, y], [toX, toY]) {
    const found = this.query.computePath({ x: x + 0.5, y: 0, z: y + 0.5 }, { x: toX + 0.5, y: 0, z: toY + 0.5 },
                                         { maxPathPolys: 8192, maxStraightPathPoints: 8192, halfExtents: { x: 1, y: 2, z: 1 } });
    return found.success ? found.path.map(({ x: px, z }) => [px, z]) : [];
  }
  lead(places, goal) {
    for (const place of places) this.find(place, goal);
  }
  crowd(places, goal) {
    this.agents?.destroy();
    this.agents = new Crowd(this.mesh, { maxAgents: places.length, maxAgentRadius: 0.4 });
    const params = { radius: 0.3, height: 1, maxSpeed: 6, maxAcceleration: 24, collisionQueryRange: 3, pathOptimizationRange: 9 };
    for (const [x, y] of places) {
      const agent = this.agents.addAgent({ x: x + 0.5, y: 0, z: y + 0.5 }, params);
      agent.requestMoveTarget({ x: goal[0] + 0.5, y: 0, z: goal[1] + 0.5 });
    }
  }
  step() { this.agents.update(0.05); }
  meanDistance([x, y]) {
    const all = this.agents.getAgents().map((agent) => agent.position());
    return all.reduce((sum, p) => sum + Math.hypot(p.x - x - 0.5, p.z - y - 0.5), 0) / all.length;
  }
}

export class Cells {
  constructor({ World, Navigator }, map) {
    const began = now();
    this.world = new World(map.width, map.height, { terrain: map.open });
    this.profile = this.world.addProfile({ 1: 1 });
    this.finder = this.world.pathFinder(this.profile);
    this.buildMs = now() - began;
    this.Navigator = Navigator;
  }
  find(from, to) {
    const { outcome, points } = this.finder.find(from, to);
    return outcome === "complete" ? Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]) : [];
  }
  lead(places, goal) {
    this.crowd(places, goal);
    this.navigator.finish();
  }
  crowd(places, goal) {
    this.navigator?.destroy();
    this.navigator = new this.Navigator(this.world);
    const xy = new Float32Array(places.flatMap(([x, y]) => [x + 0.5, y + 0.5]));
    const added = this.navigator.addAgents(this.profile, xy, { radius: 0.3, maxSpeed: 6 });
    this.agents = added.filter((agent) => agent !== 0n);  // the others stand on others
    this.navigator.give(this.agents, { profile: this.profile, places: [goal], anyAngle: true, avoidance: "reciprocal" });
  }
  step() { this.navigator.tick(0.05, 400); }
  meanDistance([x, y]) {
    const at = this.navigator.positions(this.agents);
    let sum = 0;
    for (let i = 0; i < at.length; i += 2) sum += Math.hypot(at[i] - x - 0.5, at[i + 1] - y - 0.5);
    return sum / this.agents.length;
  }
}

const length = (points) => points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i][0], y - points[i][1]), 0);

function timed(side, queries) {
  const us = [], paths = [];
  for (const [from, to] of queries) {
    const began = now();
    paths.push(side.find(from, to));
    us.push(1000 * (now() - began));
  }
  return { us, paths };
}

// Browsers compile what runs often a second time, and better: rounds go by before all of it is. Then both take turns, and of each
// query the time in the middle counts, which other work on the machine does not reach.
const WARM_UP = 6, ROUNDS = 9;
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;

// Both must find a way from the same cells to the same cells before times mean anything.
function paths(ours, theirs, queries) {
  const turns = Array.from({ length: WARM_UP + ROUNDS }, () => [timed(ours, queries), timed(theirs, queries)]).slice(WARM_UP);
  const [mine, other] = [0, 1].map((side) => ({
    us: queries.map((_, i) => percentile(turns.map((turn) => turn[side].us[i]), 0.5)), paths: turns[0][side].paths }));
  let both = 0, onlyOurs = 0, onlyTheirs = 0, longer = 0;
  const ended = (points, [x, y]) => points.length > 0 && Math.hypot(points.at(-1)[0] - x - 0.5, points.at(-1)[1] - y - 0.5) < 1;
  queries.forEach(([, to], i) => {
    const a = ended(mine.paths[i], to), b = ended(other.paths[i], to);
    if (a && !b) ++onlyOurs;
    if (b && !a) ++onlyTheirs;
    if (!a || !b) return;
    ++both;
    longer += length(other.paths[i]) / length(mine.paths[i]) - 1;
  });
  const rows = (list) => ({ mean: mean(list), p50: percentile(list, 0.5), p99: percentile(list, 0.99) });
  return { both, onlyOurs, onlyTheirs, theirsLonger: longer / Math.max(1, both), ours: rows(mine.us), theirs: rows(other.us) };
}

// A way for everybody to one goal: a field on one side, a path each on the other.
function many(ours, theirs, places, goal) {
  const took = (side) => {
    const began = now();
    side.lead(places, goal);
    return now() - began;
  };
  took(ours), took(theirs);
  return { ours: took(ours), theirs: took(theirs) };
}

// The first steps, in which ways are found, are not those of a game that is under way: both walk as many before.
function crowds(ours, theirs, places, goal, steps) {
  const took = (side) => {
    side.crowd(places, goal);
    for (let i = 0; i < steps; ++i) side.step();
    const before = side.meanDistance(goal), began = now();
    for (let i = 0; i < steps; ++i) side.step();
    return { msPerStep: (now() - began) / steps, nearer: before - side.meanDistance(goal) };
  };
  return { agents: places.length, steps, ours: took(ours), theirs: took(theirs) };
}

export async function compare(portolan, map, queries, places, goal, steps) {
  await init();
  const library = await portolan();
  const theirs = new Recast(map), ours = new Cells(library, map);
  return { build: { ours: ours.buildMs, theirs: theirs.buildMs }, paths: paths(ours, theirs, queries),
           many: many(ours, theirs, places, goal),
           crowd: crowds(ours, theirs, places, goal, steps) };
}
