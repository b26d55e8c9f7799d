/** What a user does with a file that is uploaded in parts. Used by tests only. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFacts } from '@tollgate/sdk';
import { sound } from '@tollgate/testing';
import { expect } from 'vitest';
import type { typist } from './typing.ts';

interface Need {
  readonly tollgate: ReturnType<typeof typist>;
  readonly work: string;
}

const SIZE = 13 * 1024 * 1024;
export async function largeFiles({ tollgate, work }: Need): Promise<void> {
  const bytes = sound(SIZE - 44);
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
