// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Mouse, touch and keyboard.

class Input {
  constructor(app) {
    this.app = app;
    this.pointers = new Map();
    this.onStage();
    this.onTime();
    document.addEventListener('keydown', (event) => this.onKey(event));
  }

  onStage() {
    const {stage, view} = this.app, get = (id) => document.getElementById(id);
    const act = (id, what) => get(id).onclick = () => {
      what();
      this.app.wake();
    };
    act('zoom-in', () => view.zoom(1.5));
    act('zoom-out', () => view.zoom(1 / 1.5));
    act('fit', () => view.fit());
    stage.addEventListener('wheel', (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      view.zoom(Math.exp(-event.deltaY * lines * 0.0015), ...this.pixel(event));
      this.app.wake();
    }, {passive: false});
    const map = get('actors');
    map.addEventListener('pointerdown', (event) => {
      map.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, this.pixel(event));
      if (this.pointers.size === 1) this.moved = 0;
    });
    map.addEventListener('pointermove', (event) => this.onMove(event));
    map.addEventListener('pointerup', (event) => {
      const alone = this.pointers.size === 1;
      this.pointers.delete(event.pointerId);
      if (alone && this.moved < 5 * view.ratio) this.app.pick(...this.pixel(event));
    });
    map.addEventListener('pointercancel', (event) => this.pointers.delete(event.pointerId));
    get('find').onsubmit = (event) => {
      event.preventDefault();
      const k = this.app.run.shownAs.get(Number(get('find-number').value));
      get('find-number').setCustomValidity(k === undefined ? 'There is no such agent here.' : '');
      if (k === undefined)
        get('find-number').reportValidity();
      else
        this.app.choose({agent: k});
    };
  }
  pixel(event) {
    const box = this.app.stage.getBoundingClientRect(), {ratio} = this.app.view;
    return [(event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio];
  }

  // One finger moves the map, two zoom it.
  onMove(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const {view} = this.app, now = this.pixel(event);
    this.pointers.set(event.pointerId, now);
    if (this.pointers.size === 1) {
      this.moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
      if (this.moved < 5 * view.ratio) return;
      this.app.following = false;
      view.x -= (now[0] - before[0]) / view.scale;
      view.y -= (now[1] - before[1]) / view.scale;
    } else {
      this.moved = Infinity;
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const factor = Math.hypot(now[0] - other[0], now[1] - other[1]) /
          Math.max(1, Math.hypot(before[0] - other[0], before[1] - other[1]));
      view.zoom(factor, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    }
    this.app.wake();
  }

  onTime() {
    const get = (id) => document.getElementById(id), {app} = this;
    get('play').onclick = () => app.play();
    const scrub = get('scrub');
    scrub.max = String(app.run.lastTick);
    scrub.oninput = () => app.seek(Number(scrub.value));
    const speed = get('speed');
    speed.replaceChildren(
        ...[0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128].map((value) => new Option(`${value}×`, String(value))));
    speed.value = String(app.speed);
    speed.onchange = () => app.setSpeed(Number(speed.value));
    const box = get('chart-box');
    const seek = (event) => {
      if (event.buttons === 0) return;
      const {left, width} = box.getBoundingClientRect();
      app.seek((event.clientX - left) / width * app.run.lastTick);
    };
    box.addEventListener('pointerdown', (event) => {
      box.setPointerCapture(event.pointerId);
      seek(event);
    });
    box.addEventListener('pointermove', seek);
  }

  onKey(event) {
    const {app} = this,
          typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== 'checkbox' &&
        event.target.type !== 'radio';
    if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.target.id !== 'scrub')) return;
    if (event.key === ' ' && event.target.tagName === 'BUTTON') return;
    const by = event.shiftKey ? 10 : 1, whole = Math.floor(app.tick);
    const keys = {
      ' ': () => app.play(),
      ArrowLeft: () => app.seek(whole - by),
      ArrowRight: () => app.seek(whole + by),
      Home: () => app.seek(0),
      End: () => app.seek(app.run.lastTick),
      '[': () => app.setSpeed(Math.max(0.25, app.speed / 2)),
      ']': () => app.setSpeed(Math.min(128, app.speed * 2)),
      '+': () => app.view.zoom(1.5),
      '=': () => app.view.zoom(1.5),
      '-': () => app.view.zoom(1 / 1.5),
      0: () => app.view.fit(),
      g: () => app.set({group: (app.options.group + 1) % Math.max(1, app.run.about.groups.length)}),
      f: () => {
        app.following = !app.following;
      },
      n: () => app.nextStop(),
      Escape: () => app.choose(null),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
    app.wake();
  }
}
