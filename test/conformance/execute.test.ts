/** Starting a paid execution: its responses and errors; an error changes nothing. */
// Modes: embedded.
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { execute, newIdempotencyKey, quoted, settled } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Execution, ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
let request: ExecutionRequest;

beforeAll(async () => {
  request = await quoted(client, 'image-analyze', await analysis(client));
});

// spec 4.4.1: "Success is HTTP 202 with the execution ID and the header Retry-After: 5."
// contract 5: "first time 202, Retry-After: 5, Location."
test('an accepted execution returns 202 with its id, Retry-After and Location', async () => {
  const reply = await execute(client, request);
  expect(reply.outcome).toBe('202');
  expect(reply.data.id).toMatch(/^exe_[0-9a-z]{26}$/);
  expect(reply.headers.get('retry-after')).toBe('5');
  expect(reply.headers.get('idempotent-replayed')).toBeNull();
  const location = reply.headers.get('location') ?? '';
  expect(new URL(location, keys.baseUrl).pathname).toBe(
    new URL(`${keys.baseUrl}/tools/executions/${reply.data.id}`).pathname,
  );
});

// contract 4: "Execution {id, tool, model, status, statusReason, cancelRequested, priceVersion, currency, minimumChargeMicros, maximumChargeMicros, chargedMicros, createdAt, startedAt, finishedAt, steps … billing … output … error … review"
test('an accepted execution has every documented field, and nothing is charged yet', async () => {
  const { data } = await execute(client, request);
  expect(Object.keys(data).sort()).toEqual([
    'billing',
    'cancelRequested',
    'chargedMicros',
    'createdAt',
    'currency',
    'error',
    'finishedAt',
    'id',
    'maximumChargeMicros',
    'minimumChargeMicros',
    'model',
    'output',
    'priceVersion',
    'review',
    'startedAt',
    'status',
    'statusReason',
    'steps',
    'tool',
  ]);
  expect(data).toMatchObject({
    tool: 'image-analyze',
    model: null,
    cancelRequested: false,
    chargedMicros: null,
    currency: 'USD',
    billing: [],
  });
  expect(data).toMatchObject({
    priceVersion: request.priceVersion,
    maximumChargeMicros: request.maximumChargeMicros,
    error: null,
    review: null,
  });
});

// contract 5: "the computed maximum is what is reserved"
test('a maximum above the computed one is accepted, and the computed maximum is reserved', async () => {
  const { data } = await execute(client, { ...request, maximumChargeMicros: Number.MAX_SAFE_INTEGER });
  expect(data.maximumChargeMicros).toBe(request.maximumChargeMicros);
});

// spec 4.4.2: "When the price has changed since the quote, or the given ceiling is too low, the request is rejected and no processing starts."
// spec 9: "An execution must send the priceVersion of its quote; when the price has changed the request is rejected before processing."
// contract 5: "Ceiling: the sent maximumChargeMicros must be ≥ the maximum computed now"
// contract 3: "A refused request never consumes its key."
test.each([
  ['another price version', { priceVersion: '2020-01-01.00000000' }, '400 price_version_mismatch'],
  ['a ceiling one micro-dollar too low', { maximumChargeMicros: -1 }, '400 maximum_charge_too_low'],
  ['arguments that are none', { arguments: {} }, '400 invalid_arguments'],
  [
    'a file that is none',
    { arguments: { source: { fileId: 'file_00000000000000000000000000' } } },
    '400 file_not_usable',
  ],
])('a request with %s is refused, and its key can then start the corrected one', async (_, change, outcome) => {
  const idempotencyKey = newIdempotencyKey();
  const ceiling = 'maximumChargeMicros' in change ? { maximumChargeMicros: request.maximumChargeMicros - 1 } : {};
  expect((await execute(client, { ...request, ...change, ...ceiling }, idempotencyKey)).outcome).toBe(outcome);
  const corrected = await execute(client, request, idempotencyKey);
  expect([corrected.outcome, corrected.headers.get('idempotent-replayed')]).toEqual(['202', null]);
});

// spec 4.4: "Request JSON: the same tool and arguments as in the quote, plus … priceVersion … maximumChargeMicros"
describe('the body', () => {
  const missing = ['tool', 'arguments', 'priceVersion', 'maximumChargeMicros'] as const;

  test.each(missing)('needs %s', async (field) => {
    const { [field]: _absent, ...rest } = request;
    const reply = await client.post(`/tools/image-analyze`, rest, { 'Idempotency-Key': newIdempotencyKey() });
    expect(reply.outcome).toBe('400 invalid_request');
    expect(reply.error.details).toEqual({ fields: { [`/${field}`]: expect.any(String) } });
  });

  // contract 1: "Amounts: …Micros, JSON integers (bigint inside, refused above 2^53−1)."
  test.each(['0.5', '-1', '"1000"', '9007199254740992', '1e400', 'null'])(
    'does not take %s for an amount',
    async (amount) => {
      const body = JSON.stringify(request).replace(/"maximumChargeMicros":\d+/, `"maximumChargeMicros":${amount}`);
      const reply = await client.post('/tools/image-analyze', body, { 'Idempotency-Key': newIdempotencyKey() });
      expect(reply.outcome).toMatch(/^400 invalid_(request|json)$/);
    },
  );

  // contract 1: "Unknown request fields are refused (400)."
  test('has no unknown field', async () => {
    const reply = await client.post(
      '/tools/image-analyze',
      { ...request, webhook: 'x' },
      { 'Idempotency-Key': newIdempotencyKey() },
    );
    expect(reply.outcome).toBe('400 invalid_request');
  });

  // contract 2: "tool_mismatch (path and body differ)"
  test('must name the tool of the path', async () => {
    const reply = await client.post('/tools/image-resize', request, { 'Idempotency-Key': newIdempotencyKey() });
    expect(reply.outcome).toBe('400 tool_mismatch');
  });
});

// contract 2: "tool_not_found"
test('a tool that does not exist cannot be executed', async () => {
  const reply = await execute(connect(keys.key2), { ...request, tool: 'image-teleport' });
  expect(reply.outcome).toBe('404 tool_not_found');
});

// spec 1.5: "The client polls the execution by ID for status, result and final charge."
test('an execution ends, with a result and a charge', async () => {
  const { data } = await execute(connect(keys.key2), request);
  const end = await settled(keys, data.id);
  expect(end).toMatchObject({ status: 'succeeded', error: null, cancelRequested: false } satisfies Partial<Execution>);
  expect(end.output.result).toBeTypeOf('object');
  expect(end.chargedMicros).toBeGreaterThan(0);
});
