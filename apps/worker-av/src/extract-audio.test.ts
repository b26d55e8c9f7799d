/** video-extract-audio results, read by another program. Needs ffmpeg. */
import { readFile } from 'node:fs/promises';
import { AUDIO_FORMAT_NAMES } from '@farebox/kernel';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { CODECS, FRAME_SECONDS, heard, NEAR_LU } from './testing/heard.ts';
import { FFMPEG, make, NotQuoted, run, sourceOf, tone } from './testing/media.ts';
import { loudest, samplesOf } from './testing/samples.ts';

const tool = 'video-extract-audio';
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=2:r=10', '-pix_fmt', 'yuv420p', '-c:v', 'libx264'];

describe.skipIf(FFMPEG === null)('video-extract-audio', () => {
  const { av, at } = openFixture();

  it.for(AUDIO_FORMAT_NAMES)('makes %s of the audio only, with the same bytes twice', async (model) => {
    const tracks = ['-c:a', 'aac', '-map', '0:a', '-map', '1:v', '-metadata', 'title=secret location'];
    const source = await sourceOf(make(at(`film-${model}.mp4`), [...tone(2), ...PICTURE, ...tracks]), 'video/mp4');
    const request = { tool, input: { model }, source };
    const [one, other] = [await run(av, request), await run(av, request)];
    expect(one.probed).toMatchObject([{ codec: CODECS[model], streams: 1, channels: 2 }]);
    const [was, is] = [heard(await readFile(source.path), at('was')), heard(one.contents[0]!, at('is'))];
    // Builds differ in whether they trim the last AAC frame of a video to its declared end.
    expect(Math.abs(is.seconds - was.seconds)).toBeLessThanOrEqual(FRAME_SECONDS.aac + FRAME_SECONDS[model]);
    expect(Math.abs(is.lufs - was.lufs)).toBeLessThanOrEqual(NEAR_LU);
    expect(loudest(samplesOf(one.contents[0]!), { from: 0.5, to: 1.5 })).toBeCloseTo(0.3, 1);
    expect(one.contents[0]!.includes('secret location')).toBe(false);
    expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
    expect(one.units).toBe(one.quote.plan[0]!.price.unitsMax);
  });

  it('accepts only videos, and fails with source_has_no_sound for one without audio', async () => {
    const sound = await sourceOf(make(at('sound.mp3'), tone(1)), 'audio/mpeg');
    await expect(run(av, { tool, input: { model: 'mp3' }, source: sound })).rejects.toThrow(NotQuoted);
    const silent = await sourceOf(make(at('silent.mp4'), PICTURE), 'video/mp4');
    const running = run(av, { tool, input: { model: 'mp3' }, source: silent });
    await expect(running).rejects.toMatchObject({ reason: 'source_has_no_sound' });
  });
});
