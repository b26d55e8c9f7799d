/** Simulates workers that take waiting executions in the order of turns.ts. Time passes only here, from event to event. */
import { createTurns, MOST_SECONDS, type Tenant, type Turns, type TurnsOptions, type Waiting } from './turns.ts';

export interface Job extends Tenant {
  readonly atSeconds: number;
  readonly seconds: number;
}

export interface Begun {
  readonly job: Job;
  readonly atSeconds: number;
  /** Running executions of its worker before it began. */
  readonly running: number;
  readonly runningOfOwn: number;
  /** Other organization → its turns while the organization of this execution waited and had nothing running. */
  readonly passedBy: ReadonlyMap<string, number>;
  /** The most seconds of one other organization in that time; each turn counts as at most MOST_SECONDS. */
  readonly secondsOfOthers: number;
  readonly longestOfOthers: number;
}

export interface Simulation extends TurnsOptions {
  readonly placesForOthers: number;
  readonly workers?: number;
}

interface Place {
  readonly worker: Worker;
  readonly untilSeconds: number;
  readonly leave: () => void;
}

interface Worker {
  readonly turns: Turns;
}

interface Queued extends Waiting {
  readonly job: Job;
  /** Other organization → seconds of its turns since this one waits; see Begun. */
  readonly passed: Map<string, number[]>;
}

/** `idleSeconds`: for how long a place was free that a waiting execution could have taken. */
export function simulate(jobs: readonly Job[], options: Simulation) {
  const slots = options.placesForAll + options.placesForOthers;
  const workers = Array.from({ length: options.workers ?? 1 }, () => ({ turns: createTurns(options) }));
  const coming = jobs.map((job, n) => ({ job, n })).toSorted((a, b) => a.job.atSeconds - b.job.atSeconds || a.n - b.n);
  const waiting: Queued[] = [];
  const busy: Place[] = [];
  const begun: Begun[] = [];
  let [now, idleSeconds, arrived] = [0, 0, 0];

  const canBegin = ({ turns }: Worker): boolean => turns.running() < slots && waiting.some(turns.mayBegin);

  function beginOne(worker: Worker): boolean {
    const { turns } = worker;
    const next = turns.running() < slots ? turns.choose(headsOf(waiting)) : null;
    if (next === null) return false;
    begun.push(recordOf(next, { now, turns }));
    waiting.splice(waiting.indexOf(next), 1);
    notePassed(next, { waiting, workers });
    const leave = turns.begin(next);
    const { seconds } = next.job;
    busy.push({ worker, untilSeconds: now + seconds, leave: () => leave(seconds) });
    return true;
  }

  for (;;) {
    while (coming[0] !== undefined && coming[0].job.atSeconds <= now) {
      const { job } = coming.shift()!;
      waiting.push({ ...job, job, id: String(arrived++).padStart(6, '0'), passed: new Map() });
    }
    while (workers.some(beginOne)); // the first worker with a free place takes the next
    const nextSeconds = Math.min(...busy.map(({ untilSeconds }) => untilSeconds), coming[0]?.job.atSeconds ?? Infinity);
    if (nextSeconds === Infinity) return { begun, idleSeconds };
    if (workers.some(canBegin)) idleSeconds += nextSeconds - now;
    now = nextSeconds;
    for (const place of busy.filter(({ untilSeconds }) => untilSeconds <= now)) {
      place.leave();
      busy.splice(busy.indexOf(place), 1);
    }
  }
}

/** The oldest of each key, as the worker's query returns them. */
function headsOf(waiting: readonly Queued[]): readonly Queued[] {
  const heads = new Map<string, Queued>();
  for (const each of waiting) {
    const key = `${each.projectId} ${each.keyLineage}`;
    if (!heads.has(key)) heads.set(key, each);
  }
  return [...heads.values()];
}

function recordOf(next: Queued, { now, turns }: { readonly now: number; readonly turns: Turns }): Begun {
  const all = [...next.passed.values()];
  return {
    job: next.job,
    atSeconds: now,
    running: turns.running(),
    runningOfOwn: turns.runningOf(next.organizationId),
    passedBy: new Map([...next.passed].map(([name, { length }]) => [name, length])),
    secondsOfOthers: Math.max(0, ...all.map((each) => each.reduce((sum, seconds) => sum + seconds, 0))),
    longestOfOthers: Math.max(0, ...all.flat()),
  };
}

/** A turn of another organization passes the first that waits of an organization of which nothing is running. */
function notePassed(
  next: Queued,
  { waiting, workers }: { readonly waiting: Queued[]; readonly workers: Worker[] },
): void {
  const idle = waiting.filter(({ organizationId }) =>
    workers.every(({ turns }) => turns.runningOf(organizationId) === 0),
  );
  for (const name of new Set(idle.map(({ organizationId }) => organizationId))) {
    if (name === next.organizationId) continue;
    for (const { passed } of idle.filter(({ organizationId }) => organizationId === name)) {
      const turns = passed.get(next.organizationId) ?? [];
      passed.set(next.organizationId, [...turns, Math.min(next.job.seconds, MOST_SECONDS)]);
    }
  }
}
