/** Runner keys by the operator API: shown once, listed, revoked, and each act in the audit log. */
import { manifestOf, publishForTest } from '@farebox/tools/testing';
import { publishPullTool } from '@farebox/tools/testing/pull';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Key {
  readonly id: string;
  readonly tool: string;
  readonly name: string;
  readonly createdBy: string;
  readonly revokedAt: string | null;
  readonly lastAskedAt: string | null;
}
interface Issued {
  readonly token: string | null;
  readonly key: Key;
}

const TOOL = 'acme-pull';
let gateway: TestOperatorGateway;
let operator: string;
beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  operator = await gateway.session({ subject: 'olga', isOperator: true });
  await publishPullTool(gateway.database, TOOL);
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const operate = <T>(request: string, body?: object, headers: Record<string, string> = {}) =>
  gateway.operate<T>(request, { session: operator, headers, ...(body === undefined ? {} : { body }) });
const issue = (name: string, headers?: Record<string, string>) =>
  operate<Issued>(`POST /own-tools/${TOOL}/runner-keys`, { name, reason: 'a new machine' }, headers);
const listed = async () => (await operate<{ keys: Key[] }>(`GET /own-tools/${TOOL}/runner-keys`)).data.keys;
const claim = async (key: string | null) =>
  (await gateway.call('POST /runs/claim', { key: key ?? '', json: { waitSeconds: 0 } })).status;
const told = async (target: string) =>
  (
    await operate<{
      entries: { act: string; target: string; reason: string | null; before: Key | null; after: Key }[];
    }>('GET /audit')
  ).data.entries.filter((each) => each.target === target);

test('a key is shown once, opens the claims of its tool, and is refused within a second of its revocation', async () => {
  const { data } = await issue('gpu-1');
  expect(data.token).toMatch(/^fb_runner_[0-9A-Za-z]{16}_[0-9A-Za-z]{28}_[0-9A-Za-z]{6}$/);
  expect(data.key).toMatchObject({ tool: TOOL, name: 'gpu-1', createdBy: 'olga', revokedAt: null, lastAskedAt: null });
  expect(await claim(data.token)).toBe(200);
  const [found] = await listed();
  expect(found).toMatchObject({ id: data.key.id, lastAskedAt: expect.stringMatching(/Z$/) });
  const revoke = () =>
    operate<Key>(`POST /own-tools/${TOOL}/runner-keys/${data.key.id}/revoke`, { reason: 'stood in a log' });
  const first = await revoke();
  expect(first.data.revokedAt).toMatch(/Z$/);
  expect((await revoke()).data).toEqual(first.data);
  await expect.poll(() => claim(data.token)).toBe(401);
  expect((await told(data.key.id)).map(({ act, reason }) => [act, reason])).toEqual([
    ['tool.revoke_runner_key', 'stood in a log'],
    ['tool.issue_runner_key', 'a new machine'],
  ]);
});

test('the secret is in no list, in no audit log entry and in no replay', async () => {
  const headers = { 'Idempotency-Key': 'of-one-machine' };
  const [first, again] = [await issue('gpu-2', headers), await issue('gpu-2', headers)];
  expect(again.data).toEqual({ token: null, key: first.data.key });
  const secret = first.data.token?.split('_')[3] ?? 'none';
  const texts = [JSON.stringify(await listed()), JSON.stringify(await told(first.data.key.id)), again.text];
  expect(texts.map((text) => text.includes(secret))).toEqual([false, false, false]);
  expect(first.text).toContain(secret);
});

test('a tool has at most 20 keys that are not revoked', async () => {
  const active = async () => (await listed()).filter(({ revokedAt }) => revokedAt === null).length;
  while ((await active()) < 20) await issue('gpu-n');
  expect((await issue('one too many')).error.message).toBe('invalid_request');
  const [{ id }] = (await listed()) as [Key];
  await operate(`POST /own-tools/${TOOL}/runner-keys/${id}/revoke`, {});
  expect((await issue('the last')).status).toBe(200);
});

test('a tool that Farebox calls gets no key: the request says what to publish', async () => {
  await publishForTest(gateway.database, manifestOf('acme-by-url'));
  const { status, error } = await operate('POST /own-tools/acme-by-url/runner-keys', { name: 'gpu-1' });
  expect([status, error.message]).toEqual([400, 'invalid_request']);
  expect(error.details).toEqual({
    fields: { '': expect.stringContaining('publish a manifest with runner.kind: pull') },
  });
  expect((await operate<{ keys: Key[] }>('GET /own-tools/acme-by-url/runner-keys')).data.keys).toEqual([]);
});

test('a missing tool and a missing key are named, and a key of another tool is missing', async () => {
  await publishPullTool(gateway.database, 'acme-other');
  const missing = async (request: string, body?: object) => (await operate(request, body)).error.details?.['missing'];
  const [{ id }] = (await listed()) as [Key];
  expect(await missing('GET /own-tools/acme-none/runner-keys')).toBe('tool');
  expect(await missing('POST /own-tools/acme-none/runner-keys', { name: 'x' })).toBe('tool');
  expect(await missing(`POST /own-tools/acme-none/runner-keys/${id}/revoke`, {})).toBe('tool');
  expect(await missing(`POST /own-tools/acme-other/runner-keys/${id}/revoke`, {})).toBe('key');
  expect(await missing(`POST /own-tools/${TOOL}/runner-keys/rkey_${'0'.repeat(26)}/revoke`, {})).toBe('key');
});
