// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The run that is shown: who was where at a tick, and what happened.

const stateNames = ['waiting', 'moving', 'stuck', 'arrived', 'gone', 'removed', 'stopped'];
const State = {
  waiting: 0,
  moving: 1,
  stuck: 2,
  arrived: 3,
  gone: 4,
  stopped: 6  // at a goal from which it goes on
};
function isOnMap(state) { return state !== State.waiting && (state < State.gone || state === State.stopped); }

class Run {
  constructor(columns) {
    const text = new TextDecoder().decode(columns.description);
    this.about = JSON.parse(text);
    this.slots = summed(numbersOf(columns.slots));
    this.groupOf = Uint16Array.from(numbersOf(columns.groups));
    this.shownAs = new Map(this.slots.map((slot, k) => [slot, k]));
    const none = new Uint8Array(0);
    this.agents = new Tracks(this.slots.length, columns.ticks, columns.positions, columns.runs);
    // Of those whose group faces, in the order of the agents; -1: of none.
    let facing = 0;
    this.facingOf = Int32Array.from(this.groupOf, (group) => this.about.groups[group].faces ? facing++ : -1);
    this.facings =
        new Tracks(facing, columns.facing_ticks, facing ? columns.facing_positions : none, columns.facing_runs);
    const obstacles = this.about.obstacles.length;
    this.obstacles = new Tracks(
        obstacles, columns.obstacle_ticks, obstacles ? columns.obstacle_positions : none, columns.obstacle_runs);
    this.counts = new Counts(this);
    // Legs are numbered in a row: those of the first group, of the second one, and so on.
    this.groupOfLeg = this.about.groups.flatMap((group, g) => Array(group.then.length + 1).fill(g));
    this.begins = this.slots.map(() => []);
    for (const [tick, k, leg] of this.about.legs) this.begins[k].push({tick, leg});
    this.onLegs = this.findOnLegs();
    this.fields = new Fields(this, columns.fields);
    this.terrain = columns.terrain;
    this.lastTick = this.about.ticks;
    this.corridors = this.about.plans.corridors.map(summed);
    this.changes = this.findChanges();
    this.walkers = new Map();
    for (const [tick, slot, what] of this.about.plans.agents) {
      if (!this.walkers.has(slot)) this.walkers.set(slot, []);
      this.walkers.get(slot).push({tick, what});
    }
  }

  // The leg of its group that an agent is on.
  legOf(k, tick) {
    const begun = Run.upTo(this.begins[k], tick);
    return begun === 0 ? 0 : this.begins[k][begun - 1].leg;
  }
  goals(group, leg) { return leg === 0 ? this.about.groups[group].goals : this.about.groups[group].then[leg - 1]; }
  // In the row of all legs: that of an agent, and the one that most of a group are on.
  wayOf(k, tick) { return this.about.groups[this.groupOf[k]].first_leg + this.legOf(k, tick); }
  wayOfGroup(group, tick) { return this.about.groups[group].first_leg + this.legOfGroup(group, tick); }
  legOfGroup(group, tick) {
    const begun = Run.upTo(this.onLegs[group], tick);
    return begun === 0 ? 0 : this.onLegs[group][begun - 1].leg;
  }
  // By group, from which tick on most are on which leg.
  findOnLegs() {
    const counts = this.about.groups.map((group) => Array(group.then.length + 1).fill(0));
    const legs = this.slots.map(() => 0), list = this.about.groups.map(() => []);
    for (const group of this.groupOf) ++counts[group][0];
    for (const [tick, k, leg] of this.about.legs) {
      const group = this.groupOf[k], of = counts[group];
      --of[legs[k]];
      ++of[legs[k] = leg];
      list[group].push({tick, leg: of.indexOf(Math.max(...of))});
    }
    return list;
  }

  seconds(tick) { return tick * this.about.tick_seconds; }

  // Where a track is between two frames: on the straight line, unless that is farther than it can have gone.
  place(tracks, track, frame, tick, farthest) {
    const at = track * tracks.frames + frame;
    const x = tracks.x[at], y = tracks.y[at];
    if (frame + 1 >= tracks.frames) return [x, y];
    const before = tracks.ticks[frame], span = tracks.ticks[frame + 1] - before;
    const dx = tracks.x[at + 1] - x, dy = tracks.y[at + 1] - y;
    if (Math.abs(dx) + Math.abs(dy) > farthest * span) return [x, y];
    const part = Math.min(1, (tick - before) / span);
    return [x + dx * part, y + dy * part];
  }

  // Cells that an agent of a group can go in a tick, with room for a push.
  farthest(group) { return 3 * this.about.groups[group].speed * this.about.tick_seconds + 0.5; }

  agentPlace(k, frame, tick) { return this.place(this.agents, k, frame, tick, this.farthest(this.groupOf[k])); }

  // Where its body faces, in radians from east by south; of a group for which that does not matter, undefined.
  facing(k, tick) {
    const track = this.facingOf[k];
    if (track < 0) return undefined;
    const [parts] = this.place(this.facings, track, this.facings.frameAt(tick), tick, Infinity);
    return parts / Tracks.fineness * 2 * Math.PI;
  }

  // What an agent does at a frame: its state, the reason of a stop, and what that is about.
  agentAt(k, frame) {
    const run = this.agents.runAt(k, frame);
    const kind = this.agents.kind[run];
    return {state: kind & 7, reason: kind >> 3, about: this.agents.number[run], layer: this.agents.layer[run], run};
  }
  reasonName(reason) { return this.about.reasons[reason]; }

