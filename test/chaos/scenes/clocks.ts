/**
 * The database's clock, from which the system takes every time: it jumps ahead and back, or a month ends. Only the database gets another clock: the
 * object store is a static program that no preload can reach, and the processes that sign for it must share its time.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { missingClock, openClock } from '@farebox/testing';
import { missingCluster, openCluster, urlOf } from '../system/cluster.ts';
import { openPool, type Postgres, setFor } from '../system/postgres.ts';
import { OWN_WORK, pictures, stylings } from './calls.ts';
import type { Scene } from './scene.ts';

const RATE = 6;
const CALL_MS = 3000;
const WARM_MS = 8000;
const CALM_MS = 8000;
const JUMP_SECONDS = 7200;
/** Seconds before the end of the month at which the customers begin; the system starts shortly before that. */
const BEFORE_SECONDS = 15;
const START_SECONDS = 3600;
const MONTH_POLLS_MAX = 120;
const POLL_MS = 500;
/** Longer than the jump, as a real review of three days is: only the system could then end a review early, not the suite's settings. */
const REVIEW_SECONDS = 2 * JUMP_SECONDS;
const KINDS = [...OWN_WORK, pictures(25, CALL_MS), stylings(25, CALL_MS)];

const missing = (): string | null => missingClock() ?? missingCluster();

interface Clocked extends Postgres {
  /** Sets the database's clock so many seconds ahead of all other processes. */
  readonly ahead: (seconds: number) => void;
}

const startClocked =
  (secondsAhead: () => number) =>
  async (directory: string): Promise<Clocked> => {
    const clock = await openClock(join(directory, '..'));
    clock.ahead(secondsAhead());
    const cluster = await openCluster({ directory, name: 'primary', env: clock.env });
    await cluster.start();
    const url = urlOf(cluster.port, 'postgres');
    const pool = openPool(url);
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
      ahead: clock.ahead,
      async stop() {
        await pool.end();
        await cluster.process.kill();
        clock.close();
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
    environment: { FAREBOX_REVIEW_RESOLVE_SECONDS: String(REVIEW_SECONDS) },
    clockChanged: true,
    missing,
    startDatabase: startClocked(() => 0),
    async act({ system, inject }) {
      const { ahead } = clocked(system.servers.postgres);
      await pause(WARM_MS);
      await inject('clock two hours ahead', () => ahead(JUMP_SECONDS));
      const { rows } = await system.sql.query<{ now: Date }>('SELECT now()');
      if (Number(rows[0]?.now) < Date.now() + (JUMP_SECONDS / 2) * 1000) return ['the clock did not jump'];
      await pause(CALM_MS);
      await inject('clock put right', () => ahead(0));
      await pause(CALM_MS);
      return [];
    },
  },
  {
    name: 'clock month-end',
    kinds: KINDS,
    rate: RATE,
    clockChanged: true,
    missing,
    startDatabase: startClocked(() => Math.floor(untilMonthEnds() - START_SECONDS)),
    // No process has a claim at this time: the clock does not jump, the month simply ends.
    prepare: async ({ servers }) => clocked(servers.postgres).ahead(Math.floor(untilMonthEnds() - BEFORE_SECONDS)),
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
