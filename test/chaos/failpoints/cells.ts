/** The matrix of every failpoint × every fault: each cell strikes once, in the order in which processes reach the points. */
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../system/system.ts';
import { TIMINGS } from '../system/environment.ts';
import type { Reached } from './driver.ts';

/** Longer than a lease, its sweep, and the claim of another worker. */
const PAUSE_MS = TIMINGS.leaseSeconds * 1000 + 1800;
const CUT_MS = 700;

/** Each resolves when the process may continue. */
const INJECTIONS = {
  killed: async ({ process }: App) => {
    await process.kill();
    process.start();
  },
  'paused beyond its lease': async ({ process }: App) => {
    process.pause();
    await pause(PAUSE_MS);
    process.resume();
  },
  'postgres cut': async ({ proxies }: App) => void proxies.postgres?.cut(CUT_MS),
  'postgres answers lost': async ({ proxies }: App) => void proxies.postgres?.swallow(CUT_MS),
  'redis cut': async ({ proxies }: App) => void proxies.redis?.cut(CUT_MS),
} as const;

export interface Cell {
  readonly point: string;
  readonly fault: keyof typeof INJECTIONS;
  state: 'open' | 'struck';
  /** The execution that reached the point. */
  id?: string;
}

export interface Cells {
  readonly all: readonly Cell[];
  readonly open: () => readonly Cell[];
  readonly reach: (app: App, reached: Reached) => Promise<void>;
}

/** More faults at the same time would stop the system altogether. */
const AT_ONCE_MAX = 4;
/** After its connections were cut, a process gets this time to connect again. */
const REST_MS = CUT_MS + 300;

export function createCells(points: readonly string[]): Cells {
  const all: Cell[] = (Object.keys(INJECTIONS) as Cell['fault'][]).flatMap((fault) =>
    points.map((point): Cell => ({ point, fault, state: 'open' })),
  );
  const struck = new Set<App>();
  return {
    all,
    open: () => all.filter(({ state }) => state === 'open'),
    async reach(app, { name, id }) {
      const cell = all.find(({ point, state }) => point === name && state === 'open');
      if (cell === undefined || struck.has(app) || struck.size >= AT_ONCE_MAX) return;
      struck.add(app);
      cell.state = 'struck';
      if (id !== undefined) cell.id = id;
      await INJECTIONS[cell.fault](app);
      void pause(REST_MS).then(() => struck.delete(app));
    },
  };
}
