// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What stands still while a run goes on, or changes seldom: terrain, field, sectors, portals, links, goals. Drawn on a
// canvas of its own, and only when something of it is another than before.

const groupColors = [
  '#d1495b', '#00798c', '#edae49', '#6a4c93', '#3f8f4f', '#e07a2f', '#2e5eaa', '#b5489b', '#7b4b2a', '#9bc53d',
  '#5bc0eb', '#f49ac2'
];
let groupShade = 0;  // of white: dark pages need lighter colours
function groupColor(group) {
  const mixed = rgbOf(groupColors[group % groupColors.length]).map((v) => Math.round(v + (255 - v) * groupShade));
  return `#${mixed.map((v) => v.toString(16).padStart(2, '0')).join('')}`;
}

// From the goal to the farthest cell, as in the pictures of the library.
const ramp =
    [[252, 236, 175], [247, 196, 107], [226, 142, 96], [147, 190, 168], [85, 160, 186], [66, 112, 182], [70, 65, 140]];
function rampColor(part) {
  const at = Math.min(0.9999, Math.max(0, part)) * (ramp.length - 1);
  const k = Math.floor(at), t = at - k;
  return ramp[k].map((from, j) => Math.round(from + (ramp[k + 1][j] - from) * t));
}

function rgbOf(hex) { return [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16)); }

class Ground {
  constructor(run, canvas) {
    this.run = run;
    this.canvas = canvas;
    this.context = canvas.getContext('2d', {alpha: false});
    this.about = run.about.ground;
    this.tiles = new Map();  // by sector: the field's colours, and what they were made from
    this.shades = new Shades(run);
  }

  // The terrain class of a cell; undefined outside the part that is in the page.
  terrainAt(x, y, layer) {
    const {step, columns, rows} = this.about;
    const column = Math.floor((x - this.about.x) / step), row = Math.floor((y - this.about.y) / step);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return undefined;
    return this.run.terrain[(layer * rows + row) * columns + column];
  }

  setTheme(theme) {
    this.theme = theme;
    this.pictureOf = null;
    this.drawn = '';
  }

  classColor(kind, profile) {
    const t = this.theme;
    const cost = kind.costs[profile];
    if (kind.name === 'not in memory') return rgbOf(t.unknown);
    if (cost === 255) return rgbOf({water: t.water, tree: t.tree}[kind.name] || t.wall);
    const open = rgbOf(t.ground), costly = rgbOf(t.costly), part = Math.log2(Math.max(1, cost)) / 6;
    return open.map((v, k) => Math.round(v + (costly[k] - v) * Math.min(1, part)));
  }

  // A pixel for each cell that is in the page.
  picture(layer, profile) {
    const key = `${layer},${profile}`;
    if (this.pictureOf === key) return this.bitmap;
    const {columns, rows, classes} = this.about;
    this.bitmap = this.bitmap || document.createElement('canvas');
    this.bitmap.width = columns;
    this.bitmap.height = rows;
    const context = this.bitmap.getContext('2d');
    const image = context.createImageData(columns, rows);
    const pixels = new Uint32Array(image.data.buffer);
    const colors = new Uint32Array(256);
    for (const id of Object.keys(classes)) {
      const [r, g, b] = this.classColor(classes[id], profile);
      colors[id] = 0xff000000 | b << 16 | g << 8 | r;
    }
    const from = layer * rows * columns;
    for (let k = 0; k < pixels.length; ++k) pixels[k] = colors[this.run.terrain[from + k]];
    context.putImageData(image, 0, 0);
    this.pictureOf = key;
    return this.bitmap;
  }

  // Draws what the options ask for, unless it is what is there.
  draw(view, options, tick, way) {
    const {run} = this;
    const field = way >= 0 && (options.field || options.directions) ? run.fields.show(way, tick) : null;
    const corridor = options.corridor ? run.corridorAt(way, tick) : [];
    const portals = options.portals ? run.portalsAt(tick) : null;
    const key = [
      view.key(), JSON.stringify(options), way, this.legsAt(tick), field ? field.tick : -1, corridor.length, corridor[0],
      corridor[corridor.length - 1], portals ? run.portalsTo : -1
    ].join(';');
    if (key === this.drawn) return;
    this.drawn = key;
    const c = this.context;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.fillStyle = this.theme.paper;
    c.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.drawTerrain(view, options);
    if (field && options.field) this.drawField(view, options);
    if (corridor.length > 0) this.drawCorridor(view, options, corridor);
    if (options.sectors) this.drawSectors(view);
    if (portals) this.drawPortals(view, options, portals);
    if (field && options.directions) this.drawDirections(view, options);
    this.drawLinks(view, options);
    this.drawGoals(view, options, tick, way);
  }
  legsAt(tick) { return this.run.about.groups.map((_, g) => this.run.legOfGroup(g, tick)).join(); }

