/** Bad input in every field of every request: always an error of the contract, never a defect, and nothing is written. */
// Modes: embedded.
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { newIdempotencyKey, quoted } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { ExecutionList, ExecutionRequest, Usage } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);

/** JSON texts, because JSON.stringify could not write all of them. */
const NASTY: Readonly<Record<string, string>> = {
  null: 'null',
  'a boolean': 'true',
  'a negative number': '-1',
  'a fraction': '0.5',
  'a number beyond 2^53': '9007199254740993',
  'a number beyond a double': '1e999',
  'an empty text': '""',
  'a long text': `"${'x'.repeat(9000)}"`,
  'a NUL': '"\\u0000"',
  'half a surrogate pair': '"\\ud800"',
  'an empty list': '[]',
  'an empty object': '{}',
  'an object with a prototype': '{"__proto__":{"fileId":"file_00000000000000000000000000"}}',
  SQL: '"\'; DROP TABLE project; --"',
  'a path': '"../../../etc/passwd"',
};

let request: ExecutionRequest;

beforeAll(async () => {
  request = await quoted(connect(keys.key), 'image-analyze', await analysis(connect(keys.key)));
});

/** The valid body with the value at `field` replaced by a JSON text. */
function spoilt(body: object, field: string, json: string): string {
  const marked = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
  const path = field.split('.');
  const last = path.pop() as string;
  const parent = path.reduce((value, name) => value[name] as Record<string, unknown>, marked);
  parent[last] = '(here)';
  return JSON.stringify(marked).replace('"(here)"', () => json);
}

// issue 2: "Bad input anywhere: the contract's error, nothing written, nothing crashed."
describe.each(Object.entries(NASTY))('%s', (_, json) => {
  test('is refused in every field of an execution', async () => {
    const client = connect(keys.key2);
    for (const field of ['tool', 'arguments', 'arguments.source', 'arguments.source.fileId', 'priceVersion']) {
      const headers = { 'Idempotency-Key': newIdempotencyKey() };
      const reply = await client.post('/tools/image-analyze', spoilt(request, field, json), headers);
      expect([400, 404], field).toContain(reply.status);
    }
  });

  test('is refused in every field of a quote or an upload', async () => {
    const client = connect(keys.keyAdmin);
    const quote = { tool: request.tool, arguments: request.arguments };
    for (const field of ['tool', 'arguments', 'arguments.source']) {
      expect([400, 404], field).toContain((await client.post('/tools/quote', spoilt(quote, field, json))).status);
    }
    const upload = { mimeType: 'image/png', data: 'iVBORw0KGgo=' };
    for (const field of ['mimeType', 'data']) {
      expect((await client.post('/tools/upload', spoilt(upload, field, json))).status, field).toBe(400);
    }
  });
});

// issue 2: "Bad input anywhere: the contract's error, nothing written, nothing crashed."
test.each([
  '%00',
  '%ff',
  '%2e%2e%2fusage',
  "'%20OR%201=1",
  'x'.repeat(4000),
  '%F0%9F%8E%89',
  'null',
  'exe_',
  'exe_%00',
])('the path word %s is refused in every position of a path', async (word) => {
  const client = connect(keys.keysByScope['executions:read']);
  const paths = [`/tools/executions/${word}`, `/tools/executions/${word}/artifacts/${word}/download`];
  for (const path of paths) expect((await client.get(path)).status).toBe(404);
  // `tool` is left out: any well-formed name may be a tool, and `null` is one.
  const names = ['before', 'status', 'idempotencyKey', 'limit', word, ...(word === 'null' ? [] : ['tool'])];
  for (const name of names) {
    expect((await client.get(`/tools/executions?${name}=${word}`)).outcome).toBe('400 invalid_request');
  }
});

// issue 2: "nothing written"
test('after all bad input there is no execution, no hold and no charge', async () => {
  const { data } = await connect(keys.key).get<ExecutionList>('/tools/executions');
  expect(data.executions).toEqual([]);
  const usage = await connect(keys.key).get<Usage>('/tools/usage');
  expect(usage.data).toMatchObject({
    settledRequests: 0,
    chargedMicros: 0,
    heldMicros: 0,
    availableMicros: 100_000_000,
  });
});
