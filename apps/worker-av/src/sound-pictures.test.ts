/** audio-waveform and audio-spectrogram, compared pixel by pixel. Needs ffmpeg. */
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, make, run, sourceOf, tone } from './testing/media.ts';
import { pixelsOf } from './testing/pixels.ts';

/** Generates an hour of audio, and draws it twice. */
const LONG = { timeout: 600_000 };
const TOOLS = ['audio-waveform', 'audio-spectrogram'] as const;

describe.skipIf(FFMPEG === null)('the pictures of audio', () => {
  const { av, at } = openFixture();
  const made = (name: string, expression: string, seconds = 2) =>
    sourceOf(make(at(name), ['-f', 'lavfi', '-i', `aevalsrc=${expression}:s=44100:d=${seconds}`]), 'audio/wav');
  /** Silence for a second, then nearly full scale. */
  const sudden = (name: string) => made(name, 'if(lt(t\\,1)\\,0\\,0.95*sin(2*PI*440*t))');

  async function drawn(tool: (typeof TOOLS)[number], source: Awaited<ReturnType<typeof made>>, input = {}) {
    const ran = await run(av, { tool, input, source });
    const [artifact] = ran.artifacts;
    return { ...ran, ...pixelsOf(ran.contents[0]!, { width: artifact!.width! }) };
  }

  it('have the requested size, cost what was quoted, and contain no metadata of the source', async () => {
    const tagged = ['-metadata', 'title=secret location', '-c:a', 'libmp3lame'];
    const source = await sourceOf(make(at('tagged.mp3'), [...tone(2), ...tagged]), 'audio/mpeg');
    for (const tool of TOOLS) {
      const input = { width: 333, height: 77 };
      const [one, other] = [await drawn(tool, source, input), await drawn(tool, source, input)];
      expect(one.artifacts).toMatchObject([{ mimeType: 'image/png', ...input }]);
      expect(one.probed).toMatchObject([{ codec: 'png', streams: 1 }]);
      expect(one.height).toBe(77);
      expect(one.units).toBe(one.quote.plan[0]!.price.unitsMax);
      for (const word of ['secret', 'passed']) expect(one.contents[0]!.includes(word)).toBe(false);
      expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
    }
  });

  it('show a wave where there is audio, as high as it is loud', async () => {
    const { column } = await drawn('audio-waveform', await sudden('sudden.wav'), { width: 200, height: 100 });
    const isDrawn = ([, , , alpha]: readonly number[]): boolean => alpha! > 0;
    expect(column(50).filter(isDrawn).length).toBeLessThanOrEqual(2);
    expect(column(150).filter(isDrawn).length).toBeGreaterThan(85);
    expect(column(150).filter(isDrawn)).toContainEqual([0x25, 0x63, 0xeb, 255]);
  });

  it('have the requested colours, channels and scale', async () => {
    const source = await made('sides.wav', '0.1*sin(2*PI*440*t)|0');
    const input = { width: 200, height: 100, channels: 'split', color: '#ff0000', background: '#00FF0a' };
    const waves = await drawn('audio-waveform', source, input);
    expect(waves.at(100, 25)).toEqual([255, 0, 0, 255]);
    expect(waves.at(100, 90)).toEqual([0, 255, 10, 255]);
    const red = (column: readonly (readonly number[])[]) => column.filter(([r]) => r! > 200).length;
    const louder = await drawn('audio-waveform', source, { ...input, scale: 'logarithmic' });
    expect(red(louder.column(100).slice(0, 50))).toBeGreaterThan(2 * red(waves.column(100).slice(0, 50)));
  });

  it('show a frequency at its position, up to the requested highest one', async () => {
    const source = await made('pure.wav', '0.5*sin(2*PI*2000*t)');
    for (const [maximumFrequencyHz, share] of [
      [8000, 0.25],
      [4000, 0.5],
    ] as const) {
      // The height is not a power of two: ffmpeg 5.1 hangs at such a height, unless the worker draws at another one.
      const input = { width: 200, height: 300, maximumFrequencyHz };
      const { column, result } = await drawn('audio-spectrogram', source, input);
      const light = column(100).map(([r, g, b]) => r! + g! + b!);
      const brightest = light.indexOf(Math.max(...light));
      expect(Math.abs(brightest - 300 * (1 - share))).toBeLessThanOrEqual(4);
      expect(result).toEqual({ maximumFrequencyHz });
    }
  });

  it('can be drawn from fewer samples than their width', async () => {
    const source = await made('blink.wav', '0.5*sin(2*PI*440*t)', 0.01);
    for (const tool of TOOLS) {
      const { artifacts } = await drawn(tool, source, { width: 4096, height: 16 });
      expect(artifacts).toMatchObject([{ width: 4096, height: 16 }]);
    }
  });

  it('can be drawn from an hour of audio within the memory of a run', LONG, async () => {
    const hour = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '3600', '-c:a', 'pcm_u8'];
    const source = await sourceOf(make(at('hour.wav'), hour), 'audio/wav');
    const wave = await drawn('audio-waveform', source, { channels: 'split' });
    expect(wave.units).toBe(3600);
    const spectrum = await drawn('audio-spectrogram', source, { maximumFrequencyHz: 24_000 });
    expect(spectrum.result).toEqual({ maximumFrequencyHz: 11_111 });
  });

  it('are refused for a video without audio', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1:r=10', '-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
    const source = await sourceOf(make(at('silent.mp4'), picture), 'video/mp4');
    for (const tool of TOOLS)
      await expect(run(av, { tool, input: {}, source })).rejects.toMatchObject({ reason: 'source_has_no_sound' });
  });
});
