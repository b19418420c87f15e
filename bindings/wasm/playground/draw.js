// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
"use strict";

// Draws the game. Ground and field are pictures of a pixel a cell, made again when they change.
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function rgb(name) {
  const hex = colour(name);
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

class Drawing {
  constructor(canvas, game) {
    this.canvas = canvas;
    this.game = game;
    this.paper = new OffscreenCanvas(WIDTH, HEIGHT);
    this.field = new OffscreenCanvas(WIDTH, HEIGHT);
    this.version = -1;
    this.fieldTick = -100;
    this.layers = { field: true, directions: false, corridor: true, portals: false, agents: true };
    this.resize();
  }

  resize() {
    const box = this.canvas.parentElement.getBoundingClientRect();
    const scale = Math.max(1, Math.min((box.width - 24) / WIDTH, (box.height - 24) / HEIGHT));
    const dense = window.devicePixelRatio || 1;
    this.canvas.style.width = `${WIDTH * scale}px`;
    this.canvas.style.height = `${HEIGHT * scale}px`;
    this.canvas.width = Math.round(WIDTH * scale * dense);
    this.canvas.height = Math.round(HEIGHT * scale * dense);
    this.scale = this.canvas.width / WIDTH;
    this.version = -1;
  }

  drawGround() {
    if (this.version === this.game.version) return;
    this.version = this.game.version;
    this.portals = this.game.world.portals(this.game.profile);
    const context = this.paper.getContext("2d"), picture = context.createImageData(WIDTH, HEIGHT);
    const colours = [rgb("ground"), rgb("mud"), rgb("wall")];
    this.game.terrain.forEach((value, i) => picture.data.set([...colours[value], 255], 4 * i));
    context.putImageData(picture, 0, 0);
  }

  // How far each cell is from the goal, in stripes.
  drawField() {
    if (this.game.ticks - this.fieldTick < 10 || this.game.order === 0n || !this.game.navigator.alive(this.game.order)) return;
    this.fieldTick = this.game.ticks;
    const { distances } = this.game.navigator.field(this.game.order, [0, 0, WIDTH, HEIGHT]);
    const context = this.field.getContext("2d"), picture = context.createImageData(WIDTH, HEIGHT);
    const near = rgb("near"), far = rgb("far"), longest = 24 * 420;
    for (let i = 0; i < distances.length; ++i) {
      const distance = Number(distances[i]);
      if (distance > 1e15) continue;
      const share = Math.min(1, distance / longest), stripe = Math.floor(distance / 240) % 2 ? 105 : 135;
      for (let k = 0; k < 3; ++k) picture.data[4 * i + k] = near[k] + (far[k] - near[k]) * share;
      picture.data[4 * i + 3] = stripe;
    }
    context.putImageData(picture, 0, 0);
  }

  draw(pointer) {
    const context = this.canvas.getContext("2d"), { game, layers } = this;
    this.drawGround();
    context.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.paper, 0, 0);
    if (layers.field || layers.directions || layers.corridor) this.drawField();
    if (layers.field) context.drawImage(this.field, 0, 0);
    const led = game.order !== 0n && game.navigator.alive(game.order);
    if (layers.corridor && led) this.drawCorridor(context);
    if (layers.portals) this.drawPortals(context);
    if (layers.directions && led) this.drawDirections(context);
    if (layers.agents) this.drawAgents(context);
    this.drawPlaces(context, game.starts, colour("start"), START_RADIUS);
    this.drawPlaces(context, game.goals, colour("goal"), 3);
    if (pointer) this.drawPath(context, pointer);
  }

  drawCorridor(context) {
    const sectors = this.game.navigator.corridor(this.game.order);
    context.strokeStyle = colour("corridor");
    context.lineWidth = 0.4;
    for (let i = 0; i < sectors.length; i += 5) context.strokeRect(sectors[i] + 0.3, sectors[i + 1] + 0.3, sectors[i + 2] - 0.6, sectors[i + 3] - 0.6);
  }
  drawPortals(context) {
    context.fillStyle = colour("portal");
    for (let i = 0; i < this.portals.length; i += 9) {
      const [x, y, , lastX, lastY, , otherX, otherY] = this.portals.subarray(i, i + 8);
      context.fillRect(x + (otherX > x ? 0.75 : 0), y + (otherY > y ? 0.75 : 0), lastX - x + (otherX > x ? 0.5 : 1), lastY - y + (otherY > y ? 0.5 : 1));
    }
  }
  drawDirections(context) {
    const xy = [];
    for (let y = 2; y < HEIGHT; y += 4) for (let x = 2; x < WIDTH; x += 4) xy.push(x + 0.5, y + 0.5);
    const to = this.game.navigator.headings(this.game.order, xy);
    context.strokeStyle = colour("arrow");
    context.lineWidth = 0.35;
    context.beginPath();
    for (let i = 0; i < xy.length; i += 2) {
      const [x, y, dx, dy] = [xy[i], xy[i + 1], to[i], to[i + 1]];
      if (dx === 0 && dy === 0) continue;
      context.moveTo(x - 1.3 * dx, y - 1.3 * dy);
      context.lineTo(x + 1.3 * dx, y + 1.3 * dy);
      context.lineTo(x + 0.5 * dx - 0.5 * dy, y + 0.5 * dy + 0.5 * dx);
    }
    context.stroke();
  }
  drawAgents(context) {
    const { positions, states } = this.game;
    if (!positions) return;
    for (const [style, stuck] of [[colour("agent"), false], [colour("stuck"), true]]) {
      context.fillStyle = style;
      for (let i = 0; i < states.length; ++i) {
        if ((states[i] === 2) === stuck) context.fillRect(positions[2 * i] - 0.35, positions[2 * i + 1] - 0.35, 0.7, 0.7);
      }
    }
  }
  drawPlaces(context, places, style, radius) {
    context.strokeStyle = context.fillStyle = style;
    context.lineWidth = 0.7;
    for (const [x, y] of places) {
      context.beginPath();
      context.arc(x + 0.5, y + 0.5, radius, 0, 7);
      context.stroke();
      context.fillRect(x - 0.5, y - 0.5, 2, 2);
    }
  }
  drawPath(context, [x, y]) {
    const { points } = this.game.pathFrom(x, y);
    context.strokeStyle = colour("ink");
    context.lineWidth = 0.6;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
    context.stroke();
  }
}
