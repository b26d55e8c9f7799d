/**
 * The least that a source can hold: one picture, one sample, a part shorter than a frame. Every tool makes something of
 * it, or fails at the first attempt for a reason that names the source. Needs ffmpeg.
 */
import type { JsonObject } from '@farebox/catalog';
import { AUDIO_FORMAT_NAMES } from '@farebox/kernel';
import { type InputFile, OperationFailure } from '@farebox/worker';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, make, NotQuoted, run, sourceOf, tone } from './testing/media.ts';
import { usesOf } from './testing/uses.ts';
import { makeVideo } from './testing/video.ts';

const TIMEOUT = { timeout: 600_000 };
const STILL = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=0.04', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
const SOURCES = {
  'one picture': { name: 'one.mp4', mimeType: 'video/mp4', args: STILL },
  'one picture and much sound': {
    name: 'cover.mp4',
    mimeType: 'video/mp4',
    args: ['-f', 'lavfi', '-i', 'sine=d=3', ...STILL, '-c:a', 'aac'],
  },
  'one picture of two by two pixels': {
    name: 'tiny.mp4',
    mimeType: 'video/mp4',
    args: [...STILL, '-vf', 'scale=2:2'],
  },
  'one sample': { name: 'one.wav', mimeType: 'audio/wav', args: ['-f', 'lavfi', '-i', 'sine=d=0.00002'] },
  'two frames of sound': { name: 'two.mp3', mimeType: 'audio/mpeg', args: tone(0.03) },
} as const;

describe.skipIf(FFMPEG === null)('a source with as little as', () => {
  const { av, at } = openFixture();

  const endOf = (tool: string, input: JsonObject, files: readonly InputFile[]): Promise<string> =>
    run(av, { tool, input, files }).then(
      () => 'done',
      (error: unknown) => (error instanceof OperationFailure || error instanceof NotQuoted ? 'refused' : String(error)),
    );

  it.for(Object.entries(SOURCES))('%s has a result in every tool, or a reason', TIMEOUT, async ([, source]) => {
    const { name, mimeType, args } = source;
    const files = [
      await sourceOf(make(at(name), args), mimeType, 'file_tried'),
      await sourceOf(make(at('good.wav'), tone(0.3)), 'audio/wav', 'file_sound'),
      await sourceOf(makeVideo(at('good.mp4'), { seconds: 0.2 }), 'video/mp4', 'file_film'),
    ];
    const whole = { tried: 'file_tried', sound: 'file_sound', film: 'file_film' };
    for (const { tool, arguments: input } of usesOf(mimeType, whole)) {
      const used = files.filter(({ fileId }) => JSON.stringify(input).includes(fileId));
      expect(await endOf(tool, input, used), `${tool} ${JSON.stringify(input)}`).toMatch(/^(?:done|refused)$/);
    }
  });

  it('a part shorter than a sample has a result, or a reason', TIMEOUT, async () => {
    const sound = await sourceOf(make(at('sound.wav'), tone(0.3)), 'audio/wav');
    const film = await sourceOf(makeVideo(at('film.mp4'), { seconds: 0.3 }), 'video/mp4');
    const part = { startSeconds: 0.1, endSeconds: 0.100_01 };
    for (const format of AUDIO_FORMAT_NAMES) {
      const input = { ...part, format, source: { fileId: sound.fileId } };
      expect(await endOf('audio-trim', input, [sound]), format).toMatch(/^(?:done|refused)$/);
    }
    const input = { ...part, source: { fileId: film.fileId } };
    expect(await endOf('video-clip', input, [film])).toMatch(/^(?:done|refused)$/);
  });

  it.for(['gif', 'webp'])('one picture is a preview of one picture: %s', TIMEOUT, async (model) => {
    const source = await sourceOf(make(at('still.mp4'), STILL), 'video/mp4');
    const { artifacts } = await run(av, { tool: 'video-preview', input: { model }, source });
    expect(artifacts).toMatchObject([{ mimeType: `image/${model}`, width: 160, height: 90 }]);
  });
});
