/** A few child processes that image operations run in, so that no input can block, bloat or crash the worker. */
import { createSemaphore, invariant, type Semaphore } from '@tollgate/kernel';
import type { Isolation } from '@tollgate/worker';
import { type Child, type ChildLimits, startChild } from './child.ts';
import type { Reply, Task } from './protocol.ts';

export interface SandboxOptions extends ChildLimits {
  /**
   * Children at once. Further tasks wait in order; the worker's own concurrency bounds how many. Of several, one is never an owner's who has
   * all others: it is for whoever comes.
   */
  readonly size: number;
  /** Tasks after which a child is replaced, so that a leak in a native library stays small. */
  readonly tasksPerChild: number;
  readonly isolation: Isolation;
}

export interface Run {
  /** Whose bytes these are. A child that has seen one owner's is never given another's. */
  readonly owner: string;
  readonly signal: AbortSignal;
  /** In a child that has done nothing yet. */
  readonly fresh?: boolean;
  /** Called once at the end with the processor time that its child took, however it ended. */
  readonly usedCpu?: (seconds: number) => void;
}

export interface Sandbox {
  /** Rejects with the signal's reason, LimitExceeded or ChildCrashed; the child has then ended. */
  readonly run: (task: Task, run: Run) => Promise<Reply>;
  /** Kills every child and waits for their end. Tasks under way reject, and none is begun any more. */
  readonly close: () => Promise<void>;
}

/** Not a fault of the input: the worker ends. */
export class SandboxClosed extends Error {
  override readonly name = 'SandboxClosed';
}

export function createSandbox({ size, tasksPerChild, isolation, ...limits }: SandboxOptions): Sandbox {
  const children = new Set<Child>();
  /** The one used last is last. */
  const idle: Child[] = [];
  const free = Array.from({ length: size }, (_, slot) => slot);
  const places = createFairPlaces(size);
  let closed = false;

  async function end(child: Child): Promise<void> {
    await child.kill();
    children.delete(child);
    free.push(child.slot);
  }

  /** An idle child may have died on its own. There are never more children than places, so a stranger's has to go for a new one. */
  async function take({ owner, fresh = false }: Run): Promise<Child> {
    const known = fresh ? -1 : idle.findLastIndex((child) => child.owner === owner && child.alive);
    if (known !== -1) return idle.splice(known, 1)[0] as Child;
    const oldest = free.length === 0 ? idle.shift() : undefined;
    if (oldest !== undefined) await end(oldest);
    if (closed) throw new SandboxClosed();
    const slot = free.pop();
    invariant(slot !== undefined, 'a place was waited for');
    const child = startChild(limits, { isolation, slot, owner });
    children.add(child);
    return child;
  }

  async function giveBack(child: Child): Promise<void> {
    if (child.alive && child.tasks < tasksPerChild && !closed) idle.push(child);
    else await end(child);
  }

  return {
    async run(task, run) {
      if (!(await places.take(run))) throw run.signal.reason;
      try {
        run.signal.throwIfAborted();
        if (closed) throw new SandboxClosed();
        const child = await take(run);
        try {
          return await child.run(task, run.signal);
        } catch (error) {
          throw closed ? new SandboxClosed('the worker ends', { cause: error }) : error;
        } finally {
          run.usedCpu?.(child.takeCpuSeconds());
          await giveBack(child);
        }
      } finally {
        places.give(run);
      }
    },
    async close() {
      closed = true;
      idle.length = 0;
      await Promise.all([...children].map((child) => child.kill()));
    },
  };
}

/** An owner waits among its own before it waits among all, so that a crowd of one never stands before somebody else. */
function createFairPlaces(size: number) {
  const all = createSemaphore(size);
  const owners = new Map<string, Semaphore>();

  function ofOwner(owner: string): Semaphore {
    const known = owners.get(owner) ?? createSemaphore(Math.max(1, size - 1));
    owners.set(owner, known);
    return known;
  }

  function leave(owner: string, own: Semaphore): void {
    own.give();
    if (own.isIdle()) owners.delete(owner);
  }

  return {
    async take({ owner, signal }: Run): Promise<boolean> {
      const own = ofOwner(owner);
      if (!(await own.take({ signal }))) return false;
      if (await all.take({ signal })) return true;
      leave(owner, own);
      return false;
    },
    give({ owner }: Run): void {
      all.give();
      leave(owner, ofOwner(owner));
    },
  };
}
