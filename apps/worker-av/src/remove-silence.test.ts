/** audio-remove-silence results, decoded by another program. Needs ffmpeg. */
import { AUDIO_FORMAT_NAMES } from '@farebox/kernel';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FRAME_SECONDS, heard } from './testing/heard.ts';
import { FFMPEG, make, run, sourceOf, tone } from './testing/media.ts';
import { loudest, samplesOf } from './testing/samples.ts';

const tool = 'audio-remove-silence';
/** Tolerance for three cuts, each exact to a few samples at either end. */
const CUT_SECONDS = 0.01;

describe.skipIf(FFMPEG === null)('audio-remove-silence', () => {
  const { av, at } = openFixture();
  const made = (name: string, [left, right = left]: readonly [string, string?], rest: readonly string[] = []) =>
    make(at(name), ['-f', 'lavfi', '-i', `aevalsrc=${left}|${right}:s=44100:d=10`, ...rest]);
  const within = (from: number, to: number, level = 0.3) => `${level}*sin(2*PI*440*t)*between(t\\,${from}\\,${to})`;
  /** A second of tone at 2, 5 and 8 s: silences of 2, 2, 2 and 1 seconds. */
  const PAUSES = `(${within(2, 3)}+${within(5, 6)}+${within(8, 9)})`;

  it.for(AUDIO_FORMAT_NAMES)('keeps the audible parts, as %s, with the same bytes twice', async (format) => {
    const tags = ['-metadata', 'title=secret location', '-c:a', 'libmp3lame'];
    const source = await sourceOf(made(`pauses-${format}.mp3`, [PAUSES], tags), 'audio/mpeg');
    const request = { tool, input: { keepSeconds: 0, format }, source };
    const [one, other] = [await run(av, request), await run(av, request)];
    // The source is MP3, which spreads the edge of a tone over its frame.
    const { seconds } = heard(one.contents[0]!, at('is'));
    expect(Math.abs(seconds - 3)).toBeLessThanOrEqual(FRAME_SECONDS.mp3 + FRAME_SECONDS[format]);
    expect(one.units).toBe(one.quote.plan[0]!.price.unitsMax);
    expect(one.result).toMatchObject({ silenceCount: 4, removedCount: 4 });
    expect(one.contents[0]!.includes('secret location')).toBe(false);
    expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
    for (const from of [0.1, 0.6, 1.2, 1.7, 2.2, 2.7])
      expect(loudest(samplesOf(one.contents[0]!), { from, to: from + 0.05 })).toBeGreaterThan(0.2);
  });

  it.for([
    // All of it next to the audio at both ends; in between, half at either side.
    [0, 3, [0.2, 0.8, 1.2, 1.8, 2.2, 2.8], []],
    [0.5, 5, [0.6, 1.4, 2.1, 2.9, 3.6, 4.4], [0.2, 1.75, 3.25, 4.75]],
    // The end has only one second of silence.
    [1.5, 8.5, [1.6, 2.4, 4.1, 4.9, 6.6, 7.4], [0.7, 3.25, 5.75, 8]],
    [5, 10, [2.1, 2.9, 5.1, 5.9, 8.1, 8.9], [1, 4, 7, 9.5]],
  ] as const)('keeps %d seconds of each pause, %d in total', async ([keepSeconds, seconds, heard, silent]) => {
    const source = await sourceOf(made(`kept-${keepSeconds}.wav`, [PAUSES]), 'audio/wav');
    const { artifacts, contents, result } = await run(av, { tool, input: { keepSeconds, format: 'wav' }, source });
    expect(Math.abs(artifacts[0]!.durationSeconds! - seconds)).toBeLessThanOrEqual(CUT_SECONDS);
    expect((result as { removedSeconds: number }).removedSeconds).toBeCloseTo(10 - seconds, 1);
    const samples = samplesOf(contents[0]!);
    const around = (middle: number) => loudest(samples, { from: middle - 0.05, to: middle + 0.05 });
    expect(Math.min(...heard.map(around))).toBeGreaterThan(0.25);
    expect(Math.max(0, ...silent.map(around))).toBe(0);
  });

  it('changes no sample of audio without silence', async () => {
    const source = await sourceOf(make(at('tone.wav'), tone(3)), 'audio/wav');
    const { contents, result } = await run(av, { tool, input: { format: 'wav' }, source });
    expect(samplesOf(contents[0]!).equals(samplesOf(source.path))).toBe(true);
    expect(result).toEqual({ silenceCount: 0, removedCount: 0, removedSeconds: 0 });
  });

  it('keeps shorter pauses, and parts that are soft but not silent', async () => {
    const input = { silenceSeconds: 1.5, keepSeconds: 0, format: 'wav' };
    const source = await sourceOf(made('short.wav', [PAUSES]), 'audio/wav');
    const { artifacts } = await run(av, { tool, input, source });
    expect(Math.abs(artifacts[0]!.durationSeconds! - 4)).toBeLessThanOrEqual(CUT_SECONDS);
    const soft = await sourceOf(made('soft.wav', [`(${PAUSES}+${within(0, 10, 0.01)})`]), 'audio/wav');
    const all = await run(av, { tool, input, source: soft });
    expect(samplesOf(all.contents[0]!).equals(samplesOf(soft.path))).toBe(true);
    const louder = await run(av, { tool, input: { ...input, silenceDb: -30 }, source: soft });
    expect(Math.abs(louder.artifacts[0]!.durationSeconds! - 4)).toBeLessThanOrEqual(CUT_SECONDS);
  });

  it('counts as silence only what is silent in both channels', async () => {
    const source = await sourceOf(made('sides.wav', [within(0, 2), within(2, 4)]), 'audio/wav');
    const { contents, artifacts } = await run(av, { tool, input: { keepSeconds: 0, format: 'wav' }, source });
    expect(Math.abs(artifacts[0]!.durationSeconds! - 4)).toBeLessThanOrEqual(CUT_SECONDS);
    expect(loudest(samplesOf(contents[0]!), { from: 2.5, to: 3.5 })).toBeGreaterThan(0.25);
  });

  it('shortens the longest pauses if there are more than it can cut', async () => {
    // 1,100 pauses of at least 0.1 s, of which 100 are longer.
    const tones = '0.3*sin(2*PI*440*t)*lt(mod(t\\,0.3)\\,if(lt(t\\,300)\\,0.15\\,0.05))';
    const long = ['-f', 'lavfi', '-i', `aevalsrc=${tones}:s=8000:d=330`];
    const source = await sourceOf(make(at('many.wav'), long), 'audio/wav');
    const input = { silenceSeconds: 0.1, keepSeconds: 0, format: 'wav' };
    const { artifacts, result } = await run(av, { tool, input, source });
    expect(result).toMatchObject({ silenceCount: 1100, removedCount: 1000 });
    const removed = 100 * 0.25 + 900 * 0.15;
    const exact = 1000 * (64 / 8000);
    expect(Math.abs(artifacts[0]!.durationSeconds! - (330 - removed))).toBeLessThanOrEqual(exact);
    expect((result as { removedSeconds: number }).removedSeconds).toBeCloseTo(removed, 0);
  });

  it.for([
    ['nothing', '0', 0],
    ['nothing', '0', 5],
    ['a click', '0.3*between(n\\,220000\\,220000)', 0],
  ] as const)('fails with source_is_silent for %s, whatever keepSeconds is', async ([name, sound, keepSeconds]) => {
    const source = await sourceOf(made(`${name}-${keepSeconds}.wav`, [sound]), 'audio/wav');
    const running = run(av, { tool, input: { keepSeconds, format: 'wav' }, source });
    await expect(running).rejects.toMatchObject({ name: 'OperationFailure', reason: 'source_is_silent' });
  });
});
