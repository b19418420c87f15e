// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Which part of the ramp each level of a field's cost has. Levels that hardly a cell has take none of it: behind a jam
// all cells cost much more than before it, and evenly spread they would share one colour.

const steadyShades = 0.05;  // of the ramp: what changes by less keeps its colours, so that they do not flicker

class Shades {
  constructor(run) {
    this.run = run;
    this.counts = new Map();  // by where a sector's levels lie
    this.version = 0;
  }

  // Brings `parts` to the field that is shown, of a leg.
  fit(way) {
    const {current} = this.run.fields, key = `${way},${current.index}`;
    if (key === this.key) return;
    this.key = key;
    const parts = Shades.parts(this.sums(current.sectors));
    if (way === this.way && parts.every((part, level) => Math.abs(part - this.parts[level]) < steadyShades)) return;
    this.way = way;
    this.parts = parts;
    ++this.version;
  }

  // Cells by level.
  sums(sectors) {
    const sums = new Float64Array(256);
    for (const [sector, at] of sectors) this.of(sector, at).forEach((count, level) => sums[level] += count);
    sums[noLevel] = 0;
    return sums;
  }
  of(sector, at) {
    if (this.counts.has(at)) return this.counts.get(at);
    const {width, height} = this.run.fields.bounds(sector), cells = width * height, counts = new Uint32Array(256);
    for (let k = at + cells; k < at + 2 * cells; ++k) ++counts[this.run.fields.column[k]];
    this.counts.set(at, counts);
    return counts;
  }

  // A level counts whole that half as many cells have as one has on the mean.
  static parts(sums) {
    const cells = sums.reduce((a, b) => a + b), enough = cells / noLevel / 2, parts = new Float64Array(256);
    let total = 0;
    for (let level = 0; level < noLevel; ++level) {
      parts[level] = total;
      total += cells === 0 ? 0 : Math.min(1, sums[level] / enough);
    }
    return parts.map((part) => part / Math.max(1, total));
  }
}
