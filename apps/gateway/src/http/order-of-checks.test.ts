import { randomUUID } from 'node:crypto';
import { type ErrorMessage, ERRORS, type Quote } from '@farebox/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reply, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let keys: { good: string; noScope: string; viewer: string; poor: string; capped: string };
let good: Sent;
const usedKey = randomUUID();

interface Sent {
  readonly key: string;
  readonly tool: string;
  readonly idempotencyKey: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

/** In the contract's order: the first fault decides the response, whatever the later ones are. */
const FAULTS: readonly (readonly [ErrorMessage, (sent: Sent) => Sent])[] = [
  ['invalid_api_key', (sent) => ({ ...sent, key: 'nonsense' })],
  ['platform_api_key_scope_required', (sent) => ({ ...sent, key: keys.noScope })],
  ['project_permission_required', (sent) => ({ ...sent, key: keys.viewer })],
  ['request_too_large', (sent) => ({ ...sent, text: `{"tool":"${'é'.repeat(33_000)}"}` })],
  ['invalid_json', (sent) => ({ ...sent, text: '{"tool":' })],
  ['idempotency_key_invalid', (sent) => ({ ...sent, idempotencyKey: 'short' })],
  ['invalid_request', (sent) => ({ ...sent, json: { ...sent.json, unknown: 1 } })],
  ['tool_mismatch', (sent) => ({ ...sent, tool: 'image-analyze' })],
  ['idempotency_key_conflict', (sent) => ({ ...sent, key: keys.good, idempotencyKey: usedKey })],
  ['tool_not_found', (sent) => ({ ...sent, tool: 'no-such-tool', json: { ...sent.json, tool: 'no-such-tool' } })],
  ['invalid_arguments', (sent) => ({ ...sent, json: { ...sent.json, arguments: { durationMs: -1 } } })],
  ['price_version_mismatch', (sent) => ({ ...sent, json: { ...sent.json, priceVersion: '2000-01-01.00000000' } })],
  ['maximum_charge_too_low', (sent) => ({ ...sent, json: { ...sent.json, maximumChargeMicros: 0 } })],
  ['monthly_cap_reached', (sent) => ({ ...sent, key: keys.capped })],
  ['insufficient_balance', (sent) => ({ ...sent, key: keys.poor })],
];

beforeAll(async () => {
  gateway = await startTestGateway();
  const project = await gateway.newProject();
  const token = async (options: Parameters<typeof project.newKey>[0] = {}, of = project) =>
    (await of.newKey(options)).token;
  keys = {
    good: await token(),
    noScope: await token({ role: 'VIEWER', scopes: ['tools:read'] }),
    viewer: await token({ role: 'VIEWER' }),
    poor: await token({}, await gateway.newProject({ fundedMicros: 0 })),
    capped: await token({}, await gateway.newProject({ fundedMicros: 0, capMicros: 0 })),
  };
  const input = { tool: 'rehearsal', arguments: {} };
  const { priceVersion, maximumChargeMicros } = (
    await gateway.call<Quote>('POST /tools/quote', { key: keys.good, json: input })
  ).data;
  good = {
    key: keys.good,
    tool: 'rehearsal',
    idempotencyKey: '',
    json: { ...input, priceVersion, maximumChargeMicros },
  };
  await send({ ...good, idempotencyKey: usedKey });
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

const send = ({ key, tool, idempotencyKey, json, text }: Sent): Promise<Reply<unknown>> =>
  gateway.call(`POST /tools/${tool}`, {
    key,
    body: text ?? JSON.stringify(json),
    headers: { 'Idempotency-Key': idempotencyKey },
  });

test.each(FAULTS.map(([message], index) => [message, index] as const))(
  '%s takes precedence over every later check',
  async (message, index) => {
    const base: Sent = { ...good, idempotencyKey: randomUUID(), json: { ...good.json } };
    const sent = FAULTS.slice(index).reduceRight((request, [, spoil]) => spoil(request), base);
    const reply = await send(sent);
    expect(reply.error).toMatchObject({ message, status: ERRORS[message].status });
    expect(reply.status).toBe(ERRORS[message].http);
  },
);

test('a refused request writes nothing to the database', async () => {
  const before = await gateway.database.prisma.execution.count();
  for (const [, spoil] of FAULTS) await send(spoil({ ...good, idempotencyKey: randomUUID() }));
  expect(await gateway.database.prisma.execution.count()).toBe(before);
});

describe('a body', () => {
  const quote = (options: object) => gateway.call('POST /tools/quote', { key: keys.good, ...options });
  const nested = (depth: number) =>
    `{"tool":"rehearsal","arguments":${'{"a":'.repeat(depth - 1)}1${'}'.repeat(depth - 1)}}`;
  const CASES: readonly (readonly [string, ErrorMessage, object])[] = [
    ['with another media type', 'unsupported_media_type', { body: '{}', headers: { 'Content-Type': 'text/plain' } }],
    [
      'in another charset',
      'unsupported_media_type',
      { body: '{}', headers: { 'Content-Type': 'application/json; charset=latin1' } },
    ],
    ['that is compressed', 'unsupported_media_type', { body: '{}', headers: { 'Content-Encoding': 'gzip' } }],
    ['that is an array', 'invalid_json', { body: '[]' }],
    ['that is empty', 'invalid_json', { body: '' }],
    ['that is not UTF-8', 'invalid_json', { body: Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }],
    ['with a lone surrogate', 'invalid_json', { body: '{"tool":"\\ud800"}' }],
    ['with a NUL', 'invalid_json', { body: '{"tool":"\\u0000"}' }],
    ['with a number beyond a double', 'invalid_json', { body: '{"tool":1e999}' }],
    ['nested 33 deep', 'invalid_json', { body: nested(33) }],
    ['nested 32 deep, which is allowed', 'invalid_arguments', { body: nested(32) }],
    ['with an unknown field', 'invalid_request', { json: { tool: 'rehearsal', arguments: {}, extra: 1 } }],
    ['without a required field', 'invalid_request', { json: { tool: 'rehearsal' } }],
  ];
  test.each(CASES)('%s is %s', async (_, message, options) => {
    const reply = await quote({ headers: { 'Content-Type': 'application/json' }, ...options });
    expect([reply.status, reply.error.message]).toEqual([400, message]);
  });

  test('with exactly 64 KiB is accepted; one byte more is request_too_large', async () => {
    const json = JSON.stringify({ tool: 'rehearsal', arguments: {} });
    expect((await quote({ body: json.padEnd(65_536) })).status).toBe(200);
    expect((await quote({ body: json.padEnd(65_537) })).error.message).toBe('request_too_large');
  });

  test('may declare its charset', async () => {
    const headers = { 'Content-Type': 'application/json; charset=UTF-8' };
    expect((await quote({ json: { tool: 'rehearsal', arguments: {} }, headers })).status).toBe(200);
  });

  test('with several wrong fields is refused with all of them named', async () => {
    const reply = await quote({ json: { tool: 1, 'a/b': 2 } });
    expect(reply.error.details?.['fields']).toEqual({
      '/tool': 'must be string',
      '/a~1b': 'is not a field of this request',
      '/arguments': 'is required',
    });
  });
});
