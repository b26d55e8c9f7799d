/**
 * Tells the queue about accepted executions, off the request path: nothing waits for it, and what it drops (queue down,
 * too many waiting) the keeper finds by `run_at`. It must never hold back or fail a request. The first wake-up goes at
 * once; those that come right after it go together, because a command to the queue costs as much as many accepts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ENGINES, type Engine } from '@farebox/kernel';
import type { WakeUp, WorkQueue } from '@farebox/queue';

export interface Dispatcher {
  readonly dispatch: (engine: Engine, wakeUp: WakeUp) => void;
  /** One of many of a batch: behind all others, so that a thousand keep nobody waiting. */
  readonly dispatchLast: (engine: Engine, wakeUp: WakeUp) => void;
  /** Resolves when what is waiting was handed over or dropped; bounded by the queue's own time limit. */
  readonly drain: () => Promise<void>;
}

const BATCH_MAX = 500;
/** Of batches in one command: a worker's queue is never far from what others ask for. */
const LAST_MAX = 100;
/** Between two commands for an engine; after one for many longer, because then a command costs what a request does. */
const PAUSE_MS = 10;
const PAUSE_OF_MANY_MS = 25;
const MANY = 8;
/** Looks an engine, waiting for a queue that hangs. 10,000 × ~100 bytes. */
const WAITING_MAX = 10_000;

interface Lane {
  waiting: WakeUp[];
  last: WakeUp[];
  sending: Promise<void> | undefined;
}

export function createDispatcher(queue: Pick<WorkQueue, 'notify'>): Dispatcher {
  const lanes = new Map<Engine, Lane>(ENGINES.map((engine) => [engine, { waiting: [], last: [], sending: undefined }]));

  async function send(engine: Engine, lane: Lane): Promise<void> {
    await new Promise(setImmediate); // what is accepted in this turn goes together
    while (lane.waiting.length + lane.last.length > 0) {
      const sent = lane.waiting.splice(0, BATCH_MAX);
      if (sent.length < LAST_MAX) sent.push(...lane.last.splice(0, LAST_MAX - sent.length));
      await queue.notify(engine, sent);
      if (lane.waiting.length < BATCH_MAX) await pause(sent.length < MANY ? PAUSE_MS : PAUSE_OF_MANY_MS);
    }
    lane.sending = undefined;
  }

  const add =
    (line: 'waiting' | 'last'): Dispatcher['dispatch'] =>
    (engine, wakeUp) => {
      const lane = lanes.get(engine) as Lane;
      if (lane[line].length >= WAITING_MAX) return;
      lane[line].push(wakeUp);
      lane.sending ??= send(engine, lane);
    };

  return {
    dispatch: add('waiting'),
    dispatchLast: add('last'),
    drain: async () => {
      for (const { sending } of lanes.values()) await sending;
    },
  };
}
