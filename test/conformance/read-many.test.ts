/** Many executions in one request: each as a single read returns it, and none of another project. */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { execute, quoted, settled } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Execution } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const PATH = '/tools/executions/read';

interface Read {
  readonly executions: readonly Execution[];
}

const idsOf = ({ executions }: Read): string[] => executions.map(({ id }) => id);

let ids: readonly string[];
beforeAll(async () => {
  const request = await quoted(client, 'image-analyze', await analysis(client));
  const accepted = await Promise.all([1, 2, 3].map(() => execute(client, request)));
  ids = accepted.map(({ data }) => data.id);
  for (const id of ids) await settled(keys, id);
});

// issue 10.3: "`POST /tools/executions/read` for up to 100 ids", "Every event says the same as the poll."
test('each execution equals a single read of it, in the order of the request, once', async () => {
  const [one = '', two = '', three = ''] = ids;
  const { data, headers } = await client.post<Read>(PATH, { ids: [three, one, two, one] });
  expect(idsOf(data)).toEqual([three, one, two]);
  for (const execution of data.executions)
    expect(execution).toEqual((await client.get(`/tools/executions/${execution.id}`)).data);
  expect(headers.get('Retry-After')).toBeNull();
});

// issue 10.3: "`POST /tools/executions/read` for up to 100 ids"
test('an id that does not exist is left out', async () => {
  const absent = ['exe_00000000000000000000000000', 'exe_0', ''];
  expect(idsOf((await client.post<Read>(PATH, { ids: [...absent, ...ids] })).data)).toEqual(ids);
});

// issue 10.3: "up to 100 ids"
test('a hundred ids are allowed and count as one request; none or more are refused', async () => {
  const many = (count: number) => ({ ids: Array.from({ length: count }, (_, at) => `exe_${at}`) });
  const before = await client.post<Read>(PATH, many(100));
  const after = await client.post<Read>(PATH, many(100));
  expect(after.data.executions).toEqual([]);
  const { resetSeconds, remaining } = after.rateLimit;
  const isNextWindow = resetSeconds > before.rateLimit.resetSeconds;
  expect(isNextWindow ? 1 : before.rateLimit.remaining - remaining).toBe(1);
  for (const count of [0, 101]) expect((await client.post(PATH, many(count))).outcome).toBe('400 invalid_request');
});

// issue 10.3: "Every event says the same as the poll."
test('while one of them is open, the response has Retry-After', async () => {
  const { data } = await execute(client, await quoted(client, 'rehearsal', { durationMs: 3000 }));
  const reply = await client.post<Read>(PATH, { ids: [data.id, ...ids] });
  expect(reply.headers.get('Retry-After')).toBe('5');
  await settled(keys, data.id);
});
