/** What a user does with a file that is uploaded in parts. Used by tests only. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFacts } from '@tollgate/sdk';
import { expect } from 'vitest';
import type { typist } from './typing.ts';

interface Need {
  readonly tollgate: ReturnType<typeof typist>;
  readonly work: string;
}

const SIZE = 13 * 1024 * 1024;
const RATE = 48_000;

/** A WAV file of noise: 16 bits, one channel. */
function noise(): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(SIZE - 8, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(SIZE - 44, 40);
  return Buffer.concat([head, randomBytes(SIZE - 44)]);
}

export async function largeFiles({ tollgate, work }: Need): Promise<void> {
  const bytes = noise();
  writeFileSync(join(work, 'talk.wav'), bytes);
  const drawn: string[] = [];
  const uploaded = await tollgate('upload talk.wav --json', { draw: (line) => drawn.push(line) });
  const { files } = JSON.parse(uploaded.said) as { files: FileFacts[] };
  expect(files).toMatchObject([{ mimeType: 'audio/wav', sizeBytes: SIZE }]);
  const bars = drawn.filter((line) => line !== '');
  expect(bars).toContain('████████████░░░░░░░░ talk.wav, 8.0 of 13.0 MiB sent');
  expect([bars.at(-1), drawn.at(-1)]).toEqual(['████████████████████ talk.wav, 13.0 of 13.0 MiB sent', '']);
  const again = JSON.parse((await tollgate('upload - --json', { input: bytes })).said) as { files: FileFacts[] };
  expect(again.files).toEqual(files);
  const quote = await tollgate('quote audio-analyze talk.wav --json');
  expect(JSON.parse(quote.said)).toMatchObject({ tool: 'audio-analyze', maximumChargeMicros: expect.any(Number) });
}
