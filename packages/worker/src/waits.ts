/**
 * The executions that this worker postponed because a place was taken, so that they begin as soon as one is free. Organizations
 * take turns, and each one's oldest execution comes first. It is only a memory: after a restart, or beyond its size, a wait ends
 * with its pause.
 */
import type { WaitingExecution, WorkerStore } from '@farebox/executions';
import type { Clock, Engine } from '@farebox/kernel';
import type { WorkQueue } from '@farebox/queue';
import type { Observer } from './observer.ts';

/** Where steps may have to wait. */
export interface PlacesToWaitFor {
  /** How many more steps could begin there now. */
  readonly free: (place: string) => Promise<number>;
  /** The listener is told each place that becomes free. */
  readonly onFree: (listener: (place: string) => void) => void;
}

export interface Wait extends WaitingExecution {
  readonly organizationId: string;
}

export interface Waits {
  /** The execution was postponed for that time. */
  readonly add: (place: string, wait: Wait, seconds: number) => void;
  /** The execution got a place, or none. */
  readonly settled: (id: string) => void;
  readonly stop: () => void;
}

export interface WaitsOptions {
  readonly engine: Engine;
  /** Absent: no step of this worker waits for a place. */
  readonly places?: PlacesToWaitFor | undefined;
  readonly store: Pick<WorkerStore, 'wake'>;
  readonly queue: Pick<WorkQueue, 'notify'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly observer: Pick<Observer, 'warn'>;
}

/** In total; each has some hundred bytes. */
const WAITS_MAX = 10_000;
/** Notices places that become free elsewhere: a runner that asks for work again, or a call of another worker that ended. */
const LOOK_MS = 1000;
/** Another worker may have got the execution that was woken. After this time its place counts as free again. */
const WOKEN_MS = 2000;

/** For so long after its pause an execution is still woken, if nobody did it. Later, another worker has probably had it. */
const KEPT_MS = 300_000;

interface Line {
  readonly waits: Map<string, Wait & { readonly untilMs: number }>;
  /** Executions that were woken and have no place yet, until when. */
  readonly woken: Map<string, number>;
  /** Organization → the number of its last turn. */
  readonly turns: Map<string, number>;
  turn: number;
  looking: 'no' | 'yes' | 'again';
}

const NONE: Waits = { add() {}, settled() {}, stop() {} };

export const createWaits = ({ places, ...rest }: WaitsOptions): Waits =>
  places === undefined ? NONE : createLines({ ...rest, places });

type LinesOptions = WaitsOptions & { readonly places: PlacesToWaitFor };

function createLines(options: LinesOptions): Waits {
  const { places, clock, observer } = options;
  const lines = new Map<string, Line>();
  let isStopped = false;

  /** One look at a place at a time. */
  async function look(place: string): Promise<void> {
    const line = lines.get(place);
    if (line === undefined || line.waits.size === 0 || isStopped) return;
    if (line.looking !== 'no') return void (line.looking = 'again');
    try {
      do {
        line.looking = 'yes';
        await fill(place, line, options);
      } while (isAgain(line) && !isStopped);
    } catch (error) {
      observer.warn(error, 'executions that wait for a place are not woken now; trying again');
    } finally {
      line.looking = 'no';
    }
  }

  function lookAtAll(): void {
    const nowMs = clock.monotonicMs();
    for (const [place, line] of lines) {
      for (const [id, { untilMs }] of line.waits) if (untilMs <= nowMs) line.waits.delete(id);
      for (const [id, untilMs] of line.woken) if (untilMs <= nowMs) line.woken.delete(id);
      if (line.waits.size > 0) void look(place);
      else if (line.woken.size === 0 && line.looking === 'no') lines.delete(place);
    }
  }

  places.onFree((place) => void look(place));
  const timer = setInterval(lookAtAll, LOOK_MS);
  return {
    add(place, wait, seconds) {
      if ([...lines.values()].reduce((sum, { waits }) => sum + waits.size, 0) >= WAITS_MAX) return;
      const line = lines.get(place) ?? newLine();
      lines.set(place, line);
      line.waits.set(wait.id, { ...wait, untilMs: clock.monotonicMs() + seconds * 1000 + KEPT_MS });
    },
    settled(id) {
      for (const [place, line] of lines) if (line.woken.delete(id)) void look(place);
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** Wakes as many as there are places without one on its way. */
async function fill(place: string, line: Line, { places, store, queue, engine, clock }: LinesOptions): Promise<void> {
  const free = (await places.free(place)) - line.woken.size;
  const next = free > 0 ? nextOf(line, free) : [];
  if (next.length === 0) return;
  const due = await store.wake(next);
  const wakeUps = next.filter(({ id }) => due.has(id));
  for (const { id } of next) line.waits.delete(id);
  for (const { id } of wakeUps) line.woken.set(id, clock.monotonicMs() + WOKEN_MS);
  // An execution that ended or was claimed meanwhile leaves its place to the next.
  if (wakeUps.length < next.length) line.looking = 'again';
  // A notification that is lost is repeated by the keeper.
  await queue.notify(
    engine,
    wakeUps.map(({ projectId, id, epoch }) => ({ projectId, executionId: id, epoch })),
  );
}

const newLine = (): Line => ({ waits: new Map(), woken: new Map(), turns: new Map(), turn: 0, looking: 'no' });
const isAgain = ({ looking }: Line): boolean => looking === 'again';

/** The oldest of the organization whose turn is longest ago, and so on. Ids sort by their time. */
function nextOf(line: Line, count: number): readonly Wait[] {
  const next = new Set<Wait>();
  for (let first = firstOf(line, next); first !== null && next.size < count; first = firstOf(line, next)) {
    next.add(first);
    line.turns.set(first.organizationId, ++line.turn);
  }
  return [...next];
}

function firstOf({ waits, turns }: Line, without: ReadonlySet<Wait>): Wait | null {
  const turnOf = ({ organizationId }: Wait): number => turns.get(organizationId) ?? 0;
  let first: Wait | null = null;
  for (const each of waits.values()) {
    if (without.has(each)) continue;
    const order = first === null ? -1 : turnOf(each) - turnOf(first);
    if (first === null || order < 0 || (order === 0 && each.id < first.id)) first = each;
  }
  return first;
}
