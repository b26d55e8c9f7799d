/**
 * A revocation or a switch takes effect on every gateway within a second. Two gateways get requests all the time; requests
 * sent to either of them more than a second after the response to the change must be refused. The time of sending counts,
 * however long a busy machine takes to respond.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Quote } from '@farebox/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestProject } from '../testing/gateway.fixture.ts';
import { startBeside, startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';
import { newRunner } from '../testing/runs.fixture.ts';

const PROMISED_MS = 1_000;
const EVERY_MS = 20;
/** Requests to each gateway before the change, and again after the second. */
const ASKED = 5;
/** Not a guarantee, only the time after which the test fails. */
const ENOUGH = { timeout: 30_000, interval: 20 };

interface GatewayUrls {
  readonly url: string;
  readonly operatorUrl: string;
}

let gateway: TestOperatorGateway;
let beside: Awaited<ReturnType<typeof startBeside>>;
let operator: string;
let project: TestProject;
beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  beside = await startBeside(gateway);
  operator = await gateway.session({ isOperator: true });
});
afterAll(async () => {
  await beside[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
});

/** Sends a request and returns its status. */
type Ask = (urls: GatewayUrls) => Promise<number>;

/** Returns by name the statuses of both gateways before the change and more than a second after it. */
async function around(asks: Readonly<Record<string, Ask>>, act: () => Promise<{ readonly status: number }>) {
  const isOver = new AbortController();
  const asked = Object.entries(asks).flatMap(([name, ask]) =>
    [gateway, beside].map((urls) => {
      const sent: { readonly sentMs: number; readonly status: number }[] = [];
      const askOn = async () => {
        while (!isOver.signal.aborted) {
          const sentMs = performance.now();
          sent.push({ sentMs, status: await ask(urls) });
          await pause(EVERY_MS);
        }
      };
      return { name, sent, end: askOn() };
    }),
  );
  const enoughSince = (ms: number) => () =>
    asked.every(({ sent }) => sent.filter((each) => each.sentMs >= ms).length >= ASKED);
  await expect.poll(enoughSince(0), ENOUGH).toBe(true);
  const before = asked.map(({ name, sent }) => [name, sent.map(({ status }) => status)] as const);
  const { status } = await act();
  const overMs = performance.now() + PROMISED_MS;
  await expect.poll(enoughSince(overMs), ENOUGH).toBe(true);
  isOver.abort();
  await Promise.all(asked.map(({ end }) => end));
  const after = asked.map(
    ({ name, sent }) => [name, sent.filter(({ sentMs }) => sentMs >= overMs).map((each) => each.status)] as const,
  );
  return { acted: status, before: statuses(before), after: statuses(after) };
}

const statuses = (seen: readonly (readonly [string, readonly number[]])[]): readonly string[] => [
  ...new Set(seen.flatMap(([name, each]) => each.map((status) => `${name}: ${status}`))),
];

const get = async (url: string, token: string): Promise<number> => {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  await response.text();
  return response.status;
};

/** Each request starts another execution. */
async function executing(): Promise<Ask> {
  project = await gateway.newProject({ fundedMicros: 1_000_000_000, capMicros: null });
  const { token } = await project.newKey({ role: 'ADMIN' });
  const input = { tool: 'rehearsal', arguments: {} };
  const { data } = await gateway.call<Quote>('POST /tools/quote', { key: token, json: input });
  const { priceVersion, maximumChargeMicros } = data;
  const body = JSON.stringify({ ...input, priceVersion, maximumChargeMicros });
  return async ({ url }) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers: { ...headers, 'Idempotency-Key': randomUUID() }, body };
    const response = await fetch(`${url}/tools/rehearsal`, request);
    await response.text();
    return response.status;
  };
}

const act = <T>(request: string, body: object, session = operator) => gateway.operate<T>(request, { session, body });
const ends = (status: number) => ({ acted: 200, before: ['execution: 202'], after: [`execution: ${status}`] });