  // Whom or what a stop is about.
  subject(about) {
    const which = Math.floor(about / 4);
    switch (about % 4) {
      case 1:
        return {obstacle: which};
      case 2:
        return {agent: which};
      case 3: {
        const [x, y, layer, until, obstacle] = this.about.passages[which];
        return {cell: x < 0 ? null : [x, y, layer], until, obstacle: obstacle < 0 ? undefined : obstacle};
      }
      default:
        return {};
    }
  }

  // Stops of an agent: from which tick to which, whether to the end of the run, and why. What is short between two of
  // one reason is part of them.
  stops(k) {
    const list = [];
    const {first, frame, kind, number} = this.agents;
    for (let run = first[k]; run < first[k + 1]; ++run) {
      const reason = kind[run] >> 3;
      if (reason === 0) continue;
      const from = this.agents.ticks[frame[run]];
      const lasts = run + 1 === first[k + 1], end = lasts ? this.lastTick : this.agents.ticks[frame[run + 1]];
      const last = list[list.length - 1];
      if (last && last.reason === reason && from - last.end <= 3) {
        last.end = end;
        last.lasts = lasts;
      } else {
        list.push({from, end, lasts, reason, about: number[run]});
      }
    }
    return list;
  }
  stopAt(k, tick) { return this.stops(k).find((stop) => stop.from <= tick && (tick < stop.end || stop.lasts)); }

  obstacleCells(k, frame, tick) {
    const run = this.obstacles.runAt(k, frame);
    if (this.obstacles.kind[run] === 0) return null;
    const [x, y] = this.place(this.obstacles, k, frame, tick, Infinity);
    const at = k * this.obstacles.frames + frame;
    return {
      x: Math.floor(this.obstacles.x[at]),
      y: Math.floor(this.obstacles.y[at]),
      layer: this.obstacles.layer[run],
      exact: [x, y]
    };
  }

  // Regions in which obstacles came, went or moved to other cells, by tick.
  findChanges() {
    const side = this.about.region_side, {width, height} = this.about.ground, list = [];
    for (let k = 0; k < this.obstacles.count; ++k) {
      const cells = this.about.obstacles[k].cells;
      if (cells.length === 0) continue;
      let box = [Infinity, Infinity, -Infinity, -Infinity];
      for (let j = 0; j < cells.length; j += 2) {
        box = [
          Math.min(box[0], cells[j]), Math.min(box[1], cells[j + 1]), Math.max(box[2], cells[j]),
          Math.max(box[3], cells[j + 1])
        ];
      }
      let before = null;
      for (let frame = 0; frame < this.obstacles.frames; ++frame) {
        const now = this.obstacleCells(k, frame, this.obstacles.ticks[frame]);
        const same = now === before || (now && before && now.x === before.x && now.y === before.y);
        if (!same && frame > 0) {
          const regions = new Set();
          for (const at of [before, now]) {
            if (!at) continue;
            for (let y = Math.floor((at.y + box[1]) / side); y <= Math.floor((at.y + box[3]) / side); ++y) {
              for (let x = Math.floor((at.x + box[0]) / side); x <= Math.floor((at.x + box[2]) / side); ++x) {
                regions.add(`${x},${y}`);
              }
            }
          }
          const layer = (now || before).layer;
          for (const region of regions) {
            const [x, y] = region.split(',').map(Number);
            if (x < 0 || y < 0 || x * side >= width || y * side >= height) continue;
            list.push({tick: this.obstacles.ticks[frame], x, y, layer});
          }
        }
        before = now;
      }
    }
    return list.sort((a, b) => a.tick - b.tick);
  }

  // Of a list with ticks that ascend: how many are at or before one.
  static upTo(list, tick) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = Array.isArray(list[middle]) ? list[middle][0] : list[middle].tick;
      if (at <= tick)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  // The corridor of a leg at a tick: its sectors.
  corridorAt(way, tick) {
    const events = this.about.plans.groups;
    for (let k = Run.upTo(events, tick) - 1; k >= 0; --k) {
      if (events[k][1] === way && events[k][4] >= 0) return this.corridors[events[k][4]];
    }
    return [];
  }

  lastPlan(way, tick) {
    const events = this.about.plans.groups;
    for (let k = Run.upTo(events, tick) - 1; k >= 0; --k) {
      if (events[k][1] === way && events[k][2] === 0)
        return {tick: events[k][0], triggers: this.triggers(events[k][3])};
    }
    return null;
  }
  lastRepair(way, tick) {
    const events = this.about.plans.groups;
    for (let k = Run.upTo(events, tick) - 1; k >= 0; --k) {
      if (events[k][1] === way) return events[k][2] === 1 ? events[k][0] : null;
    }
    return null;
  }
  triggers(bits) { return this.about.triggers.filter((_, k) => bits >> k & 1); }

  // Portals at a tick, as [x, y, layer, width, down]. Kept, and carried on from the tick asked for last.
  portalsAt(tick) {
    const events = this.about.plans.portals;
    const to = Run.upTo(events, tick);
    if (!this.portals || to < this.portalsTo) {
      this.portals = new Map();
      this.portalsTo = 0;
    }
    for (; this.portalsTo < to; ++this.portalsTo) {
      const [, added, ...portal] = events[this.portalsTo];
      if (added)
        this.portals.set(portal.join(), portal);
      else
        this.portals.delete(portal.join());
    }
    return this.portals;
  }
}
