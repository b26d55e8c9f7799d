/** Standbys of the database, and other connections that stream its WAL. It is here because `packages/db` knows no servers. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, readReplication, standbysAtRisk } from '@farebox/db';
import { expect, onTestFinished, test } from 'vitest';
import { findInstalledPostgres, type InstalledPostgres, startInstalledPostgres } from './installed-postgres.ts';
import { openTestDatabase } from './open-test-database.ts';
import { runSql } from './run-sql.ts';
import { openPair } from './standby.ts';
import { startProcess } from './start-process.ts';

const POLL = { timeout: 30_000, interval: 250 };

function opened(url: string): Database {
  const database = openTestDatabase({ url, poolMax: 2, applicationName: 'replication-test' });
  onTestFinished(database.close);
  return database;
}

test('a standby for which no commit waits is at risk, a synchronous one is not, and neither is a server without one', async () => {
  await using pair = await openPair();
  const database = opened(pair.appUrl);
  await pair.untilCaughtUp();
  const atRisk = async (): Promise<number> => standbysAtRisk(await readReplication(database));
  await expect.poll(atRisk, POLL).toBe(1);
  const reload = 'SELECT pg_reload_conf()';
  await runSql(pair.primaryUrl, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`, reload);
  await expect.poll(atRisk, POLL).toBe(0);
  await runSql(pair.primaryUrl, 'ALTER SYSTEM RESET synchronous_standby_names', reload);
  await expect.poll(atRisk, POLL).toBe(1);
  await pair.cut();
  expect(await atRisk()).toBe(0);
});

test('a role that may not see standbys is told apart from a server without any', async () => {
  await using pair = await openPair();
  await runSql(pair.primaryUrl, 'REVOKE pg_read_all_stats FROM farebox_app');
  expect(await readReplication(opened(pair.appUrl))).toMatchObject({ standbys: 0, isVisible: false });
});

const server = findInstalledPostgres();

test.skipIf(server === null)(
  'base backups, receivers of WAL and logical subscribers are no standbys, under any name and with any slot',
  async () => {
    const parent = await mkdtemp(join(tmpdir(), 'farebox-replication-'));
    execFileSync('chmod', ['755', parent]);
    onTestFinished(() => rm(parent, { recursive: true, force: true }));
    const settings = ['wal_level = logical', 'max_wal_senders = 10'];
    const installed = await startInstalledPostgres(server!, join(parent, 'server'), settings);
    const { superuserUrl } = installed;
    const database = opened(superuserUrl);
    const tools = toolsOf(server!, { url: superuserUrl, parent }).map(startProcess);
    onTestFinished(async () => {
      await installed.stop(); // ends the tools as well
      await Promise.all(tools.map(({ end }) => end('SIGTERM')));
    });
    const senders = async (): Promise<unknown> =>
      (await runSql(superuserUrl, `SELECT count(*)::int AS it FROM pg_stat_replication WHERE state = 'streaming'`))[0];
    // Each of the five; the base backup has a second connection.
    await expect.poll(senders, POLL).toEqual({ it: 5 });
    await runSql(superuserUrl, 'CREATE TABLE changed AS SELECT 1', 'SELECT pg_switch_wal()');
    expect(await readReplication(database)).toMatchObject({ standbys: 0, isVisible: true });
    await expect.poll(senders, POLL).toEqual({ it: 5 });
    expect(await readReplication(database)).toMatchObject({ standbys: 0 });
  },
);

/** Commands that stream the WAL of a server until they are ended. */
function toolsOf({ bin }: InstalledPostgres, { url, parent }: { readonly url: string; readonly parent: string }) {
  const [named, renamed] = [url, `${url}?application_name=standby`];
  const at = (folder: string): string => {
    const path = join(parent, folder);
    execFileSync('mkdir', [path]);
    return path;
  };
  const receive = [join(bin, 'pg_receivewal'), '--no-loop'];
  const slot = ['--slot=archive', '--create-slot', '--if-not-exists'];
  execFileSync(join(bin, 'pg_receivewal'), ['-d', named, ...slot]);
  const logical = ['--slot=changes', '--plugin=test_decoding'];
  execFileSync(join(bin, 'pg_recvlogical'), ['-d', url, ...logical, '--create-slot']);
  const streams: readonly (readonly string[])[] = [
    [...receive, '-d', named, '-D', at('plain')],
    [...receive, '-d', renamed, '-D', at('renamed'), '--synchronous'],
    [...receive, '-d', named, '-D', at('slot'), '--slot=archive'],
    [join(bin, 'pg_recvlogical'), '-d', url, '--slot=changes', '--start', '--no-loop', '-f', join(parent, 'changes')],
    [
      join(bin, 'pg_basebackup'),
      '-d',
      renamed,
      '-D',
      join(parent, 'backup'),
      '-X',
      'stream',
      '-c',
      'fast',
      '--max-rate=32',
    ],
  ];
  return streams.map((command) => ({ command, stderr: 'keep' as const }));
}
