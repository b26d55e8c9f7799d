/**
 * Reads which work waits. Callers of the same moment share a read. A read is used nine times as long as it took, so
 * that a worker spends a tenth of its time on reads, but for 50 ms at most: on a busy machine a read of one millisecond
 * may last thirty, and must not hide new work of others ten times as long.
 */
import type { FairnessStore, OwnedExecution } from '@farebox/executions';
import { boundedMap, type Clock } from '@farebox/kernel';

type Works = readonly OwnedExecution[];

export interface WaitingWork {
  /** The oldest execution of each project, read at most `maxAgeMs` ago, unless reading takes long. */
  readonly ofProjects: (maxAgeMs: number) => Promise<Works>;
  /** The oldest execution of each key of a project. */
  readonly ofKeys: (projectId: string) => Promise<Works>;
}

const REUSE = 9;
const REUSE_MAX_MS = 50;
/** How long a project counts as one of a single key. */
const SINGLE_KEY_MS = 250;
const PROJECTS_MAX = 1000;

export function createWaitingWork(
  store: Pick<FairnessStore, 'waiting' | 'waitingKeys'>,
  clock: Pick<Clock, 'monotonicMs'>,
): WaitingWork {
  const ofProjects = createReading(store.waiting, clock);
  const ofKeys = boundedMap<Reading>(PROJECTS_MAX);
  return {
    ofProjects: (maxAgeMs) => ofProjects(() => maxAgeMs),
    ofKeys(projectId) {
      const reading = ofKeys.get(projectId) ?? createReading(() => store.waitingKeys(projectId), clock);
      ofKeys.set(projectId, reading);
      return reading(({ length }) => (length > 1 ? 0 : SINGLE_KEY_MS));
    },
  };
}

type Reading = (maxAgeMs: (works: Works) => number) => Promise<Works>;

function createReading(read: () => Promise<Works>, { monotonicMs }: Pick<Clock, 'monotonicMs'>): Reading {
  let last: { readonly works: Works; readonly atMs: number; readonly tookMs: number } | null = null;
  let reading: Promise<Works> | null = null;

  async function readNow(): Promise<Works> {
    const startMs = monotonicMs();
    try {
      const works = await read();
      const atMs = monotonicMs();
      last = { works, atMs, tookMs: atMs - startMs };
      return works;
    } finally {
      reading = null;
    }
  }

  return async (maxAgeMs) => {
    if (
      last !== null &&
      monotonicMs() - last.atMs <= Math.max(maxAgeMs(last.works), Math.min(REUSE * last.tookMs, REUSE_MAX_MS))
    )
      return last.works;
    return await (reading ??= readNow());
  };
}
