// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
//
// Arguments on their way into WebAssembly, and answers on their way out.
"use strict";

function portolanMemory(core) {
  class PortolanError extends Error {}
  const failure = () => new PortolanError(core.UTF8ToString(core._portolan_error()));
  const check = (status) => { if (status !== 0) throw failure(); };
  const made = (handle) => { if (handle === 0) throw failure(); return handle; };
  const number = (name, names) => {
    const found = names.indexOf(name);
    if (found < 0) throw new PortolanError(`${name} is none of ${names.join(", ")}`);
    return found;
  };
  // WebAssembly by itself cuts off what has no room, and what is behind a point.
  const whole = (name, value, low, high) => {
    if (Number.isInteger(value) && value >= low && value <= high) return value;
    throw new PortolanError(`${name} is ${value}, expected a whole number from ${low} to ${high}`);
  };
  const u8 = (name, value) => whole(name, value, 0, 255);
  const u32 = (name, value) => whole(name, value, 0, 2 ** 32 - 1);
  const i32 = (name, value) => whole(name, value, -(2 ** 31), 2 ** 31 - 1);
  const pairs = (xy) => {
    if (xy.length % 2 === 0) return xy.length / 2;
    throw new PortolanError(`there are ${xy.length} numbers, expected x, y, x, y`);
  };
  const asLong = (name, array, length) => {
    if (array.length !== length) throw new PortolanError(`${name} has a length of ${array.length}, expected ${length}`);
  };

  // Memory for the arguments of one call. Pieces stay where they are until the next one begins.
  const arena = { pieces: [], used: 0 };
  const begin = () => {
    while (arena.pieces.length > 1) core._free(arena.pieces.shift().at);
    arena.used = 0;
  };
  const room = (bytes) => {
    if (!(bytes >= 0 && bytes < 2 ** 31)) throw new PortolanError(`there are no arrays of ${bytes} bytes`);
    let piece = arena.pieces[arena.pieces.length - 1];
    if (!piece || arena.used + bytes > piece.size) {
      const size = Math.max(bytes, piece ? 2 * piece.size : 4096);
      piece = { at: core._malloc(size), size };
      if (piece.at === 0) throw new PortolanError("no memory is left");
      arena.pieces.push(piece);
      arena.used = 0;
    }
    const at = piece.at + arena.used;
    arena.used += (bytes + 15) & ~15;
    return at;
  };
  const view = (Type, at, length) => new Type(core.HEAPU8.buffer, at, length);
  const copied = (Type, values) => {
    const array = values instanceof Type ? values : Type.from(values);
    const at = room(array.byteLength);
    view(Type, at, array.length).set(array);
    return at;
  };
  // In half the time of slice(), which fills what it makes with zeros first.
  const back = (Type, at, length) => new Type(view(Type, at, length));
  // A place that is no cell is in one.
  const side = (name, value) => i32(name, Math.floor(value));
  // Without arrays of its own, which take longer to make than all else of a short call.
  const cellAt = ([x, y, layer = 0]) => {
    const at = room(12), words = core.HEAP32, to = at >>> 2;
    words[to] = side("x", x), words[to + 1] = side("y", y), words[to + 2] = i32("layer", layer);
    return at;
  };
  const rectOf = ([x, y, width, height, layer = 0]) =>
    [i32("x", x), i32("y", y), i32("width", width), i32("height", height), i32("layer", layer)];
  const rectAt = (rect) => copied(Int32Array, rectOf(rect));
  // Of an array for a rectangle; of a short one where the library will not have that rectangle.
  const sizeOf = (rect) => {
    const [, , width, height] = rectOf(rect), size = width * height;
    return size >= 0 && size < 2 ** 28 ? size : 1;
  };
  const cells = (places) =>
    copied(Int32Array, places.flatMap(([x, y, layer = 0]) => [side("x", x), side("y", y), i32("layer", layer)]));
  const bytesAt = (name, values) => {
    if (!(values instanceof Uint8Array)) for (const value of values) u8(name, value);
    return copied(Uint8Array, values);
  };
  // Of a function that writes as far as there is room, and says how much there is.
  const readAll = (read, bytes) => {
    const count = room(4);
    check(read(0, 0, count));
    const length = view(Uint32Array, count, 1)[0];
    const at = room(bytes * length + 8);
    check(read(at, length, count));
    return [at, length];
  };
  const given = (read, Type, out) => {
    if (!out) return read.slice();
    if (!(out instanceof Type)) throw new PortolanError(`out is no ${Type.name}`);
    asLong("out", out, read.length);
    out.set(read);
    return out;
  };

  return { PortolanError, check, made, number, u8, u32, i32, whole, pairs, asLong, begin, room, view, copied, back, given,
           cellAt, rectAt, sizeOf, cells, bytesAt, readAll };
}
