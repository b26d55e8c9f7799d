/** The findings of doctor that only an installation with its own servers and processes can have. */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Database, announceWork } from '@farebox/db';
import { freePort } from '@farebox/embedded';
import { openProject } from '@farebox/identity';
import { micros } from '@farebox/kernel';
import { findProgram, openTestDatabase, runSql, startMinio, testDatabase, type TestDatabase } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from './doctor.ts';
import type { Finding } from './finding.ts';

const SECRET = 'a-secret-of-at-least-32-characters!';
const PEPPER = 'a-pepper-of-at-least-32-characters!';
let directory: string;
let server: TestDatabase;
let database: Database;
let settings: Readonly<Record<string, string>>;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-doctor-production-'));
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 3, applicationName: 'doctor-test' });
  settings = {
    DATABASE_URL: server.appUrl,
    FAREBOX_DATA_DIR: directory,
    FAREBOX_URL_SECRET: SECRET,
    FAREBOX_SESSION_SECRET: SECRET,
    FAREBOX_KEY_PEPPER: PEPPER,
    FAREBOX_PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
  };
});
afterAll(async () => {
  await database.close();
  await server.drop();
  rmSync(directory, { recursive: true, force: true });
});

/** The findings of one check, with the environment changed by `change`. */
async function found(what: string, change: Readonly<Record<string, string>> = {}): Promise<readonly Finding[]> {
  const findings = await examine({ ...settings, ...change });
  return findings.filter((finding) => finding.what === what);
}

const failure = (detail: RegExp, mend: RegExp, state = 'failed'): unknown => ({
  what: expect.any(String) as string,
  state,
  detail: expect.stringMatching(detail) as string,
  mend: expect.stringMatching(mend) as string,
});
const fine = (detail: RegExp, state = 'ok'): unknown =>
  expect.objectContaining({ state, detail: expect.stringMatching(detail) as string });

