// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Fields of the legs of groups as they were recorded: for each cell of some sectors where to go and what it costs. Of a later field
// only the sectors are there that have changed.

const Heading = {
  turn: 240,
  goal: 250,
  link: 251,
  none: 255
};
const noLevel = 255, mostLevel = 250;  // no way; as far as levels tell, or farther

class Fields {
  constructor(run, column) {
    this.run = run;
    this.column = column;
    const ground = run.about.ground;
    this.side = run.about.sector_size;
    this.columns = Math.ceil(ground.width / this.side);
    this.rows = Math.ceil(ground.height / this.side);
    this.entries = run.groupOfLeg.map(() => []);
    const reader = new Reader(column);
    for (const [way, tick, units, sectors] of run.about.fields) {
      const entry = {tick, units, sectors: []};
      for (let k = 0; k < sectors; ++k) {
        const sector = reader.number();
        const {width, height} = this.bounds(sector);
        entry.sectors.push([sector, reader.at]);
        this.sumCosts(reader.at + width * height, width, height);
        reader.at += 2 * width * height;
      }
      this.entries[way].push(entry);
    }
    this.links = new Map();
    for (const [from, to] of ground.links) {
      const key = from.join();
      if (!this.links.has(key)) this.links.set(key, []);
      this.links.get(key).push(to);
    }
    this.current = {way: -1, index: -1, sectors: new Map()};
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
    return {
      x,
      y,
      layer: Math.floor(sector / perLayer),
      width: Math.min(this.side, ground.width - x),
      height: Math.min(this.side, ground.height - y)
    };
  }
  sectorOf(x, y, layer) {
    return (layer * this.rows + Math.floor(y / this.side)) * this.columns + Math.floor(x / this.side);
  }

  // Brings `current` to what the field of a leg was at a tick.
  show(way, tick) {
    const entries = this.entries[way];
    const index = Run.upTo(entries, tick) - 1;
    if (this.current.way !== way || index < this.current.index)
      this.current = {way, index: -1, sectors: new Map()};
    for (let k = this.current.index + 1; k <= index; ++k) {
      for (const [sector, at] of entries[k].sectors) this.current.sectors.set(sector, at);
    }
    this.current.index = index;
    this.current.units = index < 0 ? 0 : entries[index].units;
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

  // From a place along the field to the goal: points [x, y, layer]. The headings are those of the middles of cells, so
  // that a straight line may run into the corner of a wall, or to and fro before it: then it goes to the next cell that
  // costs less.
  path(x, y, layer) {
    const points = [[x, y, layer]];
    const patience = 16 + 4 * Math.ceil(this.current.units / 24);  // steps without getting cheaper
    let least = Infinity, since = 0;
    while (points.length < 20000) {
      const cx = Math.floor(x), cy = Math.floor(y);
      const here = this.cell(cx, cy, layer);
      if (!here || here.heading === Heading.none) return {points, arrives: false};
      if (here.heading === Heading.goal) return {points, arrives: true};
      since = here.level < least ? 0 : since + 1;
      least = Math.min(least, here.level);
      if (here.heading === Heading.link) {
        const ends = (this.links.get(`${cx},${cy},${layer}`) || []).filter((to) => this.cell(...to));
        if (ends.length === 0) return {points, arrives: false};
        ends.sort((a, b) => this.cell(...a).level - this.cell(...b).level);
        [x, y, layer] = [ends[0][0] + 0.5, ends[0][1] + 0.5, ends[0][2]];
        points.push([x, y, layer]);
        continue;
      }
      const angle = here.heading * 2 * Math.PI / Heading.turn, dx = Math.cos(angle), dy = Math.sin(angle);
      const next = here.heading % 30 === 0 ? [cx + 0.5 + Math.round(dx), cy + 0.5 + Math.round(dy)] :
                                             [x + 0.5 * dx, y + 0.5 * dy];
      if (since < patience && this.open(Math.floor(next[0]), Math.floor(next[1]), layer)) {
        [x, y] = next;
        points.push([x, y, layer]);
        continue;
      }
      const around = this.toCheaper(cx, cy, layer, least);
      if (around.length === 0) return {points, arrives: false};
      for (const cell of around) points.push([cell[0] + 0.5, cell[1] + 0.5, layer]);
      [x, y] = points[points.length - 1];
    }
    return {points, arrives: false};
  }

  open(x, y, layer) {
    const cell = this.cell(x, y, layer);
    return cell !== null && cell.level !== noLevel;
  }

  // The shortest way by cells to one that is a goal, begins a link or costs less than a level.
  toCheaper(cx, cy, layer, level) {
    const from = new Map([[`${cx},${cy}`, null]]);
    const queue = [[cx, cy]];
    for (let k = 0; k < queue.length && k < 4000; ++k) {
      const [x, y] = queue[k], cell = this.cell(x, y, layer);
      if (k > 0 && (cell.level < level || cell.heading === Heading.goal || cell.heading === Heading.link)) {
        const way = [];
        for (let at = queue[k]; at; at = from.get(at.join())) way.push(at);
        return way.reverse().slice(1);
      }
      for (const [dx, dy] of [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]]) {
        const key = `${x + dx},${y + dy}`;
        if (from.has(key) || !this.open(x + dx, y + dy, layer)) continue;
        if (dx && dy && !(this.open(x + dx, y, layer) && this.open(x, y + dy, layer))) continue;
        from.set(key, [x, y]);
        queue.push([x + dx, y + dy]);
      }
    }
    return [];
  }
}
