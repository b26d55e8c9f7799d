/**
 * A primary and its asynchronous standby, with a gap between them: the standby loses its primary at a moment that the
 * test chooses, receives nothing after it, and is promoted. Used by tests only.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@farebox/db';
import { type EmbeddedPostgres, startTestPostgres } from '@farebox/embedded';
import { vi } from 'vitest';
import { runSql } from './run-sql.ts';

export interface Pair extends AsyncDisposable {
  readonly primaryUrl: string;
  /** URL of the standby's primary as the role of the apps. */
  readonly appUrl: string;
  readonly standbyUrl: string;
  /** Resolves once the standby has everything that the primary has. */
  readonly untilCaughtUp: () => Promise<void>;
  /** Disconnects the standby, which receives nothing from now on. */
  readonly cut: () => Promise<void>;
  /** Stops the primary without informing the standby, and promotes the standby. */
  readonly failOver: () => Promise<void>;
}

type TestPostgres = Awaited<ReturnType<typeof startTestPostgres>>;
const WAIT = { timeout: 30_000, interval: 50 };

export async function openPair(): Promise<Pair> {
  const parent = await mkdtemp(join(tmpdir(), 'farebox-pair-'));
  execFileSync('chmod', ['755', parent]);
  const [first, second] = [join(parent, 'first'), join(parent, 'second')];
  const made = await startTestPostgres({ directory: first, durable: true });
  await migrate(made.url);
  // Grants as in deploy/postgres/roles.sql, because the apps check their server's standbys.
  await runSql(made.url, 'GRANT pg_read_all_stats TO farebox_app');
  await made.stop();
  neverSync(join(first, 'cluster'));
  execFileSync('cp', ['-a', first, second]);
  const primary = await startTestPostgres({ directory: first, durable: true });
  follow(join(second, 'cluster'), primary.url);
  const standby = await startTestPostgres({ directory: second, durable: true });
  return pairOf(primary, standby, () => rm(parent, { recursive: true, force: true }));
}

/** The pair needs each commit, but no power cut is tested: a busy disk took minutes for a stop, which then cut connections. */
const neverSync = (cluster: string): void =>
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `fsync = off\nfull_page_writes = off\n`);

/** Configures a standby as pg_basebackup -R would. */
function follow(cluster: string, url: string): void {
  const { hostname, port, username, password } = new URL(url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  writeFileSync(join(cluster, 'standby.signal'), '');
}

function pairOf(primary: TestPostgres, standby: EmbeddedPostgres, remove: () => Promise<void>): Pair {
  const value = async (url: string, query: string): Promise<unknown> =>
    (await runSql<{ it: unknown }>(url, query))[0]?.it;
  return {
    primaryUrl: primary.url,
    appUrl: primary.appUrl,
    standbyUrl: standby.url,
    async untilCaughtUp() {
      const written = await value(primary.url, 'SELECT pg_current_wal_flush_lsn()::text AS it');
      const query = `SELECT pg_last_wal_replay_lsn() >= '${String(written)}' AS it`;
      await vi.waitUntil(async () => await value(standby.url, query), WAIT);
    },
    async cut() {
      await runSql(standby.url, `ALTER SYSTEM SET primary_conninfo = ''`, 'SELECT pg_reload_conf()');
      await vi.waitUntil(
        async () => Number(await value(primary.url, 'SELECT count(*)::int AS it FROM pg_stat_replication')) === 0,
        WAIT,
      );
    },
    async failOver() {
      await primary.stop();
      await runSql(standby.url, 'SELECT pg_promote()');
      await vi.waitUntil(async () => (await value(standby.url, 'SELECT pg_is_in_recovery() AS it')) === false, WAIT);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([primary.stop(), standby.stop()]);
      await remove();
    },
  };
}
