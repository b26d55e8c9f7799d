/** Which files count as videos, and which exceed the limits. Needs ffmpeg to make the files. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SoundType } from '@farebox/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measuredSource, type Studio } from '../studio.ts';
import { FFMPEG, make, scratch, sourceOf } from '../testing/media.ts';
import { VIDEO_LIMITS, type VideoLimits } from './limits.ts';
import { picturesOf } from './source.ts';

const ENCODED = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast'] as const;
const picture = (size: string, { rate = 10, seconds = 1 } = {}): readonly string[] =>
  ['-f', 'lavfi', '-i', `testsrc=s=${size}:d=${seconds}:r=${rate}`].concat(ENCODED);
/** The bytes of one row of a decoded frame. */
const rowOf = (path: string): Buffer => {
  const args = '-v error -frames:v 1 -vf format=gray,crop=iw:1:0:0 -f rawvideo -'.split(' ');
  return execFileSync('ffmpeg', ['-i', path, ...args]);
};

/** Sets the matrix of the track to a rotation by 90 degrees. */
function turned(film: Buffer): Buffer {
  const at = film.indexOf('tkhd') - 4;
  const end = at + film.readUInt32BE(at);
  for (const [index, value] of [0, 1, 0, -1, 0].entries()) film.writeInt32BE(value * 65_536, end - 44 + index * 4);
  return film;
}

describe.skipIf(FFMPEG === null)('a video', () => {
  let directory: Awaited<ReturnType<typeof scratch>>;
  beforeAll(async () => (directory = await scratch()));
  afterAll(() => directory[Symbol.asyncDispose]());
  const measuredVideo = async (path: string, mimeType: SoundType = 'video/mp4', video: VideoLimits = VIDEO_LIMITS) =>
    picturesOf(await measuredSource(await sourceOf(path, mimeType), { secondsMax: 4, video } as Studio));
  const measured = (name: string, args: readonly string[]) => measuredVideo(make(join(directory.path, name), args));

  it('is measured: its upright size, its frames, and whether it has audio', async () => {
    const found = await measured('plain.mp4', picture('64x48', { rate: 30, seconds: 2 }));
    expect(found).toMatchObject({ width: 64, height: 48, pixels: 3072, hasSound: false });
    expect(found.perSecond).toBe(30);
    const plain = join(directory.path, 'plain.mp4');
    const path = join(directory.path, 'turned.mp4');
    writeFileSync(path, turned(readFileSync(plain)));
    expect(await measuredVideo(path)).toMatchObject({ width: 48, height: 64 });
    expect([rowOf(plain).length, rowOf(path).length], 'as a decoder shows them').toEqual([64, 48]);
  });

  it.for([
    ['too many frames', picture('64x48', { rate: 150, seconds: 2 })],
    ['more seconds than are allowed here', picture('64x48', { rate: 1, seconds: 5 })],
    ['a side that is too long', picture('4112x64')],
  ] as const)('is too large with %s', async ([title, args]) => {
    await expect(measured(`${title.replaceAll(' ', '-')}.mp4`, args)).rejects.toMatchObject({
      name: 'OperationFailure',
      reason: 'source_too_large',
    });
  });

  it.for([
    ['pixels', { pixelsMax: 3071 }],
    ['frames per second', { picturesPerSecondMax: 9 }],
  ] as const)('is too large if an operator allows fewer %s', async ([, lowered]) => {
    const path = make(join(directory.path, 'small.mp4'), picture('64x48', { seconds: 2 }));
    const exactly = { pixelsMax: 3072, picturesPerSecondMax: 10 };
    expect(await measuredVideo(path, 'video/mp4', exactly)).toMatchObject({ pixels: 3072, perSecond: 10 });
    await expect(measuredVideo(path, 'video/mp4', { ...exactly, ...lowered })).rejects.toMatchObject({
      name: 'OperationFailure',
      reason: 'source_too_large',
    });
  });

  it('may have a high frame rate if it is shorter than a second', async () => {
    const found = await measured('burst.mp4', picture('64x48', { rate: 200, seconds: 0.5 }));
    expect(found).toMatchObject({ perSecond: 200 });
  });

  it('is not readable if the file is not a video', async () => {
    const path = make(join(directory.path, 'sound.wav'), ['-f', 'lavfi', '-i', 'sine=d=1']);
    await expect(measuredVideo(path, 'audio/wav')).rejects.toMatchObject({
      reason: 'source_not_readable',
    });
    await expect(measuredVideo(path)).rejects.toMatchObject({
      reason: 'source_not_readable',
    });
  });
});
