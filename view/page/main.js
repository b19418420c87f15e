// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Time, view and input, and what follows from them.

// Which part of the world is seen: the cell in the middle, and pixels per cell.
class View {
  constructor(run, stage) {
    this.run = run;
    this.stage = stage;
    this.x = this.y = 0;
    this.scale = 1;
    this.ratio = 1;
    this.width = this.height = 1;
  }
  resize() {
    this.ratio = window.devicePixelRatio || 1;
    this.width = Math.max(1, Math.round(this.stage.clientWidth * this.ratio));
    this.height = Math.max(1, Math.round(this.stage.clientHeight * this.ratio));
  }
  // All of the map, below the tools where it would reach under them.
  fit() {
    const {x, y, columns, rows, step} = this.run.about.ground, width = columns * step, height = rows * step;
    const {right, bottom} = this.toolBox();
    const scaleFor = (tall) => Math.min(this.width / width, tall / height) * 0.96;
    this.scale = scaleFor(this.height);
    const covered = (this.width - width * this.scale) / 2 < right && (this.height - height * this.scale) / 2 < bottom;
    const top = covered ? bottom : 0;
    this.scale = scaleFor(this.height - top);
    this.x = x + width / 2;
    this.y = y + height / 2 - top / 2 / this.scale;
    this.least = this.scale / 2;
  }
  // How far the tools reach from the corner at the upper left, in pixels of the canvas.
  toolBox() {
    const tools = document.getElementById('view-tools'), end = (from, size) => (from + size) * this.ratio;
    return {right: end(tools.offsetLeft, tools.offsetWidth), bottom: end(tools.offsetTop, tools.offsetHeight)};
  }
  toScreen(x, y) { return [(x - this.x) * this.scale + this.width / 2, (y - this.y) * this.scale + this.height / 2]; }
  toCells(px, py) {
    return [(px - this.width / 2) / this.scale + this.x, (py - this.height / 2) / this.scale + this.y];
  }
  bounds() { return [...this.toCells(0, 0), ...this.toCells(this.width, this.height)]; }
  sees(x, y, width, height) {
    const [x0, y0, x1, y1] = this.bounds();
    return x < x1 && y < y1 && x + width > x0 && y + height > y0;
  }
  // Keeps what is under a pixel there.
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const [x, y] = this.toCells(px, py);
    this.scale = Math.min(96 * this.ratio, Math.max(this.least, this.scale * factor));
    this.x = x - (px - this.width / 2) / this.scale;
    this.y = y - (py - this.height / 2) / this.scale;
  }
  key() { return [this.x, this.y, this.scale, this.width, this.height].join(); }
}

class App {
  constructor(run) {
    this.run = run;
    this.options = {
      agents: true,
      stops: true,
      obstacles: true,
      changes: true,
      field: true,
      directions: true,
      corridor: true,
      sectors: true,
      portals: true,
      group: 0,
      floor: 0
    };
    this.options.floor = run.about.groups.length > 0 && run.agents.count > 0 ? run.agents.layer[0] : 0;
    this.tick = 0;
    this.playing = false;
    this.speed = this.speedToBegin();
    this.chosen = null;
    const get = (id) => document.getElementById(id);
    this.stage = get('stage');
    this.view = new View(run, this.stage);
    this.ground = new Ground(run, get('ground'));
    this.actors = new Actors(run, get('actors'));
    this.chart = new Chart(run, get('chart'));
    this.panel = new Panel(run, this);
    this.story = new Story(run, this);
    this.input = new Input(this);
    this.resize();
    this.view.fit();
    this.setTheme();
    this.frames = 0;
    window.matchMedia('(prefers-color-scheme: dark)').onchange = () => this.setTheme();
    new ResizeObserver(() => this.resize()).observe(this.stage);
    this.wake();
  }

  // So that a run takes about half a minute.
  speedToBegin() {
    const seconds = this.run.seconds(this.run.lastTick);
    return [1, 2, 4, 8, 16, 32, 64].find((speed) => seconds / speed <= 40) || 128;
  }

