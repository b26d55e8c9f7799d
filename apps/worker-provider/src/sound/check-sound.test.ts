/** A recording that sounds longer than it is priced is refused before anything is sent, at no charge. Needs ffmpeg. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from '@tollgate/media';
import { findIsolation, workingIsolations } from '@tollgate/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFixture } from '../testing/fixture.ts';
import { packedSound } from '../testing/packed-sound.ts';
import { createSoundCheck } from './check-sound.ts';
import { decodedSeconds, isFfmpegHere } from './decoded-seconds.ts';

const never = new AbortController().signal;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-sound-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function source(name: string, bytes: Buffer, mimeType = 'video/mp4') {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return { fileId: `file_${name}`, path, mimeType, sizeBytes: bytes.length };
}

/** Silence of one channel, 8 kHz and 16 bits. */
function wav(seconds: number): Buffer {
  const [head, data] = [Buffer.alloc(44), Buffer.alloc(seconds * 16_000)];
  head.write('RIFF____WAVEfmt ');
  head.writeUInt32LE(data.length + 36, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

describe.skipIf(!isFfmpegHere())('where ffmpeg is', () => {
  test.for(workingIsolations().map((isolation) => [isolation.summary, isolation] as const))(
    'sound is measured by its samples, in: %s',
    async ([, isolation]) => {
      const recording = await source('three.wav', wav(3), 'audio/wav');
      expect(await decodedSeconds(recording, { isolation, secondsMax: 10, signal: never })).toBe(3);
      const noise = await source('noise.wav', Buffer.alloc(5000, 'noise'), 'audio/wav');
      expect(await decodedSeconds(noise, { isolation, secondsMax: 10, signal: never })).toBeNull();
    },
  );

  test('a playlist is never followed, whatever the file is called', async () => {
    const secret = await source('secret.wav', wav(2), 'audio/wav');
    const playlist = await source(
      'list.mp4',
      Buffer.from(`#EXTM3U\n#EXTINF:2,\nfile://${secret.path}\n#EXT-X-ENDLIST\n`),
    );
    const isolation = findIsolation();
    expect(await decodedSeconds(playlist, { isolation, secondsMax: 10, signal: never })).toBeNull();
  });

  test('a file is only ever read as what it is declared to be', async () => {
    const disguised = await source('disguised.mp4', wav(2));
    expect(await decodedSeconds(disguised, { isolation: findIsolation(), secondsMax: 10, signal: never })).toBeNull();
  });

  test('a film with frames that no table counts is refused, and nothing reaches the provider', async () => {
    const bytes = packedSound();
    const measured = inspect(bytes, 'video/mp4');
    expect(measured).toMatchObject({ ok: true });
    const film = await source('packed.mp4', bytes);
    const sounds = await decodedSeconds(film, { isolation: findIsolation(), secondsMax: 60, signal: never });
    expect(sounds).toBeGreaterThan(2 * (measured.ok ? measured.durationSeconds! : 0));
    await using fixture = await openFixture();
    const step = fixture.step('transcribe', { provider: 'openai', model: 'sim-transcribe' }, { source: film });
    await expect(step.run()).rejects.toMatchObject({
      name: 'OperationFailure',
      reason: 'source_not_readable',
      costMicros: null,
    });
    expect(fixture.costs()).toEqual([]);
    expect(step.journal.open().found.phase).toBe('pending');
  });
});

test('without ffmpeg the measure of the upload stands', async () => {
  const { check, summary } = createSoundCheck(findIsolation(), false);
  expect(summary).toContain('no ffmpeg');
  await check(await source('long.wav', wav(9), 'audio/wav'), { seconds: 1, signal: never });
});
