/** The form of a JSON body. Limits count bytes; a refusal never depends on the meaning of the bytes. */
// Modes: embedded.
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const LIMIT_BYTES = 64 * 1024;
let valid: string;

beforeAll(async () => {
  valid = JSON.stringify({ tool: 'image-analyze', arguments: await analysis(client) });
});

const outcomeOf = async (body: string | Uint8Array, headers?: Record<string, string>): Promise<string> =>
  (await client.post('/tools/quote', body, headers)).outcome;

// spec 8: "Ordinary JSON request body: 64 KiB in UTF-8"
describe('a body at the size limit', () => {
  test('is accepted with exactly 64 KiB', async () => {
    expect(await outcomeOf(valid.padEnd(LIMIT_BYTES, ' '))).toBe('200');
  });

  // contract 1: "So oversize is 400"
  test('is refused with 64 KiB and one byte', async () => {
    expect(await outcomeOf(valid.padEnd(LIMIT_BYTES + 1, ' '))).toBe('400 request_too_large');
  });

  test('is counted in UTF-8 bytes, not in characters', async () => {
    const frame = Buffer.byteLength(JSON.stringify({ tool: '', arguments: {} }));
    const [pairs, single] = [Math.floor((LIMIT_BYTES - frame) / 2), (LIMIT_BYTES - frame) % 2];
    const body = (extraBytes: number) =>
      JSON.stringify({ tool: 'é'.repeat(pairs) + 'x'.repeat(single + extraBytes), arguments: {} });
    expect([Buffer.byteLength(body(0)), body(0).length < LIMIT_BYTES]).toEqual([LIMIT_BYTES, true]);
    expect(await outcomeOf(body(0))).toBe('404 tool_not_found');
    expect(await outcomeOf(body(1))).toBe('400 request_too_large');
  });

  test('is refused even if its length was not announced', async () => {
    const chunks = async function* () {
      for (let sent = 0; sent <= LIMIT_BYTES; sent += 1024) yield Buffer.alloc(1024, ' ');
    };
    const init = {
      body: chunks() as never,
      duplex: 'half',
      headers: { 'Content-Type': 'application/json' },
    } as RequestInit;
    expect((await client.send('POST', '/tools/quote', init)).outcome).toBe('400 request_too_large');
  });
});

// contract 2: "invalid_json"
test.each([
  ['nothing', ''],
  ['no JSON', 'tool=image-analyze'],
  ['half of it', '{"tool":'],
  ['more than one value', '{}{}'],
  ['a comment', '{/* */}'],
  ['NaN', '{"tool":NaN}'],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
])('a body of %s is not JSON', async (_, body) => {
  expect(await outcomeOf(body)).toBe('400 invalid_json');
});

// contract 1: "member names are unique, NUL and lone surrogates, nesting over 32 and numbers that are not what was written … are refused"
test.each([
  ['two members of one name', '{"tool":"image-analyze","arguments":{},"tool":"image-analyze"}'],
  ['two members of one name, one of them escaped', String.raw`{"tool":"a","arguments":{"x":1,"\u0078":1}}`],
  ['a NUL', String.raw`{"tool":"a\u0000","arguments":{}}`],
  ['half a surrogate pair', String.raw`{"tool":"\ud800","arguments":{}}`],
  ['a number beyond a double', '{"tool":"a","arguments":{"x":1e999}}'],
  ['an integer that a double rounds', '{"tool":"a","arguments":{"x":9007199254740993}}'],
  ['a fraction that a double makes an integer', '{"tool":"a","arguments":{"x":800.00000000000000001}}'],
])('a body with %s is not JSON', async (_, body) => {
  expect(await outcomeOf(body)).toBe('400 invalid_json');
});

// contract 2: "invalid_request"
test.each(['[]', '"text"', 'null', '7', 'true'])(
  'the body %s is refused, because it is not an object',
  async (body) => {
    expect(await outcomeOf(body)).toMatch(/^400 invalid_(json|request)$/);
  },
);

// promises: "JSON depth ≤ 32"
describe('nesting', () => {
  const nested = (depth: number) =>
    `{"tool":"image-analyze","arguments":{"source":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}}`;

  test('with 32 levels is accepted', async () => {
    expect(await outcomeOf(nested(32))).toBe('400 invalid_arguments');
  });

  test('with 33 or with thousands of levels is refused', async () => {
    expect(await outcomeOf(nested(33))).toBe('400 invalid_json');
    expect(await outcomeOf(nested(20_000))).toBe('400 invalid_json');
  });

  test('inside a string does not count', async () => {
    expect(await outcomeOf(JSON.stringify({ tool: '['.repeat(200), arguments: {} }))).toBe('404 tool_not_found');
  });
});

// contract 1: "A request with a body needs Content-Type: application/json (a charset=utf-8 parameter is fine), else 400 unsupported_media_type."
// spec 1: "Content-Type, when a JSON body is sent: application/json"
describe('the content type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ])('%s is taken', async (type) => {
    expect(await outcomeOf(valid, { 'Content-Type': type })).toBe('200');
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonp',
    'multipart/form-data; boundary=x',
  ])('%s is refused', async (type) => {
    expect(await outcomeOf(valid, { 'Content-Type': type })).toBe('400 unsupported_media_type');
  });

  test('is required', async () => {
    const reply = await client.send('POST', '/tools/quote', { body: Buffer.from(valid) });
    expect(reply.outcome).toBe('400 unsupported_media_type');
  });
});

// contract 1: "Unknown request fields are refused (400)."
test('a field named __proto__ is an unknown field like any other', async () => {
  expect(await outcomeOf('{"tool":"image-analyze","arguments":{},"__proto__":{"x":1}}')).toBe('400 invalid_request');
});