  setTheme() {
    const style = getComputedStyle(document.documentElement), theme = {};
    for (const key
             of ['paper', 'sheet', 'ink', 'faint', 'line', 'accent', 'ground', 'costly', 'wall', 'water', 'tree',
                 'unknown', 'obstacle', 'changed', 'portal', 'sector', 'path', 'waits', 'no-way', 'chosen']) {
      theme[key.replace(/-(.)/, (_, letter) => letter.toUpperCase())] = style.getPropertyValue(`--${key}`).trim();
    }
    const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
    theme.arrow = dark ? '#0b0d11b0' : '#22273290';
    groupShade = dark ? 0.3 : 0;
    this.theme = theme;
    this.ground.setTheme(theme);
    this.actors.setTheme(theme);
    this.panel.setTheme(theme);
    this.chart.draw(theme, this.view.ratio);
    this.chart.legend(theme, document.getElementById('chart-legend'));
    this.wake();
  }

  resize() {
    const {view} = this, before = view.width;
    view.resize();
    for (const canvas of [this.ground.canvas, this.actors.canvas]) {
      canvas.width = view.width;
      canvas.height = view.height;
    }
    if (before > 1) view.scale *= view.width / before;
    this.ground.drawn = '';
    if (this.theme) this.chart.draw(this.theme, view.ratio);
    this.wake();
  }

  set(change) {
    Object.assign(this.options, change);
    this.panel.sync(this.options);
    if ('group' in change) this.panel.setTheme(this.theme);
    this.told = '';
    this.wake();
  }
  seek(tick) {
    this.tick = Math.min(this.run.lastTick, Math.max(0, tick));
    this.wake();
  }
  play(on = !this.playing) {
    this.playing = on;
    if (on && this.tick >= this.run.lastTick) this.tick = 0;
    this.before = undefined;
    const button = document.getElementById('play');
    button.textContent = on ? '❚❚' : '▶';
    button.setAttribute('aria-label', on ? 'Pause' : 'Play');
    this.wake();
  }
  setSpeed(speed) {
    this.speed = speed;
    document.getElementById('speed').value = String(speed);
  }
  choose(what) {
    this.chosen = what;
    this.told = '';
    if (what && what.agent !== undefined) {
      const k = what.agent, frame = this.run.agents.frameAt(this.tick);
      this.set({group: this.run.groupOf[k], floor: this.run.agentAt(k, frame).layer});
      this.bringIntoView(this.run.agentPlace(k, frame, this.tick));
    }
    this.wake();
  }
  goTo([x, y, layer]) {
    this.set({floor: layer});
    this.bringIntoView([x + 0.5, y + 0.5]);
  }
  bringIntoView([x, y]) {
    const [x0, y0, x1, y1] = this.view.bounds(), edge = (x1 - x0) * 0.05;
    if (x > x0 + edge && y > y0 + edge && x < x1 - edge && y < y1 - edge) return;
    this.view.x = x;
    this.view.y = y;
    this.wake();
  }
  showObstacle(k) {
    const at = this.run.obstacleCells(k, this.run.obstacles.frameAt(this.tick), this.tick);
    if (at) this.goTo([at.x, at.y, at.layer]);
  }
  // The agent or cell under a pixel.
  pick(px, py) {
    const {run, view, options} = this, [x, y] = view.toCells(px, py);
    const frame = run.agents.frameAt(this.tick);
    let best = -1, least = Math.max(0.6, 9 * view.ratio / view.scale);
    for (let k = 0; k < run.agents.count && options.agents; ++k) {
      const now = run.agentAt(k, frame);
      if (!isOnMap(now.state) || now.layer !== options.floor) continue;
      const [ax, ay] = run.agentPlace(k, frame, this.tick), far = Math.hypot(ax - x, ay - y);
      if (far >= least) continue;
      best = k;
      least = far;
    }
    if (best >= 0) return this.choose({agent: best});
    const {width, height} = run.about.ground, cell = [Math.floor(x), Math.floor(y), options.floor];
    this.choose(x < 0 || y < 0 || x >= width || y >= height ? null : {cell});
  }
  // The next agent after the chosen one that stands now.
  nextStop() {
    const {run} = this, frame = run.agents.frameAt(this.tick),
          begin = this.chosen && this.chosen.agent !== undefined ? this.chosen.agent : -1;
    for (let j = 1; j <= run.agents.count; ++j) {
      const k = (begin + j) % run.agents.count, now = run.agentAt(k, frame);
      if (now.reason !== 0 && now.state !== State.waiting) return this.choose({agent: k});
    }
  }

