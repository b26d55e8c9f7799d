import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startPostgres } from './index.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'farebox-embedded-'));
  chmodSync(parent, 0o755);
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const throwaway = { durable: false } as const;

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A stopping server also closes idle connections; a caller that waits for a response gets the error there.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the server in a separate process, which the test ends. */
async function startElsewhere(program: string, args: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    program,
    [...args, process.execPath, join(import.meta.dirname, 'testing/starter.process.ts'), join(parent, 'pg')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [url] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown];
  return { child, url: String(url) };
}

test('committed data survives a restart, and only the password opens it', async () => {
  const first = await startPostgres({ directory: join(parent, 'pg') });
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  const second = await startPostgres({ directory: join(parent, 'pg') });
  expect(await query(second.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  const guessed = new URL(second.url);
  guessed.password = 'guess';
  await expect(query(guessed.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect(statSync(join(parent, 'pg/password')).mode & 0o777).toBe(0o600);
  await second.stop();
});

test('no role is a superuser, and the superuser cannot connect', async () => {
  const server = await startPostgres({ directory: join(parent, 'pg'), ...throwaway });
  for (const url of [server.url, server.ownerUrl]) {
    expect(await query(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
      { rolsuper: false },
    ]);
    await expect(query(url, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toThrow('permission denied');
  }
  await expect(query(server.url, 'CREATE TABLE mine ()')).rejects.toThrow('permission denied');
  const superuser = new URL(server.url);
  superuser.username = 'postgres';
  superuser.password = readFileSync(join(parent, 'pg/password-superuser'), 'utf8').trim();
  await expect(query(superuser.href, 'SELECT 1')).rejects.toThrow('no pg_hba.conf entry');
  await server.stop();
});

test('an interrupted first start is repeated from the beginning', async () => {
  mkdirSync(join(parent, 'pg/cluster.draft-1/base'), { recursive: true });
  writeFileSync(join(parent, 'pg/cluster.draft-1/PG_VERSION'), '18\n');
  const server = await startPostgres({ directory: join(parent, 'pg'), ...throwaway });
  await server.stop();
  expect(readdirSync(join(parent, 'pg')).sort()).toEqual([
    'cluster',
    'password',
    'password-owner',
    'password-superuser',
  ]);
});

test('a postmaster.pid whose pid now belongs to another process neither stops the start nor harms that process', async () => {
  const directory = join(parent, 'pg');
  await (await startPostgres({ directory, ...throwaway })).stop();
  const stranger = spawn('sleep', ['60'], isRoot ? { uid: 65534, gid: 65534 } : {});
  writeFileSync(
    join(directory, 'cluster/postmaster.pid'),
    `${stranger.pid}\n${directory}/cluster\n1\n5432\n\n127.0.0.1\n0\nready\n`,
  );
  const server = await startPostgres({ directory, ...throwaway });
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  stranger.kill('SIGKILL');
  await once(stranger, 'exit');
});

test('the server ends with the process that started it, even if that is killed', async () => {
  const { child, url } = await startElsewhere('env', []);
  child.kill('SIGKILL');
  await vi.waitFor(() => expect(query(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED'), { timeout: 30_000 });
  // The folder can be used again at once, even while the old server is still stopping.
  await (await startPostgres({ directory: join(parent, 'pg'), ...throwaway })).stop();
});

test('a killed server is noticed, and its committed data is there at the next start', async () => {
  const first = await startPostgres({ directory: join(parent, 'pg') });
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
  process.kill(Number(readFileSync(join(parent, 'pg/cluster/postmaster.pid'), 'utf8').split('\n', 1)[0]), 'SIGKILL');
  await first.ended;
  await first.stop();
  const second = await startPostgres({ directory: join(parent, 'pg') });
  expect(await query(second.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('a taken fixed port is reported in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(startPostgres({ directory: join(parent, 'pg'), port, ...throwaway })).rejects.toThrow(
    `Port ${port} for PostgreSQL is taken`,
  );
  other.close();
});

describe('as root', () => {
  test('the server runs as another user', async ({ skip }) => {
    if (!isRoot) return skip('needs root');
    const server = await startPostgres({ directory: join(parent, 'pg'), ...throwaway });
    const pid = readFileSync(join(parent, 'pg/cluster/postmaster.pid'), 'utf8').split('\n', 1)[0];
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\b/m);
    await server.stop();
  });

  test('a folder that the server may not enter keeps its data elsewhere and finds it again', async ({ skip }) => {
    if (!isRoot) return skip('needs root');
    chmodSync(parent, 0o700);
    const directory = join(parent, 'pg');
    const first = await startPostgres({ directory, ...throwaway });
    await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(lstatSync(directory).isSymbolicLink()).toBe(true);
    const second = await startPostgres({ directory, ...throwaway });
    expect(await query(second.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
    rmSync(realpathSync(directory), { recursive: true });
  });
});

test('an ordinary user runs the server as itself', async ({ skip }) => {
  if (!isRoot) return skip('every other test of this file has just done so');
  const someone = ['--reuid', '1000', '--regid', '1000', '--clear-groups'];
  const mayRun = spawnSync('setpriv', [...someone, process.execPath, '--version']).status === 0;
  if (!mayRun) return skip('needs setpriv, and a clone that others may enter');
  chownSync(parent, 1000, 1000);
  const { child, url } = await startElsewhere('setpriv', someone);
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(statSync(join(parent, 'pg/cluster')).uid).toBe(1000);
  child.kill('SIGTERM');
  await once(child, 'exit');
});
