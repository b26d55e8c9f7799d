/** A few child processes that image operations run in, so that no input can block, bloat or crash the worker. */
import { type Child, type ChildLimits, startChild } from './child.ts';
import type { Answer, Task } from './protocol.ts';

export interface SandboxOptions extends ChildLimits {
  /** Children at once. Further tasks wait in order; the worker's own concurrency bounds how many. */
  readonly size: number;
  /** Tasks after which a child is replaced, so that a leak in a native library stays small. */
  readonly tasksPerChild: number;
}

export interface Sandbox {
  /** Rejects with the signal's reason, LimitExceeded or ChildCrashed; the child has then ended. */
  readonly run: (task: Task, signal: AbortSignal) => Promise<Answer>;
  /** Kills every child and waits for their end. Tasks under way reject. */
  readonly close: () => Promise<void>;
}

export function createSandbox({ size, tasksPerChild, ...limits }: SandboxOptions): Sandbox {
  const children = new Set<Child>();
  const idle: Child[] = [];
  const slots = createSlots(size);

  /** An idle child may have died on its own. */
  function take(): Child {
    for (let child = idle.pop(); child !== undefined; child = idle.pop()) {
      if (child.alive) return child;
      children.delete(child);
    }
    const child = startChild(limits);
    children.add(child);
    return child;
  }

  async function giveBack(child: Child): Promise<void> {
    if (child.alive && child.tasks < tasksPerChild) {
      idle.push(child);
      return;
    }
    await child.kill();
    children.delete(child);
  }

  return {
    async run(task, signal) {
      await slots.acquire(signal);
      try {
        signal.throwIfAborted();
        const child = take();
        try {
          return await child.run(task, signal);
        } finally {
          await giveBack(child);
        }
      } finally {
        slots.release();
      }
    },
    async close() {
      idle.length = 0;
      await Promise.all([...children].map((child) => child.kill()));
    },
  };
}

/** A fair counter of free places. A waiter whose signal aborts leaves the queue. */
function createSlots(size: number) {
  const waiting: (() => void)[] = [];
  let free = size;
  return {
    async acquire(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      if (free > 0) {
        free--;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
      await promise;
    },
    /** The place goes straight to the first waiter. */
    release(): void {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    },
  };
}
