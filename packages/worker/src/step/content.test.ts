import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ContentMismatchError, copyExactly, discard } from './content.ts';

const bytes = Buffer.from('what was promised');
const expected = { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
const copy = (given: Buffer): Promise<void> => copyExactly(Readable.from([given]), discard(), expected);

test('the bytes that are expected pass', async () => {
  await copy(bytes);
});

test.for([
  ['as many others', Buffer.from('what was promises')],
  ['some missing', bytes.subarray(1)],
  ['some more', Buffer.concat([bytes, Buffer.from('!')])],
  ['none', Buffer.alloc(0)],
] as const)('%s are refused', async ([, given]) => {
  await expect(copy(given)).rejects.toThrow(ContentMismatchError);
});
