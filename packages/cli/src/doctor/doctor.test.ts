/** Runs doctor against real servers, each broken in a way that operators meet. */
import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { findIsolation, openIn } from '@farebox/sandbox';
import { createDiskStore, createS3Store } from '@farebox/storage';
import { runSql, startMinio, startRedis, testDatabase, type TestDatabase } from '@farebox/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../program/run.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { running } from '../testing/running.ts';
import { examine } from './doctor.ts';
import type { Finding } from './finding.ts';

const SECRET = 'a-secret-of-at-least-32-characters!';
let directory: string;
let database: TestDatabase;
let settings: Readonly<Record<string, string>>;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-doctor-'));
  chmodSync(directory, 0o755);
  database = await testDatabase();
  settings = {
    DATABASE_URL: database.appUrl,
    FAREBOX_DATA_DIR: directory,
    FAREBOX_URL_SECRET: SECRET,
    FAREBOX_SESSION_SECRET: SECRET,
    FAREBOX_PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
  };
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

/** The findings of one check, with the environment changed by `change`. */
async function found(what: string, change: Readonly<Record<string, string>> = {}): Promise<readonly Finding[]> {
  const findings = await examine({ ...settings, ...change });
  return findings.filter((finding) => finding.what === what);
}

const failure = (detail: RegExp, mend: RegExp): unknown =>
  expect.objectContaining({
    state: 'failed',
    detail: expect.stringMatching(detail),
    mend: expect.stringMatching(mend),
  });

async function serving(listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('the running embedded system is healthy without any settings, and the check leaves nothing in it', async () => {
  const data = join(directory, 'running');
  await running(data, async () => {
    let context = recordingContext();
    // The gateway is ready before the keeper and the workers.
    const code = () => run(['doctor', '--data-dir', data, '--json'], (context = recordingContext()));
    await expect.poll(code, { timeout: 60_000 }).toBe(0);
    const { healthy, findings } = JSON.parse(context.said.join('')) as { healthy: boolean; findings: Finding[] };
    expect(healthy).toBe(true);
    const states = new Map(findings.map(({ what, state }) => [what, state]));
    const stored = ['database', 'migrations', 'database role', 'database rights', 'pepper', 'files', 'download'];
    const rest = ['settings', 'keeper', 'worker-image', 'gateway', 'sessions'];
    for (const what of [...stored, ...rest]) expect([what, states.get(what)]).toEqual([what, 'ok']);
    expect(
      readdirSync(join(data, 'files/objects'), { recursive: true }).filter(
        (path) => !String(path).startsWith('samples'),
      ),
    ).toEqual([]);
  });
});

test('a host whose decoders are not fully isolated gets a warning with the step that closes the rest', async () => {
  const isolation = findIsolation();
  const open = openIn(isolation);
  const expected =
    open === null
      ? { what: 'decoders', state: 'ok', detail: isolation.summary }
      : { what: 'decoders', state: 'warning', detail: open.open, mend: open.mend };
  expect(await found('decoders')).toEqual([expected]);
});

test('without a running system and without settings, one line says what to do', async () => {
  const context = recordingContext();
  expect(await run(['doctor', '--data-dir', join(directory, 'nowhere')], context)).toBe(2);
  expect(context.told).toEqual([expect.stringMatching(/^farebox: no system runs in .+--env-file$/)]);
});

test('all problems of the settings are reported at once, and the exit code shows them', async () => {
  const file = join(directory, 'gateway.env');
  writeFileSync(
    file,
    `DATABASE_URL=mysql://x\nFAREBOX_DATA_DIR=${directory}\nFAREBOX_URL_SECRET=short\nFAREBOX_POTR=1\n`,
  );
  const context = recordingContext();
  expect(await run(['doctor', '--env-file', file], context)).toBe(1);
  const page = context.said.join('\n');
  for (const variable of ['DATABASE_URL', 'FAREBOX_URL_SECRET', 'FAREBOX_POTR']) expect(page).toContain(variable);
  expect(page).toContain('To fix:');
});

test('a database that is unreachable, not migrated, changed, or opened by a privileged role gets its own message', async () => {
  const away = `postgres://nobody@127.0.0.1:${await freePort()}/farebox`;
  expect(await found('database', { DATABASE_URL: away })).toEqual([failure(/ECONNREFUSED/, /start PostgreSQL/)]);
  expect(await found('database role', { DATABASE_URL: database.url })).toEqual([failure(/no app may/, /roles\.sql/)]);
  await using other = await testDatabase();
  const changed = { DATABASE_URL: other.appUrl };
  expect(await found('migrations', changed)).toEqual([expect.objectContaining({ state: 'ok' })]);
  const functions = (sequence: string): string =>
    `UPDATE _schema_functions SET checksum = checksum || 'x', sequence = ${sequence}`;
  await runSql(other.url, functions('sequence'));
  expect(await found('migrations', changed)).toEqual([failure(/functions are of an older/, /farebox-migrate/)]);
  await runSql(other.url, functions('sequence + 1'));
  expect(await found('migrations', changed)).toEqual([
    expect.objectContaining({ state: 'warning', detail: expect.stringContaining('functions are of a later version') }),
  ]);
  await runSql(
    other.url,
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
  );
  expect(await found('migrations', changed)).toEqual([failure(/started but not finished/, /farebox-migrate/)]);
  await runSql(other.url, `UPDATE _prisma_migrations SET finished_at = now(), checksum = 'x'`);
  expect(await found('migrations', changed)).toEqual([failure(/different text/, /another version/)]);
  await runSql(other.url, `DELETE FROM _prisma_migrations`);
  expect(await found('migrations', changed)).toEqual([failure(/not applied, the first is /, /farebox-migrate/)]);
});

test('a Redis that evicts keys fails, one without persistence gets a warning, and an unreachable one is reported', async ({
  skip,
}) => {
  const redis = await startRedis();
  if (redis === null) return skip('no redis-server');
  const named = { REDIS_URL: redis.url };
  try {
    expect(await found('Redis policy', named)).toEqual([expect.objectContaining({ state: 'ok' })]);
    expect(await found('Redis persistence', named)).toEqual([expect.objectContaining({ state: 'warning' })]);
    expect(await found('clock of Redis', named)).toEqual([expect.objectContaining({ state: 'ok' })]);
    const client = new Redis(redis.url);
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await client.quit();
    expect(await found('Redis policy', named)).toEqual([failure(/allkeys-lru/, /noeviction/)]);
  } finally {
    await redis.stop();
  }
  expect(await found('Redis', named)).toEqual([failure(/ECONNREFUSED/, /REDIS_URL/)]);
});

test('the Redis account of our own deployment, which has no admin rights, is enough', async ({ skip }) => {
  const redis = await startRedis({ password: 'a-password' });
  if (redis === null) return skip('no redis-server');
  try {
    const findings = await examine({ ...settings, REDIS_URL: redis.url });
    const states = findings.filter(({ what }) => what.includes('Redis')).map(({ state }) => state);
    expect(states).toEqual(['ok', 'ok', expect.any(String), 'ok']);
    const wrong = redis.url.replace('a-password', 'another');
    expect(await found('Redis', { REDIS_URL: wrong })).toEqual([failure(/WRONGPASS|invalid/i, /password/)]);
  } finally {
    await redis.stop();
  }
});

test('S3 is tested with a small object of the check: a wrong secret and a missing bucket get different messages', async ({
  skip,
}) => {
  const minio = await startMinio();
  if (minio === null) return skip('no minio');
  const { endpoint, accessKey, secretKey } = minio;
  const named = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET: 'farebox' };
  try {
    expect(await found('files', named)).toEqual([failure(/bucket/i, /S3_BUCKET/)]);
    const store = createS3Store({
      endpoint: new URL(endpoint),
      accessKey,
      secretKey,
      bucket: 'farebox',
      region: 'us-east-1',
    });
    await store.prepare();
    expect(await found('files', named)).toEqual([expect.objectContaining({ state: 'ok' })]);
    expect(await found('clock of S3', named)).toEqual([expect.objectContaining({ state: 'ok' })]);
    for await (const { key } of store.list('')) expect(key).toBe('nothing is left');
    expect(await found('files', { ...named, S3_SECRET_KEY: 'wrong-secret' })).toEqual([failure(/./, /S3_SECRET_KEY/)]);
  } finally {
    await minio.stop();
  }
  expect(await found('files', named)).toEqual([failure(/ECONNREFUSED/, /S3_ENDPOINT/)]);
});