  wake() {
    if (this.awake) return;
    this.awake = true;
    requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    this.awake = false;
    ++this.frames;
    const pace = this.speed / this.run.about.tick_seconds;  // ticks in a second of the one who looks
    if (this.playing) {
      if (this.before !== undefined)
        this.tick = Math.min(this.run.lastTick, this.tick + Math.min(0.25, (now - this.before) / 1000) * pace);
      this.before = now;
      if (this.tick >= this.run.lastTick) this.play(false);
    }
    this.follow();
    this.ground.draw(this.view, this.options, this.tick, this.wayShown());
    this.actors.draw(this.view, this.options, this.tick, this.chosen, pace);
    this.tell(now);
    if (this.playing) this.wake();
  }

  // The leg whose field and goal are shown: of the chosen agent, or that most of the chosen group are on.
  wayShown() {
    const {run, chosen, options, tick} = this, k = chosen ? chosen.agent : undefined;
    if (k !== undefined && run.groupOf[k] === options.group) return run.wayOf(k, tick);
    return run.about.groups.length > 0 ? run.wayOfGroup(options.group, tick) : -1;
  }

  follow() {
    if (!this.following || !this.chosen || this.chosen.agent === undefined) return;
    const k = this.chosen.agent, frame = this.run.agents.frameAt(this.tick), {layer} = this.run.agentAt(k, frame);
    [this.view.x, this.view.y] = this.run.agentPlace(k, frame, this.tick);
    if (layer !== this.options.floor) this.set({floor: layer});
  }

  // Numbers and words, ten times a second while time goes on: to lay out text takes longer than to draw.
  tell(now) {
    const whole = Math.floor(this.tick);
    document.getElementById('playhead').style.left = `${100 * this.tick / Math.max(1, this.run.lastTick)}%`;
    const key = `${whole};${JSON.stringify(this.chosen)}`;
    if (key === this.told) return;
    if (this.playing && now - this.toldAt < 100) return;
    this.told = key;
    this.toldAt = now;
    document.getElementById('scrub').value = String(whole);
    document.getElementById('clock').textContent =
        `tick ${whole} of ${this.run.lastTick} · ${this.run.seconds(this.tick).toFixed(1)} s`;
    this.panel.update(this.tick);
    const {step} = this.run.about.ground;
    document.getElementById('scale-note').textContent =
        step > 1 ? `Terrain: one of ${step} by ${step} cells is shown` : '';
    const story = document.getElementById('story');
    if (!this.chosen) {
      fill(story, [
        node('p', 'Click an agent or a cell. An agent with a ring stands; ask it why.'),
        node('p', [{text: 'Show one that stands now', act: () => this.nextStop()}])
      ]);
    } else {
      const scrolled = story.querySelector('ul'), top = scrolled ? scrolled.scrollTop : 0;
      fill(
          story,
          this.chosen.cell ? this.story.ofCell(this.chosen.cell, this.options.group, this.tick) :
                             this.story.ofAgent(this.chosen.agent, this.tick));
      if (story.querySelector('ul')) story.querySelector('ul').scrollTop = top;
    }
  }
}

async function begin() {
  const message = document.getElementById('message');
  try {
    const columns = await columnsOf(document.getElementById('data'));
    window.replay = new App(new Run(columns));
    message.textContent = '';
    window.replay.play(!window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  } catch (error) {
    message.textContent = `This replay cannot be shown: ${error.message}`;
    throw error;
  }
}
begin();