  drawTerrain(view, options) {
    const {x, y, columns, rows, step} = this.about;
    const group = this.run.about.groups[options.group];
    this.context.imageSmoothingEnabled = view.scale * step < 1;
    const [left, top] = view.toScreen(x, y), [right, bottom] = view.toScreen(x + columns * step, y + rows * step);
    this.context.drawImage(
        this.picture(options.floor, group ? group.profile : 0), left, top, right - left, bottom - top);
  }

  // Sectors of the current field that can be seen.
  visible(view, options, visit) {
    for (const [sector, at] of this.run.fields.current.sectors) {
      const box = this.run.fields.bounds(sector);
      if (box.layer !== options.floor || !view.sees(box.x, box.y, box.width, box.height)) continue;
      visit(sector, at, box);
    }
  }

  tile(sector, at, box) {
    const known = this.tiles.get(sector), {parts, version} = this.shades;
    if (known && known.at === at && known.version === version) return known.canvas;
    const canvas = known ? known.canvas : document.createElement('canvas');
    canvas.width = box.width;
    canvas.height = box.height;
    const context = canvas.getContext('2d');
    const image = context.createImageData(box.width, box.height);
    const {column} = this.run.fields, cells = box.width * box.height;
    for (let k = 0; k < cells; ++k) {
      const level = column[at + cells + k];
      if (level === noLevel) continue;
      const [r, g, b] = rampColor(parts[level]);
      image.data.set([r, g, b, 175], 4 * k);
    }
    context.putImageData(image, 0, 0);
    this.tiles.set(sector, {at, version, canvas});
    return canvas;
  }

  drawField(view, options) {
    this.context.imageSmoothingEnabled = view.scale < 1;
    const {way} = this.run.fields.current;
    if (this.tilesOf !== way) this.tiles.clear();
    this.tilesOf = way;
    this.shades.fit(way);
    this.visible(view, options, (sector, at, box) => {
      const [left, top] = view.toScreen(box.x, box.y).map(Math.round);
      const [right, bottom] = view.toScreen(box.x + box.width, box.y + box.height).map(Math.round);
      this.context.drawImage(this.tile(sector, at, box), left, top, right - left, bottom - top);
    });
  }

  drawCorridor(view, options, corridor) {
    const {fields} = this.run, c = this.context;
    const inside = new Set(corridor);
    c.beginPath();
    for (const sector of corridor) {
      const box = fields.bounds(sector);
      if (box.layer !== options.floor) continue;
      const [l, t] = view.toScreen(box.x, box.y), [r, b] = view.toScreen(box.x + box.width, box.y + box.height);
      const column = sector % fields.columns, row = Math.floor(sector / fields.columns) % fields.rows;
      if (row === 0 || !inside.has(sector - fields.columns)) {
        c.moveTo(l, t);
        c.lineTo(r, t);
      }
      if (row === fields.rows - 1 || !inside.has(sector + fields.columns)) {
        c.moveTo(l, b);
        c.lineTo(r, b);
      }
      if (column === 0 || !inside.has(sector - 1)) {
        c.moveTo(l, t);
        c.lineTo(l, b);
      }
      if (column === fields.columns - 1 || !inside.has(sector + 1)) {
        c.moveTo(r, t);
        c.lineTo(r, b);
      }
    }
    c.strokeStyle = groupColor(options.group);
    c.lineWidth = 2.5 * view.ratio;
    c.stroke();
  }

  drawSectors(view) {
    const {side} = this.run.fields, {width, height} = this.about, c = this.context;
    if (side * view.scale < 6 * view.ratio) return;
    const [x0, y0, x1, y1] = view.bounds();
    c.beginPath();
    for (let x = Math.max(0, Math.floor(x0 / side) * side); x <= Math.min(width, x1); x += side) {
      c.moveTo(...view.toScreen(x, Math.max(0, y0)));
      c.lineTo(...view.toScreen(x, Math.min(height, y1)));
    }
    for (let y = Math.max(0, Math.floor(y0 / side) * side); y <= Math.min(height, y1); y += side) {
      c.moveTo(...view.toScreen(Math.max(0, x0), y));
      c.lineTo(...view.toScreen(Math.min(width, x1), y));
    }
    c.strokeStyle = this.theme.sector;
    c.lineWidth = view.ratio;
    c.stroke();
  }

