// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
export type Place = [x: number, y: number, layer?: number];
export type Rect = [x: number, y: number, width: number, height: number, layer?: number];
export type Quality = "path" | "widened" | "bounded" | "exact";
export type State = "waiting" | "moving" | "stuck" | "arrived" | "gone" | "removed";
export type Costs = { [terrain: number]: number } | ArrayLike<number>;

export interface Path {
  outcome: "complete" | "partial" | "unreachable" | "pending" | "budget_spent" | "out_of_bounds";
  cost: number;
  length: number;
  end: [number, number, number];
  cells: Int32Array;
  points: Float32Array;
}
export interface AgentSpec {
  layer?: number; radius?: number; maxSpeed?: number; mass?: number; team?: number; holds?: boolean; priority?: number;
  acceleration?: number; turnRate?: number; facing?: [number, number];
}
export interface OrderSpec {
  profile?: number; places?: Place[]; target?: bigint; kind?: "go" | "follow" | "flee" | "patrol"; quality?: Quality;
  anyAngle?: boolean; avoidance?: "separation" | "reciprocal" | "none"; once?: boolean; leaveOnArrival?: boolean;
  arrivalRadius?: number; formation?: "as_it_stands" | "block" | "line" | "column" | "wedge"; keepsRank?: boolean;
  facing?: [number, number]; fullSpeedCost?: number; headway?: number; reach?: number;
}
export type Force = "follow" | "separation" | "alignment" | "cohesion" | "pursue" | "evade" | "wander" | "walls" | "leader" |
  "seek" | "flee" | "arrive";
export interface OrderEvent {
  kind: "path_found" | "stands_in" | "lost" | "place_done" | "target_gone";
  order: bigint;
  agent: bigint;
  nearest: [number, number, number];
}
export type StopReason = "none" | "not started" | "start covered" | "waits for path" | "waits for land" | "walled off" |
  "passage closed" | "gap too narrow" | "step closed" | "lets pass" | "yields" | "queues" | "goal full" | "blocked" |
  "slow ground" | "keeps rank" | "sets out" | "steered" | "arrived" | "no order" | "holds" | "unknown";
export declare class World {
  constructor(width: number, height: number, options?: { layers?: number; terrain?: ArrayLike<number> | null });
  destroy(): void;
  setTerrain(rect: Rect, values: ArrayLike<number>): void;
  fill(rect: Rect, value: number): void;
  terrain(rect: Rect): Uint8Array;
  layStamp(rect: Rect, effect?: { blocks?: boolean; extraCost?: number }): bigint;
  liftStamp(stamp: bigint): void;
  addLink(from: Place, to: Place, cost?: number): number;
  removeLink(link: number): void;
  commit(): number;
  addProfile(costs?: Costs | null, options?: { clearance?: number; sectorSize?: number; levels?: number }): number;
  costs(profile: number, rect: Rect): Uint8Array;
  portals(profile: number): Int32Array;
  canReach(profile: number, from: Place, to: Place): boolean;
  look(profile: number, from: [number, number], to: [number, number], layer?: number): { blocked: boolean; at: [number, number] };
  pathFinder(profile: number): PathFinder;
}
export declare class PathFinder {
  destroy(): void;
  find(from: Place, to: Place, quality?: Quality): Path;
}
export declare class Navigator {
  constructor(world: World);
  destroy(): void;
  addAgents(profile: number, xy: ArrayLike<number>, spec?: AgentSpec): BigUint64Array;
  hasRoom(profile: number, xy: [number, number], spec?: AgentSpec): boolean;
  removeAgents(agents: BigUint64Array): void;
  putAgents(agents: BigUint64Array, xy: ArrayLike<number>, layer?: number): void;
  setAgentPlaces(agents: BigUint64Array, xy: ArrayLike<number>): void;
  setHolds(agents: BigUint64Array, holds?: boolean): void;
  setMaxSpeed(agents: BigUint64Array, maxSpeed: number): void;
  setRadius(agents: BigUint64Array, radius: number): void;
  setMass(agents: BigUint64Array, mass: number): void;
  setTeam(agents: BigUint64Array, team: number): void;
  setAcceleration(agents: BigUint64Array, acceleration: number): void;
  setTurnRate(agents: BigUint64Array, turnRate: number): void;
  setPriority(agents: BigUint64Array, priority: number): void;
  setFocus(xy: ArrayLike<number>, radius: number, interval: number): void;
  positions(agents: BigUint64Array, out?: Float32Array | null): Float32Array;
  velocities(agents: BigUint64Array, out?: Float32Array | null): Float32Array;
  states(agents: BigUint64Array, out?: Uint8Array | null): Uint8Array;
  shown(agents: BigUint64Array, share: number, out?: Float32Array | null): Float32Array;
  facings(agents: BigUint64Array, share?: number, out?: Float32Array | null): Float32Array;
  walked(agents: BigUint64Array): Float32Array;
  paces(agents: BigUint64Array): Float32Array;
  specs(agents: BigUint64Array): Required<AgentSpec>[];
  agentPlaces(agents: BigUint64Array): Float32Array;
  why(agent: bigint): { reason: StopReason; agent: bigint; at: [number, number, number] | null };
  layers(agents: BigUint64Array): Int32Array;
  orders(agents: BigUint64Array): BigUint64Array;
  agentAlive(agent: bigint): boolean;
  count(state: State): number;
  hash(): bigint;
  give(agents: BigUint64Array, spec?: OrderSpec): bigint;
  setPlaces(order: bigint, places: Place[]): void;
  setSteering(order: bigint, weights: { [force in Force]?: number }): void;
  setLeader(order: bigint, leader?: bigint): void;
  setSteeringTarget(order: bigint, xy?: [number, number] | null, layer?: number): void;
  join(order: bigint, agents: BigUint64Array): void;
  stop(agents: BigUint64Array): void;
  removeOrder(order: bigint): void;
  pause(order: bigint, paused?: boolean): void;
  alive(order: bigint): boolean;
  tick(seconds: number, units?: number): void;
  finish(): void;
  events(): OrderEvent[];
  field(order: bigint, rect: Rect): { distances: BigUint64Array; directions: Uint8Array };
  headings(order: bigint, xy: ArrayLike<number>, layer?: number): Float32Array;
  corridor(order: bigint): Int32Array;
  save(): Uint8Array;
  restore(saved: Uint8Array): void;
  keep(): bigint;
  goBack(moment: bigint): void;
  forgetBefore(moment: bigint): void;
}
export interface Portolan {
  World: typeof World;
  PathFinder: typeof PathFinder;
  Navigator: typeof Navigator;
  STATES: State[];
  version: string;
}
declare function portolan(): Promise<Portolan>;
export default portolan;
