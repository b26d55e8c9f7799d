/**
 * The database's clock, from which the system takes every time: it jumps and is put right, or a month ends. Only the database is under
 * faketime: the object store is a static program that no preload reaches, and who signs for it must share its time.
 */
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { missingCluster, openCluster, urlOf } from '../system/cluster.ts';
import { type Postgres, setFor } from '../system/postgres.ts';
import { OWN_WORK, pictures, stylings } from './calls.ts';
import type { Scene } from './scene.ts';

const RATE = 6;
const CALL_MS = 3000;
const WARM_MS = 8000;
const CALM_MS = 8000;
/** libfaketime reads its file again after a second. */
const NOTICED_MS = 1500;
const JUMP_SECONDS = 7200;
/** Before the month ends, when the customers come; and a moment before, when the system starts. */
const BEFORE_SECONDS = 15;
const START_SECONDS = 3600;
const MONTH_POLLS_MAX = 120;
const POLL_MS = 500;
/** A review outlasts the jump, as one of three days does: who ends it early has to be the system, not the settings of the suite. */
const REVIEW_SECONDS = 2 * JUMP_SECONDS;
const KINDS = [...OWN_WORK, pictures(25, CALL_MS), stylings(25, CALL_MS)];

const library = (): string | undefined =>
  [...globSync('/usr/lib/*/faketime/libfaketime.so.1'), '/usr/lib/faketime/libfaketime.so.1'].find((path) =>
    existsSync(path),
  );

const missing = (): string | null =>
  library() === undefined ? 'no libfaketime: apt-get install faketime' : missingCluster();

interface Clocked extends Postgres {
  /** So many seconds ahead of everybody else. */
  readonly ahead: (seconds: number) => Promise<void>;
}

const startClocked =
  (secondsAhead: () => number) =>
  async (directory: string): Promise<Clocked> => {
    const file = join(directory, '../clock');
    const set = (seconds: number): void => writeFileSync(file, `+${seconds}\n`, { mode: 0o644 });
    set(secondsAhead());
    const cluster = await openCluster({
      directory,
      name: 'primary',
      env: {
        LD_PRELOAD: library() ?? '',
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      },
    });
    await cluster.start();
    const url = urlOf(cluster.port, 'postgres');
    const pool = new pg.Pool({ connectionString: url, max: 4, application_name: 'chaos' });
    pool.on('error', () => {});
    const unable = (): Promise<never> => Promise.reject(new Error('only the clock of this database goes wrong'));
    return {
      url,
      port: cluster.port,
      pool,
      terminateBackends: unable,
      restart: unable,
      crash: unable,
      away: unable,
      setting: (name, value) => setFor(pool, name, value),
      async ahead(seconds) {
        set(seconds);
        await pause(NOTICED_MS);
      },
      async stop() {
        await pool.end();
        await cluster.process.kill();
      },
    };
  };

const clocked = (postgres: Postgres): Clocked => postgres as Clocked;

function untilMonthEnds(): number {
  const now = new Date();
  return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1000;
}

const monthOf = async ({ pool }: Postgres): Promise<string> => {
  const { rows } = await pool.query<{ month: string }>(`SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month`);
  return rows[0]?.month ?? '';
};

export const CLOCKS: readonly Scene[] = [
  {
    name: 'clock jump',
    kinds: KINDS,
    rate: RATE,
    environment: { TOLLGATE_REVIEW_RESOLVE_SECONDS: String(REVIEW_SECONDS) },
    clockChanged: true,
    missing,
    startDatabase: startClocked(() => 0),
    async act({ system, inject }) {
      const { ahead } = clocked(system.servers.postgres);
      await pause(WARM_MS);
      await inject('clock two hours ahead', () => ahead(JUMP_SECONDS));
      await pause(CALM_MS);
      await inject('clock put right', () => ahead(0));
      await pause(CALM_MS);
    },
  },
  {
    name: 'clock month-end',
    kinds: KINDS,
    rate: RATE,
    clockChanged: true,
    missing,
    startDatabase: startClocked(() => Math.floor(untilMonthEnds() - START_SECONDS)),
    // Nobody holds anything then: what follows is no jump, the month simply ends.
    prepare: ({ servers }) => clocked(servers.postgres).ahead(Math.floor(untilMonthEnds() - BEFORE_SECONDS)),
    async act({ system, inject }) {
      const { postgres } = system.servers;
      const before = await monthOf(postgres);
      let polls = 0;
      while ((await monthOf(postgres)) === before && polls++ < MONTH_POLLS_MAX) await pause(POLL_MS);
      if (polls > MONTH_POLLS_MAX) return [`the month was ${before}, and did not end`];
      await inject('month over', () => pause(CALM_MS));
      return polls === 0 ? ['the month had ended before anybody came'] : [];
    },
  },
];