  drawPortals(view, options, portals) {
    const c = this.context;
    if (this.run.fields.side * view.scale < 40 * view.ratio) return;
    c.beginPath();
    for (const [x, y, layer, width, below] of portals.values()) {
      if (layer !== options.floor || !view.sees(x, y, below ? width : 1, below ? 1 : width)) continue;
      // The line between the two cells of each pair, a little short of its ends so that neighbours can be told apart.
      const from = below ? [x + 0.15, y + 1] : [x + 1, y + 0.15],
            to = below ? [x + width - 0.15, y + 1] : [x + 1, y + width - 0.15];
      c.moveTo(...view.toScreen(...from));
      c.lineTo(...view.toScreen(...to));
    }
    c.strokeStyle = this.theme.portal;
    c.lineWidth = Math.max(1.5 * view.ratio, Math.min(5 * view.ratio, view.scale / 4));
    c.stroke();
  }

  drawDirections(view, options) {
    if (view.scale < 9 * view.ratio) return;
    const {fields} = this.run, c = this.context;
    const [x0, y0, x1, y1] = view.bounds();
    const half = 0.32 * view.scale, head = 0.16 * view.scale;
    c.beginPath();
    for (let y = Math.floor(y0); y <= y1; ++y) {
      for (let x = Math.floor(x0); x <= x1; ++x) {
        const cell = fields.cell(x, y, options.floor);
        if (!cell || cell.heading >= Heading.goal) continue;
        const angle = cell.heading * 2 * Math.PI / Heading.turn, dx = Math.cos(angle), dy = Math.sin(angle);
        const [mx, my] = view.toScreen(x + 0.5, y + 0.5);
        const ex = mx + dx * half, ey = my + dy * half;
        c.moveTo(mx - dx * half, my - dy * half);
        c.lineTo(ex, ey);
        c.moveTo(ex - (dx + dy) * head, ey - (dy - dx) * head);
        c.lineTo(ex, ey);
        c.lineTo(ex - (dx - dy) * head, ey - (dy + dx) * head);
      }
    }
    c.strokeStyle = this.theme.arrow;
    c.lineWidth = view.ratio;
    c.stroke();
  }

  drawLinks(view, options) {
    const c = this.context, size = Math.max(2.5 * view.ratio, 0.3 * view.scale);
    c.fillStyle = this.theme.portal;
    for (const [from, to] of this.about.links) {
      for (const [here, there] of [[from, to], [to, from]]) {
        if (here[2] !== options.floor) continue;
        const [x, y] = view.toScreen(here[0] + 0.5, here[1] + 0.5), up = there[2] < here[2] ? -1 : 1;
        c.beginPath();
        c.moveTo(x - size, y + up * size * 0.7);
        c.lineTo(x + size, y + up * size * 0.7);
        c.lineTo(x, y - up * size * 0.7);
        c.fill();
      }
    }
  }

  // All goals of all groups, in a ring those of the leg that is shown and of the legs that most of the others are on.
  drawGoals(view, options, tick, shown) {
    const c = this.context;
    this.run.groupOfLeg.forEach((g, way) => {
      const isShown = way === shown;
      const goals = this.run.goals(g, way - this.run.about.groups[g].first_leg);
      const isNow = g === options.group ? isShown : way === this.run.wayOfGroup(g, tick);
      c.fillStyle = groupColor(g) + (isShown ? '99' : '55');
      const size = Math.max(view.scale, 3 * view.ratio);
      for (const [x, y, layer] of goals) {
        if (layer !== options.floor || !view.sees(x, y, 1, 1)) continue;
        const [left, top] = view.toScreen(x, y);
        c.fillRect(left, top, size, size);
      }
      const first = goals[goals.length >> 1];
      if (!isNow || !first || first[2] !== options.floor) return;
      const [x, y] = view.toScreen(first[0] + 0.5, first[1] + 0.5), r = 7 * view.ratio;
      c.lineWidth = 2.5 * view.ratio;
      for (const [color, radius] of [[this.theme.sheet, r + 2 * view.ratio], [groupColor(g), r]]) {
        c.strokeStyle = color;
        c.beginPath();
        c.arc(x, y, radius, 0, 2 * Math.PI);
        c.stroke();
      }
    });
  }
}
