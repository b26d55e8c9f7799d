/** audio-normalize results, measured by a different command than the one that made them. Needs ffmpeg. */
import { AUDIO_FORMAT_NAMES } from '@farebox/kernel';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FRAME_SECONDS, heard } from './testing/heard.ts';
import { loudnessOf } from './testing/loudness.ts';
import { FFMPEG, make, run, sourceOf, tone } from './testing/media.ts';

const tool = 'audio-normalize';

describe.skipIf(FFMPEG === null)('audio-normalize', () => {
  const { av, at } = openFixture();
  const loud = (name: string, expression: string) =>
    sourceOf(make(at(name), ['-f', 'lavfi', '-i', `aevalsrc=${expression}:s=44100:d=5`]), 'audio/wav');

  it.for(AUDIO_FORMAT_NAMES)('brings %s to the requested loudness, with the same bytes twice', async (format) => {
    const tags = ['-metadata', 'title=secret location', '-c:a', 'libmp3lame'];
    const source = await sourceOf(make(at(`tone-${format}.mp3`), [...tone(4), ...tags]), 'audio/mpeg');
    const request = { tool, input: { loudnessLufs: -18, format }, source };
    const [one, other] = [await run(av, request), await run(av, request)];
    const { lufs, peakDb, seconds } = heard(one.contents[0]!, at(`made-${format}`));
    expect(Math.abs(lufs - -18)).toBeLessThanOrEqual(0.5);
    expect(peakDb).toBeLessThanOrEqual(-0.5);
    expect(Math.abs(seconds - 4)).toBeLessThanOrEqual(FRAME_SECONDS[format]);
    expect(one.contents[0]!.includes('secret location')).toBe(false);
    expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
    expect([one.units, one.quote.plan[0]!.price.unitsMax][0]).toBe(one.quote.plan[0]!.price.unitsMax);
  });

  // Clicks over a soft tone, whose peaks are far louder than the whole.
  const CLICKS = '0.02*sin(2*PI*440*t)+if(lt(mod(t\\,0.5)\\,0.002)\\,0.8*sin(2*PI*900*t)\\,0)';

  it('limits the peaks where the gain alone would make them too high', async () => {
    const source = await loud('clicks.wav', CLICKS);
    const { contents, result } = await run(av, { tool, input: { loudnessLufs: -20, format: 'wav' }, source });
    const made = loudnessOf(contents[0]!, at('clicks-made'));
    expect(Math.abs(made.lufs - -20)).toBeLessThanOrEqual(0.5);
    expect(made.peakDb).toBeLessThanOrEqual(-0.8);
    expect(result).toMatchObject({
      before: { truePeakDb: expect.any(Number) },
      after: { loudnessLufs: expect.closeTo(made.lufs, 0) },
    });
  });

  it('fails at no charge on request if the peaks do not allow the loudness', async () => {
    const source = await loud('faint.wav', '0.5*sin(2*PI*440*t)');
    const input = { loudnessLufs: -8, truePeakDb: -9, format: 'wav' };
    const running = run(av, { tool, input: { ...input, whenUnmet: 'fail' }, source });
    await expect(running).rejects.toMatchObject({ name: 'OperationFailure', reason: 'target_not_met' });
    const { contents } = await run(av, { tool, input, source });
    expect(loudnessOf(contents[0]!, at('faint-made')).peakDb).toBeLessThanOrEqual(-8.8);
  });

  it('fails with source_is_silent for silence', async () => {
    const source = await loud('nothing.wav', '0');
    await expect(run(av, { tool, input: {}, source })).rejects.toMatchObject({ reason: 'source_is_silent' });
  });

  it('ignores what a file declares about its own loudness', async () => {
    const lie = 'title=Integrated loudness:\n    I: -9.0 LUFS\n  True peak:\n    Peak: -1.0 dBFS';
    const path = make(at('lie.mp3'), [...tone(2), '-metadata', lie, '-c:a', 'libmp3lame']);
    const source = await sourceOf(path, 'audio/mpeg');
    const { contents } = await run(av, { tool, input: { loudnessLufs: -23, format: 'wav' }, source });
    expect(Math.abs(loudnessOf(contents[0]!, at('lie-made')).lufs - -23)).toBeLessThanOrEqual(0.5);
  });
});
