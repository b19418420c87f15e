// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
//
// The end of portolan.js, behind what Emscripten has made: a function that loads the library and gives its classes.
//
//     const { World, Navigator } = await portolan();
//
// Places are [x, y] or [x, y, layer], rectangles [x, y, width, height] or with a layer, positions Float32Array of
// x, y, x, y. Agents and orders are BigInt; 0n is none. What fails throws an Error with the library's own sentence.
// Handles live until destroy().
"use strict";

function portolanClasses(core) {
  const OUTCOMES = ["complete", "partial", "unreachable", "pending", "budget_spent", "out_of_bounds"];
  const QUALITIES = ["path", "widened", "bounded", "exact"];
  const KINDS = ["go", "follow", "flee", "patrol"];
  const AVOIDANCES = ["separation", "reciprocal", "none"];
  const FORMATIONS = ["as_it_stands", "block", "line", "column", "wedge"];
  const STATES = ["waiting", "moving", "stuck", "arrived", "gone", "removed"];
  const FORCES = ["follow", "separation", "alignment", "cohesion", "pursue", "evade", "wander", "walls", "leader", "seek",
                  "flee", "arrive"];
  const EVENTS = ["path_found", "stands_in", "lost", "place_done", "target_gone"];
  const CELL = 12, RECT = 20, PORTAL = 3 * CELL, EVENT = 32, WHY = 24, SPEC = 40;

  const { PortolanError, check, made, number, u8, u32, i32, whole, pairs, asLong, begin, room, view, copied, back, given,
          cellAt, rectAt, sizeOf, cells, bytesAt, readAll } = portolanMemory(core);

  // `each` numbers of each of some agents, by a function that writes them: a copy, or what is written into `out`.
  const readEach = (navigator, agents, Type, each, out, read) => {
    begin();
    const length = each * agents.length, at = room(Type.BYTES_PER_ELEMENT * length);
    check(read(navigator, copied(BigUint64Array, agents), agents.length, at));
    return given(view(Type, at, length), Type, out);
  };
  const readVectors = (navigator, agents, out, read) => readEach(navigator, agents, Float32Array, 2, out, read);
  const agentSpec = ({ layer = 0, radius = 0, maxSpeed = 0, mass = 0, team = 0, holds = false, priority = 0, acceleration = 0,
                       turnRate = 0, facing = [0, 0] }) => {
    asLong("facing", facing, 2);
    const spec = room(SPEC);
    view(Int32Array, spec, 2).set([SPEC, i32("layer", layer)]);
    view(Float32Array, spec + 8, 3).set([radius, maxSpeed, mass]);
    view(Uint8Array, spec + 20, 4).set([u8("team", team), holds ? 1 : 0, u8("priority", priority), 0]);
    view(Float32Array, spec + 24, 4).set([acceleration, turnRate, ...facing]);
    return spec;
  };
  const specAt = (at) => {
    const [layer] = view(Int32Array, at + 4, 1), [radius, maxSpeed, mass] = view(Float32Array, at + 8, 3);
    const [team, holds, priority] = view(Uint8Array, at + 20, 3);
    const [acceleration, turnRate, ...facing] = view(Float32Array, at + 24, 4);
    return { layer, radius, maxSpeed, mass, team, holds: holds !== 0, priority, acceleration, turnRate, facing };
  };
  const setEach = (set, navigator, agents, ...values) => {
    begin();
    check(set(navigator, copied(BigUint64Array, agents), agents.length, ...values));
  };
  const setVectors = (set, navigator, agents, xy, ...values) => {
    begin();
    asLong("xy", xy, 2 * agents.length);
    check(set(navigator, copied(BigUint64Array, agents), agents.length, copied(Float32Array, xy), ...values));
  };

  class World {
    /** `terrain`: a class per cell, row by row, layer by layer. */
    constructor(width, height, { layers = 1, terrain = null } = {}) {
      begin();
      const at = terrain ? bytesAt("a class of terrain", terrain) : 0;
      this.handle = made(core._portolan_world_create(i32("width", width), i32("height", height), i32("layers", layers), at,
                                                     terrain ? terrain.length : 0));
      this.width = width;
      this.height = height;
      this.layers = layers;
    }
    destroy() { core._portolan_world_destroy(this.handle); this.handle = 0; }

    setTerrain(rect, values) {
      begin();
      check(core._portolan_set_terrain(this.handle, rectAt(rect), bytesAt("a class of terrain", values), values.length));
    }
    fill(rect, value) { begin(); check(core._portolan_fill_terrain(this.handle, rectAt(rect), u8("value", value))); }
    terrain(rect) {
      begin();
      const size = sizeOf(rect), at = room(size);
      check(core._portolan_read_terrain(this.handle, rectAt(rect), at, size));
      return back(Uint8Array, at, size);
    }
    layStamp(rect, { blocks = true, extraCost = 0 } = {}) {
      begin();
      const stamp = room(8);
      check(core._portolan_lay_stamp(this.handle, rectAt(rect), blocks ? 1 : 0, i32("extraCost", extraCost), stamp));
      return view(BigUint64Array, stamp, 1)[0];
    }
    liftStamp(stamp) { check(core._portolan_lift_stamp(this.handle, stamp)); }
    addLink(from, to, cost = 24) {
      begin();
      const link = room(4);
      check(core._portolan_add_link(this.handle, cellAt(from), cellAt(to), u32("cost", cost), link));
      return view(Uint32Array, link, 1)[0];
    }
    removeLink(link) { check(core._portolan_remove_link(this.handle, u32("link", link))); }
    /** Lets edits take effect. Returns how many sectors were rebuilt. */
    commit() {
      begin();
      const sectors = room(8);
      check(core._portolan_commit(this.handle, sectors));
      return Number(view(BigUint64Array, sectors, 1)[0]);
    }

    /** `costs`: { class: cost }, other classes are impassable; or 256 of them; or null: all 1. */
    addProfile(costs = null, { clearance = 1, sectorSize = 0, levels = 0 } = {}) {
      begin();
      let table = 0;
      if (costs) {
        const all = new Uint8Array(256).fill(255);
        for (const [terrain, cost] of Object.entries(costs)) {
          all[u8("a class of terrain", Number(terrain))] = u8("a cost", cost);
        }
        table = copied(Uint8Array, all);
      }
      const sides = [i32("sectorSize", sectorSize), i32("levels", levels)];
      const spec = copied(Int32Array, [24, i32("clearance", clearance), table, ...sides, 0]), profile = room(4);
      check(core._portolan_add_profile(this.handle, spec, profile));
      return view(Uint32Array, profile, 1)[0];
    }
    costs(profile, rect) {
      begin();
      const size = sizeOf(rect), at = room(size);
      check(core._portolan_read_costs(this.handle, u32("profile", profile), rectAt(rect), at, size));
      return back(Uint8Array, at, size);
    }
    /** Nine numbers a portal: first and last cell of its run, and the one beyond the border from the first. */
    portals(profile) {
      begin();
      const [at, length] = readAll((...to) => core._portolan_read_portals(this.handle, u32("profile", profile), ...to), PORTAL);
      return back(Int32Array, at, 9 * length);
    }
    canReach(profile, from, to) {
      begin();
      const reachable = room(4);
      check(core._portolan_can_reach(this.handle, u32("profile", profile), cellAt(from), cellAt(to), reachable));
      return view(Int32Array, reachable, 1)[0] !== 0;
    }
    /** Where a straight line first meets a wall; else null, with the end in `end`. */
    look(profile, from, to, layer = 0) {
      begin();
      const blocked = room(4), at = room(8);
      asLong("from", from, 2), asLong("to", to, 2);
      check(core._portolan_look(this.handle, u32("profile", profile), i32("layer", layer), copied(Float32Array, from),
                                copied(Float32Array, to), blocked, at));
      const [x, y] = view(Float32Array, at, 2);
      return { blocked: view(Int32Array, blocked, 1)[0] !== 0, at: [x, y] };
    }
    pathFinder(profile) { return new PathFinder(this, profile); }
  }

  /** Paths of single agents; keeps its memory from search to search. */
  class PathFinder {
    constructor(world, profile) { this.handle = made(core._portolan_path_finder_create(world.handle, u32("profile", profile))); }
    destroy() { core._portolan_path_finder_destroy(this.handle); this.handle = 0; }
    find(from, to, quality = "path") {
      begin();
      const info = room(48), at = info >>> 2;
      check(core._portolan_find_path(this.handle, cellAt(from), cellAt(to), number(quality, QUALITIES), info));
      const words = core.HEAP32, cost = (words[at + 1] >>> 0) * 2 ** 32 + (words[at] >>> 0);
      const length = core.HEAPF64[(info >>> 3) + 1], end = [words[at + 7], words[at + 8], words[at + 9]];
      const outcome = OUTCOMES[words[at + 4]], cellCount = words[at + 5], pointCount = words[at + 6];
      const cellsAt = room(CELL * cellCount), pointsAt = room(8 * pointCount);
      check(core._portolan_path_cells(this.handle, cellsAt, cellCount));
      check(core._portolan_path_points(this.handle, pointsAt, 0, pointCount));
      return { outcome, cost, length, end, cells: back(Int32Array, cellsAt, 3 * cellCount),
               points: back(Float32Array, pointsAt, 2 * pointCount) };
    }
  }

  /** The agents of a world and their orders. */
  class Navigator {
    constructor(world) {
      this.world = world;
      this.handle = made(core._portolan_navigator_create(world.handle, 0));
    }
    destroy() { core._portolan_navigator_destroy(this.handle); this.handle = 0; }

    /** A number for each position; 0n where nobody can stand. */
    addAgents(profile, xy, spec = {}) {
      begin();
      const count = pairs(xy), agents = room(8 * count);
      check(core._portolan_add_agents(this.handle, u32("profile", profile), agentSpec(spec), copied(Float32Array, xy),
                                      count, agents));
      return back(BigUint64Array, agents, count);
    }
    /** Whether an agent like that could stand at a position, and would touch nobody. */
    hasRoom(profile, xy, spec = {}) {
      begin();
      const has = room(4);
      asLong("xy", xy, 2);
      check(core._portolan_has_room(this.handle, u32("profile", profile), agentSpec(spec), copied(Float32Array, xy), has));
      return view(Int32Array, has, 1)[0] !== 0;
    }
    removeAgents(agents) { setEach(core._portolan_remove_agents, this.handle, agents); }
    stop(agents) { setEach(core._portolan_stop, this.handle, agents); }
    /** Puts agents elsewhere, at rest; they set out again from there. */
    putAgents(agents, xy, layer = 0) { setVectors(core._portolan_put_agents, this.handle, agents, xy, i32("layer", layer)); }
    /** Where agents that have an order shall stand at its goal, until the order has other places. */
    setAgentPlaces(agents, xy) { setVectors(core._portolan_set_agent_places, this.handle, agents, xy); }
    /** Who holds does not walk, and goes on with its order when it holds no more. */
    setHolds(agents, holds = true) { setEach(core._portolan_set_holds, this.handle, agents, holds ? 1 : 0); }
    setMaxSpeed(agents, maxSpeed) { setEach(core._portolan_set_max_speed, this.handle, agents, maxSpeed); }
    setRadius(agents, radius) { setEach(core._portolan_set_radius, this.handle, agents, radius); }
    setMass(agents, mass) { setEach(core._portolan_set_mass, this.handle, agents, mass); }
    setTeam(agents, team) { setEach(core._portolan_set_team, this.handle, agents, u8("team", team)); }
    /** And how they brake, in cells per second, and second; 0: as people do. */
    setAcceleration(agents, acceleration) { setEach(core._portolan_set_acceleration, this.handle, agents, acceleration); }
    /** In radians per second; 0: they turn at once. */
    setTurnRate(agents, turnRate) { setEach(core._portolan_set_turn_rate, this.handle, agents, turnRate); }
    /** Of two who meet, and avoid each other reciprocally, the one with less makes room alone; 254 at most. */
    setPriority(agents, priority) { setEach(core._portolan_set_priority, this.handle, agents, u8("priority", priority)); }
    /** Where players look: who is farther than `radius` cells from all of it walks in each `interval`-th tick (at most 16) alone,
     * and passes through others. No positions, or an interval of 0 or 1: all are near. Not saved. */
    setFocus(xy, radius, interval) {
      begin();
      check(core._portolan_set_focus(this.handle, copied(Float32Array, xy), pairs(xy), radius,
                                      u32("interval", interval)));
    }
    /** x, y, x, y; into `out`, a Float32Array, where it is given. */
    positions(agents, out = null) {
      return readVectors(this.handle, agents, out, (...to) => core._portolan_read_agents(...to, 0, 0));
    }
    velocities(agents, out = null) {
      return readVectors(this.handle, agents, out, (n, a, count, to) => core._portolan_read_agents(n, a, count, 0, to, 0));
    }
    /** Indices into STATES. */
    states(agents, out = null) {
      return readEach(this.handle, agents, Uint8Array, 1, out,
                      (n, a, count, to) => core._portolan_read_agents(n, a, count, 0, 0, to));
    }
    /** Where to draw agents between two ticks, as `positions`: `share` of the time from the last tick to the next has gone by,
     * from 0, where they were before the last one, to 1, where they are. */
    shown(agents, share, out = null) {
      return readVectors(this.handle, agents, out, (n, a, count, to) => core._portolan_read_shown(n, a, count, share, to));
    }
    /** Where their bodies face, as vectors of length 1; east of who neither was told nor has walked. `share`: as of `shown`. */
    facings(agents, share = 1, out = null) {
      return readVectors(this.handle, agents, out, (n, a, count, to) => core._portolan_read_facings(n, a, count, share, to));
    }
    /** How many cells each has walked so far: for models that walk. */
    walked(agents) { return readEach(this.handle, agents, Float32Array, 1, null, (...to) => core._portolan_read_walks(...to, 0)); }
    /** How fast each got on of late, as a share of its greatest speed. */
    paces(agents) {
      return readEach(this.handle, agents, Float32Array, 1, null,
                      (n, a, count, to) => core._portolan_read_walks(n, a, count, 0, to));
    }
    /** Where each stands in the end, x, y, x, y; NaN where it has no place yet. */
    agentPlaces(agents) { return readVectors(this.handle, agents, null, core._portolan_read_agent_places); }
    layers(agents) { return readEach(this.handle, agents, Int32Array, 1, null, core._portolan_read_layers); }
    /** The order of each; 0n: none. */
    orders(agents) { return readEach(this.handle, agents, BigUint64Array, 1, null, core._portolan_read_orders); }
    /** What they are like now, as for `addAgents`. */
    specs(agents) {
      begin();
      const at = room(SPEC * agents.length);
      if (agents.length) view(Int32Array, at, 1)[0] = SPEC;
      check(core._portolan_read_specs(this.handle, copied(BigUint64Array, agents), agents.length, at));
      return Array.from(agents, (_, i) => specAt(at + SPEC * i));
    }
    /** Why an agent stands ("none": it gets on), whom that is about (0n: nobody), and the cell (or null). To be asked of one of
     * them, not of all in each tick. */
    why(agent) {
      begin();
      const answer = room(WHY);
      check(core._portolan_why(this.handle, agent, answer));
      const [x, y, layer, reason] = view(Int32Array, answer + 8, 4);
      return { reason: core.UTF8ToString(core._portolan_why_name(reason)), agent: view(BigUint64Array, answer, 1)[0],
               at: x < 0 ? null : [x, y, layer] };
    }
    agentAlive(agent) { return core._portolan_agent_alive(this.handle, agent) !== 0; }
    count(state) { return Number(core._portolan_count_agents(this.handle, number(state, STATES))); }
    hash() { return BigInt.asUintN(64, core._portolan_hash(this.handle)); }

    give(agents, { profile = 0, places = [], target = 0n, kind = "go", quality = "path", anyAngle = false,
                   avoidance = "separation", once = false, leaveOnArrival = false, arrivalRadius = 0,
                   formation = "as_it_stands", keepsRank = false, fullSpeedCost = 0, facing = [0, 0], headway = 0,
                   reach = 0 } = {}) {
      begin();
      asLong("facing", facing, 2);
      const spec = room(64), order = room(8);
      view(Uint32Array, spec, 4).set([64, u32("profile", profile), places.length ? cells(places) : 0, places.length]);
      view(BigUint64Array, spec + 16, 1)[0] = target;
      view(Uint8Array, spec + 24, 8).set([number(kind, KINDS), number(quality, QUALITIES), anyAngle ? 1 : 0,
        number(avoidance, AVOIDANCES), once ? 1 : 0, leaveOnArrival ? 1 : 0, number(formation, FORMATIONS),
        keepsRank ? 1 : 0]);
      view(Float32Array, spec + 32, 2).set([arrivalRadius, 0]);
      view(Uint8Array, spec + 40, 8).set([u8("fullSpeedCost", fullSpeedCost), 0, 0, 0, 0, 0, 0, 0]);
      view(Float32Array, spec + 48, 3).set([...facing, headway]);
      view(Int32Array, spec + 60, 1)[0] = i32("reach", reach);
      check(core._portolan_give(this.handle, spec, copied(BigUint64Array, agents), agents.length, order));
      return view(BigUint64Array, order, 1)[0];
    }
    setPlaces(order, places) { begin(); check(core._portolan_set_places(this.handle, order, cells(places), places.length)); }
    /** { force: weight }, of FORCES: how strongly they steer the agents of an order, from 0, which switches one off, to 100. */
    setSteering(order, weights) {
      begin();
      const forces = copied(Uint32Array, Object.keys(weights).map((name) => number(name, FORCES)));
      const values = Object.values(weights);
      check(core._portolan_set_steering(this.handle, order, forces, copied(Float32Array, values), values.length));
    }
    /** Whom the agents of an order go behind while they see it walk; 0n: nobody. */
    setLeader(order, leader = 0n) { check(core._portolan_set_leader(this.handle, order, leader)); }
    /** The point that seek, flee and arrive are about; null: none. */
    setSteeringTarget(order, xy = null, layer = 0) {
      begin();
      if (xy) asLong("xy", xy, 2);
      check(core._portolan_set_steering_target(this.handle, order, xy ? copied(Float32Array, xy) : 0, i32("layer", layer)));
    }
    join(order, agents) { setEach((navigator, ...those) => core._portolan_join(navigator, order, ...those), this.handle, agents); }
    removeOrder(order) { check(core._portolan_remove_order(this.handle, order)); }
    /** No work is spent on a paused order; its agents go on along the field that there is. */
    pause(order, paused = true) { check(core._portolan_pause(this.handle, order, paused ? 1 : 0)); }
    alive(order) { return core._portolan_order_alive(this.handle, order) !== 0; }

    tick(seconds, units = 200) {
      check(core._portolan_tick(this.handle, seconds, BigInt(whole("units", units, 0, Number.MAX_SAFE_INTEGER))));
    }
    finish() { check(core._portolan_finish(this.handle)); }
    /** Of the last tick. */
    events() {
      begin();
      const [at, length] = readAll((...to) => core._portolan_read_events(this.handle, ...to), EVENT);
      return Array.from({ length }, (_, i) => {
        const [order, agent] = view(BigUint64Array, at + EVENT * i, 2);
        const [x, y, layer, kind] = view(Int32Array, at + EVENT * i + 16, 4);
        return { kind: EVENTS[kind], order, agent, nearest: [x, y, layer] };
      });
    }
    /** Distances in units, 2^64-1 where there is none, and directions: 0 to 7 from east clockwise, 8: the goal. */
    field(order, rect) {
      begin();
      const size = sizeOf(rect), distances = room(8 * size), directions = room(size);
      check(core._portolan_read_field(this.handle, order, rectAt(rect), distances, directions, size));
      return { distances: back(BigUint64Array, distances, size), directions: back(Uint8Array, directions, size) };
    }
    headings(order, xy, layer = 0) {
      begin();
      const at = room(4 * xy.length);
      check(core._portolan_read_headings(this.handle, order, copied(Float32Array, xy), i32("layer", layer), pairs(xy), at));
      return back(Float32Array, at, xy.length);
    }
    /** Five numbers a sector of its field: x, y, width, height, layer. */
    corridor(order) {
      begin();
      const [at, length] = readAll((...to) => core._portolan_read_corridor(this.handle, order, ...to), RECT);
      return back(Int32Array, at, 5 * length);
    }

    save() {
      const bytes = made(core._portolan_save(this.handle));
      const saved = back(Uint8Array, core._portolan_bytes_data(bytes), core._portolan_bytes_size(bytes));
      core._portolan_bytes_destroy(bytes);
      return saved;
    }
    restore(saved) { begin(); check(core._portolan_restore(this.handle, copied(Uint8Array, saved), saved.length)); }
    /** Notes this moment, to go back to: takes much less than save. */
    keep() {
      begin();
      const moment = room(8);
      check(core._portolan_keep(this.handle, moment));
      return view(BigUint64Array, moment, 1)[0];
    }
    goBack(moment) { check(core._portolan_go_back(this.handle, moment)); }
    forgetBefore(moment) { check(core._portolan_forget_before(this.handle, moment)); }
  }

  return { World, PathFinder, Navigator, PortolanError, OUTCOMES, QUALITIES, KINDS, AVOIDANCES, FORMATIONS, FORCES, STATES,
           EVENTS, version: core.UTF8ToString(core._portolan_version()) };
}

async function portolan() {
  return portolanClasses(await createPortolanCore());
}
if (typeof module === "object") module.exports = portolan;
