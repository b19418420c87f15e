// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
"use strict";

// The game: a map that changes, starts where agents come from, goals where they go, one order for all of them.
const WIDTH = 256, HEIGHT = 160, GROUND = 0, MUD = 1, WALL = 2;
const SECONDS = 0.05, UNITS = 400, COMING = 12, START_RADIUS = 18;

class Game {
  constructor({ World, Navigator }) {
    this.seed = 1;
    this.terrain = Game.drawn();
    this.world = new World(WIDTH, HEIGHT, { terrain: this.terrain });
    this.profile = this.world.addProfile({ [GROUND]: 1, [MUD]: 6 });
    this.finder = this.world.pathFinder(this.profile);
    this.navigator = new Navigator(this.world);
    this.starts = [[26, 40], [26, 120]];
    this.goals = [[232, 28], [228, 132]];
    this.wanted = 5000;
    this.agents = new BigUint64Array(0);
    this.order = 0n;
    this.arrived = 0;
    this.ticks = 0;
    this.version = 0;  // of the ground: layers are drawn again when it changes
    this.changed = false;
    this.message = "";
  }

  // Long walls with gates, boxes and a swamp: what is there before anybody draws.
  static drawn() {
    const terrain = new Uint8Array(WIDTH * HEIGHT);
    const fill = (x, y, width, height, value) => {
      for (let row = y; row < y + height; ++row) terrain.fill(value, row * WIDTH + x, row * WIDTH + x + width);
    };
    for (const [x, gates] of [[70, [20, 76, 130]], [128, [50, 110]], [186, [14, 84, 140]]]) {
      fill(x, 0, 3, HEIGHT, WALL);
      for (const y of gates) fill(x, y, 3, 10, GROUND);
    }
    for (let i = 0; i < 12; ++i) fill(84 + (i % 3) * 13, 8 + Math.floor(i / 3) * 38, 7, 12, WALL);
    for (let y = 40; y < 120; ++y) fill(142 + Math.abs(80 - y) / 5 | 0, y, 32 - (Math.abs(80 - y) / 2.5 | 0), 1, MUD);
    return terrain;
  }

  random(bound) {  // the same in every browser
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(this.seed / 4294967296 * bound);
  }

  paint(x, y, size, value) {
    const left = Math.max(0, x - (size >> 1)), top = Math.max(0, y - (size >> 1));
    const width = Math.min(WIDTH, x - (size >> 1) + size) - left, height = Math.min(HEIGHT, y - (size >> 1) + size) - top;
    if (width <= 0 || height <= 0) return;
    this.world.fill([left, top, width, height], value);
    for (let row = top; row < top + height; ++row) this.terrain.fill(value, row * WIDTH + left, row * WIDTH + left + width);
    this.changed = true;
  }
  clear() {
    this.world.fill([0, 0, WIDTH, HEIGHT], GROUND);
    this.terrain.fill(GROUND);
    this.changed = true;
  }
  // One more, or the one there is none any more, but for the last.
  toggle(places, x, y) {
    const near = places.findIndex(([px, py]) => Math.hypot(px - x, py - y) < 5);
    if (near < 0) places.push([x, y]);
    else if (places.length > 1) places.splice(near, 1);
    if (places === this.goals && this.order !== 0n && this.navigator.alive(this.order)) {
      this.navigator.setPlaces(this.order, this.goals);
    }
  }

  tick() {
    this.come();
    this.navigator.tick(SECONDS, UNITS);
    if (this.changed) ++this.version;
    this.changed = false;
    ++this.ticks;
    for (const event of this.navigator.events()) {
      if (event.kind === "stands_in") this.message = `Some cannot get to a goal: they go to ${event.nearest.slice(0, 2)} instead.`;
      else if (event.kind === "lost") this.message = "Somebody has no path at all.";
      else if (event.kind === "path_found") this.message = "";
    }
    this.leave();
  }

  // As many as are wanted, a few in each tick.
  come() {
    const count = Math.min(COMING, this.wanted - this.agents.length);
    if (count <= 0) return;
    const xy = new Float32Array(2 * count);
    for (let i = 0; i < count; ++i) {
      const [x, y] = this.starts[this.random(this.starts.length)];
      xy[2 * i] = Math.min(WIDTH - 0.5, Math.max(0.5, x + (this.random(201) - 100) / 100 * START_RADIUS));
      xy[2 * i + 1] = Math.min(HEIGHT - 0.5, Math.max(0.5, y + (this.random(201) - 100) / 100 * START_RADIUS));
    }
    const added = this.navigator.addAgents(this.profile, xy, { radius: 0.3, maxSpeed: 9 }).filter((agent) => agent !== 0n);
    if (added.length === 0) return;
    if (this.order !== 0n && this.navigator.alive(this.order)) {
      this.navigator.join(this.order, added);
    } else {
      this.order = this.navigator.give(added, { profile: this.profile, places: this.goals, anyAngle: true, leaveOnArrival: true,
                                                arrivalRadius: 3 });
    }
    const all = new BigUint64Array(this.agents.length + added.length);
    all.set(this.agents);
    all.set(added, this.agents.length);
    this.agents = all;
  }

  leave() {
    this.states = this.navigator.states(this.agents);
    const gone = [], stay = [];
    for (let i = 0; i < this.agents.length; ++i) (this.states[i] === 4 || i >= this.wanted ? gone : stay).push(this.agents[i]);
    if (gone.length > 0) {
      this.arrived += gone.length;
      this.navigator.removeAgents(BigUint64Array.from(gone));
      this.agents = BigUint64Array.from(stay);
      this.states = this.navigator.states(this.agents);
    }
    this.positions = this.navigator.positions(this.agents);
  }

  // The straight path from a cell to the nearest goal by air, for the pointer.
  pathFrom(x, y) {
    const goal = this.goals.reduce((a, b) => Math.hypot(b[0] - x, b[1] - y) < Math.hypot(a[0] - x, a[1] - y) ? b : a);
    return this.finder.find([x, y], goal);
  }
}
