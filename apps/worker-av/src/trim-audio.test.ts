/** audio-trim results, compared sample by sample after another program decoded them. Needs ffmpeg. */
import { readFile } from 'node:fs/promises';
import { AUDIO_FORMAT_NAMES } from '@farebox/kernel';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { CODECS, FRAME_SECONDS, heard, NEAR_LU } from './testing/heard.ts';
import { FFMPEG, make, run, sourceOf, tone } from './testing/media.ts';
import { loudest, samplesOf } from './testing/samples.ts';

const RATE = 44_100;
const tool = 'audio-trim';

describe.skipIf(FFMPEG === null)('audio-trim', () => {
  const { av, at } = openFixture();
  const wav = (name: string, seconds = 3) => sourceOf(make(at(name), tone(seconds)), 'audio/wav');

  it('cuts exactly to the sample, and changes none', async () => {
    const source = await wav('exact.wav');
    const input = { startSeconds: 0.5, endSeconds: 1.75, format: 'wav' };
    const { contents, artifacts, units, quote, shares } = await run(av, { tool, input, source });
    const whole = samplesOf(source.path);
    const [from, to] = [0.5 * RATE * 2, 1.75 * RATE * 2];
    expect(Buffer.compare(samplesOf(contents[0]!), whole.subarray(from * 2, to * 2))).toBe(0);
    expect(artifacts).toMatchObject([{ mimeType: 'audio/wav', durationSeconds: 1.25 }]);
    expect([units, quote.plan[0]!.price.unitsMax]).toEqual([3, 3]);
    expect(shares.at(-1)).toBeGreaterThan(0.5);
  });

  it.for(AUDIO_FORMAT_NAMES)(
    'makes %s of the requested duration, with the same bytes twice, and nothing but audio',
    async (format) => {
      const tagged = ['-metadata', 'title=secret location', '-c:a', 'libmp3lame'];
      const source = await sourceOf(make(at(`tagged-${format}.mp3`), [...tone(3), ...tagged]), 'audio/mpeg');
      const request = { tool, input: { startSeconds: 1, endSeconds: 2.5, format }, source };
      const [one, other] = [await run(av, request), await run(av, request)];
      expect(one.probed).toMatchObject([{ codec: CODECS[format], streams: 1, channels: 2 }]);
      const [was, is] = [heard(await readFile(source.path), at('was')), heard(one.contents[0]!, at('is'))];
      expect(Math.abs(is.seconds - 1.5)).toBeLessThanOrEqual(FRAME_SECONDS[format]);
      expect(Math.abs(is.lufs - was.lufs)).toBeLessThanOrEqual(NEAR_LU);
      expect(one.contents[0]!.includes('secret location')).toBe(false);
      expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
    },
  );

  it('fades at both ends, and does not change the middle', async () => {
    const source = await wav('fades.wav');
    const input = { startSeconds: 0, endSeconds: 2, fadeInSeconds: 0.5, fadeOutSeconds: 0.5, format: 'wav' };
    const { contents } = await run(av, { tool, input, source });
    const samples = samplesOf(contents[0]!);
    const middle = loudest(samples, { from: 0.9, to: 1.1 });
    for (const edge of [
      { from: 0, to: 0.01 },
      { from: 1.99, to: 2 },
    ])
      expect(loudest(samples, edge)).toBeLessThan(0.05 * middle);
    expect(loudest(samples, { from: 0.24, to: 0.26 })).toBeGreaterThan(0.3 * middle);
    expect(loudest(samplesOf(source.path), { from: 0.9, to: 1.1 })).toBe(middle);
  });

  it('ends with the source if that ends earlier', async () => {
    const source = await wav('short.wav', 1);
    const { artifacts } = await run(av, { tool, input: { startSeconds: 0.25, endSeconds: 9, format: 'flac' }, source });
    expect(artifacts).toMatchObject([{ durationSeconds: 0.75 }]);
  });

  it('trims the audio of a video, and fails with source_has_no_sound for one without', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=2:r=10', '-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
    const film = make(at('film.mp4'), [...tone(2), ...picture, '-c:a', 'aac', '-map', '0:a', '-map', '1:v']);
    const input = { startSeconds: 1, format: 'wav' };
    const { probed } = await run(av, { tool, input, source: await sourceOf(film, 'video/mp4') });
    expect(Math.abs(probed[0]!.seconds - 1)).toBeLessThanOrEqual(FRAME_SECONDS.aac);
    const silent = await sourceOf(make(at('silent.mp4'), picture), 'video/mp4');
    await expect(run(av, { tool, input, source: silent })).rejects.toMatchObject({ reason: 'source_has_no_sound' });
  });

  it('fails with source_too_short if an earlier step made less than the requested start', async () => {
    const source = await wav('less.wav', 1);
    const facts = { seconds: 2 };
    const running = run(av, { tool, input: { startSeconds: 1.5 }, source, facts });
    await expect(running).rejects.toMatchObject({ name: 'OperationFailure', reason: 'source_too_short' });
  });
});