test('a gateway whose clock is an hour ahead, or that signs with another secret, is detected', async () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  await using gateway = await serving((request, response) => {
    response.writeHead(request.url === '/readyz' ? 200 : 404, { date }).end('{}');
  });
  const named = { FAREBOX_PUBLIC_URL: gateway.url };
  expect(await found('clock of the gateway', named)).toEqual([failure(/^3\d{3}(\.\d)? s ahead/, /NTP/)]);
  expect(await found('download', { ...named, FAREBOX_DATA_DIR: await preparedFolder() })).toEqual([
    failure(/404/, /FAREBOX_URL_SECRET/),
  ]);
  expect(await found('gateway')).toEqual([failure(/ECONNREFUSED/, /FAREBOX_PUBLIC_URL/)]);
});

async function preparedFolder(): Promise<string> {
  const folder = join(directory, 'files');
  await createDiskStore({ directory: folder }).prepare();
  return folder;
}

test('an issuer must report the name that the settings have, and an external service must respond', async () => {
  await using issuer = await serving((_request, response) => void response.end('{"issuer":"https://else.example"}'));
  expect(await found('sessions', { FAREBOX_OIDC_ISSUER: issuer.url })).toEqual([failure(/else\.example/, /exactly/)]);
  await using service = await serving((_request, response) => void response.writeHead(401).end());
  expect(await found('provider openai', { FAREBOX_OPENAI_URL: `${service.url}/v1` })).toEqual([
    expect.objectContaining({ state: 'ok', detail: expect.stringContaining('401') }),
  ]);
  const away = `http://127.0.0.1:${await freePort()}/v1`;
  expect(await found('provider openai', { FAREBOX_OPENAI_URL: away })).toEqual([failure(/ECONNREFUSED/, /address/)]);
});
