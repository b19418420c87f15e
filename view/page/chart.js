// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Arrivals, stops, plans and work over the whole run. Each column of pixels stands for some ticks.

class Chart {
  constructor(run, canvas) {
    this.run = run;
    this.canvas = canvas;
    const {chart} = run.about;
    this.ticks = chart.arrived.length;
    this.gains = {};
    for (const key of ['plans', 'repairs', 'tiles']) {
      this.gains[key] = chart[key].map((value, k) => k === 0 ? value : value - chart[key][k - 1]);
    }
  }

  draw(theme, ratio) {
    const box = this.canvas.getBoundingClientRect();
    const width = this.canvas.width = Math.max(1, Math.round(box.width * ratio));
    const height = this.canvas.height = Math.max(1, Math.round(box.height * ratio));
    const c = this.canvas.getContext('2d'), {chart, agents} = this.run.about;
    const base = height - 2 * ratio, tall = height - 18 * ratio;
    const at = (px) => Math.min(this.ticks - 1, Math.floor(px / width * this.ticks));
    const columns = Math.ceil(width / (2 * ratio));
    const step = width / columns;
    const sums = (list) => Array.from({length: columns}, (_, k) => {
      let sum = 0;
      for (let t = at(k * step), end = Math.max(t + 1, at((k + 1) * step)); t < end; ++t) sum += list[t];
      return sum;
    });
    // Stops and arrivals share a scale: agents.
    const area = (list, color, alpha) => {
      c.beginPath();
      c.moveTo(0, base);
      for (let px = 0; px <= width; px += ratio) c.lineTo(px, base - tall * list[at(px)] / agents);
      c.lineTo(width, base);
      c.globalAlpha = alpha;
      c.fillStyle = color;
      c.fill();
      c.globalAlpha = 1;
    };
    area(chart.arrived, theme.accent, 0.3);
    area(chart.stops, theme.waits, 0.55);
    const tiles = sums(this.gains.tiles), most = Math.max(1, ...tiles);
    c.strokeStyle = theme.faint;
    c.lineWidth = ratio;
    c.beginPath();
    tiles.forEach((value, k) => c.lineTo((k + 0.5) * step, base - tall * Math.sqrt(value / most)));
    c.stroke();
    const plans = sums(this.gains.plans);
    c.fillStyle = theme.noWay;
    plans.forEach((value, k) => {
      if (value > 0) c.fillRect(k * step, base - 5 * ratio, Math.max(step, 2 * ratio), 5 * ratio);
    });
  }

  // What the chart shows, for people who read it; colours as drawn.
  legend(theme, element) {
    const names = [
      ['arrived', theme.accent], ['standing', theme.waits], ['replans', theme.noWay],
      ['work (tiles solved)', theme.faint]
    ];
    element.replaceChildren(...names.flatMap(([name, color]) => {
      const label = document.createElement('b');
      label.style.color = color;
      label.textContent = `${name}   `;
      return label;
    }));
  }
}
