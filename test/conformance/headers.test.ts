/** Limits of headers: a longer value changes nothing, and the error names the header. */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { newIdempotencyKey, quoted } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import { exchanged } from './client/raw.ts';
import type { ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
let request: ExecutionRequest;

beforeAll(async () => (request = await quoted(client, 'image-analyze', await analysis(client))));

const execute = (headers: Readonly<Record<string, string>>) =>
  client.post(`/tools/${request.tool}`, request, { 'Idempotency-Key': newIdempotencyKey(), ...headers });

// contract 1: "Each header that is read has a limit of length, and a longer value is never parsed: `Authorization` 12,288 characters (else `invalid_api_key`), `Idempotency-Key` 256 (`idempotency_key_invalid`), `Content-Type` 256 (`unsupported_media_type`), `Cancel-After` 32 and `Last-Event-ID` 256 (`invalid_request` with `header:<name>`)"
test.each([
  ['Authorization', `Bearer ${keys.key}${' '.repeat(12_300)}x`, '401 invalid_api_key'],
  ['Idempotency-Key', 'k'.repeat(257), '400 idempotency_key_invalid'],
  ['Content-Type', `application/json; charset="utf-8"; x="${'y'.repeat(256)}"`, '400 unsupported_media_type'],
])('a longer %s is refused as one that is not understood', async (name, value, outcome) => {
  expect((await execute({ [name]: value })).outcome).toBe(outcome);
});

// contract 1: "Each header that is read has a limit of length"
test('a longer Cancel-After is refused, and the error names it', async () => {
  const reply = await execute({ 'Cancel-After': `${'0'.repeat(32)}9` });
  expect([reply.outcome, Object.keys(reply.error.details?.['fields'] as object)]).toEqual([
    '400 invalid_request',
    ['header:Cancel-After'],
  ]);
});

// contract 1: "Each header that is read has a limit of length"
test('a longer Last-Event-ID is refused before a stream begins', async () => {
  const reply = await client.send('GET', '/tools/events', { headers: { 'Last-Event-ID': '1'.repeat(257) } });
  expect([reply.outcome, Object.keys(reply.error.details?.['fields'] as object)]).toEqual([
    '400 invalid_request',
    ['header:Last-Event-ID'],
  ]);
});

// contract 1: "`Origin` beyond 300 count as not sent."
test('a longer Origin may read nothing', async () => {
  const headers = { Origin: `https://${'a'.repeat(300)}.example` };
  const reply = await client.send('GET', '/tools', { headers });
  expect([reply.outcome, reply.headers.get('Access-Control-Allow-Origin')]).toEqual(['200', null]);
});

// contract 1: "All headers together: 16 KiB."
test('headers above 16 KiB are refused together, and as many below are read', async () => {
  const several = (chars: number) => Object.fromEntries(['A', 'B'].map((name) => [`X-${name}`, 'x'.repeat(chars)]));
  expect((await client.send('GET', '/tools', { headers: several(7_500) })).outcome).toBe('200');
  const lines = Object.entries(several(8_500)).map(([name, value]) => `${name}: ${value}`);
  expect(await exchanged('GET /tools', ['Host: localhost', ...lines])).toMatch(/^HTTP\/1\.1 400 [^]+request_too_large/);
});
