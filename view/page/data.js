'use strict';
// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// From the bytes in the page to numbers. The other end is view/src/replay and apps/portolan/replay.

// Reads the numbers of a column: seven bits to a byte, the lowest first.
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  number() {
    let value = 0, place = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte < 128) return value + byte * place;
      value += (byte - 128) * place;
      place *= 128;
    }
  }
  signed() {
    const bits = this.number();
    return bits % 2 === 0 ? bits / 2 : -(bits + 1) / 2;
  }
}

function bytesOf(base64) {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; ++k) bytes[k] = text.charCodeAt(k);
  return bytes;
}

async function inflated(bytes) {
  if (typeof DecompressionStream === 'undefined') {
    throw new Error(
        'this browser cannot unpack the page: it needs DecompressionStream (Chrome 80, Firefox 113, Safari 16.4)');
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The columns of the page, by name.
async function columnsOf(element) {
  const bytes = await inflated(bytesOf(element.textContent));
  element.textContent = '';
  const view = new DataView(bytes.buffer);
  let at = 4;
  const sizes = [];
  for (let count = view.getUint32(0, true); count > 0; --count) {
    const length = view.getUint32(at, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 4, at + 4 + length));
    sizes.push([name, view.getUint32(at + 4 + length, true)]);
    at += 8 + length;
  }
  const columns = {};
  for (const [name, size] of sizes) {
    columns[name] = bytes.subarray(at, at + size);
    at += size;
  }
  return columns;
}

function numbersOf(bytes) {
  const reader = new Reader(bytes);
  const list = [];
  while (reader.at < bytes.length) list.push(reader.number());
  return list;
}

// The numbers of a column of differences.
function summed(list) {
  let sum = 0;
  return list.map((step) => sum += step);
}

// Where many things have been, frame by frame.
class Tracks {
  static fineness = 16;

  constructor(count, ticks, positions, runs) {
    this.count = count;
    this.ticks = summed(numbersOf(ticks));
    this.frames = this.ticks.length;
    const reader = new Reader(positions);
    this.x = this.axis(reader);
    this.y = this.axis(reader);
    this.readRuns(new Reader(runs));
  }

  axis(reader) {
    const frames = this.frames;
    const out = new Float32Array(this.count * frames);
    for (let t = 0; t < this.count; ++t) {
      let value = 0, step = 0;
      for (let f = 0; f < frames; ++f) {
        const now = value + step + reader.signed();
        step = f === 0 ? 0 : now - value;
        value = now;
        out[t * frames + f] = now / Tracks.fineness;
      }
    }
    return out;
  }

  // Of each track from `first[t]` to before `first[t + 1]`: the frame where a run begins, and what it holds.
  readRuns(reader) {
    this.first = new Int32Array(this.count + 1);
    const frame = [], layer = [], kind = [], number = [];
    for (let t = 0; t < this.count; ++t) {
      this.first[t] = frame.length;
      let at = 0;
      for (let runs = reader.number(); runs > 0; --runs) {
        frame.push(at);
        at += reader.number();
        layer.push(reader.number());
        kind.push(reader.number());
        number.push(reader.number());
      }
    }
    this.first[this.count] = frame.length;
    this.frame = Int32Array.from(frame);
    this.layer = Uint8Array.from(layer);
    this.kind = Uint8Array.from(kind);
    this.number = Float64Array.from(number);
    this.cursor = Int32Array.from(this.first.subarray(0, this.count));
  }

  // The last frame at or before a tick.
  frameAt(tick) {
    let low = 0, high = this.frames - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.ticks[middle] <= tick)
        low = middle;
      else
        high = middle - 1;
    }
    return low;
  }

  // The run of a track that holds a frame; time mostly goes on by little, so that it begins where it was last.
  runAt(track, frame) {
    let run = this.cursor[track];
    const end = this.first[track + 1];
    if (this.frame[run] > frame) run = this.first[track];
    while (run + 1 < end && this.frame[run + 1] <= frame) ++run;
    return this.cursor[track] = run;
  }
}
