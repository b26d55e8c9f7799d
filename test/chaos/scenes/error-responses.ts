/** A database that responds but refuses writes: read-only after a failover, or out of disk. The system waits for it and gives nothing up. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { OWN_WORK, pictures, stylings } from './calls.ts';
import type { Scene } from './scene.ts';
import { canMount, fillUp, startOnSmallDisk } from './small-disk.ts';

const RATE = 6;
const CALL_MS = 3000;
const WARM_MS = 5000;
const CALM_MS = 5000;
const LEASES = 3;
const KINDS = [...OWN_WORK, pictures(25, CALL_MS), stylings(25, CALL_MS)];

const DISK_FULL = '53100';

/** Resolves to the SQLSTATE of the error; undefined if the disk had room. */
const whatGrowingMeets = (sql: pg.Pool): Promise<string | undefined> =>
  sql.query('CREATE TABLE chaos.growing AS SELECT repeat(md5(n::text), 60) FROM generate_series(1, 20000) AS n').then(
    () => undefined,
    (error: unknown) => (error as { code?: string }).code,
  );

export const ERROR_RESPONSES: readonly Scene[] = [
  {
    name: 'refusal read-only',
    kinds: KINDS,
    rate: RATE,
    async act({ system, options, inject }) {
      const { postgres } = system.servers;
      await pause(WARM_MS);
      await inject('database read-only', async () => {
        await postgres.setting('default_transaction_read_only', 'on');
        await pause((options.seconds ?? options.lease * LEASES) * 1000);
        await postgres.setting('default_transaction_read_only', 'off');
      });
      await pause(CALM_MS);
    },
  },
  {
    name: 'refusal disk-full',
    kinds: KINDS,
    rate: RATE,
    missing: canMount,
    startDatabase: startOnSmallDisk,
    async act({ system, options, inject }) {
      await pause(WARM_MS);
      let refused: string | undefined;
      await inject('disk full', async () => {
        const empty = fillUp(system.servers.directory);
        refused = await whatGrowingMeets(system.sql);
        await pause((options.seconds ?? options.lease * LEASES) * 1000);
        empty();
      });
      await pause(CALM_MS);
      return refused === DISK_FULL ? [] : [`the disk was not full: a table that grew was answered ${refused}`];
    },
  },
];
