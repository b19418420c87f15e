// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What an agent does at a tick: it stands, and why, walks, or goes against its heading.

const pushSeconds = 0.5;  // over which an agent is looked at that may be pushed
const pushShare = 0.25;   // of its speed: who goes back less fast is not told of

class Doing {
  constructor(run, story) {
    this.run = run;
    this.story = story;
  }

  tell(k, frame, tick) {
    const {run, story} = this, now = run.agentAt(k, frame), stop = run.stopAt(k, tick);
    if (now.reason !== 0) return this.node([...story.reason(now, k, frame), ...this.span(stop)], now);
    // A list of stops takes short steps between two of one reason as part of both, and so does the story.
    if (stop && now.state === State.moving)
      return this.node(['shifts a little within a stop: ', ...story.reason(stop, k, frame), ...this.span(stop)], stop);
    const back = now.state === State.moving ? this.back(k, frame) : null;
    if (back) return this.node(back, now);
    return node('p', {
      [State.moving]: 'walks',
      [State.arrived]: 'has arrived, and stands at its goal',
      [State.gone]: 'has arrived, and left the map',
      [State.stopped]: 'stops at this goal, and goes on to the next one',
      [State.stuck]: 'is stuck',
      [State.waiting]: 'has not set out yet'
    }[now.state]);
  }
  node(words, stop) { return node('p', words, noWay.has(this.run.reasonName(stop.reason)) ? 'why no-way' : 'why'); }

  // From when to when a stop lasts.
  span(stop) {
    const {run, story} = this;
    if (!stop || stop.end - stop.from <= 1) return [];
    const end = stop.lasts ? ['the end of the run'] : [story.at(stop.end)];
    return [', from ', story.at(stop.from), ' to ', ...end, ` (${run.seconds(stop.end - stop.from).toFixed(1)} s)`];
  }

  // Where an agent has gone against its heading, and who pushes it.
  back(k, frame) {
    const {run} = this, ticks = Math.round(pushSeconds / run.about.tick_seconds);
    const gone = this.gone(k, frame, ticks), heading = gone && this.heading(k, frame);
    if (!heading) return null;
    const far = Math.hypot(...gone), least = pushShare * run.about.groups[run.groupOf[k]].speed * pushSeconds;
    if (far < least || gone[0] * heading[0] + gone[1] * heading[1] > -0.5 * far) return null;
    if (this.nearsPlace(k, frame, gone)) return null;
    const pusher = this.pusher(k, frame, heading, gone, ticks);
    if (pusher === null) return ['goes back, against its heading'];
    return ['is pushed back by ', this.story.agent(run.slots[pusher]), ': it goes against its heading'];
  }

  // Where its field leads an agent; null where it may well go elsewhere: by a path, a plan in time or a door of its
  // own.
  heading(k, frame) {
    const {run} = this, group = run.groupOf[k], tick = run.agents.ticks[frame];
    if (!['field', 'band', 'window'].includes(run.about.groups[group].follow) || !run.fields.show(run.wayOf(k, tick), tick))
      return null;
    const [x, y] = run.agentPlace(k, frame, tick);
    const cell = run.fields.cell(Math.floor(x), Math.floor(y), run.agentAt(k, frame).layer);
    if (!cell || cell.heading >= Heading.turn) return null;
    const angle = cell.heading * 2 * Math.PI / Heading.turn;
    return [Math.cos(angle), Math.sin(angle)];
  }

  // Who stays at the goal has a place of its own there, which a field does not know: it is where it ends. It goes
  // straight there, as far away as a column is long, and to and fro where all look for their places.
  nearsPlace(k, frame, gone) {
    const {run} = this, {agents} = run, at = k * agents.frames;
    const next = run.begins[k].find(({tick}) => tick > agents.ticks[frame]);
    const last = next ? Math.max(frame, agents.frameAt(next.tick) - 1) : agents.frames - 1;
    if (![State.arrived, State.stopped].includes(run.agentAt(k, last).state)) return false;
    const [dx, dy] = [agents.x[at + last] - agents.x[at + frame], agents.y[at + last] - agents.y[at + frame]];
    const {radius, agents: count} = run.about.groups[run.groupOf[k]], far = Math.hypot(dx, dy) / radius;
    return far < 4 * Math.sqrt(count) || (far < 3 * count && dx * gone[0] + dy * gone[1] > 0);
  }

  // How far an agent has gone in some ticks, on one floor; null where it was not under way all the time.
  gone(k, frame, ticks) {
    const {agents} = this.run, from = agents.frameAt(Math.max(0, agents.ticks[frame] - ticks));
    const before = this.run.agentAt(k, from), now = this.run.agentAt(k, frame), at = k * agents.frames;
    if (from === frame || before.state !== State.moving || before.layer !== now.layer) return null;
    return [agents.x[at + frame] - agents.x[at + from], agents.y[at + frame] - agents.y[at + from]];
  }

  // The nearest in front of an agent that touches it and goes where it is pushed to.
  pusher(k, frame, heading, gone, ticks) {
    const {run} = this, radius = (j) => run.about.groups[run.groupOf[j]].radius, tick = run.agents.ticks[frame];
    const [x, y] = run.agentPlace(k, frame, tick), {layer} = run.agentAt(k, frame);
    let best = null, least = Infinity;
    for (let j = 0; j < run.agents.count; ++j) {
      const other = run.agentAt(j, frame);
      if (j === k || other.state !== State.moving || other.layer !== layer) continue;
      const [ox, oy] = run.agentPlace(j, frame, tick), far = Math.hypot(ox - x, oy - y);
      if (far >= least || far > 1.6 * (radius(j) + radius(k))) continue;
      const way = this.gone(j, frame, ticks), ahead = (ox - x) * heading[0] + (oy - y) * heading[1];
      if (!way || ahead < 0.3 * far || way[0] * gone[0] + way[1] * gone[1] <= 0) continue;
      best = j;
      least = far;
    }
    return best;
  }
}
