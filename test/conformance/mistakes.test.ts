/**
 * Typical mistakes, each made once. The error must have in `details` the facts with which a client, or a person who reads its log,
 * can correct the request without a look at another page.
 */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { execute, newIdempotencyKey, quoted } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { expectFacts, field, rowsOf } from './client/mistakes.ts';
import type { ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const SAMPLE = { source: { fileId: 'file_sample_photo' } };
const KIB = 1024;
const KEY_FORM = { header: 'Idempotency-Key', lengthMin: 8, lengthMax: 128, characters: 'A-Z a-z 0-9 . _ : -' };

let request: ExecutionRequest;
const usedKey = newIdempotencyKey();

beforeAll(async () => {
  request = await quoted(client, 'image-analyze', SAMPLE);
  expect((await execute(client, request, usedKey)).outcome).toBe('202');
  const steps = [{ tool: 'image-analyze', arguments: SAMPLE }];
  for (const name of ['mistake-thumb', 'mistake-thumc'])
    expect((await client.post('/tools/templates', { name, parameters: {}, steps })).outcome).toMatch(/^20[01]$/);
  expect((await client.post('/tools/templates/mistake-thumc/archive')).outcome).toBe('200');
});

const quoting = (body: unknown, headers = {}) => client.post('/tools/quote', body, headers);
const json = (place: object) => () => place;

// contract 2: "`details` has the facts with which a client can correct its request:"
// contract 2: "`invalid_json`: `reason`, and `line` and `column` of a syntax error."
// contract 2: "`request_too_large`: `bytesMax`."
// contract 2: "`unsupported_media_type`: `allowed`."
// contract 1: "`details.fields` maps a JSON Pointer into the body (`/arguments/width`), `query:<name>` or `header:<name>` to a reason"
test.each(
  rowsOf({
    'a comma too many': [
      () => quoting('{\n "tool": "image-analyze",\n}'),
      '400 invalid_json',
      json({ reason: 'syntax', line: 3, column: 1 }),
    ],
    'a body that ends too early': [
      () => quoting('{'),
      '400 invalid_json',
      json({ reason: 'syntax', line: 1, column: 2 }),
    ],
    'a member twice': [() => quoting('{"a":1,"a":1}'), '400 invalid_json', json({ reason: 'duplicate_member' })],
    'a list': [() => quoting('[]'), '400 invalid_json', json({ reason: 'not_an_object' })],
    'deep nesting': [
      () => quoting('{"a":'.repeat(40) + '1' + '}'.repeat(40)),
      '400 invalid_json',
      json({ depthMax: 32 }),
    ],
    'a large body': [
      () => quoting(`{${' '.repeat(64 * KIB)}`),
      '400 request_too_large',
      () => ({ bytesMax: 64 * KIB }),
    ],
    'a form instead of JSON': [
      () => quoting('a=1', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      '400 unsupported_media_type',
      () => ({ allowed: ['application/json'], sent: 'application/x-www-form-urlencoded' }),
    ],
    'a compressed body': [
      () => quoting('{}', { 'Content-Encoding': 'gzip' }),
      '400 unsupported_media_type',
      () => ({ contentEncoding: 'identity' }),
    ],
    'an unknown field': [() => quoting({ tools: 'x' }), '400 invalid_request', field('/tools', 'is not a field')],
    'a field of another type': [
      () => quoting({ tool: 1, arguments: {} }),
      '400 invalid_request',
      field('/tool', 'must be string'),
    ],
    'an unknown query parameter': [
      () => client.get('/tools/executions?size=1'),
      '400 invalid_request',
      field('query:size', 'is not a field'),
    ],
    'a limit out of range': [
      () => client.get('/tools/executions?limit=101'),
      '400 invalid_request',
      field('query:limit', '100'),
    ],
    'an unknown status': [
      () => client.get('/tools/executions?status=done'),
      '400 invalid_request',
      field('query:status', 'succeeded'),
    ],
  }),
)('%s: the error says where, or which limit', async (_, ...mistake) => {
  await expectFacts(...mistake);
});

const executing = (changes: Partial<ExecutionRequest>, key = keys.key, idempotencyKey?: string) =>
  execute(connect(key), { ...request, ...changes }, idempotencyKey);
const posting = (headers: Readonly<Record<string, string>>, path = '/tools/image-analyze') =>
  client.post(path, request, headers);
const steps = Array.from({ length: 21 }, () => ({ tool: 'image-analyze', arguments: SAMPLE }));

// contract 2: "`idempotency_key_required`, `idempotency_key_invalid`: `header`, `lengthMin`, `lengthMax`, `characters`."
// contract 2: "`idempotency_key_conflict`: `differs` is `body`, or `api_key` if another API key has used it."
// contract 2: "`tool_not_found`: `nearest`, at most three names of tools or of templates, and `listedAt`."
// contract 2: "`tool_mismatch`: `path`, `body`."
// contract 2: "`tool_unavailable`: `reason`."
// contract 2: "`too_many_steps`: `stepsMax`."
// contract 2: "`price_version_mismatch`: `priceVersion` in force, unless the prices changed in this moment."
// contract 2: "`maximum_charge_too_low`: the needed `maximumChargeMicros` and `sentMaximumChargeMicros`."
// contract 5: "`availableMicros` of `monthly_cap_reached` is what the cap leaves."
test.each(
  rowsOf({
    'no idempotency key': [() => posting({}), '400 idempotency_key_required', () => KEY_FORM],
    'a short idempotency key': [
      () => posting({ 'Idempotency-Key': 'short' }),
      '400 idempotency_key_invalid',
      () => ({ ...KEY_FORM, sentLength: 5 }),
    ],
    'an idempotency key with a space': [
      () => posting({ 'Idempotency-Key': 'order 4711' }),
      '400 idempotency_key_invalid',
      () => KEY_FORM,
    ],
    'an endless idempotency key': [
      () => posting({ 'Idempotency-Key': 'k'.repeat(300) }),
      '400 idempotency_key_invalid',
      () => ({ ...KEY_FORM, sentLength: 300 }),
    ],
    'an idempotency key of another body': [
      () => executing({ maximumChargeMicros: 1_000_000 }, keys.key, usedKey),
      '409 idempotency_key_conflict',
      () => ({ differs: 'body' }),
    ],
    'an idempotency key of another API key': [
      () => executing({}, keys.key2, usedKey),
      '409 idempotency_key_conflict',
      () => ({ differs: 'api_key' }),
    ],
    'a misspelt tool': [
      () => executing({ tool: 'image-resise' }),
      '404 tool_not_found',
      () => ({ nearest: expect.arrayContaining(['image-resize']) as unknown, listedAt: '/tools' }),
    ],
    'a misspelt template': [
      () => quoting({ tool: '@mistake-thump:1', arguments: {} }),
      '404 tool_not_found',
      () => ({ nearest: ['@mistake-thumb'], listedAt: '/tools' }),
    ],
    'two tools': [
      () => posting({ 'Idempotency-Key': newIdempotencyKey() }, '/tools/image-resize'),
      '400 tool_mismatch',
      () => ({ path: 'image-resize', body: 'image-analyze' }),
    ],
    'a missing argument': [
      () => executing({ arguments: {} }),
      '400 invalid_arguments',
      field('/arguments/source', 'is required'),
    ],
    'an argument out of range': [
      () => quoting({ tool: 'image-resize', arguments: { ...SAMPLE, width: 1_000_000 } }),
      '400 invalid_arguments',
      field('/arguments/width', 'must be'),
    ],
    'too many steps': [
      () => quoting({ tool: 'pipeline', arguments: { steps } }),
      '400 too_many_steps',
      () => ({ stepsMax: 20 }),
    ],
    'an unknown file': [
      () => executing({ arguments: { source: { fileId: 'file_0' } } }),
      '400 file_not_usable',
      field('/arguments/source/fileId', 'is not a retrievable file'),
    ],
    'an old price version': [
      () => executing({ priceVersion: '2020-01-01.00000000' }),
      '400 price_version_mismatch',
      () => ({ priceVersion: request.priceVersion }),
    ],
    'a low ceiling': [
      () => executing({ maximumChargeMicros: 1 }),
      '400 maximum_charge_too_low',
      () => ({ maximumChargeMicros: request.maximumChargeMicros, sentMaximumChargeMicros: 1 }),
    ],
    'a balance that is too low': [
      () => executing({}, keys.keyPoor),
      '429 insufficient_balance',
      () => ({ availableMicros: 1, requiredMicros: request.maximumChargeMicros }),
    ],
    'a cap that is reached': [
      () => executing({}, keys.keyCapped),
      '429 monthly_cap_reached',
      () => ({ availableMicros: 1, requiredMicros: request.maximumChargeMicros }),
    ],
  }),
)('%s: the error says what would be accepted', async (_, ...mistake) => {
  await expectFacts(...mistake);
});
