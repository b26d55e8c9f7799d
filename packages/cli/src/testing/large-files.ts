/** Commands on a file that is uploaded in parts. Used by tests only. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFacts } from '@farebox/sdk';
import { sound } from '@farebox/testing';
import { expect } from 'vitest';
import type { typist } from './typing.ts';

interface Need {
  readonly farebox: ReturnType<typeof typist>;
  readonly work: string;
}

const SIZE = 13 * 1024 * 1024;
export async function largeFiles({ farebox, work }: Need): Promise<void> {
  const bytes = sound(SIZE - 44);
  writeFileSync(join(work, 'talk.wav'), bytes);
  const drawn: string[] = [];
  const uploaded = await farebox('upload talk.wav --json', { draw: (line) => drawn.push(line) });
  const { files } = JSON.parse(uploaded.said) as { files: FileFacts[] };
  expect(files).toMatchObject([{ mimeType: 'audio/wav', sizeBytes: SIZE }]);
  const bars = drawn.filter((line) => line !== '');
  expect(bars).toContain('████████████░░░░░░░░ talk.wav, 8.0 of 13.0 MiB sent');
  expect([bars.at(-1), drawn.at(-1)]).toEqual(['████████████████████ talk.wav, 13.0 of 13.0 MiB sent', '']);
  const again = JSON.parse((await farebox('upload - --json', { input: bytes })).said) as { files: FileFacts[] };
  expect(again.files).toEqual(files);
  const quote = await farebox('quote audio-analyze talk.wav --json');
  expect(JSON.parse(quote.said)).toMatchObject({ tool: 'audio-analyze', maximumChargeMicros: expect.any(Number) });
}
