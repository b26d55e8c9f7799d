/** Text is read as a number, a boolean or an object only where the schema allows no text and one meaning is possible. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { mcpOverStdio } from './stdio.ts';
import { asArguments, type Schema, understood, withArguments } from './understood.ts';

const Int = Type.Integer({ minimum: 0 });
const schema = Type.Object(
  {
    width: Int,
    ratio: Type.Number(),
    loop: Type.Boolean(),
    text: Type.String(),
    limit: Type.Union([Int, Type.Null()]),
    either: Type.Union([Type.String(), Int]),
    source: Type.Object({ fileId: Type.String(), page: Type.Optional(Int) }, { additionalProperties: false }),
    sizes: Type.Array(Int),
    rate: Type.Unsafe({ enum: [24, 30] }),
    steps: Type.Array(
      Type.Union([
        Type.Object({ tool: Type.Literal('a'), arguments: Type.Object({ size: Int }) }),
        Type.Object({ tool: Type.Literal('b'), arguments: Type.Object({ size: Type.String() }) }),
      ]),
    ),
    open: Type.Record(Type.String(), Type.Unknown()),
    side: Type.Object(
      { width: Int },
      { anyOf: [{ properties: { width: {} }, required: ['width'] }, { required: ['height'] }] },
    ),
    mixed: Type.Union([Type.Object({ size: Int }), Type.Object({ size: Type.String() })]),
  },
  { additionalProperties: false },
) as unknown as Schema;

const read = (value: object): unknown => understood(value, schema);

test.each([
  [{ width: '800' }, { width: 800 }],
  [{ ratio: '1.5' }, { ratio: 1.5 }],
  [{ ratio: '2' }, { ratio: 2 }],
  [{ loop: 'true' }, { loop: true }],
  [{ limit: 'null' }, { limit: null }],
  [{ limit: '7' }, { limit: 7 }],
  [{ rate: '24' }, { rate: 24 }],
  [{ sizes: ['1', 2, '3'] }, { sizes: [1, 2, 3] }],
  [{ sizes: '[1, "2"]' }, { sizes: [1, 2] }],
  [{ source: '{"fileId": "5", "page": "2"}' }, { source: { fileId: '5', page: 2 } }],
  [{ source: { fileId: '5', page: '2' } }, { source: { fileId: '5', page: 2 } }],
  [
    { steps: [{ tool: 'a', arguments: { size: '5' } }, '{"tool": "b", "arguments": {"size": "5"}}'] },
    {
      steps: [
        { tool: 'a', arguments: { size: 5 } },
        { tool: 'b', arguments: { size: '5' } },
      ],
    },
  ],
  [{ open: '{"width": "5"}' }, { open: { width: '5' } }],
  [{ side: { width: '5' } }, { side: { width: 5 } }],
  [{ mixed: { size: '5' } }, { mixed: { size: '5' } }],
])('%j means %j', (given, meant) => {
  const before = structuredClone(given);
  expect(read(given)).toEqual(meant);
  expect(given).toEqual(before);
});

test.each([
  { width: '1e3' },
  { width: '5.0' },
  { width: '5,000' },
  { width: '$5' },
  { width: '5 USD' },
  { width: ' 5' },
  { width: '+5' },
  { width: '007' },
  { width: '0x10' },
  { width: '9007199254740993' },
  { width: 'true' },
  { width: '' },
  { loop: '1' },
  { loop: 'yes' },
  { rate: '25' },
  { text: '5' },
  { text: '{"a": 1}' },
  { either: '5' },
  { source: '{"fileId": "1", "fileId": "2"}' },
  { source: '["a"]' },
  { source: '{"fileId": ' },
  { unknown: '5', width: '5' },
  { open: { width: '5' } },
])('%j stays as it is', (given) => {
  expect(read(given)).toEqual(given);
});

test('the arguments of a call may be one text, or nothing', () => {
  expect(asArguments('{"tool": "a", "n": "5"}')).toEqual({ tool: 'a', n: '5' });
  expect([asArguments(''), asArguments(null)]).toEqual([{}, {}]);
  for (const given of ['[1]', '5', 'text', '{"a": 1, "a": 2}']) expect(asArguments(given)).toBe(given);
  const call = { method: 'tools/call', params: { name: 'quote', arguments: '{"a": 1}' } };
  expect(withArguments(call)).toEqual({ method: 'tools/call', params: { name: 'quote', arguments: { a: 1 } } });
  for (const other of [{ method: 'ping' }, { method: 'x', params: { arguments: '{}' } }, null, [call]])
    expect(withArguments(other)).toBe(other);
});

test('a host over stdio may write the arguments as one text', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const [written, end] = [text(output), new AbortController()];
  const system = {
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'none',
    maxSpendMicros: null,
    roots: ['/nowhere'],
    saveTo: null,
  };
  const ended = mcpOverStdio({ ...system, input, output, signal: end.signal });
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'scripted', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'upload_file', arguments: '{"path": "absent.jpg"}' } });
  let seen = '';
  output.on('data', (bytes: Buffer) => (seen += bytes.toString()));
  await expect.poll(() => seen, { timeout: 30_000 }).toContain('file_not_readable');
  input.end();
  await ended;
  output.end();
  expect(await written).not.toContain('-32602');
});
