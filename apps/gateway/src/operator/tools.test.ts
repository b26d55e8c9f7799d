/** Tools of teams by the operator API: previewed, published, activated, retired, read, and each act in the audit log. */
import { randomUUID } from 'node:crypto';
import { OPERATOR_ROUTES } from '@farebox/contract';
import { manifestOf, readForTest } from '@farebox/tools/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

interface Tool {
  readonly name: string;
  readonly activeVersion: number | null;
  readonly latestVersion: number;
  readonly retiredAt: string | null;
}
interface Published extends Tool {
  readonly version: number;
  readonly digest: string;
  readonly isNew: boolean;
}
interface Audit {
  readonly entries: readonly {
    readonly act: string;
    readonly target: string;
    readonly reason: string | null;
    readonly before: Partial<Published> | null;
    readonly after: Partial<Published> | null;
  }[];
}

let gateway: TestOperatorGateway;
let operator: string;
beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  operator = await gateway.session({ subject: 'olga', isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

const operate = <T = Published>(request: string, body?: object, headers: Record<string, string> = {}) =>
  gateway.operate<T>(request, { session: operator, headers, ...(body === undefined ? {} : { body }) });
const publish = (manifest: unknown, more: object = {}) => operate('POST /own-tools', { manifest, ...more });
const priced = (name: string, unitPriceMicros: number) =>
  manifestOf(name, { price: { ...manifestOf()['price']!, unitPriceMicros } });
const told = async (target: string) =>
  (await operate<Audit>('GET /audit')).data.entries.filter((each) => each.target === target);

test('a version is previewed, published, activated and retired, and each act is in the audit log', async () => {
  const name = 'acme-whole-life';
  const first = await publish(priced(name, 800), { reason: 'a new tool' });
  expect(first.data).toMatchObject({ name, version: 1, isNew: true, activeVersion: null, retiredAt: null });
  expect((await operate<Tool>(`POST /own-tools/${name}/activate`, {})).data).toMatchObject({ activeVersion: 1 });

  const { data: preview } = await operate<object>('POST /own-tools/preview', { manifest: priced(name, 900) });
  expect(preview).toEqual({
    name,
    version: 2,
    digest: readForTest(priced(name, 900)).digest,
    isNew: true,
    activeVersion: 1,
    retiredAt: null,
    unit: 'megapixel',
    // The sample has 1.7 megapixels; a file of 40 megapixels is the largest that the rule allows.
    exampleQuote: { units: 2, minimumMicros: 1_000, maximumMicros: 1_800 },
    highestPriceMicros: 36_000,
    inputSchema: readForTest(priced(name, 900)).inputSchema,
    changes: [{ pointer: '/price/unitPriceMicros', before: '800', after: '900' }],
  });
  expect((await operate<Tool>(`GET /own-tools/${name}`)).data.latestVersion).toBe(1);

  expect((await publish(priced(name, 900), { activate: true })).data).toMatchObject({ version: 2, activeVersion: 2 });
  const { data: read } = await operate<object>(`GET /own-tools/${name}?version=1`);
  expect(read).toMatchObject({
    version: 1,
    activeVersion: 2,
    manifest: priced(name, 800),
    versions: [
      { version: 2, publishedBy: 'olga' },
      { version: 1, digest: first.data.digest },
    ],
  });
  const retired = await operate<Tool>(`POST /own-tools/${name}/retire`, { reason: 'the model is withdrawn' });
  expect(retired.data).toMatchObject({ activeVersion: null, retiredAt: expect.any(String) });
  expect((await operate<{ tools: Tool[] }>('GET /own-tools?limit=1')).data.tools).toEqual([retired.data]);

  expect(await told(name)).toMatchObject([
    {
      act: 'tool.retire',
      reason: 'the model is withdrawn',
      before: { activeVersion: 2 },
      after: { activeVersion: null },
    },
    { act: 'tool.publish', before: { activeVersion: 1 }, after: { version: 2, activeVersion: 2 } },
    { act: 'tool.activate', before: { activeVersion: null }, after: { activeVersion: 1 } },
    { act: 'tool.publish', reason: 'a new tool', before: null, after: { version: 1, digest: first.data.digest } },
  ]);
});

test('the same content published again is the same version, and nothing is written', async () => {
  const name = 'acme-again';
  const manifest = manifestOf(name);
  const [first, ...others] = [
    await publish(manifest),
    await publish(JSON.stringify(manifest, null, 2)),
    await publish(manifest, { reason: 'again' }),
  ];
  for (const { data } of others) expect(data).toEqual({ ...first?.data, isNew: false });
  expect(await told(name)).toHaveLength(1);
  const { data } = await operate<{ isNew: boolean; version: number }>('POST /own-tools/preview', { manifest });
  expect(data).toMatchObject({ isNew: false, version: 1 });
});

test('the example of the document can be published', async () => {
  const { body } = OPERATOR_ROUTES.publishTool;
  expect((await operate('POST /own-tools', body.example)).data).toMatchObject({ name: 'acme-greet', activeVersion: 1 });
});

test('a repeated request is replayed, and the same key for another manifest is a conflict', async () => {
  const name = 'acme-replayed';
  const key = { 'Idempotency-Key': randomUUID() };
  const one = await operate('POST /own-tools', { manifest: priced(name, 800) }, key);
  const replay = await operate('POST /own-tools', { manifest: priced(name, 800) }, key);
  expect([replay.data, replay.headers.get('idempotent-replayed')]).toEqual([one.data, 'true']);
  const other = await operate('POST /own-tools', { manifest: priced(name, 900) }, key);
  expect(other.error.message).toBe('idempotency_key_conflict');
});

test('a retired tool is activated by a request of its own only', async () => {
  const name = 'acme-retired';
  await publish(manifestOf(name), { activate: true });
  await operate(`POST /own-tools/${name}/retire`, {});
  const again = await publish(priced(name, 900), { activate: true });
  expect(again.error).toMatchObject({
    message: 'invalid_request',
    details: { fields: { '/activate': expect.any(String) } },
  });
  expect((await operate<Tool>(`GET /own-tools/${name}`)).data).toMatchObject({ latestVersion: 1, activeVersion: null });
  expect((await operate<Tool>(`POST /own-tools/${name}/activate`, {})).data).toMatchObject({
    activeVersion: 1,
    retiredAt: null,
  });
});

describe('a manifest with problems', () => {
  const fieldsOf = async (manifest: unknown, route = 'POST /own-tools') =>
    (await operate(route, { manifest })).error.details?.['fields'];

  test.each(['POST /own-tools', 'POST /own-tools/preview'])(
    '%s tells each problem by its pointer, and stores nothing',
    async (route) => {
      const broken = {
        ...manifestOf('image-mine'),
        title: '',
        runner: { ...manifestOf()['runner']!, url: 'http://acme.example' },
      };
      expect(await fieldsOf(broken, route)).toEqual({
        '/manifest/name': expect.stringContaining('reserved for Farebox'),
        '/manifest/title': expect.any(String),
        '/manifest/runner/url': expect.stringContaining('https'),
      });
      expect((await operate(`GET /own-tools/image-mine`)).error.message).toBe('not_found');
    },
  );

  test('a text that is no YAML is refused with the line and the column', async () => {
    expect(await fieldsOf('farebox: 1\nname: acme-x\nname: acme-y\n')).toEqual({
      '/manifest': expect.stringMatching(/^line 3, column 1: is a second member/),
    });
  });

  test('a secret in the place of its name is refused and not repeated', async () => {
    const secret = 'sk-Zq81LmP0aXyT77';
    const reply = await publish(manifestOf('acme-x', { runner: { ...manifestOf()['runner']!, secret } }));
    expect([reply.status, reply.text]).toEqual([400, expect.not.stringContaining(secret)]);
  });
});

test('an unknown tool and an unknown version are not found, each by its word', async () => {
  await publish(manifestOf('acme-known'));
  const missing = async (request: string, body?: object) => (await operate(request, body)).error.details?.['missing'];
  expect(await missing('GET /own-tools/acme-unknown')).toBe('tool');
  expect(await missing('POST /own-tools/acme-unknown/retire', {})).toBe('tool');
  await publish(priced('acme-known', 900));
  const known = { missing: 'tool_version', versions: [2, 1] };
  expect((await operate('GET /own-tools/acme-known?version=3')).error.details).toEqual(known);
  expect((await operate('POST /own-tools/acme-known/activate', { version: 3 })).error.details).toEqual(known);
});

test('tools are listed page by page, the last changed first', async () => {
  for (const name of ['acme-list-a', 'acme-list-b', 'acme-list-c']) await publish(manifestOf(name));
  await operate('POST /own-tools/acme-list-a/activate', {});
  const names: string[] = [];
  let before: string | null = null;
  do {
    const page: { tools: Tool[]; nextBefore: string | null } = (
      await operate<{ tools: Tool[]; nextBefore: string | null }>(
        `GET /own-tools?limit=2${before === null ? '' : `&before=${before}`}`,
      )
    ).data;
    names.push(...page.tools.map(({ name }) => name));
    before = page.nextBefore;
  } while (before !== null);
  expect(names.slice(0, 3)).toEqual(['acme-list-a', 'acme-list-c', 'acme-list-b']);
  expect(new Set(names).size).toBe(names.length);
});
