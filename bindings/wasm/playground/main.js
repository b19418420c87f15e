// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
"use strict";

// Tools, layers, pointer and time.
const TOOLS = { wall: "Wall", mud: "Mud", ground: "Erase", goal: "Goal", start: "Start", path: "Path" };
const LAYERS = { agents: "Agents", field: "Field", directions: "Directions", corridor: "Corridor", portals: "Portals" };
const at = (id) => document.getElementById(id);

function addChoices(into, type, choices, chosen, onChange) {
  Object.entries(choices).forEach(([key, text], i) => {
    const label = document.createElement("label"), input = document.createElement("input");
    Object.assign(input, { type, name: into.id, value: key, checked: chosen(key), id: `${into.id}-${key}` });
    input.addEventListener("change", () => onChange(key, input.checked));
    label.append(input, type === "radio" ? `${text} (${i + 1})` : text);
    into.append(label);
  });
}

class Page {
  constructor(library) {
    this.game = new Game(library);
    this.drawing = new Drawing(at("map"), this.game);
    this.tool = "wall";
    this.paused = false;
    this.times = [];
    this.frames = [];
    addChoices(at("tools"), "radio", TOOLS, (key) => key === this.tool, (key) => { this.tool = key; });
    addChoices(at("layers"), "checkbox", LAYERS, (key) => this.drawing.layers[key], (key, on) => { this.drawing.layers[key] = on; });
    at("agents").addEventListener("input", () => { this.game.wanted = Number(at("agents").value); });
    at("pause").addEventListener("click", () => this.pause());
    at("clear").addEventListener("click", () => this.game.clear());
    window.addEventListener("resize", () => this.drawing.resize());
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.drawing.version = -1; });
    this.listenToPointer(at("map"));
    this.listenToKeys();
    requestAnimationFrame((now) => this.frame(now));
  }

  pause() {
    this.paused = !this.paused;
    at("pause").textContent = this.paused ? "Go on" : "Pause";
  }

  cell(event) {
    const box = at("map").getBoundingClientRect();
    const place = (share, cells) => Math.max(0, Math.min(cells - 1, Math.floor(share * cells)));
    return [place((event.clientX - box.left) / box.width, WIDTH), place((event.clientY - box.top) / box.height, HEIGHT)];
  }
  listenToPointer(canvas) {
    canvas.addEventListener("pointerdown", (event) => {
      const [x, y] = this.cell(event);
      if (this.tool === "goal") return this.game.toggle(this.game.goals, x, y);
      if (this.tool === "start") return this.game.toggle(this.game.starts, x, y);
      try { canvas.setPointerCapture(event.pointerId); } catch { /* one that is gone already */ }
      this.last = [x, y];
      this.use(x, y);
    });
    canvas.addEventListener("pointermove", (event) => {
      const [x, y] = this.cell(event);
      this.pointer = [x, y];
      if (!this.last) return;
      const [fromX, fromY] = this.last, steps = Math.max(1, Math.abs(x - fromX), Math.abs(y - fromY));
      for (let i = 1; i <= steps; ++i) this.use(Math.round(fromX + (x - fromX) * i / steps), Math.round(fromY + (y - fromY) * i / steps));
      this.last = [x, y];
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { this.last = null; });
    canvas.addEventListener("pointerleave", () => { this.pointer = null; });
  }
  use(x, y) {
    const value = { wall: WALL, mud: MUD, ground: GROUND }[this.tool];
    if (value !== undefined) this.game.paint(x, y, Number(at("brush").value), value);
  }
  listenToKeys() {
    document.addEventListener("keydown", (event) => {
      const tool = Object.keys(TOOLS)[Number(event.key) - 1];
      if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); this.pause(); }
      if (!tool || event.target.type === "range") return;
      this.tool = tool;
      at(`tools-${tool}`).checked = true;
    });
  }

  frame(now) {
    // No faster than in earnest; where a tick takes longer, the game is slower.
    const due = now - (this.ticked ?? -Infinity) > 1000 * SECONDS - 8;
    if (!this.paused && due) {
      this.ticked = now;
      this.tick();
    }
    this.frames = [...this.frames.slice(-59), now];
    this.drawing.draw(this.tool === "path" ? this.pointer : null);
    this.tell();
    requestAnimationFrame((next) => this.frame(next));
  }
  tick() {
    const before = performance.now();
    this.game.tick();
    this.times = [...this.times.slice(-59), performance.now() - before];
  }
  tell() {
    const { game, times, frames } = this;
    const middle = [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
    const rate = frames.length > 1 ? 1000 * (frames.length - 1) / (frames[frames.length - 1] - frames[0]) : 0;
    const rows = { "On their way": game.agents.length, Arrived: game.arrived, "A tick": `${middle.toFixed(1)} ms`,
                   Pictures: `${rate.toFixed(0)} a second` };
    at("figures").replaceChildren(...Object.entries(rows).map(([name, value]) => {
      const row = document.createElement("tr");
      for (const text of [name, value]) row.insertCell().textContent = text;
      return row;
    }));
    at("wanted").textContent = game.wanted;
    at("message").textContent = game.message;
  }
}

portolan().then((library) => {
  Object.assign(window, { library, playground: new Page(library) });
}, (error) => { at("message").textContent = `The library cannot be loaded: ${error.message ?? error}`; });
