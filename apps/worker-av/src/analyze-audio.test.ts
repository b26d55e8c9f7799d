/** audio-analyze on audio whose loudness and silences are known from how it was generated. Needs ffmpeg. */
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, make, run, sourceOf, tone } from './testing/media.ts';

const tool = 'audio-analyze';

describe.skipIf(FFMPEG === null)('audio-analyze', () => {
  const { av, at } = openFixture();
  const made = (name: string, expression: string, seconds: number) =>
    sourceOf(make(at(name), ['-f', 'lavfi', '-i', `aevalsrc=${expression}:s=48000:d=${seconds}`]), 'audio/wav');

  // By BS.1770, the loudness of a 1 kHz sine on both channels equals its peak level.
  it.for([
    [0.1, -20],
    [0.5, -6.02],
    [0.01, -40],
  ] as const)('measures the loudness of a sine of amplitude %s', async ([amplitude, decibels]) => {
    const sine = `${amplitude}*sin(2*PI*1000*t)`;
    const source = await made(`sine-${amplitude}.wav`, `${sine}|${sine}`, 4);
    const { result, artifacts, units, quote } = await run(av, { tool, input: {}, source });
    const { integratedLufs, truePeakDbtp, loudnessRangeLu, ...rest } = result as Record<string, number>;
    expect(Math.abs(integratedLufs! - decibels)).toBeLessThanOrEqual(0.5);
    expect(Math.abs(truePeakDbtp! - decibels)).toBeLessThanOrEqual(0.5);
    expect(loudnessRangeLu).toBeLessThanOrEqual(0.5);
    expect(rest).toEqual({ durationSeconds: 4, silences: [], silenceCount: 0, silentSeconds: 0 });
    expect(artifacts).toEqual([]);
    expect([units, quote.plan[0]!.price.unitsMax]).toEqual([4, 4]);
  });

  it('returns the same result for the same source', async () => {
    const source = await made('same.wav', 'if(mod(floor(t)\\,2)\\,0\\,0.5*sin(2*PI*440*t))', 4);
    const [one, other] = [await run(av, { tool, input: {}, source }), await run(av, { tool, input: {}, source })];
    expect(JSON.stringify(one.result)).toBe(JSON.stringify(other.result));
    expect(one.result).toMatchObject({ silenceCount: 2 });
  });

  it('lists the silences, including one at the end', async () => {
    const source = await made('pauses.wav', 'if(mod(floor(t)\\,2)\\,0\\,0.5*sin(2*PI*440*t))', 4);
    const { result } = await run(av, { tool, input: {}, source });
    expect(result).toMatchObject({ silenceCount: 2 });
    const { silences } = result as unknown as { silences: { startSeconds: number; endSeconds: number }[] };
    const edges = silences.flatMap(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]);
    for (const [n, seconds] of [1, 2, 3, 4].entries()) expect(edges[n]).toBeCloseTo(seconds, 1);
    const { result: longer } = await run(av, { tool, input: { silenceSeconds: 1.5 }, source });
    expect(longer).toMatchObject({ silences: [], silenceCount: 0 });
  });

  it('reports no loudness and no peak for digital silence', async () => {
    const { result } = await run(av, { tool, input: {}, source: await made('nothing.wav', '0', 2) });
    expect(result).toEqual({
      durationSeconds: 2,
      integratedLufs: null,
      loudnessRangeLu: null,
      truePeakDbtp: null,
      silences: [{ startSeconds: 0, endSeconds: 2 }],
      silenceCount: 1,
      silentSeconds: 2,
    });
  });

  it('measures the audio and ignores text in the metadata', async () => {
    const title = 'Summary:\n\n  Integrated loudness:\n    I: -1.0 LUFS\n  Peak: 9.0 dBFS\nlavfi.silence_start=0';
    const source = await sourceOf(make(at('liar.mp3'), [...tone(3), '-metadata', `title=${title}`]), 'audio/mpeg');
    const { result } = await run(av, { tool, input: {}, source });
    const { integratedLufs, truePeakDbtp, silenceCount } = result as Record<string, number>;
    expect(integratedLufs).toBeLessThan(-8);
    expect(truePeakDbtp).toBeLessThan(0);
    expect(silenceCount).toBe(0);
  });

  it('fails with source_has_no_sound for a video without audio', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1:r=10', '-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
    const source = await sourceOf(make(at('silent.mp4'), picture), 'video/mp4');
    await expect(run(av, { tool, input: {}, source })).rejects.toMatchObject({ reason: 'source_has_no_sound' });
  });
});
