/** Runs doctor against a database with tools of teams, each of which lacks something. No runner is called. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, Prisma } from '@farebox/db';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import { pullRuns, revokeRunnerKey } from '@farebox/tools';
import { manifestOf, publishForTest } from '@farebox/tools/testing';
import { issueKeyForTest, publishPullTool } from '@farebox/tools/testing/pull';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { examine } from './doctor.ts';
import type { Finding } from './finding.ts';

const SECRET = 'a-secret-of-at-least-32-characters!';
const WHSEC = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const TOOL = 'acme-read-text';
const LIMITS = { maxRuntimeSeconds: 120, concurrency: 1 };

let database: Database;
let settings: Readonly<Record<string, string>>;
let secrets: string;
beforeEach(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-doctor-tools-'));
  secrets = join(directory, 'secrets');
  mkdirSync(secrets);
  const server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 2, applicationName: 'doctor-tools-test' });
  settings = {
    DATABASE_URL: server.appUrl,
    FAREBOX_DATA_DIR: directory,
    FAREBOX_URL_SECRET: SECRET,
    FAREBOX_SESSION_SECRET: SECRET,
    FAREBOX_KEY_PEPPER: SECRET,
    FAREBOX_PUBLIC_URL: 'http://127.0.0.1:9',
    FAREBOX_RUNNER_SECRETS_DIR: secrets,
  };
  onTestFinished(async () => {
    await database.close();
    await server.drop();
    rmSync(directory, { recursive: true });
  });
});

const OF_TOOLS = /^own tools$|^(?:secret|address|runner) of acme-/;

async function found(change: Readonly<Record<string, string>> = {}): Promise<readonly Finding[]> {
  const findings = await examine({ ...settings, ...change });
  return findings.filter(({ what }) => OF_TOOLS.test(what));
}

const warned = (what: string, detail: RegExp, mend: RegExp): unknown => ({
  what,
  state: 'warning',
  detail: expect.stringMatching(detail) as string,
  mend: expect.stringMatching(mend) as string,
});
const told = (state: 'ok' | 'skipped', detail: RegExp): unknown => ({
  what: 'own tools',
  state,
  detail: expect.stringMatching(detail) as string,
});

const publish = (runner: object, name = TOOL) =>
  publishForTest(database, manifestOf(name, { runner: { ...LIMITS, ...runner } }));

test('a runner without its secret, or at an address that the worker refuses, is named until both are mended', async () => {
  expect(await found()).toEqual([told('skipped', /none is on offer/)]);
  await publish({ kind: 'http', url: 'https://10.0.0.7/farebox/v1', secret: 'acme-runner' });
  const secret = warned(`secret of ${TOOL}`, /acme-runner .+ malformed/, /whsec_.+docs\/runners\.md/);
  const address = warned(`address of ${TOOL}`, /10\.0\.0\.7 is refused: not a public/, /FAREBOX_RUNNER_HOSTS/);
  expect(await found()).toEqual([secret, address]);
  writeFileSync(join(secrets, 'acme-runner'), 'no secret');
  expect(await found({ FAREBOX_RUNNER_HOSTS: '10.0.0.7' })).toEqual([secret]);
  writeFileSync(join(secrets, 'acme-runner'), WHSEC);
  expect(await found({ FAREBOX_RUNNER_HOSTS: '10.0.0.7' })).toEqual([told('ok', /1 of 1 /)]);
});

test('a name that leads to this machine is refused, and one that is not known here is told apart', async () => {
  writeFileSync(join(secrets, 'acme-runner'), WHSEC);
  await publish({ kind: 'http', url: 'https://localhost/farebox/v1', secret: 'acme-runner' });
  await publish({ kind: 'http', url: 'https://gpu.invalid/farebox/v1', secret: 'acme-runner' }, 'acme-other');
  expect(await found()).toEqual([
    warned('address of acme-other', /gpu\.invalid is not known here/, /where worker-provider runs/),
    warned(`address of ${TOOL}`, /localhost is refused: not an allowed address/, /FAREBOX_RUNNER_HOSTS/),
  ]);
});

test.each([
  { kind: 'openapi', method: 'POST', path: '/runs' },
  { kind: 'mcp', tool: 'read' },
])('a tool of kind $kind needs a key of its own host, if it names a secret', async (runner) => {
  const change = { FAREBOX_RUNNER_HOSTS: '127.0.0.1' };
  await publish({ ...runner, url: 'http://127.0.0.1:9/v1', secret: 'acme-api' });
  writeFileSync(join(secrets, 'acme-api'), 'api.acme.example key-7f3a');
  expect(await found(change)).toEqual([
    warned(`secret of ${TOOL}`, /acme-api .+ no key for 127\.0\.0\.1:9/, /a line with 127\.0\.0\.1:9, a space/),
  ]);
  writeFileSync(join(secrets, 'acme-api'), '127.0.0.1:9 key-7f3a');
  expect(await found(change)).toEqual([told('ok', /1 of 1 /)]);
  await publish({ ...runner, url: 'http://127.0.0.1:9/v1' });
  rmSync(join(secrets, 'acme-api'));
  expect(await found(change)).toEqual([told('ok', /1 of 1 /)]);
});

test('a pull tool without a key, and one whose runner has not asked for a minute, are named', async () => {
  await publishPullTool(database);
  const keyless = warned(`runner of ${TOOL}`, /no runner key/, /farebox tool runner-key acme-read-text /);
  expect(await found()).toEqual([keyless]);
  const { id } = await issueKeyForTest(database);
  const silent = warned(`runner of ${TOOL}`, /last minute/, /farebox tool runner-keys acme-read-text/);
  expect(await found()).toEqual([silent]);
  await pullRuns(database).claim({ tool: TOOL, keyId: id });
  expect(await found({ FAREBOX_RUNNER_SECRETS_DIR: '' })).toEqual([told('ok', /1 of 1 /)]);
  await database.rows(Prisma.sql`UPDATE runner_key SET last_asked_at = instant() - interval '61 seconds'`);
  expect(await found()).toEqual([silent]);
  await database.transaction((transaction) => revokeRunnerKey(transaction, TOOL, id));
  expect(await found()).toEqual([keyless]);
});

test('without the settings of the provider worker, doctor says that it cannot see what the worker has', async () => {
  await publish({ kind: 'http', url: 'https://10.0.0.7/farebox/v1', secret: 'acme-runner' });
  expect(await found({ FAREBOX_RUNNER_SECRETS_DIR: '' })).toEqual([
    told('skipped', /FAREBOX_RUNNER_SECRETS_DIR is not set here.+ worker-provider/),
  ]);
});

test('a tool on offer needs a provider worker, also without any external service', async () => {
  const worker = async () => (await examine(settings)).find(({ what }) => what === 'worker-provider')?.state;
  expect(await worker()).toBe('skipped');
  await publishPullTool(database);
  expect(await worker()).toBe('failed');
});
