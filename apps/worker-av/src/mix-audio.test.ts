/** audio-mix results, compared sample by sample after another program decoded them. Needs ffmpeg. */
import { AUDIO_FORMAT_NAMES } from '@farebox/kernel';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { CODECS, FRAME_SECONDS, heard, NEAR_LU } from './testing/heard.ts';
import { FFMPEG, make, openOperations, run, sourceOf, tone } from './testing/media.ts';
import { loudest, samplesOf } from './testing/samples.ts';

const tool = 'audio-mix';
const source = (fileId: string) => ({ source: { fileId } });

describe.skipIf(FFMPEG === null)('audio-mix', () => {
  const { av, at } = openFixture();
  const wav = (id: string, seconds: number) => sourceOf(make(at(`${id}.wav`), tone(seconds)), 'audio/wav', id);

  it('adds the tracks, each with its gain and its start', async () => {
    const files = [await wav('file_a', 2), await wav('file_b', 1)];
    const tracks = [source('file_a'), { ...source('file_b'), gainDb: -6, offsetSeconds: 1.5 }];
    const { contents, artifacts, units, quote } = await run(av, { tool, input: { tracks, format: 'wav' }, files });
    const [mixed, a, b] = [samplesOf(contents[0]!), ...files.map(({ path }) => samplesOf(path))] as const;
    expect(artifacts[0]!.durationSeconds).toBe(2.5);
    expect([units, quote.plan[0]!.price.unitsMax]).toEqual([3, 3]);
    const gain = 10 ** (-6 / 20);
    const offset = 1.5 * 44_100 * 4;
    let most = 0;
    for (let index = 0; index < mixed.length; index += 2) {
      const [first, second] = [sampleAt(a!, index), sampleAt(b!, index - offset)];
      most = Math.max(most, Math.abs(sampleAt(mixed, index) - (first + gain * second)));
    }
    expect(most).toBeLessThanOrEqual(2);
  });

  it('lasts as long as the first track on request', async () => {
    const files = [await wav('file_c', 1), await wav('file_d', 3)];
    const tracks = [source('file_c'), source('file_d')];
    const { artifacts, units } = await run(av, { tool, input: { tracks, length: 'first', format: 'flac' }, files });
    expect(artifacts[0]!.durationSeconds).toBe(1);
    expect(units).toBe(4);
  });

  it('does not clip if the sum is too loud, unless the limiter is off', async () => {
    const files = [await wav('file_e', 1)];
    const tracks = [{ ...source('file_e'), gainDb: 12 }, source('file_e')];
    const mixed = async (limit: boolean) =>
      samplesOf((await run(av, { tool, input: { tracks, limit, format: 'wav' }, files })).contents[0]!);
    const middle = { from: 0.3, to: 0.7 };
    expect(loudest(await mixed(true), middle)).toBeLessThan(0.99);
    expect(loudest(await mixed(false), middle)).toBeGreaterThanOrEqual(0.999);
  });

  it.for(AUDIO_FORMAT_NAMES)(
    'mixes sources of different format, rate and channels as %s, with the same bytes twice',
    async (format) => {
      const tags = ['-metadata', 'title=secret location'];
      const mono = make(at(`mono-${format}.mp3`), [...tone(1, 22_050), '-ac', '1', ...tags, '-c:a', 'libmp3lame']);
      const flac = make(at(`fine-${format}.flac`), [...tone(2, 48_000), ...tags, '-c:a', 'flac']);
      const files = [await sourceOf(mono, 'audio/mpeg', 'file_f'), await sourceOf(flac, 'audio/flac', 'file_g')];
      const request = { tool, input: { tracks: [source('file_f'), source('file_g')], format, channels: 1 }, files };
      const [one, other] = [await run(av, request), await run(av, request)];
      // The FLAC has 24 bits a sample.
      const codec = format === 'wav' ? 'pcm_s24le' : CODECS[format];
      expect(one.probed).toMatchObject([{ codec, streams: 1, channels: 1 }]);
      // As loud as the WAV result, which the test above compares sample by sample.
      const lossless = await run(av, { ...request, input: { ...request.input, format: 'wav' } });
      const [was, is] = [heard(lossless.contents[0]!, at('was')), heard(one.contents[0]!, at('is'))];
      expect(Math.abs(is.seconds - 2)).toBeLessThanOrEqual(FRAME_SECONDS[format]);
      expect(Math.abs(is.lufs - was.lufs)).toBeLessThanOrEqual(NEAR_LU);
      expect(one.contents[0]!.includes('secret location')).toBe(false);
      expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
    },
  );

  it('keeps no long silence in memory', async () => {
    const small = openOperations({ memoryBytesMax: 256 * 1024 ** 2 });
    const files = [await wav('file_h', 1)];
    const tracks = [source('file_h'), { ...source('file_h'), offsetSeconds: 900 }];
    const { artifacts } = await run(small, {
      tool,
      input: { tracks, format: 'flac' },
      files,
    });
    expect(artifacts[0]!.durationSeconds).toBe(901);
    await small.close();
  });
});

/** Zero before and after the samples. */
const sampleAt = (samples: Buffer, index: number): number =>
  index < 0 || index + 2 > samples.length ? 0 : samples.readInt16LE(index);
