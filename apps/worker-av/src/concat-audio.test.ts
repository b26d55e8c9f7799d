/** audio-concat results, compared sample by sample after another program decoded them. Needs ffmpeg. */
import { AUDIO_FORMAT_NAMES } from '@farebox/kernel';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { CODECS, FRAME_SECONDS, heard, NEAR_LU } from './testing/heard.ts';
import { FFMPEG, make, run, sourceOf, tone } from './testing/media.ts';
import { loudest, samplesOf } from './testing/samples.ts';

const tool = 'audio-concat';
const refs = (...ids: string[]) => ids.map((fileId) => ({ fileId }));

describe.skipIf(FFMPEG === null)('audio-concat', () => {
  const { av, at } = openFixture();
  const wav = (id: string, seconds: number) => sourceOf(make(at(`${id}.wav`), tone(seconds)), 'audio/wav', id);

  it('has every sample of its sources, in their order', async () => {
    const files = [await wav('file_a', 1), await wav('file_b', 0.5)];
    const input = { sources: refs('file_b', 'file_a', 'file_b'), format: 'wav' };
    const { contents, units, quote } = await run(av, { tool, input, files });
    const [a, b] = files.map(({ path }) => samplesOf(path));
    expect(Buffer.compare(samplesOf(contents[0]!), Buffer.concat([b!, a!, b!]))).toBe(0);
    expect([units, quote.plan[0]!.price.unitsMax]).toEqual([2, 2]);
  });

  it('is silent between them for the requested time', async () => {
    const files = [await wav('file_c', 0.5)];
    const input = { sources: refs('file_c', 'file_c'), gapSeconds: 0.75, format: 'wav' };
    const { contents, artifacts, units } = await run(av, { tool, input, files });
    const samples = samplesOf(contents[0]!);
    expect(artifacts[0]!.durationSeconds).toBe(1.75);
    expect(units).toBe(2);
    expect(loudest(samples, { from: 0.5, to: 1.25 })).toBe(0);
    const tail = samplesOf(files[0]!.path);
    expect(Buffer.compare(samples.subarray(-tail.length), tail)).toBe(0);
  });

  it('crossfades between sources, by at most half of the shortest', async () => {
    const files = [await wav('file_d', 2), await wav('file_e', 1)];
    const crossed = (crossfadeSeconds: number) =>
      run(av, { tool, input: { sources: refs('file_d', 'file_e', 'file_d'), crossfadeSeconds, format: 'wav' }, files });
    const [little, much] = [await crossed(0.25), await crossed(20)];
    expect(little.artifacts[0]!.durationSeconds).toBeCloseTo(5 - 2 * 0.25, 3);
    expect(much.artifacts[0]!.durationSeconds).toBeCloseTo(5 - 2 * 0.5, 3);
    const before = { from: 0, to: 1.7 };
    expect(loudest(samplesOf(little.contents[0]!), before)).toBe(loudest(samplesOf(files[0]!.path), before));
  });

  it.for(AUDIO_FORMAT_NAMES)(
    'joins sources of different format, rate and channels as %s, with the same bytes twice',
    async (format) => {
      const tags = ['-metadata', 'title=secret location'];
      const mono = make(at(`mono-${format}.mp3`), [...tone(1, 22_050), '-ac', '1', ...tags, '-c:a', 'libmp3lame']);
      const flac = make(at(`fine-${format}.flac`), [...tone(1, 48_000), ...tags, '-c:a', 'flac']);
      const files = [await sourceOf(mono, 'audio/mpeg', 'file_f'), await sourceOf(flac, 'audio/flac', 'file_g')];
      const request = { tool, input: { sources: refs('file_f', 'file_g'), format }, files };
      const [one, other] = [await run(av, request), await run(av, request)];
      // The FLAC has 24 bits a sample.
      const codec = format === 'wav' ? 'pcm_s24le' : CODECS[format];
      const rate = format === 'opus' ? 48_000 : 44_100;
      expect(one.probed).toMatchObject([{ codec, streams: 1, channels: 2, rate }]);
      // As loud as the WAV result, which the test above compares sample by sample.
      const lossless = await run(av, { ...request, input: { ...request.input, format: 'wav' } });
      const [was, is] = [heard(lossless.contents[0]!, at('was')), heard(one.contents[0]!, at('is'))];
      expect(Math.abs(is.seconds - 2)).toBeLessThanOrEqual(FRAME_SECONDS[format]);
      expect(Math.abs(is.lufs - was.lufs)).toBeLessThanOrEqual(NEAR_LU);
      expect(one.contents[0]!.includes('secret location')).toBe(false);
      expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
    },
  );

  it('reports one damaged source, and charges nothing', async () => {
    const files = [await wav('file_h', 0.5), { ...(await wav('file_i', 0.5)), mimeType: 'audio/flac' }];
    const running = run(av, { tool, input: { sources: refs('file_h', 'file_i') }, files });
    await expect(running).rejects.toMatchObject({ name: 'OperationFailure', reason: 'source_not_readable' });
  });
});
