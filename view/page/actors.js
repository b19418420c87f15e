// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What moves: agents, obstacles, regions that have just changed, and the chosen agent with its path. Drawn anew for
// each picture.

const noWay = new Set(['walled off', 'passage closed', 'gap too narrow']);
const flashSeconds = 1.2;  // of the page's own time, for what has just happened

class Actors {
  constructor(run, canvas) {
    this.run = run;
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.severe = run.about.reasons.map((name) => noWay.has(name));
  }
  setTheme(theme) { this.theme = theme; }

  draw(view, options, tick, chosen, pace) {
    const c = this.context;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (options.changes) this.drawChanges(view, options, tick, pace);
    if (options.obstacles) this.drawObstacles(view, options, tick);
    if (chosen && chosen.cell) this.drawCell(view, options, chosen.cell, tick);
    if (chosen && chosen.agent !== undefined) this.drawWay(view, options, chosen.agent, tick);
    if (options.agents) this.drawAgents(view, options, tick);
    if (chosen && chosen.agent !== undefined) this.drawRing(view, options, chosen.agent, tick);
  }

  // The flash of a change lasts about as long at any speed. It is an outline: on a small map one region is all of it,
  // and a fill would take the ground's colours for as long as anything moves.
  drawChanges(view, options, tick, pace) {
    const c = this.context, {changes} = this.run, side = this.run.about.region_side,
          {width, height} = this.run.about.ground;
    const lasts = Math.max(3, flashSeconds * pace), inset = 1.5 * view.ratio;
    const seen = new Set();
    c.strokeStyle = this.theme.changed;
    c.lineWidth = 2 * inset;
    for (let k = Run.upTo(changes, tick) - 1; k >= 0 && changes[k].tick > tick - lasts; --k) {
      const {x, y, layer} = changes[k], key = `${x},${y}`;
      if (layer !== options.floor || seen.has(key) || !view.sees(x * side, y * side, side, side)) continue;
      seen.add(key);
      const fresh = 1 - (tick - changes[k].tick) / lasts;
      const [l, t] = view.toScreen(x * side, y * side);
      const [r, b] = view.toScreen(Math.min(width, (x + 1) * side), Math.min(height, (y + 1) * side));
      c.globalAlpha = fresh;
      c.strokeRect(l + inset, t + inset, r - l - 2 * inset, b - t - 2 * inset);
    }
    c.globalAlpha = 1;
  }

  drawObstacles(view, options, tick) {
    const {run} = this, c = this.context, frame = run.obstacles.frameAt(tick);
    for (let k = 0; k < run.obstacles.count; ++k) {
      const at = run.obstacleCells(k, frame, tick), about = run.about.obstacles[k];
      if (!at || at.layer !== options.floor) continue;
      c.fillStyle = this.theme.obstacle + (about.blocks ? 'e6' : '80');
      c.beginPath();
      for (let j = 0; j < about.cells.length; j += 2) {
        const x = at.x + about.cells[j], y = at.y + about.cells[j + 1];
        if (!view.sees(x, y, 1, 1)) continue;
        const [l, t] = view.toScreen(x, y).map(Math.floor), [r, b] = view.toScreen(x + 1, y + 1).map(Math.floor);
        c.rect(l, t, Math.max(1, r - l), Math.max(1, b - t));
      }
      c.fill();
      const [x, y] = view.toScreen(at.x + 0.5, at.y + 0.5), least = 3 * view.ratio;
      if (view.scale < 2 * view.ratio) c.fillRect(x - least, y - least, 2 * least, 2 * least);
    }
  }

  // One path per colour: a thousand small fills take ten times as long.
  drawAgents(view, options, tick) {
    const {run} = this, c = this.context, frame = run.agents.frameAt(tick);
    const paths = run.about.groups.map(() => new Path2D());
    const waits = new Path2D(), lost = new Path2D(), noses = new Path2D();
    let anyWaits = false, anyLost = false;
    const [x0, y0, x1, y1] = view.bounds();
    const farthest = run.about.groups.map((_, g) => run.farthest(g));
    const radii = run.about.groups.map((group) => Math.max(group.radius * view.scale, 1.7 * view.ratio));
    for (let k = 0; k < run.agents.count; ++k) {
      const at = run.agents.runAt(k, frame), kind = run.agents.kind[at], state = kind & 7;
      if (!isOnMap(state) || run.agents.layer[at] !== options.floor) continue;
      const group = run.groupOf[k];
      const [x, y] = run.place(run.agents, k, frame, tick, farthest[group]);
      if (x < x0 - 1 || y < y0 - 1 || x > x1 + 1 || y > y1 + 1) continue;
      const [sx, sy] = view.toScreen(x, y), r = radii[group];
      dot(paths[group], sx, sy, r, view.ratio);
      const facing = r < 3 * view.ratio ? undefined : run.facing(k, tick);
      if (facing !== undefined) nose(noses, sx, sy, r, facing);
      const reason = kind >> 3;
      if (reason === 0 || !options.stops) continue;
      if (this.severe[reason]) {
        dot(lost, sx, sy, r + 1.2 * view.ratio, view.ratio);
        anyLost = true;
      } else {
        dot(waits, sx, sy, r + 1.2 * view.ratio, view.ratio);
        anyWaits = true;
      }
    }
    paths.forEach((path, group) => {
      c.fillStyle = groupColor(group);
      c.fill(path);
      if (radii[group] < 4 * view.ratio) return;
      c.lineWidth = view.ratio;
      c.strokeStyle = this.theme.sheet;
      c.stroke(path);
    });
    c.fillStyle = this.theme.sheet;
    c.fill(noses);
    c.lineWidth = 2 * view.ratio;
    if (anyWaits) {
      c.strokeStyle = this.theme.waits;
      c.stroke(waits);
    }
    if (anyLost) {
      c.strokeStyle = this.theme.noWay;
      c.stroke(lost);
    }
  }

