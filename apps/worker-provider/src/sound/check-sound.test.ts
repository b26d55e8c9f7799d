/** A recording that decodes longer than its price covers is refused before anything is sent, at no charge. Needs ffmpeg. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from '@farebox/media';
import { findIsolation, type Isolation, SandboxClosed, workingIsolations } from '@farebox/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFixture } from '../testing/fixture.ts';
import { packedSound } from '../testing/packed-sound.ts';
import { FFMPEG, silence } from '../testing/sound.ts';
import { createSoundCheck, withoutSoundCheck } from './check-sound.ts';
import { createDecoder } from './decoded-seconds.ts';

const visit = { owner: 'one', signal: new AbortController().signal, usedCpu: () => {} };
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farebox-sound-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function source(name: string, bytes: Buffer, mimeType = 'video/mp4') {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return { fileId: `file_${name}`, path, mimeType, sizeBytes: bytes.length };
}

async function decoded(recording: Awaited<ReturnType<typeof source>>, isolation: Isolation, secondsMax = 10) {
  const { decodedSeconds, close } = createDecoder({ ffmpeg: FFMPEG!, isolation, size: 1 });
  try {
    return await decodedSeconds(recording, { ...visit, secondsMax });
  } finally {
    await close();
  }
}

describe.skipIf(FFMPEG === null)('with ffmpeg', () => {
  test.for(workingIsolations().map((isolation) => [isolation.summary, isolation] as const))(
    'audio is measured by its samples, in: %s',
    async ([, isolation]) => {
      const recording = await source('three.wav', silence(3), 'audio/wav');
      expect(await decoded(recording, isolation)).toBe(3);
      expect(await decoded(recording, isolation, 2)).toBe(2);
      const noise = await source('noise.wav', Buffer.alloc(5000, 'noise'), 'audio/wav');
      expect(await decoded(noise, isolation)).toBeNull();
    },
  );

  test('a playlist is never followed, whatever the file is called', async () => {
    const secret = await source('secret.wav', silence(2), 'audio/wav');
    const playlist = await source(
      'list.mp4',
      Buffer.from(`#EXTM3U\n#EXTINF:2,\nfile://${secret.path}\n#EXT-X-ENDLIST\n`),
    );
    expect(await decoded(playlist, findIsolation())).toBeNull();
  });

  test('a file is only read as its declared type', async () => {
    expect(await decoded(await source('disguised.mp4', silence(2)), findIsolation())).toBeNull();
  });

  test('a recording that takes too long to decode is refused, and its processor time is reported', async () => {
    const long = await source('long.wav', silence(7200), 'audio/wav');
    const { check, close } = createSoundCheck({ ffmpeg: FFMPEG!, isolation: findIsolation(), size: 1, taskMs: 1 });
    const told: number[] = [];
    const usedCpu = (seconds: number): void => void told.push(seconds);
    const checking = check(long, { ...visit, usedCpu, seconds: 7200 });
    await expect(checking).rejects.toMatchObject({ name: 'OperationFailure', reason: 'time_limit_exceeded' });
    expect(told).toHaveLength(1);
    await close();
  });

  test('no decoding starts once its worker stops', async () => {
    const recording = await source('left.wav', silence(1), 'audio/wav');
    const { check, close } = createSoundCheck({ ffmpeg: FFMPEG!, isolation: findIsolation(), size: 1 });
    await close();
    await expect(check(recording, { ...visit, seconds: 1 })).rejects.toThrow(SandboxClosed);
  });

  test('a film with frames that no table counts is refused, and nothing reaches the provider', async () => {
    const bytes = packedSound();
    const measured = inspect(bytes, 'video/mp4');
    expect(measured).toMatchObject({ ok: true });
    const film = await source('packed.mp4', bytes);
    const sounds = await decoded(film, findIsolation(), 60);
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
    expect(fixture.cpuSeconds, 'its processor time is reported').toHaveLength(1);
  });
});

test('without ffmpeg the measurement of the upload applies', async () => {
  const { check, summary } = withoutSoundCheck('no ffmpeg on PATH');
  expect(summary).toContain('no ffmpeg');
  await check(await source('any.wav', silence(9), 'audio/wav'), { ...visit, seconds: 1 });
});
