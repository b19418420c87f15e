// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Fields of groups as they were recorded: for each cell of some sectors where to go and what it costs. Of a later field
// only the sectors are there that have changed.

const Heading = {turn: 240, goal: 250, link: 251, none: 255};
const noLevel = 255;

class Fields {
  constructor(run, column) {
    this.run = run;
    this.column = column;
    const ground = run.about.ground;
    this.side = run.about.sector_size;
    this.columns = Math.ceil(ground.width / this.side);
    this.rows = Math.ceil(ground.height / this.side);
    this.entries = run.about.groups.map(() => []);
    const reader = new Reader(column);
    for (const [group, tick, units, sectors] of run.about.fields) {
      const entry = {tick, units, sectors: []};
      for (let k = 0; k < sectors; ++k) {
        const sector = reader.number();
        const {width, height} = this.bounds(sector);
        entry.sectors.push([sector, reader.at]);
        this.sumCosts(reader.at + width * height, width, height);
        reader.at += 2 * width * height;
      }
      this.entries[group].push(entry);
    }
    this.links = new Map();
    for (const [from, to] of ground.links) {
      const key = from.join();
      if (!this.links.has(key)) this.links.set(key, []);
      this.links.get(key).push(to);
    }
    this.current = {group: -1, index: -1, sectors: new Map()};
  }

  // Costs come as differences to the cell on the left.
  sumCosts(at, width, height) {
    for (let y = 0; y < height; ++y) {
      let left = noLevel;
      for (let x = 0; x < width; ++x, ++at) left = this.column[at] = (this.column[at] + left) & 255;
    }
  }

  bounds(sector) {
    const perLayer = this.columns * this.rows;
    const x = sector % this.columns * this.side, y = Math.floor(sector % perLayer / this.columns) * this.side;
    const ground = this.run.about.ground;
    return {x, y, layer: Math.floor(sector / perLayer), width: Math.min(this.side, ground.width - x),
            height: Math.min(this.side, ground.height - y)};
  }
  sectorOf(x, y, layer) {
    return (layer * this.rows + Math.floor(y / this.side)) * this.columns + Math.floor(x / this.side);
  }

  // Brings `current` to what a group's field was at a tick.
  show(group, tick) {
    const entries = this.entries[group];
    const index = Run.upTo(entries, tick) - 1;
    if (this.current.group !== group || index < this.current.index) this.current = {group, index: -1, sectors: new Map()};
    for (let k = this.current.index + 1; k <= index; ++k) {
      for (const [sector, at] of entries[k].sectors) this.current.sectors.set(sector, at);
    }
    this.current.index = index;
    return index < 0 ? null : entries[index];
  }

  // Of the current field.
  cell(x, y, layer) {
    const ground = this.run.about.ground;
    if (x < 0 || y < 0 || x >= ground.width || y >= ground.height) return null;
    const sector = this.sectorOf(x, y, layer);
    const at = this.current.sectors.get(sector);
    if (at === undefined) return null;
    const box = this.bounds(sector);
    const k = (y - box.y) * box.width + x - box.x;
    return {heading: this.column[at + k], level: this.column[at + box.width * box.height + k]};
  }

  // From a place along the field to the goal: points [x, y, layer]. Where a straight line would cut a corner of a wall
  // it goes by the cheapest neighbour instead.
  path(x, y, layer) {
    const points = [[x, y, layer]];
    const seen = new Map();
    for (let steps = 0; steps < 20000; ++steps) {
      const cx = Math.floor(x), cy = Math.floor(y);
      const here = this.cell(cx, cy, layer);
      if (!here || here.heading === Heading.none) return {points, arrives: false};
      if (here.heading === Heading.goal) return {points, arrives: true};
      const key = `${cx},${cy},${layer}`;
      const visits = (seen.get(key) || 0) + 1;
      seen.set(key, visits);
      if (visits > 8) return {points, arrives: false};
      if (here.heading === Heading.link) {
        const ends = (this.links.get(key) || []).filter((to) => this.cell(...to));
        if (ends.length === 0) return {points, arrives: false};
        ends.sort((a, b) => this.cell(...a).level - this.cell(...b).level);
        [x, y, layer] = [ends[0][0] + 0.5, ends[0][1] + 0.5, ends[0][2]];
      } else {
        const angle = here.heading * 2 * Math.PI / Heading.turn;
        const octile = here.heading % 30 === 0;
        let nx = octile ? cx + 0.5 + Math.round(Math.cos(angle)) : x + 0.5 * Math.cos(angle);
        let ny = octile ? cy + 0.5 + Math.round(Math.sin(angle)) : y + 0.5 * Math.sin(angle);
        const next = this.cell(Math.floor(nx), Math.floor(ny), layer);
        if (!next || next.level === noLevel || visits > 4) {
          const best = this.cheapest(cx, cy, layer);
          if (!best) return {points, arrives: false};
          [nx, ny] = best;
        }
        [x, y] = [nx, ny];
      }
      points.push([x, y, layer]);
    }
    return {points, arrives: false};
  }

  cheapest(cx, cy, layer) {
    let best = null, least = noLevel;
    for (let dy = -1; dy <= 1; ++dy) {
      for (let dx = -1; dx <= 1; ++dx) {
        const near = this.cell(cx + dx, cy + dy, layer);
        if ((dx === 0 && dy === 0) || !near || near.level >= least) continue;
        if (dx && dy && [[dx, 0], [0, dy]].some(([a, b]) => (this.cell(cx + a, cy + b, layer) || {level: noLevel}).level === noLevel)) continue;
        least = near.level;
        best = [cx + dx + 0.5, cy + dy + 0.5];
      }
    }
    return best;
  }
}
