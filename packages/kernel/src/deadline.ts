/**
 * One time limit for many waits of the same length, with one timer for all of them, because a timer per request costs
 * as much as parsing the request. A wait that ends in time leaves nothing behind.
 */
import { TimeoutError } from './within.ts';

interface Waiting {
  readonly untilMs: number;
  readonly expire: () => void;
}

/** Like `within`, with a fixed time limit and description. */
export function createDeadline(timeoutMs: number, what: string): <T>(work: Promise<T>) => Promise<T> {
  const begin = createTimeLimit(timeoutMs);
  return (work) =>
    new Promise((resolve, reject) => {
      const end = begin(() => reject(new TimeoutError(`${what} took more than ${timeoutMs} ms`)));
      const ended =
        <V>(tell: (value: V) => void) =>
        (value: V): void => {
          end();
          tell(value); // ignored after the timeout
        };
      work.then(ended(resolve), ended(reject));
    });
}

/** Returns `begin`, which calls `expire` after the time limit unless the returned function was called before. */
export function createTimeLimit(timeoutMs: number): (expire: () => void) => () => void {
  const waiting = new Set<Waiting>(); // in order of their start, which is also the order of their ends
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    timer = undefined;
    const nowMs = performance.now();
    for (const each of waiting) {
      if (each.untilMs > nowMs) return arm(each.untilMs - nowMs);
      waiting.delete(each);
      each.expire();
    }
  }

  // The timer keeps no process alive; the socket of each waiting request does.
  function arm(ms: number): void {
    timer ??= setTimeout(look, Math.ceil(ms)).unref();
  }

  return (expire) => {
    const each = { untilMs: performance.now() + timeoutMs, expire };
    waiting.add(each);
    arm(timeoutMs);
    return () => void waiting.delete(each);
  };
}
