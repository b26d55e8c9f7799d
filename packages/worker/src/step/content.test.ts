import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ContentMismatchError, copyExactly } from './content.ts';

const bytes = Buffer.from('what was promised');
const expected = { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
const copy = (given: Buffer): Promise<void> => copyExactly(Readable.from([given]), () => {}, expected);

test('the expected bytes pass', async () => {
  await copy(bytes);
});

test.for([
  ['the same number of other bytes', Buffer.from('what was promises')],
  ['some missing', bytes.subarray(1)],
  ['some more', Buffer.concat([bytes, Buffer.from('!')])],
  ['none', Buffer.alloc(0)],
] as const)('%s are refused', async ([, given]) => {
  await expect(copy(given)).rejects.toThrow(ContentMismatchError);
});

test('an abort signal ends a stalled transfer with its reason, and closes the source', async () => {
  const halted = new Readable({ read() {} });
  halted.push(bytes.subarray(0, 3));
  const stop = new AbortController();
  const written: Buffer[] = [];
  const write = (piece: Buffer): void => {
    written.push(piece);
    stop.abort(new Error('no longer wanted'));
  };
  await expect(copyExactly(halted, write, { ...expected, signal: stop.signal })).rejects.toThrow('no longer wanted');
  expect(Buffer.concat(written).toString()).toBe('wha');
  expect(halted.destroyed).toBe(true);
});

test('nothing is read from the source of an aborted transfer', async () => {
  const whole = Readable.from([bytes]);
  const none = () => expect.unreachable('written');
  const ended = AbortSignal.abort(new Error('no longer wanted'));
  await expect(copyExactly(whole, none, { ...expected, signal: ended })).rejects.toThrow('no longer wanted');
  expect(whole.destroyed).toBe(true);
});