test('a switched-off project stops executing within a second', async () => {
  const execution = await executing();
  const admin = await gateway.memberSession(project.id, 'ADMIN');
  const off = () => act(`PUT /projects/${project.id}`, { executionEnabled: false }, admin);
  expect(await around({ execution }, off)).toEqual(ends(403));
});

test('a suspended project stops executing within a second', async () => {
  const execution = await executing();
  const suspend = () => act(`POST /projects/${project.id}/suspend`, { reason: 'stolen cards' });
  expect(await around({ execution }, suspend)).toEqual(ends(403));
});

test('a switched-off platform stops executing within a second', async () => {
  const execution = await executing();
  const turn = (executionEnabled: boolean) => act('PUT /platform', { executionEnabled });
  const seen = await around({ execution }, () => turn(false));
  await turn(true);
  expect(seen).toEqual(ends(503));
});

test('a revoked key is refused within a second', async () => {
  project = await gateway.newProject();
  const { token, keyId } = await project.newKey();
  const key: Ask = ({ url }) => get(`${url}/tools/project`, token);
  const revoke = () => act(`POST /projects/${project.id}/keys/${keyId}/revoke`, {});
  expect(await around({ key }, revoke)).toEqual({ acted: 200, before: ['key: 200'], after: ['key: 401'] });
});

test('a revoked runner key is refused within a second', async () => {
  const { tool, keyId, token } = await newRunner(gateway);
  const runner: Ask = async ({ url }) => {
    const response = await fetch(`${url}/runs/exe_0.0/report`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"lease":"a","reply":{"status":"running"}}',
    });
    await response.text();
    return response.status;
  };
  const revoke = () => act(`POST /own-tools/${tool}/runner-keys/${keyId}/revoke`, {});
  expect(await around({ runner }, revoke)).toEqual({ acted: 200, before: ['runner: 404'], after: ['runner: 401'] });
});

test('a removed origin can no longer read responses within a second', async () => {
  project = await gateway.newProject();
  const { token } = await project.newKey();
  const origin = 'https://app.example';
  const set = (origins: readonly string[]) => act(`PUT /projects/${project.id}/cors`, { origins });
  expect((await set([origin])).status).toBe(200);
  const readable: Ask = async ({ url }) => {
    const response = await fetch(`${url}/tools/project`, {
      headers: { Authorization: `Bearer ${token}`, Origin: origin },
    });
    await response.text();
    return response.headers.get('Access-Control-Allow-Origin') === origin ? 1 : 0;
  };
  await expect.poll(async () => (await readable(gateway)) + (await readable(beside))).toBe(2);
  const seen = await around({ readable }, () => set([]));
  expect(seen).toEqual({ acted: 200, before: ['readable: 1'], after: ['readable: 0'] });
});

test.each(['organization', 'project'])('a person removed from the %s loses key and session', async (from) => {
  project = await gateway.newProject();
  await gateway.memberSession(project.id, 'ADMIN'); // the project keeps another ADMIN
  const where = { where: { id: project.id } };
  const { organizationId } = await gateway.database.prisma.project.findUniqueOrThrow(where);
  const [people, members] = [`/organizations/${organizationId}/members`, `/projects/${project.id}/members`];
  const subject = randomUUID();
  const { id } = (await act<{ id: string }>(`POST ${people}`, { subject, name: 'Bob', role: 'MEMBER' })).data;
  expect((await act(`PUT ${members}/${id}`, { role: 'ADMIN' })).status).toBe(200);
  const own = await gateway.session({ subject });
  const issuing = { name: 'ci', scopes: ['project:read'] };
  const { token } = (await act<{ token: string }>(`POST /projects/${project.id}/keys`, issuing, own)).data;
  const key: Ask = ({ url }) => get(`${url}/tools/project`, token);
  const session: Ask = ({ operatorUrl }) => get(`${operatorUrl}/projects/${project.id}/keys`, own);
  const remove = () => act(`POST ${from === 'project' ? members : people}/${id}/remove`, {});
  expect(await around({ key, session }, remove)).toEqual({
    acted: 200,
    before: ['key: 200', 'session: 200'],
    after: ['key: 401', 'session: 404'],
  });
});
