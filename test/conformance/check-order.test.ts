/** The order of checks of `POST /tools/{tool}`: each request fails two neighbouring checks, and the earlier one determines the error. */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { execute, newIdempotencyKey, quoted } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const tooLarge = `{${' '.repeat(64 * 1024)}`;
const absentFile = { source: { fileId: 'file_00000000000000000000000000' } };
let request: ExecutionRequest;

beforeAll(async () => {
  request = await quoted(client, 'image-analyze', await analysis(client));
});

const post = async (key: string, body: unknown, idempotencyKey?: string): Promise<string> => {
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  return (await connect(key).post('/tools/image-analyze', body, headers)).outcome;
};
const executing = async (key: string, changes: Partial<ExecutionRequest>): Promise<string> =>
  (await execute(connect(key), { ...request, ...changes })).outcome;

// contract 3: "authenticate → rate limit → scope"
test('authentication comes before scope', async () => {
  expect(await post(keys.keyRevoked, tooLarge)).toBe('401 invalid_api_key');
});

// contract 3: "scope → body size"
test('scope comes before body size', async () => {
  expect(await post(keys.keysByScope['tools:read'], tooLarge)).toBe('403 platform_api_key_scope_required');
});

// contract 3: "nothing is written before authorisation"
test('the role of the owner comes before body size', async () => {
  expect(await post(keys.keyViewer, tooLarge)).toBe('403 project_permission_required');
});

// contract 3: "body size → JSON"
test('body size comes before JSON', async () => {
  expect(await post(keys.key, tooLarge)).toBe('400 request_too_large');
});

// contract 3: "JSON → Idempotency-Key format"
test('JSON comes before the idempotency key', async () => {
  expect(await post(keys.key, '{', 'short')).toBe('400 invalid_json');
});

// contract 3: "Idempotency-Key format → replay look-up → tool exists"
test('the idempotency key comes before the tool', async () => {
  const unknown = { ...request, tool: 'no-such-tool' };
  expect((await client.post('/tools/no-such-tool', unknown)).outcome).toBe('400 idempotency_key_required');
  expect((await client.post('/tools/no-such-tool', unknown, { 'Idempotency-Key': 'short' })).outcome).toBe(
    '400 idempotency_key_invalid',
  );
});

// contract 3: "replay look-up → tool exists → arguments → files → price version → ceiling"
test.each([
  ['the tool', { tool: 'no-such-tool' }],
  ['the arguments', { arguments: {} }],
  ['the files', { arguments: absentFile }],
  ['the price version', { priceVersion: 'other' }],
  ['the ceiling', { maximumChargeMicros: 0 }],
])('the replay look-up comes before %s', async (_, change) => {
  const idempotencyKey = newIdempotencyKey();
  expect((await execute(client, request, idempotencyKey)).outcome).toBe('202');
  expect((await execute(client, { ...request, ...change }, idempotencyKey)).outcome).toBe(
    '409 idempotency_key_conflict',
  );
});

// contract 3: "tool exists → arguments against the tool's schema"
test('the tool comes before its arguments', async () => {
  expect(await executing(keys.key2, { tool: 'no-such-tool', arguments: {} })).toBe('404 tool_not_found');
});

// contract 3: "arguments against the tool's schema → referenced files usable"
test('arguments come before files', async () => {
  expect(await executing(keys.key2, { arguments: { ...absentFile, colour: 1 } })).toBe('400 invalid_arguments');
});

// contract 3: "referenced files usable → price version"
test('files come before the price version', async () => {
  expect(await executing(keys.key2, { arguments: absentFile, priceVersion: 'other' })).toBe('400 file_not_usable');
});

// contract 3: "price version → ceiling"
test('the price version comes before the ceiling', async () => {
  expect(await executing(keys.key2, { priceVersion: 'other', maximumChargeMicros: 0 })).toBe(
    '400 price_version_mismatch',
  );
});

// contract 3: "ceiling → tool availability and executionEnabled → monthly cap → balance"
test.each(['keyCapped', 'keyPoor', 'keyCappedPoor'] as const)(
  'the ceiling comes before cap and balance (%s)',
  async (name) => {
    const args = await analysis(connect(keys[name]));
    expect(await executing(keys[name], { arguments: args, maximumChargeMicros: 0 })).toBe('400 maximum_charge_too_low');
  },
);

// contract 3: "monthly cap → balance"
test('the monthly cap comes before the balance', async () => {
  const args = await analysis(connect(keys.keyCappedPoor));
  expect(await executing(keys.keyCappedPoor, { arguments: args })).toBe('429 monthly_cap_reached');
});
