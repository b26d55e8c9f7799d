/**
 * Decides whose work a worker begins next: first among organizations, then among the projects of one, then among the
 * keys of that one. It follows start-time fair queueing over the time in which places were used, and knows no clock, no
 * database and no queue. So a simulation proves its bounds (turns.test.ts).
 *
 * Among those that wait, the one with the fewest running executions is next, then the one that has used the least, then
 * the one whose last turn is longest ago. Being new or idle gives no credit: a tag is never behind the virtual time.
 */
import { invariant } from '@farebox/kernel';

/** From the widest level to the narrowest: organization, project, key. */
export interface Tenant {
  readonly organizationId: string;
  readonly projectId: string;
  /** Lineage of the key that accepted the execution; null if it is not known. */
  readonly keyLineage: string | null;
}

export interface Waiting extends Tenant {
  /** In the order of acceptance. */
  readonly id: string;
}

export interface TurnsOptions {
  /** Further places are only for organizations of which nothing is running. */
  readonly placesForAll: number;
}

export interface Turns {
  /** Number of begun executions that have not ended. */
  readonly running: () => number;
  readonly runningOf: (organizationId: string) => number;
  /** False if all places are in use, except those for organizations of which nothing is running. */
  readonly mayBegin: (tenant: Tenant) => boolean;
  /** Null if none may begin. */
  readonly choose: <W extends Waiting>(waiting: readonly W[]) => W | null;
  /** Takes a place. The returned function gives it back, with the seconds for which it was used. */
  readonly begin: (tenant: Tenant) => (seconds: number) => void;
}

interface Node {
  readonly children: Map<string, Node>;
  running: number;
  /** Virtual time up to which this node has used its share of its parent, in seconds. */
  tag: number;
  /** Virtual time of its children: the tag at which the last one began. */
  now: number;
  /** Number of the last turn; 0: none yet. */
  lastTurn: number;
}

/** The least that a turn costs, so that many moments count too. */
const LEAST_SECONDS = 0.05;
/** The most that a turn costs: after one long execution, a tenant is not behind all others for as long as that took. */
export const MOST_SECONDS = 10;
/** Nodes above which idle ones without a debt are forgotten. */
const NODES_MAX = 1000;

type Level = (tenant: Tenant) => string;
const LEVELS: readonly Level[] = [
  ({ organizationId }) => organizationId,
  ({ projectId }) => projectId,
  ({ keyLineage }) => keyLineage ?? '',
];

const newNode = (tag = 0): Node => ({ children: new Map(), running: 0, tag, now: 0, lastTurn: 0 });

export function createTurns({ placesForAll }: TurnsOptions): Turns {
  const root = newNode();
  let turns = 0;

  const runningOf = (organizationId: string): number => root.children.get(organizationId)?.running ?? 0;
  const mayBegin = ({ organizationId }: Tenant): boolean =>
    root.running < placesForAll || runningOf(organizationId) === 0;

  function begin(tenant: Tenant): (seconds: number) => void {
    const path = pathOf(root, tenant);
    turns++;
    root.running++;
    for (const [level, node] of path.entries()) {
      const parent = path[level - 1] ?? root;
      parent.now = Math.max(parent.now, node.tag);
      node.tag = parent.now + LEAST_SECONDS;
      node.running++;
      node.lastTurn = turns;
    }
    let isRunning = true;
    return (seconds) => {
      invariant(isRunning, 'a place is given back once');
      isRunning = false;
      root.running--;
      for (const node of path) {
        node.running--;
        node.tag += Math.min(Math.max(seconds, LEAST_SECONDS), MOST_SECONDS) - LEAST_SECONDS;
      }
      for (const parent of [root, ...path]) forgetIdle(parent);
    };
  }

  return {
    running: () => root.running,
    runningOf,
    mayBegin,
    choose: (waiting) => pick(waiting.filter(mayBegin).toSorted(byId), root, LEVELS),
    begin,
  };
}

function pathOf(root: Node, tenant: Tenant): readonly Node[] {
  const path: Node[] = [];
  for (const level of LEVELS) {
    const parent = path.at(-1) ?? root;
    const name = level(tenant);
    const node = parent.children.get(name) ?? newNode(parent.now);
    parent.children.set(name, node);
    path.push(node);
  }
  return path;
}

const byId = (a: Waiting, b: Waiting): number => Number(a.id > b.id) - Number(a.id < b.id);

/** The first of the best key of the best project of the best organization. */
function pick<W extends Waiting>(waiting: readonly W[], parent: Node | undefined, levels: readonly Level[]): W | null {
  const [level, ...narrower] = levels;
  const [first] = waiting;
  if (level === undefined || first === undefined) return first ?? null;
  const isBetter = (name: string, than: string): boolean =>
    isBefore(parent?.children.get(name), parent?.children.get(than), parent?.now ?? 0);
  let best = level(first);
  for (const name of new Set(waiting.map(level))) if (isBetter(name, best)) best = name;
  return pick(
    waiting.filter((each) => level(each) === best),
    parent?.children.get(best),
    narrower,
  );
}

/** A node that is not known has used nothing. Equal nodes stay in the order in which their work was accepted. */
function isBefore(one: Node | undefined, other: Node | undefined, now: number): boolean {
  const [running, tag, lastTurn] = differences(one, other, now);
  return (running || tag || lastTurn) < 0;
}

function differences(one: Node | undefined, other: Node | undefined, now: number): readonly [number, number, number] {
  const tagOf = (node: Node | undefined): number => Math.max(node?.tag ?? 0, now);
  return [
    (one?.running ?? 0) - (other?.running ?? 0),
    tagOf(one) - tagOf(other),
    (one?.lastTurn ?? 0) - (other?.lastTurn ?? 0),
  ];
}

/** An idle node that has used no more than its share is like a new one. */
function forgetIdle(parent: Node): void {
  if (parent.children.size <= NODES_MAX) return;
  for (const [name, node] of parent.children) {
    if (node.running === 0 && node.tag <= parent.now) parent.children.delete(name);
  }
}
