// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The panel beside the map: groups, layers, events, legend.

const layerNames = {
  agents: 'agents',
  stops: 'stops',
  obstacles: 'obstacles',
  changes: 'changed regions',
  field: 'field',
  directions: 'directions',
  corridor: 'corridor',
  sectors: 'sectors',
  portals: 'portals',
};

class Panel {
  constructor(run, app) {
    this.run = run;
    this.app = app;
    const {about} = run;
    document.title = `${about.name || 'run'} · Portolan replay`;
    document.getElementById('title').textContent = about.name || 'A run';
    this.leftOut();
    this.makeGroups();
    this.makeLayers();
  }

  leftOut() {
    document.getElementById('left-out').replaceChildren(...this.run.about.left_out.map((text) => node('li', text)));
  }

  makeGroups() {
    const list = document.getElementById('groups');
    this.arrived = [];
    list.replaceChildren(...this.run.about.groups.map((group, g) => {
      const label = document.createElement('label'), input = document.createElement('input');
      input.type = 'radio';
      input.name = 'group';
      input.checked = g === this.app.options.group;
      input.onchange = () => this.app.set({group: g});
      const swatch = node('i', '', 'swatch');
      swatch.style.background = groupColor(g);
      const count = node('small', '');
      this.arrived.push(count);
      label.append(input, swatch, node('span', group.name), count);
      return label;
    }));
    this.radios = list.querySelectorAll('input');
  }

  makeLayers() {
    const list = document.getElementById('layers');
    list.replaceChildren(...Object.entries(layerNames).map(([key, name]) => {
      const label = document.createElement('label'), input = document.createElement('input');
      input.type = 'checkbox';
      input.id = `layer-${key}`;
      input.checked = this.app.options[key];
      input.onchange = () => this.app.set({[key]: input.checked});
      label.append(input, name);
      return label;
    }));
    const floors = this.run.about.ground.layers, select = document.getElementById('floor');
    document.getElementById('floor-row').hidden = floors < 2;
    select.replaceChildren(...Array.from({length: floors}, (_, k) => new Option(String(k), String(k))));
    select.onchange = () => this.app.set({floor: Number(select.value)});
  }

  // What the options are now.
  sync(options) {
    this.radios.forEach((input, g) => input.checked = g === options.group);
    document.getElementById('floor').value = String(options.floor);
    for (const key of Object.keys(layerNames)) document.getElementById(`layer-${key}`).checked = options[key];
  }

  setTheme(theme) {
    document.querySelectorAll('#groups .swatch').forEach((swatch, g) => swatch.style.background = groupColor(g));
    this.eventsTo = -1;
    const entries = [
      ['swatch ring', theme.waits, 'stands: it waits, queues or yields'],
      ['swatch ring', theme.noWay, 'stands: it has no way'],
      ['swatch square', theme.obstacle, 'obstacle'],
      ['swatch square outline', theme.changed, 'region that has just changed'],
      ['swatch line', theme.portal, 'portal; a triangle is a link'],
      ['swatch line', theme.path, 'dashed: where its field leads the chosen one'],
    ];
    const field = node('i', '', 'swatch ramp');
    field.style.background = `linear-gradient(90deg, ${ramp.map((color) => `rgb(${color})`).join()})`;
    document.getElementById('legend').replaceChildren(
        node('div', [field, 'field: from the goal to the farthest cell']), ...entries.map(([name, color, text]) => {
          const swatch = node('i', '', name);
          swatch.style[/ring|outline/.test(name) ? 'borderColor' : 'background'] = color;
          return node('div', [swatch, text]);
        }),
        ...this.terrain(theme));
  }
  terrain(theme) {
    const {classes} = this.run.about.ground, group = this.run.about.groups[this.app.options.group];
    return Object.values(classes).map((kind) => {
      const cost = kind.costs[group ? group.profile : 0];
      const swatch = node('i', '', 'swatch square');
      swatch.style.background = `rgb(${this.app.ground.classColor(kind, group ? group.profile : 0)})`;
      swatch.style.border = `1px solid ${theme.line}`;
      return node('div', [
        swatch,
        kind.name === 'not in memory' ? kind.name : `${kind.name}: ${cost === 255 ? 'impassable' : `cost ${cost}`}`
      ]);
    });
  }

  // Of all agents, which is what the run counted itself where only some of them are shown.
  totals(frame) {
    const {about, agents, counts} = this.run;
    if (agents.count === about.agents) return [counts.arrived, counts.standing].map((of) => Counts.sum(of, frame));
    const k = Math.min(agents.ticks[frame], about.chart.arrived.length - 1);
    return [about.chart.arrived[k], about.chart.stops[k]];
  }

  update(tick) {
    const {about, agents, counts} = this.run, frame = agents.frameAt(tick);
    const [arrived, standing] = this.totals(frame).map((count) => count.toLocaleString('en'));
    document.getElementById('summary').textContent =
        `${arrived} of ${about.agents.toLocaleString('en')} agents arrived, ${standing} standing`;
    this.arrived.forEach((element, g) => {
      const shown = agents.count < about.agents ? ' shown' : '';
      element.textContent = `${counts.arrived[g][frame]} of ${counts.shown[g]}${shown}`;
    });
    this.showEvents(Math.floor(tick));
  }

  // The last plans and repairs up to now, newest first: of groups, and of agents that plan for themselves.
  showEvents(tick) {
    const {groups, agents} = this.run.about.plans, to = Run.upTo(groups, tick), own = Run.upTo(agents, tick);
    if (`${to},${own}` === this.eventsTo) return;
    this.eventsTo = `${to},${own}`;
    const rows =
        [
          ...groups.slice(Math.max(0, to - 8), to).map(([at, way, what, triggers]) => {
            const group = this.run.groupOfLeg[way];
            const why = what === 1 ? 'field repaired' :
                                     `plan${triggers ? `: ${this.run.triggers(triggers).join(' or ')}` : ''}`;
            return {at, group, text: `${this.run.about.groups[group].name}, ${why}`};
          }),
          ...agents.slice(Math.max(0, own - 8), own)
              .map(([at, slot, what]) => ({
                     at,
                     group: this.run.groupOf[this.run.shownAs.get(slot)],
                     text: `agent ${slot}, ${what === 0 ? 'path planned' : 'path mended'}`
                   })),
        ].sort((a, b) => b.at - a.at)
            .slice(0, 8)
            .map(({at, group, text}) => {
              const swatch = node('i', '', 'swatch');
              swatch.style.background = groupColor(group);
              return node('li', [swatch, {text: `tick ${at}`, act: () => this.app.seek(at)}, text]);
            });
    document.getElementById('events').replaceChildren(...(rows.length > 0 ? rows : [node('li', 'None yet.')]));
  }
}