test('a role that may only read is named, and the step that grants its rights', async () => {
  expect(await found('database rights')).toEqual([fine(/may read and write rows/)]);
  const role = `reads_${await freePort()}`;
  await runSql(
    server.url,
    `CREATE ROLE ${role} LOGIN PASSWORD 'reads';
     GRANT CONNECT ON DATABASE ${new URL(server.appUrl).pathname.slice(1)} TO ${role};
     GRANT USAGE ON SCHEMA public TO ${role};
     GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
  );
  try {
    const url = Object.assign(new URL(server.appUrl), { username: role, password: 'reads' }).href;
    expect(await found('database rights', { DATABASE_URL: url })).toEqual([failure(/cannot serve/, /farebox_app/)]);
  } finally {
    await runSql(server.url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

test('a pepper that is missing, or under which no key is stored, is named', async () => {
  const key = { name: 'shop' };
  const admin = { subject: 'ann', name: 'Ann' };
  const order = { organization: 'O', name: 'P', admin, balanceMicros: micros(0n), environment: 'test', key } as const;
  await openProject({ database, pepper: PEPPER }, order);
  expect(await found('pepper')).toEqual([fine(/fits the active keys \(1\)/)]);
  expect(await found('pepper', { FAREBOX_KEY_PEPPER: '' })).toEqual([failure(/not set/, /settings of a gateway/)]);
  const other = 'another-pepper-of-at-least-32-chars';
  expect(await found('pepper', { FAREBOX_KEY_PEPPER: other })).toEqual([
    failure(/^1 of 1 active keys/, /pepper of before/),
  ]);
  expect(await found('pepper', { FAREBOX_KEY_PEPPER: `${other},${PEPPER}` })).toEqual([fine(/fits/)]);
});

test('an app that the offered tools need and that is not at work is named; another one is no problem', async () => {
  const apps = ['keeper', 'worker-image', 'worker-av', 'worker-provider'];
  const statesWith = async (change: Readonly<Record<string, string>>) => {
    const findings = await examine({ ...settings, ...change });
    return apps.map((app) => findings.find(({ what }) => what === app)?.state);
  };
  expect(await statesWith({})).toEqual(['failed', 'failed', 'skipped', 'skipped']);
  const offered = { FAREBOX_AUDIO_FORMATS: 'mp3', FAREBOX_SIMULATOR_URL: 'http://127.0.0.1:1' };
  expect(await statesWith(offered)).toEqual(['failed', 'failed', 'failed', 'failed']);
  const stopping = new AbortController();
  const failures: unknown[] = [];
  const announced = apps.map((app) =>
    announceWork(database, {
      process: `${app}-1`,
      app,
      signal: stopping.signal,
      logger: { warn: ({ err }) => failures.push(err) },
    }),
  );
  try {
    await expect.poll(() => statesWith(offered)).toEqual(['ok', 'ok', 'ok', 'ok']);
  } finally {
    stopping.abort();
    await Promise.all(announced);
  }
  expect(failures).toEqual([]);
  expect(await statesWith(offered)).toEqual(['failed', 'failed', 'failed', 'failed']);
  expect(await found('keeper')).toEqual([failure(/last three minutes/, /no lost execution is recovered/)]);
});

test('a simulator that is away is told from one whose name only other machines know', async () => {
  const away = { FAREBOX_SIMULATOR_URL: `http://127.0.0.1:${await freePort()}` };
  expect(await found('simulator', away)).toEqual([failure(/ECONNREFUSED/, /--profile simulator/)]);
  const unknown = { FAREBOX_SIMULATOR_URL: 'http://simulator.invalid:8090' };
  expect(await found('simulator', unknown)).toEqual([failure(/not known here/, /worker-provider/, 'warning')]);
  const simulator = createServer((_request, response) => void response.end('{}')).listen(0, '127.0.0.1');
  await once(simulator, 'listening');
  const { port } = simulator.address() as AddressInfo;
  expect(await found('simulator', { FAREBOX_SIMULATOR_URL: `http://127.0.0.1:${port}` })).toEqual([fine(/is ready/)]);
  simulator.closeAllConnections();
  simulator.close();
  expect(await found('simulator')).toEqual([]);
});

test('the root account of S3 is named; the account that our script makes is fine', async ({ skip }) => {
  const mc = findProgram('mc', 'with Go: go install github.com/minio/mc@latest');
  const minio = mc === null ? null : await startMinio();
  if (mc === null || minio === null) return skip('no minio or mc');
  const apps = { S3_ACCESS_KEY: 'the-apps', S3_SECRET_KEY: 'a-secret-of-the-apps', S3_BUCKET: 'farebox' };
  const root = { S3_ACCESS_KEY: minio.accessKey, S3_SECRET_KEY: minio.secretKey };
  try {
    const script = join(import.meta.dirname, '../../../../deploy/s3/account.sh');
    const env = { S3_ENDPOINT: minio.endpoint, S3_ROOT_USER: minio.accessKey, S3_ROOT_PASSWORD: minio.secretKey };
    const path = `${dirname(mc)}:${process.env['PATH']}`;
    execFileSync('sh', [script], { env: { PATH: path, ...env, ...apps }, stdio: 'pipe' });
    const named = { ...apps, S3_ENDPOINT: minio.endpoint, FAREBOX_DATA_DIR: '' };
    expect(await found('S3 account', named)).toEqual([fine(/cannot administer/)]);
    expect(await found('S3 account', { ...named, ...root })).toEqual([
      failure(/root account/, /deploy\/s3\/account\.sh/, 'warning'),
    ]);
    expect(await found('files', { ...named, S3_BUCKET: 'missing' })).toEqual([failure(/./, /bucket/)]);
  } finally {
    await minio.stop();
  }
});

test('where only other machines run workers, their decoders are theirs to report', async () => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const announced = announceWork(database, { process: 'w', app: 'worker-image', signal, logger: { warn: () => {} } });
  const elsewhere = { FAREBOX_DATA_DIR: '', S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
  try {
    await expect.poll(() => found('decoders', elsewhere)).toEqual([fine(/run elsewhere/, 'skipped')]);
    expect(await found('ffmpeg', elsewhere)).toEqual([]);
  } finally {
    stopping.abort();
    await announced;
  }
});
