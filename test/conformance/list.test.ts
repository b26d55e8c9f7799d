/** The list of executions: newest first, filtered exactly, and paged by keyset so that no entry is lost or shown twice. */
// Modes: embedded, services (gateways).
import { beforeAll, describe, expect, test } from 'vitest';
import { type Client, connect } from './client/connect.ts';
import { completed, execute, newIdempotencyKey, quoted, settled } from './client/executions.ts';
import { analysis, uploadedPng } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { ExecutionList, ExecutionSummary } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const reader = connect(keys.keysByScope['executions:read']);
const TOGETHER = 24;
let all: readonly ExecutionSummary[];

const list = async (query: string): Promise<ExecutionList> =>
  (await reader.get<ExecutionList>(`/tools/executions${query}`)).data;
const idsOf = ({ executions }: ExecutionList): string[] => executions.map(({ id }) => id);

beforeAll(async () => {
  const { id } = await uploadedPng(client);
  await completed(keys, 'image-resize', { source: { fileId: id }, width: 8 });
  const request = await quoted(client, 'image-analyze', await analysis(client));
  // In parallel, so that several are accepted in the same millisecond: a page may then end between equal times.
  const started = await Promise.all(
    Array.from({ length: TOGETHER }, (_, i) => execute(connect(keys.key2, i), request)),
  );
  for (const { data } of started) await settled(keys, data.id);
  all = (await list('?limit=100')).executions;
});

// contract 4: "List data: {executions: [Execution without steps, billing, output], nextBefore: id|null}"
test('a list entry is the execution without steps, billing and output', async () => {
  const { steps: _s, billing: _b, output: _o, ...summary } = await settled(keys, all[0]?.id as string);
  expect(all[0]).toEqual(summary);
});

// contract 4: "newest first, keyset on (createdAt, id)"
// spec 4: "GET /tools/executions … List executions of the project"
test('the list is complete and newest first, equal times by id', () => {
  expect(all).toHaveLength(TOGETHER + 1);
  const order = all.map(({ createdAt, id }) => `${createdAt} ${id}`);
  expect(order).toEqual(order.toSorted().toReversed());
});

// contract 4: "before: an execution id, exclusive"
// contract 4: "nextBefore is null iff nothing older matches."
describe.each([1, 2, 3, 7])('reading pages of %i', (limit) => {
  test('shows every execution once and ends with null', async () => {
    const seen: string[] = [];
    let before: string | null = '';
    while (before !== null) {
      const page: ExecutionList = await walk(limit, before);
      seen.push(...idsOf(page));
      expect(page.nextBefore === null || page.executions.length === limit).toBe(true);
      expect(page.nextBefore === null).toBe(seen.length === all.length);
      before = page.nextBefore;
      if (seen.length > all.length) break;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });
});

/** With several keys: all pages together are more requests than one window allows. */
async function walk(limit: number, before: string): Promise<ExecutionList> {
  const key = { 1: keys.keyAdmin, 2: keys.keyViewer, 3: keys.key2, 7: keys.key }[limit] as string;
  const response = await connect(key, limit).get<ExecutionList>(
    `/tools/executions?limit=${limit}${before === '' ? '' : `&before=${before}`}`,
  );
  return response.data;
}

// spec 4.1: "limit: integer, 1 to 100, default 20"
test('a page has 20 entries by default', async () => {
  const page = await list('');
  expect(page.executions).toHaveLength(20);
  expect(page.nextBefore).toBe(page.executions.at(-1)?.id);
});

// contract 4: "limit out of range or not an integer → 400"
test.each(['0', '101', '-1', '1.5', 'ten', '', '1e1', '%201', '0x10'])('limit=%s is refused', async (limit) => {
  const response = await reader.get(`/tools/executions?limit=${limit}`);
  expect(response.outcome).toBe('400 invalid_request');
  expect(response.error.details).toEqual({ fields: { 'query:limit': expect.any(String) } });
});

// spec 4.1: "status: filter by execution status"
// spec 4.1: "tool: filter by tool name"
test('filters return exactly the matching executions, alone and together', async () => {
  expect(idsOf(await list('?limit=100&status=succeeded'))).toEqual(all.map(({ id }) => id));
  expect(idsOf(await list('?status=failed'))).toEqual([]);
  const resized = all.filter(({ tool }) => tool === 'image-resize').map(({ id }) => id);
  expect(idsOf(await list('?tool=image-resize'))).toEqual(resized);
  expect(idsOf(await list('?tool=image-resize&status=succeeded&limit=1'))).toEqual(resized);
  expect(idsOf(await list(`?tool=image-resize&before=${resized[0]}`))).toEqual([]);
});

// contract 4: "`tool`: any well-formed name, also one no longer offered."
test('a filter for an unknown tool returns an empty list', async () => {
  expect((await list('?tool=image-teleport')).executions).toEqual([]);
});

// contract 1: "details.fields maps … query:<name> or header:<name> to a reason; the same roots on every route"
test.each([
  ['/tools/executions?before=nonsense', 'query:before'],
  ['/tools/executions?before=exe_00000000000000000000000000', 'query:before'],
  ['/tools/executions?limit=5&limit=6', 'query:limit'],
  ['/tools/executions?verbose=1', 'query:verbose'],
  ['/tools/usage?verbose=1', 'query:verbose'],
  ['/tools?a/b=1', 'query:a/b'],
])('%s is refused by the name of its parameter', async (path, field) => {
  const { error } = await connect(keys.keyAdmin).get(path);
  expect(Object.keys(error.details?.['fields'] as object)).toEqual([field]);
});

// contract 4: "idempotencyKey: the one execution accepted under that key (a lost reply is found again)."
test('an execution is found by its idempotency key', async () => {
  const other = connect(keys.keyOther);
  const idempotencyKey = newIdempotencyKey();
  const { data } = await execute(other, await quoted(other, 'image-analyze', await analysis(other)), idempotencyKey);
  const found = async (by: Client, key: string) =>
    idsOf((await by.get<ExecutionList>(`/tools/executions?idempotencyKey=${key}`)).data);
  expect(await found(other, idempotencyKey)).toEqual([data.id]);
  expect(await found(other, newIdempotencyKey())).toEqual([]);
});

// contract 4: "status: an exact value, else 400"
test.each([
  'status=done',
  'status=SUCCEEDED',
  'status=',
  'tool=Image%20Resize',
  'tool=',
  'idempotencyKey=short',
  'before=nonsense',
  'before=',
])('%s is refused', async (query) => {
  expect((await reader.get(`/tools/executions?${query}`)).outcome).toBe('400 invalid_request');
});

// contract 1: "Unknown request fields are refused (400)."
test.each(['page=2', 'limit=5&limit=6', 'status=failed&status=succeeded', 'Limit=5', 'limit[]=5'])(
  'the query %s is refused',
  async (query) => {
    expect((await reader.get(`/tools/executions?${query}`)).outcome).toBe('400 invalid_request');
  },
);
