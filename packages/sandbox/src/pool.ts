/** A pool of child processes in which operations run, so that no input can block, bloat or crash the worker. */
import { invariant } from '@farebox/kernel';
import { type Child, type ChildOptions, startChild } from './child.ts';
import type { Isolation } from './isolation/isolated.ts';
import type { Task } from './task.ts';
import { createSlots, type Visit } from './visit.ts';

export interface SandboxOptions<Reply> extends ChildOptions<Reply> {
  /**
   * Children at once. Further tasks wait in order; the worker's concurrency limits how many. If there are several
   * children, one organization never has all of them: one stays free for others.
   */
  readonly size: number;
  /** The first slot, 0 by default. Two apps on one machine must have different ones. */
  readonly firstSlot?: number;
  /** Tasks after which a child is replaced, so that a leak in a native library stays small. */
  readonly tasksPerChild: number;
  readonly isolation: Isolation;
}

/** A child that has processed one owner's data is never used for another owner's. */
export interface Run extends Visit {
  /** Runs in a child that has run no task yet. */
  readonly fresh?: boolean;
  /** Called with a share from 0 to 1 during the task, by programs that report progress. */
  readonly onProgress?: (share: number) => void;
  /** Wall time of this task, instead of the sandbox's default. */
  readonly taskMs?: number | undefined;
}

export interface Sandbox<T extends Task, Reply> {
  /** Rejects with the signal's reason, LimitExceeded or ChildCrashed; the child has then ended. */
  readonly run: (task: T, run: Run) => Promise<Reply>;
  /** Kills every child and waits for their end. Running tasks reject, and no task starts any more. */
  readonly close: () => Promise<void>;
}

/** Not a fault of the input: the worker is shutting down. */
export class SandboxClosed extends Error {
  override readonly name = 'SandboxClosed';
}

export function createSandbox<T extends Task, Reply>(options: SandboxOptions<Reply>): Sandbox<T, Reply> {
  const { size, firstSlot = 0, tasksPerChild, isolation } = options;
  /** Child → organization of its owner. */
  const children = new Map<Child<Reply>, string>();
  /** The most recently used child is last. */
  const idle: Child<Reply>[] = [];
  const free = Array.from({ length: size }, (_, n) => firstSlot + n);
  const enter = createSlots(size);
  let closed = false;

  async function end(child: Child<Reply>): Promise<void> {
    await child.kill();
    children.delete(child);
    free.push(child.slot);
  }

  /**
   * An idle child may have crashed. There are never more children than slots, so a new child may have to replace an
   * idle child of another owner: one of its own organization if there is one, because the start of a child takes longer
   * than most tasks, and the projects of one organization must not cost others their children.
   */
  async function take({ owner, organizationId = owner, fresh = false }: Run): Promise<Child<Reply>> {
    const known = fresh ? -1 : idle.findLastIndex((child) => child.owner === owner && child.alive);
    if (known !== -1) return idle.splice(known, 1)[0] as Child<Reply>;
    if (free.length === 0 && idle.length > 0) {
      const own = idle.findIndex((child) => children.get(child) === organizationId);
      await end(idle.splice(Math.max(own, 0), 1)[0] as Child<Reply>);
    }
    if (closed) throw new SandboxClosed();
    const slot = free.pop();
    invariant(slot !== undefined, 'a slot is free after the wait');
    const child = startChild(options, { isolation, slot, owner });
    children.set(child, organizationId);
    return child;
  }

  async function giveBack(child: Child<Reply>): Promise<void> {
    if (child.alive && child.tasks < tasksPerChild && !closed) idle.push(child);
    else await end(child);
  }

  return {
    async run(task, run) {
      const leave = await enter(run);
      try {
        run.signal.throwIfAborted();
        if (closed) throw new SandboxClosed();
        const child = await take(run);
        try {
          return await child.run(task, run);
        } catch (error) {
          throw closed ? new SandboxClosed('the worker is shutting down', { cause: error }) : error;
        } finally {
          run.usedCpu?.(child.takeCpuSeconds());
          await giveBack(child);
        }
      } finally {
        leave();
      }
    },
    async close() {
      closed = true;
      idle.length = 0;
      await Promise.all(Array.from(children.keys(), (child) => child.kill()));
    },
  };
}
