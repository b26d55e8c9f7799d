/**
 * Notifies the queue of accepted executions, off the request path. It must never delay or fail a request: the keeper finds
 * dropped wake-ups (queue down, too many waiting) by `run_at`. The first wake-up is sent at once; the ones right after it
 * share a command, because one command to the queue costs as much as many accepts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ENGINES, type Engine } from '@farebox/kernel';
import type { WakeUp, WorkQueue } from '@farebox/queue';

export interface Dispatcher {
  readonly dispatch: (engine: Engine, wakeUp: WakeUp) => void;
  /** For executions of a batch: sent after all others, so that a large batch delays no other execution. */
  readonly dispatchLast: (engine: Engine, wakeUp: WakeUp) => void;
  /** Resolves when the waiting wake-ups were sent or dropped; bounded by the queue's time limit. */
  readonly drain: () => Promise<void>;
}

const BATCH_MAX = 500;
/** Wake-ups of batches per command, so that other executions soon get their turn in a worker's queue. */
const LAST_MAX = 100;
/** Pause between two commands for an engine; longer under load, because then a command costs as much as a request. */
const PAUSE_MS = 10;
const PAUSE_OF_MANY_MS = 25;
const MANY = 8;
/** Waiting wake-ups per engine while the queue hangs: 10,000 × ~100 bytes. */
const WAITING_MAX = 10_000;

interface Lane {
  waiting: WakeUp[];
  last: WakeUp[];
  sending: Promise<void> | undefined;
}

export function createDispatcher(queue: Pick<WorkQueue, 'notify'>): Dispatcher {
  const lanes = new Map<Engine, Lane>(ENGINES.map((engine) => [engine, { waiting: [], last: [], sending: undefined }]));

  async function send(engine: Engine, lane: Lane): Promise<void> {
    await new Promise(setImmediate); // executions accepted in this turn share a command
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
