// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How many have arrived and how many stand, frame by frame and group by group, of the agents shown. Who has arrived
// may be pushed off, and comes back: only the states of a frame tell.

class Counts {
  constructor(run) {
    const {agents, groupOf} = run, groups = run.about.groups.length;
    const zeros = () => Array.from({length: groups}, () => new Int32Array(agents.frames + 1));
    this.shown = new Int32Array(groups);
    this.arrived = zeros();
    this.standing = zeros();
    for (let k = 0; k < agents.count; ++k) {
      const group = groupOf[k];
      ++this.shown[group];
      for (let at = agents.first[k]; at < agents.first[k + 1]; ++at) {
        const begin = agents.frame[at], end = at + 1 < agents.first[k + 1] ? agents.frame[at + 1] : agents.frames;
        const state = agents.kind[at] & 7;
        if (state === State.arrived || state === State.gone) Counts.add(this.arrived[group], begin, end);
        if (state !== State.waiting && agents.kind[at] >> 3 !== 0) Counts.add(this.standing[group], begin, end);
      }
    }
    for (const changes of [...this.arrived, ...this.standing]) {
      for (let frame = 1; frame < changes.length; ++frame) changes[frame] += changes[frame - 1];
    }
  }

  // One more from a frame to before another, as changes that are summed in the end.
  static add(changes, begin, end) {
    ++changes[begin];
    --changes[end];
  }

  static sum(groups, frame) { return groups.reduce((sum, of) => sum + of[frame], 0); }
}
