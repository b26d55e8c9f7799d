/**
 * Delivers the states of a project's executions, from the log and from the watch of open executions: each state once, and none
 * after the terminal one.
 */
import { hash } from 'node:crypto';
import type { Execution } from '@farebox/contract';
import { isTerminal } from '@farebox/executions';
import type { ExecutionPoller } from './execution-poller.ts';

export interface ProjectChanges {
  /** Starts with the open executions. Once `isComplete`, listeners that read them elsewhere miss no change. */
  readonly begin: (open: readonly string[]) => void;
  /** True once the first state of every execution of `begin` was read, so that later changes are noticed. */
  readonly isComplete: () => boolean;
  /** Takes a state that was read after its log entry. @param isSettled true if the entry of its end was among them. */
  readonly logged: (state: Execution, isSettled: boolean) => void;
  /** Stops following all executions. */
  readonly close: () => void;
}

export interface ProjectChangesOptions {
  readonly projectId: string;
  readonly watch: Pick<ExecutionPoller, 'follow'>;
  /** Number of executions that may still be followed, shared by all projects. */
  readonly slots: { left: number };
  /** @param data the state as JSON. */
  readonly tell: (state: Execution, data: string) => void;
  /** Called when `isComplete` becomes true. */
  readonly complete: () => void;
}

/** Followed executions per project; beyond it only accepts and ends are delivered. */
const FOLLOWED_MAX = 1_000;

export function createProjectChanges({
  projectId,
  watch,
  slots,
  tell,
  complete,
}: ProjectChangesOptions): ProjectChanges {
  const followed = new Map<string, () => void>();
  /** Digests of followed executions, and of those that ended before their log entry was read. */
  const told = new Map<string, string>();
  const unheard = new Set<string>();
  let isClosed = false;

  function heard(state: Execution): void {
    const { id } = state;
    const data = JSON.stringify(state);
    const digest = hash('sha256', data, 'base64');
    const isNew = told.get(id) !== digest;
    const isFirst = unheard.delete(id);
    if (followed.has(id) || isTerminal(state.status)) told.set(id, digest);
    if (isTerminal(state.status)) unfollow(id);
    if (isNew && !isFirst) tell(state, data);
    if (isFirst && unheard.size === 0) complete();
  }

  function follow(id: string): void {
    if (isClosed || followed.has(id) || followed.size >= FOLLOWED_MAX || slots.left === 0) return;
    slots.left--;
    followed.set(id, watch.follow({ projectId, id }, heard));
  }

  function unfollow(id: string): void {
    const stop = followed.get(id);
    if (stop === undefined) return;
    followed.delete(id);
    slots.left++;
    stop();
  }

  return {
    begin(open) {
      for (const id of open) {
        if (followed.has(id)) continue;
        follow(id);
        if (followed.has(id)) unheard.add(id);
      }
    },
    isComplete: () => unheard.size === 0,
    logged(state, isSettled) {
      if (!isTerminal(state.status)) follow(state.id);
      heard(state);
      if (isSettled) told.delete(state.id);
    },
    close() {
      isClosed = true;
      for (const id of followed.keys()) unfollow(id);
      told.clear();
      unheard.clear();
    },
  };
}
