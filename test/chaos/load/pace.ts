/** Begins tasks at a steady rate, however long each takes. */
import { setTimeout as pause } from 'node:timers/promises';

export interface Pace {
  /** Tasks begun in each second. */
  readonly rate: number;
  readonly count: number;
  /** After this no further task is begun. */
  readonly until?: AbortSignal | undefined;
  /** While it is true no task is begun, and none of them is made up for later. */
  readonly isFull?: (() => boolean) | undefined;
}

const IN_FLIGHT_MAX = 400;
const POLL_MS = 5;

/** Resolves when every task that was begun has ended. */
export async function steadily(
  { rate, count, until, isFull = () => false }: Pace,
  begin: (number: number) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let startMs = performance.now();
  for (let number = 0; number < count && until?.aborted !== true;) {
    const nowMs = performance.now();
    if (running.size >= IN_FLIGHT_MAX || isFull() || (number / rate) * 1000 > nowMs - startMs) {
      await pause(POLL_MS);
      if (isFull()) startMs += performance.now() - nowMs;
      continue;
    }
    const work = begin(number++).finally(() => running.delete(work));
    running.add(work);
  }
  await Promise.all(running);
}
