// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What there is to say of an agent or a cell at a tick, as pieces of text and things to choose.

const shortStop = 0.5;   // seconds; shorter ones are counted only
const mostGoals = 4000;  // cells of a group's goal that are in the page

function plural(count, word) { return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`; }
function cellText([x, y, layer], floors) { return floors > 1 ? `[${x}, ${y}, ${layer}]` : `[${x}, ${y}]`; }

// Pieces become nodes: text, or a button that does something. Nothing of a scenario is ever read as HTML.
function fill(element, pieces) {
  element.replaceChildren(...pieces.flat().filter((piece) => piece !== null).map((piece) => {
    if (typeof piece === 'string' || piece instanceof Node) return piece;
    const button = document.createElement('button');
    button.className = 'jump';
    button.textContent = piece.text;
    button.onclick = piece.act;
    return button;
  }));
  return element;
}
function node(tag, pieces, name) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  return fill(element, Array.isArray(pieces) ? pieces : [pieces]);
}

class Story {
  constructor(run, app) {
    this.run = run;
    this.app = app;
    this.floors = run.about.ground.layers;
    this.doing = new Doing(run, this);
  }

  at(tick) { return {text: `tick ${tick}`, act: () => this.app.seek(tick)}; }
  cell(place) { return {text: cellText(place, this.floors), act: () => this.app.goTo(place)}; }
  agent(slot) {
    const k = this.run.shownAs.get(slot);
    if (k === undefined) return `agent ${slot}, who is not among those shown,`;
    return {text: `agent ${slot}`, act: () => this.app.choose({agent: k})};
  }
  obstacle(k) {
    const name = k === undefined ? 'an obstacle' : this.run.about.obstacles[k].name;
    return k === undefined ? name : {text: name, act: () => this.app.showObstacle(k)};
  }
  until(tick) { return tick >= 0 ? [' until ', this.at(tick)] : [' for longer than can be foreseen']; }

  // Why somebody stands, in words.
  reason(stop, k, frame) {
    const {obstacle, agent, cell, until} = this.run.subject(stop.about);
    const who = agent === undefined ? 'somebody' : this.agent(agent);
    const at = cell ? [' at ', this.cell(cell)] : [];
    switch (this.run.reasonName(stop.reason)) {
      case 'not started':
        return ['has not set out: its group starts at ', this.at(until)];
      case 'start covered':
        return ['waits for its start to become free: something lies on it'];
      case 'waits for path':
        return ['waits for a path: the plan or field of its group is still to be made'];
      case 'waits for land':
        return ['waits for land: its way goes on in a sector that is not in memory yet'];
      case 'walled off':
        return ['has no path: walls lie between it and its goal'];
      case 'passage closed':
        return ['the passage', ...at, ' is closed by ', this.obstacle(obstacle), ...this.until(until)];
      case 'gap too narrow':
        return ['the gap', ...at, ' is too narrow for it'];
      case 'step closed':
        return [
          'its next cell', ...at, ' has just become impassable; its field is being made right',
          ...(obstacle === undefined ? [] : [' (', this.obstacle(obstacle), ')'])
        ];
      case 'lets pass':
        return ['waits for ', this.obstacle(obstacle), ', as its plan in time has it'];
      case 'yields':
        return ['yields to ', who];
      case 'queues':
        return ['stands in a queue behind ', who, ...this.before(k, frame), ...this.head(agent, frame)];
      case 'goal full':
        return ['its goal is full: ', who, ' and others who have arrived stand before it'];
      case 'blocked':
        return ['is blocked by ', who, ', who stands'];
      case 'slow ground':
        return ['walks as fast as its ground lets it, which is hardly at all'];
      case 'keeps rank':
        return ['lets its rank catch up: others of its group are behind it, or on slower ground'];
      case 'sets out':
        return ['has only just begun to move'];
      case 'steered':
        return ['is led by forces beside its field: its group pursues, flees, wanders, or follows a leader'];
      default:
        return ['stands, and nobody knows why: please tell the authors'];
    }
  }

  // The portal that its path leads through next.
  before(k, frame) {
    const portal = this.nextPortal(k, frame);
    return portal ? [' before the portal at ', this.cell(portal)] : [];
  }
  nextPortal(k, frame) {
    const {run} = this, {side} = run.fields;
    const tick = run.agents.ticks[frame];
    if (!run.fields.show(run.wayOf(k, tick), tick)) return null;
    const [x, y] = run.agentPlace(k, frame, tick);
    const {points} = run.fields.path(x, y, run.agentAt(k, frame).layer);
    for (let j = 1; j < Math.min(points.length, 4 * side); ++j) {
      const [a, b] = [points[j - 1].map(Math.floor), points[j].map(Math.floor)];
      if (a[2] !== b[2] || run.fields.sectorOf(...a) !== run.fields.sectorOf(...b)) return b;
    }
    return null;
  }
  // Who stands at the head of a queue, and why.
  head(slot, frame) {
    const seen = new Set();
    let k = slot === undefined ? undefined : this.run.shownAs.get(slot), now = null;
    while (k !== undefined && !seen.has(k)) {
      seen.add(k);
      now = this.run.agentAt(k, frame);
      if (this.run.reasonName(now.reason) !== 'queues') break;
      const next = this.run.subject(now.about).agent;
      if (next === undefined) break;
      slot = next;
      k = this.run.shownAs.get(slot);
    }
    if (k === undefined || seen.size < 2 || !now) return [];
    const name = this.run.reasonName(now.reason);
    if (now.reason === 0) return ['; at its head ', this.agent(slot), ' gets on'];
    return name === 'queues' ? [] : ['; at its head ', this.agent(slot), ': ', ...this.reason(now, k, frame)];
  }

  // The nearest goal by the middles of cells: on the floor where the agent is, if there is one.
  goal(goals, [x, y, layer]) {
    if (goals.length === 0) return ['none'];
    const here = goals.filter((goal) => goal[2] === layer), near = here.length > 0 ? here : goals;
    const far = (goal) => Math.hypot(goal[0] + 0.5 - x, goal[1] + 0.5 - y);
    const nearest = near.reduce((a, b) => far(a) <= far(b) ? a : b);
    if (goals.length === 1) return [this.cell(nearest)];
    return [this.cell(nearest), `, ${here.length > 0 ? 'the nearest' : 'one'} of ${plural(goals.length, 'cell')}`];
  }

  // What a level of the field shown is in steps: a straight one on cost 1 is 24 units.
  steps(level) {
    const count = Math.round(level * this.run.fields.current.units / 24);
    return `${level >= mostLevel ? 'more than' : 'about'} ${plural(count, 'step')} of cost 1`;
  }

  ofAgent(k, tick) {
    const {run} = this;
    const frame = run.agents.frameAt(tick);
    const now = run.agentAt(k, frame), group = run.groupOf[k];
    const [x, y] = run.agentPlace(k, frame, tick);
    const about = run.about.groups[group];
    const nodes = [node('h3', [`Agent ${run.slots[k]} of ${about.name}`]), this.doing.tell(k, frame, tick)];
    // Who asks why others stand looks at their fields, too.
    const leg = run.legOf(k, tick), way = run.wayOf(k, tick), goals = run.goals(group, leg);
    const cell = run.fields.show(way, tick) && run.fields.cell(Math.floor(x), Math.floor(y), now.layer);
    nodes.push(node('p', [
      'At ', this.cell([Math.floor(x), Math.floor(y), now.layer]), about.then.length > 0 ? `; goal ${leg + 1} of ${about.then.length + 1}, ` : '; goal ',
      ...this.goal(goals, [x, y, now.layer]), ...this.since(k, tick)
    ]));
    if (now.state === State.moving || now.state === State.stuck)
      nodes.push(node('p', this.wayLeft(about, goals, cell, [x, y, now.layer])));
    nodes.push(node('p', this.replan(k, way, tick)));
    return [...nodes, ...this.stopsOf(k)];
  }

  // From when on it goes to the goal that it has now.
  since(k, tick) {
    const {begins} = this.run, begun = Run.upTo(begins[k], tick);
    return begun === 0 ? [] : [', since ', this.at(begins[k][begun - 1].tick)];
  }

  // All stops of an agent, in a list.
  stopsOf(k) {
    const {run} = this;
    const all = run.stops(k).filter((stop) => run.reasonName(stop.reason) !== 'not started');
    if (all.length === 0) return [];
    const stops = all.filter((stop) => run.seconds(stop.end - stop.from) >= shortStop);
    const shorter = all.length - stops.length;
    const rest = shorter === 0 ? '' : ` of ${shortStop} s or more, and ${plural(shorter, 'shorter one')}`;
    const item = (stop) => {
      const lasts = `${run.seconds(stop.end - stop.from).toFixed(1)} s${stop.lasts ? ', to the end of the run' : ''}`;
      return node('li', [this.at(stop.from), `: ${run.reasonName(stop.reason)}, ${lasts}`]);
    };
    return [
      node('p', `${plural(stops.length, 'stop')} in the whole run${rest}${stops.length > 0 ? ':' : '.'}`),
      node('ul', stops.slice(0, 200).map(item))
    ];
  }

  wayLeft(about, goals, cell, place) {
    if (about.follow === 'path') return ['Follows a path of its own; the line is the way that it went.'];
    if (about.follow === 'time')
      return ['Follows a plan in time of its own; the line is what its group’s field leads along.'];
    if (!cell || cell.level === noLevel) return ['No field is recorded where it is; the line is the way that it went.'];
    const left = this.steps(cell.level);
    const doors =
        ' Jams count as longer ways. Where several doors lead to the goal, its group shares them out: this agent may take another one.';
    if (!this.endsShort(goals, place))
      return [`Left to go: ${left}, along the line.${about.follow === 'door' ? doors : ''}`];
    if (cell.level === 0) return ['It is as near to its goal as it can get.'];
    return [`Left to go: ${left}, along the line, to where it is as near to its goal as it can get.`];
  }

  // Whether the field shown leads from a place to a cell that is no goal: no way leads farther.
  endsShort(goals, place) {
    const {points, arrives} = this.run.fields.path(...place), [x, y, layer] = points[points.length - 1];
    const isEnd = ([gx, gy, on]) => gx === Math.floor(x) && gy === Math.floor(y) && on === layer;
    return arrives && goals.length < mostGoals && !goals.some(isEnd);
  }

  replan(k, way, tick) {
    const own = this.run.walkers.get(this.run.slots[k]);
    if (own) {
      const last = own[Run.upTo(own, tick) - 1];
      return last ? [last.what === 0 ? 'Last planned at ' : 'Last mended its path at ', this.at(last.tick), '.'] :
                    ['Not planned yet.'];
    }
    const plan = this.run.lastPlan(way, tick);
    if (!plan) return ['Its group has no plan yet.'];
    const why = plan.triggers.length > 0 ? ` (trigger: ${plan.triggers.join(' or ')})` : '';
    const repair = this.run.lastRepair(way, tick);
    return [
      'Last replan of its group: ', this.at(plan.tick), why,
      ...(repair ? ['; its field was repaired at ', this.at(repair)] : []), '.'
    ];
  }

  ofCell([x, y, layer], group, tick) {
    const {run} = this, {ground} = run.about;
    const name = run.about.groups[group] ? run.about.groups[group].name : '';
    const nodes = [node('h3', `Cell ${cellText([x, y, layer], this.floors)}`)];
    const terrain = this.app.ground.terrainAt(x, y, layer);
    const kind = terrain === undefined ? null : ground.classes[terrain];
    if (kind) {
      const costs = ground.profiles.map(
          (profile, p) => `${kind.costs[p] === 255 ? 'impassable' : `cost ${kind.costs[p]}`}${
              ground.profiles.length > 1 ? ` to ${profile}` : ''}`);
      nodes.push(
          node('p', `${kind.name}: ${[...new Set(costs)].join(', ')}; sector ${run.fields.sectorOf(x, y, layer)}`));
    }
    const frame = run.obstacles.frameAt(tick);
    for (let k = 0; k < run.obstacles.count; ++k) {
      const at = run.obstacleCells(k, frame, tick), {cells} = run.about.obstacles[k];
      if (!at || at.layer !== layer) continue;
      for (let j = 0; j < cells.length; j += 2) {
        if (at.x + cells[j] !== x || at.y + cells[j + 1] !== y) continue;
        nodes.push(node('p', [
          'Under ', this.obstacle(k), run.about.obstacles[k].blocks ? ', which blocks it' : ', which makes it costlier'
        ]));
        break;
      }
    }
    const field = run.about.groups[group] && run.fields.show(run.wayOfGroup(group, tick), tick);
    const cell = field && run.fields.cell(x, y, layer);
    if (!field) {
      nodes.push(node('p', `No field of ${name} is recorded here and now.`));
    } else if (!cell) {
      nodes.push(node('p', `Outside the corridor of ${name}.`));
    } else if (cell.level === noLevel) {
      nodes.push(node('p', `In the corridor of ${name}, but no path leads from here to its goal.`));
    } else {
      nodes.push(node('p', `In the field of ${name}: ${this.steps(cell.level)} to its goal, along the line.`));
    }
    return nodes;
  }
}
