import { describe, expect, it } from 'vitest';
import { inspect } from './inspect.ts';
import { RECORDED, fixture } from './samples.ts';
import { videoIn } from './video.ts';

const FILMS = RECORDED.filter(({ mimeType }) => mimeType === 'video/mp4').map(
  ({ name, bytes }) => [name, bytes] as const,
);

/** Sets the matrix of the first track header. */
function turned(numbers: readonly number[]): Buffer {
  const bytes = Buffer.from(fixture('silent.mp4'));
  const at = bytes.indexOf('tkhd') - 4;
  const end = at + bytes.readUInt32BE(at);
  for (const [index, value] of numbers.entries()) bytes.writeInt32BE(value * 65_536, end - 44 + index * 4);
  return bytes;
}

describe('a video as measured by a worker', () => {
  it.for(FILMS)('has the same size and duration as its upload: %s', ([, bytes]) => {
    const { width, height, durationSeconds } = videoIn(bytes)!;
    expect({ ok: true, width, height, durationSeconds }).toEqual(inspect(bytes, 'video/mp4'));
  });

  it('has its frames and audio counted, also in fragments', () => {
    expect(videoIn(fixture('silent.mp4'))).toMatchObject({ pictures: 5, picturesSeconds: 0.5, hasSound: false });
    expect(videoIn(fixture('moov-last.mp4'))).toMatchObject({ pictures: 10, hasSound: true });
    expect(videoIn(fixture('fragmented.mp4'))).toMatchObject({ pictures: 10, hasSound: true });
  });

  it.for([
    ['moov-last.mp4', 'h264', 'aac'],
    ['hevc-ac3.mp4', 'h265', 'ac3'],
    ['avc-eac3.mp4', 'h264', 'eac3'],
    ['vp9-opus.mp4', 'vp9', 'opus'],
    ['av1-mp3.mp4', 'av1', 'mp3'],
    ['silent.mp4', 'mpeg4', null],
  ] as const)('lists its tracks with their codecs: %s', ([name, pictures, sound]) => {
    const found = videoIn(fixture(name))!;
    expect(found.tracks.map(({ kind, codec }) => [kind, codec])).toEqual([
      ['video', pictures],
      ...(sound === null ? [] : [['audio', sound]]),
    ]);
    expect(Math.max(...found.tracks.map(({ durationSeconds }) => durationSeconds))).toBe(found.durationSeconds);
  });

  it.for([
    ['unrotated', [1, 0, 0, 0, 1], 64],
    ['90 degrees to the right', [0, 1, 0, -1, 0], 48],
    ['upside down', [-1, 0, 0, 0, -1], 64],
    ['90 degrees to the left', [0, -1, 0, 1, 0], 48],
    ['with a matrix of zeros', [0, 0, 0, 0, 0], 64],
  ] as const)('is upright: %s', ([, matrix, width]) => {
    expect(videoIn(turned(matrix))).toMatchObject({ width, height: 64 + 48 - width });
  });

  it('is null for a file that is not a complete video', () => {
    expect(videoIn(fixture('sound-only.m4a'))).toBeNull();
    expect(videoIn(fixture('moov-last.mp4').subarray(0, 900))).toBeNull();
    expect(videoIn(Buffer.from('#EXTM3U'))).toBeNull();
  });
});
