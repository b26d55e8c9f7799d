/** The doors of runners that ask for work: their keys, their bodies, and that no run is lost with a connection. */
import { request } from 'node:http';
import { Prisma } from '@farebox/db';
import { newRunnerSecret } from '@farebox/identity';
import { pullRuns } from '@farebox/tools';
import { age, expireLease } from '@farebox/tools/testing/pull';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PEPPER, type Reply, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { newRunner, offerRun, type TestRunner } from '../testing/runs.fixture.ts';

interface Claimed {
  readonly run: {
    readonly token: string;
    readonly lease: string;
    readonly leaseSeconds: number;
    readonly start: object;
  } | null;
}
interface Reported {
  readonly cancel: boolean;
  readonly leaseSeconds: number;
}

let gateway: TestGateway;
let runner: TestRunner;
beforeAll(async () => {
  gateway = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0' });
  runner = await newRunner(gateway);
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const claim = (key = runner.token, json: object = { waitSeconds: 0 }) =>
  gateway.call<Claimed>('POST /runs/claim', { key, json });
const report = (token: string, json: unknown, key = runner.token) =>
  gateway.call<Reported>(`POST /runs/${token}/report`, { key, json });
const outcome = ({ status, text }: Reply<unknown>): string =>
  status === 200 ? '200' : `${status} ${(JSON.parse(text) as { error: { message: string } }).error.message}`;
const SUCCEEDED = { status: 'succeeded', result: { lines: ['FAREBOX'] }, units: 2 };

async function claimed() {
  const token = await offerRun(gateway, runner.tool);
  const { run } = (await claim()).data;
  expect(run?.token).toBe(token);
  return run as NonNullable<Claimed['run']>;
}
const stateOf = async (token: string) => (await pullRuns(gateway.database).lookup(token))?.state;

test('a run is claimed once, goes on by reports, ends, and the end is what the worker reads', async () => {
  const run = await claimed();
  expect(run).toMatchObject({ leaseSeconds: 60, start: { protocol: 1 } });
  expect((await claim()).data).toEqual({ run: null });
  const { token, lease } = run;
  const running = await report(token, { lease, reply: { status: 'running', progress: 0.4 } });
  expect(running.data).toEqual({ cancel: false, leaseSeconds: 60 });
  await pullRuns(gateway.database).cancel(token);
  expect((await report(token, { lease, reply: { status: 'running' } })).data.cancel).toBe(true);
  expect(outcome(await report(token, { lease, reply: SUCCEEDED }))).toBe('200');
  expect(outcome(await report(token, { lease, reply: SUCCEEDED }))).toBe('200');
  expect(outcome(await report(token, { lease, reply: { ...SUCCEEDED, units: 3 } }))).toBe('409 run_ended');
  const found = await pullRuns(gateway.database).lookup(token);
  expect(JSON.parse(found?.reply ?? '')).toEqual(SUCCEEDED);
});

test('a claim without a body waits, and gets the run that is offered meanwhile', async () => {
  const waiting = fetch(`${gateway.url}/runs/claim`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${runner.token}` },
  });
  await expect.poll(metricOf('farebox_runner_claims_waiting')).toBe(1);
  const token = await offerRun(gateway, runner.tool);
  const { data } = (await (await waiting).json()) as { data: Claimed };
  expect(data.run?.token).toBe(token);
});

const metricOf =
  (name: string, label = '') =>
  async (): Promise<number> => {
    const text = await (await fetch(gateway.metricsUrl)).text();
    return Number(new RegExp(`^${name}\\{[^}]*${label}[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
  };

/** Sends a claim without a body. Unlike `fetch`, the client can leave by destroying the connection. */
function send(key: string) {
  const sent = request(`${gateway.url}/runs/claim`, { method: 'POST', headers: { Authorization: `Bearer ${key}` } });
  return sent.on('error', () => {}).end();
}

test('a claim whose client has left gets no run', async () => {
  const sent = send(runner.token);
  await expect.poll(metricOf('farebox_runner_claims_waiting')).toBe(1);
  sent.destroy();
  await expect.poll(metricOf('farebox_runner_claims_waiting')).toBe(0);
  const token = await offerRun(gateway, runner.tool);
  expect((await claim()).data.run?.token).toBe(token);
});

test('a run whose client left while it was claimed is handed back, and another runner gets it', async () => {
  const leaving = await newRunner(gateway);
  const token = await offerRun(gateway, leaving.tool);
  // It has begun under an earlier claim, and stays so.
  const { lease } = (await claim(leaving.token)).data.run ?? {};
  await report(token, { lease, reply: { status: 'running' } }, leaving.token);
  await expireLease(gateway.database, token);
  await gateway.database.rows(Prisma.sql`UPDATE runner_key SET last_asked_at = NULL WHERE id = ${leaving.keyId}`);
  await gateway.database.transaction(async (transaction) => {
    // The claim notes when its key has asked, and so waits for this lock.
    await transaction.$queryRaw`SELECT FROM runner_key WHERE id = ${leaving.keyId} FOR UPDATE`;
    const sent = send(leaving.token);
    await expect.poll(isAnybodyBlocked).toBe(true);
    sent.destroy();
    for (let turn = 0; turn < 3; turn++) await fetch(`${gateway.url}/healthz`); // the gateway has seen the end of the connection
  });
  await expect.poll(metricOf('farebox_runner_claims_total', 'outcome="handed_back"')).toBe(1);
  await expect.poll(() => stateOf(token)).toBe('waiting');
  expect((await pullRuns(gateway.database).lookup(token))?.reply).toBe('{"status":"running"}');
  await age(gateway.database, token, 10);
  expect((await claim(leaving.token)).data.run?.token).toBe(token);
});

async function isAnybodyBlocked(): Promise<boolean> {
  const [row] = await gateway.database.rows<{ count: bigint }>(
    Prisma.sql`SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return Number(row?.count) > 0;
}

describe('a key that is not accepted', () => {
  test('gets the same response at both doors, whatever it is', async () => {
    const revoked = await newRunner(gateway, runner.tool);
    await revoked.revoke();
    const { token: apiKey } = await (await gateway.newProject()).newKey();
    const unknown = `${runner.token.slice(0, -8)}0000000`;
    const token = await offerRun(gateway, runner.tool);
    for (const path of ['/runs/claim', `/runs/${token}/report`]) {
      const replies = await Promise.all(
        [revoked.token, unknown, apiKey, 'nonsense'].map((key) => gateway.call(`POST ${path}`, { key, json: {} })),
      );
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(replies.map(outcome)).toEqual(replies.map(() => '401 invalid_runner_key'));
      expect(replies[0]?.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await claim()).data.run?.token).toBe(token);
  });

  test('a correct public id with a wrong secret is refused', async () => {
    const [{ keyId }, stranger] = [await newRunner(gateway), newRunnerSecret(PEPPER)];
    await gateway.database.rows(
      Prisma.sql`UPDATE runner_key SET public_id = ${stranger.publicId} WHERE id = ${keyId} RETURNING id`,
    );
    expect(outcome(await claim(stranger.token))).toBe('401 invalid_runner_key');
  });

  test('is told which header is missing or wrong, and that a key does not belong into a URL', async () => {
    const reasonOf = async (path: string, headers: Record<string, string> = {}) =>
      (await gateway.call(`POST ${path}`, { headers })).error.details?.['reason'];
    expect(await reasonOf('/runs/claim')).toBe('authorization_missing');
    expect(await reasonOf('/runs/claim', { Authorization: `Basic ${runner.token}` })).toBe('authorization_not_bearer');
    expect(await reasonOf(`/runs/claim?x=${runner.token}`)).toBe('key_in_query');
  });

  test('ends a claim that waits when it is revoked', async () => {
    const short = await newRunner(gateway);
    const waiting = claim(short.token, { waitSeconds: 20 });
    await expect.poll(metricOf('farebox_runner_claims_waiting')).toBe(1);
    await short.revoke();
    expect(outcome(await waiting)).toBe('401 invalid_runner_key');
    await expect.poll(async () => outcome(await claim(short.token))).toBe('401 invalid_runner_key');
  });
});

test('a run of another tool, an unknown run and a malformed token are one 404, and the run stays', async () => {
  const [{ token, lease }, other] = [await claimed(), await newRunner(gateway)];
  const body = { lease, reply: SUCCEEDED };
  const asked = [token, `exe_${'0'.repeat(26)}.0`, '%00', 'x'.repeat(200), '..%2F'];
  const replies = await Promise.all(asked.map((each) => report(each, body, other.token)));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies.map(outcome)).toEqual(asked.map(() => '404 run_not_found'));
  expect(await stateOf(token)).toBe('claimed');
  expect(outcome(await report(token, { ...body, lease: 'another' }))).toBe('409 run_lease_lost');
  expect(outcome(await report(token, body))).toBe('200');
});

test('claims and reports have limits of their own, so that a runner that asks too often keeps its leases', async () => {
  const limited = await startTestGateway({ FAREBOX_RATE_LIMIT_PER_MINUTE: '1' });
  const { token } = await newRunner(limited);
  const ask = async (path: string) =>
    await limited.call(`POST ${path}`, { key: token, json: path.endsWith('claim') ? { waitSeconds: 0 } : {} });
  const replies = [];
  // Ten are allowed, and as many again if the minute ends meanwhile.
  for (let time = 0; time < 21; time++) replies.push(await ask('/runs/claim'));
  const refused = replies.filter(({ status }) => status === 429);
  expect(replies.length - refused.length).toBeGreaterThanOrEqual(10);
  expect(refused.map(({ headers }) => Number(headers.get('retry-after')) > 0)).toContain(true);
  expect((await ask('/runs/exe_0.0/report')).status).toBe(400);
  await limited[Symbol.asyncDispose]();
});

test('a stopping gateway ends the claims that wait, and closes their connections', async () => {
  const stopping = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0' });
  const { token } = await newRunner(stopping);
  const waiting = stopping.call<Claimed>('POST /runs/claim', { key: token, json: { waitSeconds: 20 } });
  const isWaiting = async () =>
    (await (await fetch(stopping.metricsUrl)).text()).includes('runner_claims_waiting{app="gateway"} 1');
  await expect.poll(isWaiting).toBe(true);
  const closed = stopping[Symbol.asyncDispose]();
  const reply = await waiting;
  expect([reply.data, reply.headers.get('connection')]).toEqual([{ run: null }, 'close']);
  await closed;
});
