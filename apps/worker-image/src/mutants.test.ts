/**
 * Damaged files of every format through the API: each is refused at the upload, or its execution ends, at once and for a reason that
 * names the input; no worker dies of it, nothing is our fault, and another tenant is served all the while.
 * `MEDIA_MUTANTS=5000 MEDIA_SEED=7 npm run vitest -- run apps/worker-image/src/mutants.test.ts` makes as many of each format.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@tollgate/db';
import { micros } from '@tollgate/kernel';
import { openProject } from '@tollgate/identity';
import { startApps, type StartedApps, testDatabase, type TestDatabase } from '@tollgate/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mutant, mutants } from './testing/mutants.ts';
import { waves } from './testing/samples.ts';

const EACH = Number(process.env['MEDIA_MUTANTS'] ?? 500);
const SEED = Number(process.env['MEDIA_SEED'] ?? 1);
const AT_ONCE = 8;
const LIMIT_MS = 60_000;
/** Reasons that blame the input, and nothing else. */
const BLAMED = ['source_not_readable', 'source_too_large', 'memory_limit_exceeded', 'time_limit_exceeded'];

let database: TestDatabase;
let directory: string;
let apps: StartedApps;
let [attacker, canary] = ['', ''];

beforeAll(async () => {
  database = await testDatabase();
  directory = await mkdtemp(join(tmpdir(), 'tollgate-mutants-'));
  const pepper = randomBytes(32).toString('hex');
  const env = {
    DATABASE_URL: database.appUrl,
    TOLLGATE_DATA_DIR: directory,
    TOLLGATE_KEY_PEPPER: pepper,
    TOLLGATE_URL_SECRET: randomBytes(32).toString('hex'),
    // So many requests in so little time are not what is tested.
    TOLLGATE_RATE_LIMIT_PER_MINUTE: '1000000',
    TOLLGATE_OPERATOR_PORT: '0',
  };
  const opened = openDatabase({ url: database.url, poolMax: 1, applicationName: 'test' });
  const project = (name: string) =>
    openProject(
      { database: opened, pepper },
      {
        organization: name,
        name,
        admin: { subject: name, name },
        balanceMicros: micros(1_000_000_000n),
        environment: 'test',
        key: { name, expiresAt: null },
      },
    );
  [attacker, canary] = [(await project('attacker')).key, (await project('canary')).key];
  await opened.close();
  apps = await startApps({ directory, env, gateways: { gateway: {} }, imageWorkers: 1 });
}, 120_000);
afterAll(async () => {
  await apps?.stop();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

interface Reply {
  readonly status: number;
  readonly body: { readonly data: Record<string, unknown>; readonly error: { readonly message: string } };
}

async function ask(key: string, path: string, body?: object): Promise<Reply> {
  const response = await fetch(`${apps.gatewayUrls[0]}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

/** How a file ended: what refused its upload, or `succeeded`, or why its execution failed and at which attempt. */
async function fateOf(key: string, { mimeType, bytes }: Omit<Mutant, 'format'>): Promise<string> {
  const uploaded = await ask(key, '/tools/upload', { mimeType, data: bytes.toString('base64') });
  if (uploaded.status !== 200) return `${uploaded.status} ${uploaded.body.error.message}`;
  if (!mimeType.startsWith('image/')) return 'accepted';
  const request = { tool: 'image-resize', arguments: { source: { fileId: uploaded.body.data['id'] }, width: 8 } };
  const { priceVersion, maximumChargeMicros } = (await ask(key, '/tools/quote', request)).body.data;
  const accepted = await ask(key, '/tools/image-resize', { ...request, priceVersion, maximumChargeMicros });
  if (accepted.status !== 202) return `${accepted.status} ${accepted.body.error.message}`;
  return ended(key, String(accepted.body.data['id']));
}

async function ended(key: string, id: string): Promise<string> {
  const deadline = Date.now() + LIMIT_MS;
  for (let wait = 20; Date.now() < deadline; wait = Math.min(wait * 1.5, 500)) {
    const { data } = (await ask(key, `/tools/executions/${id}`)).body;
    const [step] = data['steps'] as { attempt: number }[];
    if (data['status'] === 'succeeded') return 'succeeded';
    if (data['status'] === 'failed') return `failed ${String(data['statusReason'])} at attempt ${step?.attempt}`;
    await pause(wait);
  }
  return 'never ended';
}

const ALLOWED = new Set([
  'accepted',
  'succeeded',
  '400 file_content_mismatch',
  '400 invalid_request',
  ...BLAMED.map((reason) => `failed ${reason} at attempt 1`),
]);

test(`${EACH} mutants of each format end well`, { timeout: 120_000 + EACH * 600 }, async () => {
  const waiting = [...(await mutants({ each: EACH, seed: SEED }))];
  const total = waiting.length;
  const [fates, wrong] = [new Map<string, number>(), [] as string[]];
  const work = async () => {
    for (let mutant = waiting.pop(); mutant !== undefined; mutant = waiting.pop()) {
      const fate = await fateOf(attacker, mutant);
      fates.set(fate, (fates.get(fate) ?? 0) + 1);
      if (!ALLOWED.has(fate))
        wrong.push(`${mutant.format}: ${fate}: ${mutant.bytes.toString('base64').slice(0, 4000)}`);
    }
  };
  const served: string[] = [];
  const sing = async () => {
    for (let note = 0; waiting.length > 0; note++) {
      const bytes = await waves(40 + (note % 200), 30 + note)
        .png()
        .toBuffer();
      served.push(await fateOf(canary, { mimeType: 'image/png', bytes }));
    }
  };
  await Promise.all([sing(), ...Array.from({ length: AT_ONCE }, work)]);
  expect(wrong).toEqual([]);
  expect([...fates.values()].reduce((sum, count) => sum + count, 0)).toBe(total);
  // Both kinds of end are met: what the upload refuses, and what only a decoder can tell.
  expect(fates.get('400 file_content_mismatch')).toBeGreaterThan(EACH);
  expect(fates.get('failed source_not_readable at attempt 1')).toBeGreaterThan(EACH / 20);
  expect(new Set(served)).toEqual(new Set(['succeeded']));
  for (const pid of apps.imageWorkerPids) expect(() => process.kill(pid, 0)).not.toThrow();
});