  // Where the chosen agent came from, and where its field leads it; without one the way that it went.
  drawWay(view, options, k, tick) {
    const {run} = this, frame = run.agents.frameAt(tick), now = run.agentAt(k, frame), group = run.groupOf[k];
    const went = [], goes = [];
    for (let f = Math.max(0, frame - 4000); f <= frame; ++f) went.push(this.point(k, f));
    const [x, y] = run.agentPlace(k, frame, tick);
    went.push([x, y, now.layer]);
    this.line(view, options, went, groupColor(group), 2, [], run.farthest(group) * run.agents.ticks.length);
    if (now.state !== State.moving && now.state !== State.stuck && now.state !== State.waiting) return;
    const follow = run.about.groups[group].follow;
    const field = follow !== 'path' && run.fields.show(run.wayOf(k, tick), tick);
    const found = field ? run.fields.path(x, y, now.layer) : null;
    if (found && found.points.length > 1) {
      this.line(view, options, found.points, this.theme.path, 2.5, [7, 4]);
      return;
    }
    goes.push([x, y, now.layer]);
    for (let f = frame + 1; f < run.agents.frames; ++f) goes.push(this.point(k, f));
    this.line(view, options, goes, this.theme.path, 2, [2, 5]);
  }
  point(k, frame) {
    const {agents} = this.run, at = k * agents.frames + frame;
    return [agents.x[at], agents.y[at], this.run.agentAt(k, frame).layer];
  }

  line(view, options, points, color, width, dash) {
    const c = this.context;
    for (const [stroke, wide] of [[this.theme.sheet, width + 2.5], [color, width]]) {
      c.beginPath();
      let pen = false;
      for (let k = 0; k < points.length; ++k) {
        const [x, y, layer] = points[k];
        if (layer !== options.floor) {
          pen = false;
          continue;
        }
        if (pen)
          c.lineTo(...view.toScreen(x, y));
        else
          c.moveTo(...view.toScreen(x, y));
        pen = true;
      }
      c.strokeStyle = stroke;
      c.lineWidth = wide * view.ratio;
      c.lineJoin = 'round';
      c.setLineDash(stroke === color ? dash.map((d) => d * view.ratio) : []);
      c.stroke();
    }
    c.setLineDash([]);
  }

  drawRing(view, options, k, tick) {
    const {run} = this, frame = run.agents.frameAt(tick), now = run.agentAt(k, frame);
    if (now.layer !== options.floor) return;
    const [x, y] = view.toScreen(...run.agentPlace(k, frame, tick)), c = this.context;
    const r = Math.max(run.about.groups[run.groupOf[k]].radius * view.scale, 2 * view.ratio) + 5 * view.ratio;
    for (const [color, width] of [[this.theme.sheet, 5], [this.theme.chosen, 2.5]]) {
      c.strokeStyle = color;
      c.lineWidth = width * view.ratio;
      c.beginPath();
      c.arc(x, y, r, 0, 2 * Math.PI);
      c.stroke();
    }
  }

  drawCell(view, options, [x, y, layer], tick) {
    const c = this.context;
    if (layer !== options.floor) return;
    const field = this.run.fields.show(this.run.wayOfGroup(options.group, tick), tick);
    const found = field ? this.run.fields.path(x + 0.5, y + 0.5, layer) : null;
    if (found && found.points.length > 1) this.line(view, options, found.points, this.theme.path, 2.5, [7, 4]);
    const [l, t] = view.toScreen(x, y), size = Math.max(view.scale, 6 * view.ratio);
    c.strokeStyle = this.theme.chosen;
    c.lineWidth = 2 * view.ratio;
    c.strokeRect(l, t, size, size);
  }
}

// A disc, or where it is small a square, which is drawn much faster.
function dot(path, x, y, r, ratio) {
  if (r < 2.5 * ratio) {
    path.rect(x - r, y - r, 2 * r, 2 * r);
  } else {
    path.moveTo(x + r, y);
    path.arc(x, y, r, 0, 2 * Math.PI);
  }
}

// A wedge from the middle of a disc to its edge.
function nose(path, x, y, r, angle) {
  const ahead = [Math.cos(angle) * r, Math.sin(angle) * r];
  path.moveTo(x + ahead[0], y + ahead[1]);
  path.lineTo(x - 0.35 * ahead[1], y + 0.35 * ahead[0]);
  path.lineTo(x + 0.35 * ahead[1], y - 0.35 * ahead[0]);
  path.closePath();
}
