/** audio-convert results, read by another program: codec, duration, loudness, and nothing but the audio. Needs ffmpeg. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { AUDIO_FORMAT_NAMES, type SoundType } from '@farebox/kernel';
import { SAMPLES } from '@farebox/files';
import { type InputFile, OperationFailure } from '@farebox/worker';
import { openFixture } from './testing/fixture.ts';
import { CODECS, FRAME_SECONDS, heard, NEAR_LU } from './testing/heard.ts';
import { catalog, FFMPEG, make, openOperations, run, type RunInput, sourceOf, tone } from './testing/media.ts';

describe.skipIf(FFMPEG === null)('audio-convert', () => {
  const { av, at } = openFixture();

  it.for(AUDIO_FORMAT_NAMES)('makes %s of the same duration that contains nothing but audio', async (format) => {
    const tagged = ['-metadata', 'title=secret location', '-metadata', 'location=+48.1/', '-metadata', 'comment=mine'];
    const path = make(at(`tagged-for-${format}.mp3`), [...tone(2), ...tagged, '-c:a', 'libmp3lame']);
    const source = await sourceOf(path, 'audio/mpeg');
    const { probed, units, quote, artifacts, contents, shares } = await run(av, {
      tool: 'audio-convert',
      input: { model: format },
      source,
    });
    expect(probed).toMatchObject([{ codec: CODECS[format], streams: 1, channels: 2 }]);
    const [was, is] = [heard(await readFile(path), at('was')), heard(contents[0]!, at('is'))];
    expect(Math.abs(is.seconds - 2)).toBeLessThanOrEqual(FRAME_SECONDS[format]);
    expect(Math.abs(is.lufs - was.lufs)).toBeLessThanOrEqual(NEAR_LU);
    // The duration in the header: MP3 counts the padding of its encoder, which no player plays.
    const padded = format === 'mp3' ? 2 : 1;
    expect(Math.abs(probed[0]!.seconds - 2)).toBeLessThanOrEqual(padded * FRAME_SECONDS[format]);
    expect(contents[0]!.includes('secret location')).toBe(false);
    expect(contents[0]!.includes('+48.1')).toBe(false);
    expect(units).toBe(quote.plan[0]!.price.unitsMax);
    expect(artifacts[0]!.durationSeconds).toBeGreaterThanOrEqual(1.9);
    expect(shares.at(-1)).toBeGreaterThan(0.5);
  });

  it.for(AUDIO_FORMAT_NAMES)('gives the same bytes for the same source twice: %s', async (format) => {
    const source = await sourceOf(make(at(`same-${format}.wav`), tone(1)), 'audio/wav');
    const input = { tool: 'audio-convert', input: { model: format }, source };
    const [one, other] = [await run(av, input), await run(av, input)];
    expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
  });

  it('applies the options of a format', async () => {
    const source = await sourceOf(make(at('options.wav'), tone(1, 48_000)), 'audio/wav');
    const mono = { model: 'wav', sampleRateHz: 16_000, channels: 1 };
    const { probed } = await run(av, { tool: 'audio-convert', input: mono, source });
    expect(probed).toMatchObject([{ rate: 16_000, channels: 1, seconds: 1 }]);
    const [low, high] = [
      await run(av, { tool: 'audio-convert', input: { model: 'mp3', bitrateKbps: 32 }, source }),
      await run(av, { tool: 'audio-convert', input: { model: 'mp3', bitrateKbps: 256 }, source }),
    ];
    expect(high.contents[0]!.length).toBeGreaterThan(4 * low.contents[0]!.length);
  });

  it.for(['mp3', 'aac', 'opus'])('accepts every bit rate for one channel: %s', async (model) => {
    const source = await sourceOf(make(at(`mono-${model}.wav`), [...tone(1), '-ac', '1']), 'audio/wav');
    for (const bitrateKbps of [16, 257, 320]) {
      const { probed } = await run(av, { tool: 'audio-convert', input: { model, bitrateKbps }, source });
      expect(probed).toMatchObject([{ channels: 1 }]);
    }
  });

  it('reads the formats that its own tools write, and measures the same duration', async () => {
    const wav = await sourceOf(make(at('chain.wav'), tone(2)), 'audio/wav');
    for (const format of AUDIO_FORMAT_NAMES) {
      const types = { mp3: 'audio/mpeg', wav: 'audio/wav', aac: 'audio/mp4', opus: 'audio/ogg', flac: 'audio/flac' };
      const encoder = { mp3: 'libmp3lame', wav: 'pcm_s16le', aac: 'aac', opus: 'libopus', flac: 'flac' }[format];
      const path = make(at(`made.${format === 'aac' ? 'm4a' : format}`), ['-i', wav.path, '-c:a', encoder]);
      const source = await sourceOf(path, types[format] as SoundType);
      const { probed } = await run(av, { tool: 'audio-convert', input: { model: 'flac' }, source });
      expect(Math.abs(probed[0]!.seconds - 2), format).toBeLessThanOrEqual(FRAME_SECONDS[format]);
    }
  });

  it('uses the audio of a video, and fails with source_has_no_sound for one without', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1:r=10', '-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
    const film = make(at('film.mp4'), [...tone(1), ...picture, '-c:a', 'aac', '-map', '0:a', '-map', '1:v']);
    const { probed } = await run(av, {
      tool: 'audio-convert',
      input: { model: 'mp3' },
      source: await sourceOf(film, 'video/mp4'),
    });
    expect(probed).toMatchObject([{ codec: 'mp3', streams: 1 }]);
    const silent = await sourceOf(make(at('silent.mp4'), picture), 'video/mp4');
    await expect(run(av, { tool: 'audio-convert', input: { model: 'mp3' }, source: silent })).rejects.toMatchObject({
      name: 'OperationFailure',
      reason: 'source_has_no_sound',
    });
  });

  it.for(catalog.tools.flatMap(({ name, models }) => (name.startsWith('audio-convert') ? models : [])))(
    'runs the example of $name unchanged',
    async ({ example }) => {
      const { source: reference, ...input } = example as { source: { fileId: string } };
      const sample = SAMPLES.get(reference.fileId)!;
      const source = await sourceOf(sample.path, sample.mimeType as SoundType);
      const { units, quote } = await run(av, { tool: 'audio-convert', input, source });
      expect(units).toBe(quote.plan[0]!.price.unitsMax);
    },
  );

  it('refuses a source or a result above the configured limits', async () => {
    const source = await sourceOf(make(at('long.wav'), tone(5)), 'audio/wav');
    const short = openOperations({ secondsMax: 4 });
    const input = { tool: 'audio-convert', input: { model: 'wav' }, source };
    await expect(run(short, input)).rejects.toMatchObject({ reason: 'source_too_large' });
    const small = openOperations({ outputBytesMax: 100_000 });
    await expect(run(small, input)).rejects.toMatchObject({ reason: 'result_too_large' });
    await Promise.all([short.close(), small.close()]);
  });

  it.for([
    ['nine channels without a known layout', 9, 44_100, ['mp3', 'aac', 'opus', 'flac']],
    ['a channel layout that Opus does not support', 3, 44_100, ['opus']],
  ] as const)('reports %s as not supported by the format', async ([, channels, rate, models]) => {
    const source = await oddSource(`odd-${channels}-${rate}.wav`, channels, rate);
    for (const model of models)
      await expect(run(av, { tool: 'audio-convert', input: { model }, source }), model).rejects.toMatchObject({
        name: 'OperationFailure',
        reason: 'source_not_supported',
      });
    await expect(run(av, { tool: 'audio-convert', input: { model: 'wav' }, source })).resolves.toMatchObject({
      probed: [{ channels, rate }],
    });
  });

  /** ffmpeg 5.1 refuses some requests that later versions fulfil. In both cases the outcome is immediate and defined. */
  it('makes FLAC of a rate that some builds do not support, or reports that it is not supported', async () => {
    const [channels, rate] = [1, 768_000];
    const source = await oddSource('fast.wav', channels, rate);
    expect(await saidOrMade({ tool: 'audio-convert', input: { model: 'flac' }, source })).toEqual(
      expect.toBeOneOf([NOT_SUPPORTED, expect.objectContaining({ codec: 'flac', channels, rate })]),
    );
  });

  const PICTURE = expect.objectContaining({ codec: 'png', streams: 1 });
  const MADE = {
    'audio-analyze': null,
    'audio-normalize': expect.objectContaining({ codec: 'mp3' }),
    'audio-waveform': PICTURE,
    'audio-spectrogram': PICTURE,
  };
  it.for(Object.entries(MADE))(
    'processes nine channels, or reports that they are not supported: %s',
    async ([tool, made]) => {
      const source = await oddSource(`many-for-${tool}.wav`, 9, 44_100);
      expect(await saidOrMade({ tool, input: {}, source })).toEqual(expect.toBeOneOf([NOT_SUPPORTED, made]));
    },
  );

  it('draws a few samples, or reports that the source is not readable', async () => {
    const path = make(at('little.wav'), ['-f', 'lavfi', '-i', 'sine=d=0.5', '-c:a', 'pcm_s16le']);
    writeFileSync(path, wavOf(readFileSync(path).subarray(0, HEADER_BYTES + 6), 1, 1));
    const source = await sourceOf(path, 'audio/wav');
    expect(await saidOrMade({ tool: 'audio-waveform', input: {}, source })).toEqual(
      expect.toBeOneOf([{ reason: 'source_not_readable' }, PICTURE]),
    );
  });

  const NOT_SUPPORTED = { reason: 'source_not_supported' };

  async function oddSource(name: string, channels: number, rate: number): Promise<InputFile> {
    const path = make(at(name), ['-f', 'lavfi', '-i', 'sine=d=5', '-c:a', 'pcm_s16le']);
    writeFileSync(path, wavOf(readFileSync(path), channels, rate));
    return sourceOf(path, 'audio/wav');
  }

  /** The failure reason, or what another program reads from the result; null if no file was made. */
  const saidOrMade = (request: RunInput): Promise<unknown> =>
    run(av, request).then(
      ({ probed }) => probed[0] ?? null,
      (error: unknown) => {
        if (!(error instanceof OperationFailure)) throw error;
        return { reason: error.reason };
      },
    );
});

const HEADER_BYTES = 44;

/** The samples of a WAV, declared with another number of channels and another rate, cut to whole blocks. */
function wavOf(given: Buffer, channels: number, rate: number): Buffer {
  const start = given.indexOf('data') + 8;
  const block = 2 * channels;
  const samples = given.subarray(start, start + Math.max(1, Math.floor((given.length - start) / block)) * block);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF    WAVEfmt ');
  header.writeUInt32LE(HEADER_BYTES - 8 + samples.length, 4);
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * block],
    [40, samples.length],
  ] as const)
    header.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, channels],
    [32, block],
    [34, 16],
  ] as const)
    header.writeUInt16LE(value, at);
  header.write('data', 36);
  return Buffer.concat([header, samples]);
}
