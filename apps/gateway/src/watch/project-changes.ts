/** The states of a project's executions, from the log and from the watch of those that are open: each is told once, and none after the last. */
import { hash } from 'node:crypto';
import type { Execution } from '@farebox/contract';
import { isTerminal } from '@farebox/executions';
import type { ExecutionPoller } from './execution-poller.ts';

export interface ProjectChanges {
  /** What is open at first: known to whoever is told of it by other means, once `isComplete`. */
  readonly begin: (open: readonly string[]) => void;
  /** Of all that was open at first the state is known from which changes are told. */
  readonly isComplete: () => boolean;
  /** A state that was read after an entry of the log was seen. @param isSettled whether the entry of its end was. */
  readonly logged: (state: Execution, isSettled: boolean) => void;
  /** Follows nothing any more. */
  readonly close: () => void;
}

export interface ProjectChangesOptions {
  readonly projectId: string;
  readonly watch: Pick<ExecutionPoller, 'follow'>;
  /** For what may still be followed, of all projects together. */
  readonly places: { left: number };
  /** @param data the state as JSON. */
  readonly tell: (state: Execution, data: string) => void;
  /** `isComplete` has become true. */
  readonly complete: () => void;
}

/** Of one project: of those beyond it only accepts and ends are told. */
const FOLLOWED_MAX = 1_000;

export function createProjectChanges({
  projectId,
  watch,
  places,
  tell,
  complete,
}: ProjectChangesOptions): ProjectChanges {
  const followed = new Map<string, () => void>();
  /** Digests, of what is followed, and of what has ended before its entry was seen. */
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
    if (isClosed || followed.has(id) || followed.size >= FOLLOWED_MAX || places.left === 0) return;
    places.left--;
    followed.set(id, watch.follow({ projectId, id }, heard));
  }

  function unfollow(id: string): void {
    const stop = followed.get(id);
    if (stop === undefined) return;
    followed.delete(id);
    places.left++;
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
