/**
 * One time limit for many waits of the same length, with one timer for all of them: a timer a request costs as much as parsing it.
 * What is over in time leaves nothing behind.
 */
import { TimeoutError } from './within.ts';

interface Waiting {
  readonly untilMs: number;
  readonly expire: () => void;
}

/** Like `within`, bound to a time limit and to what waits. */
export function createDeadline(timeoutMs: number, what: string): <T>(work: Promise<T>) => Promise<T> {
  const begin = createTimeLimit(timeoutMs);
  return (work) =>
    new Promise((resolve, reject) => {
      const end = begin(() => reject(new TimeoutError(`${what} took more than ${timeoutMs} ms`)));
      const ended =
        <V>(tell: (value: V) => void) =>
        (value: V): void => {
          end();
          tell(value); // after the timeout nobody is left to hear it
        };
      work.then(ended(resolve), ended(reject));
    });
}

/** Returns `begin`: calls `expire` after the time limit, unless what it answers was called before. */
export function createTimeLimit(timeoutMs: number): (expire: () => void) => () => void {
  const waiting = new Set<Waiting>(); // in the order in which they began, which is that of their ends
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

  // It keeps no process alive: what waits has a socket that does.
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
