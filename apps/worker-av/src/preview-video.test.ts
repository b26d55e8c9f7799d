/** video-preview results, read by another program: the right frames, their number and the duration. Needs ffmpeg. */
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '@farebox/files';
import { openFixture } from './testing/fixture.ts';
import { countedFilm, numbersIn, numbersInWebp } from './testing/counted-films.ts';
import { catalog, FFMPEG, run, sourceOf } from './testing/media.ts';

const tool = 'video-preview';

describe.skipIf(FFMPEG === null)('video-preview', () => {
  const { av, at } = openFixture();
  const film = async (name: string, counted: Parameters<typeof countedFilm>[1]) =>
    sourceOf(countedFilm(at(name), counted), 'video/mp4');
  const pictures = async (bytes: Buffer, model: string): Promise<readonly number[]> =>
    model === 'webp' ? numbersInWebp(bytes) : numbersIn(bytes).map(([number]) => number!);
  const FORMATS = ['webp', 'gif'] as const;

  it.for(FORMATS)('shows clips from the middles of equal parts, at their original speed: %s', async (model) => {
    const source = await film(`clips-${model}.mp4`, { pictures: 48, picturesPerSecond: 12, soundSeconds: 4 });
    const input = { model, clips: 2, clipSeconds: 0.5, framesPerSecond: 12 };
    const { artifacts, contents, units, quote } = await run(av, { tool, input, source });
    expect(artifacts).toMatchObject([{ mimeType: `image/${model}`, width: 64, height: 48 }]);
    // At most 6 frames of each clip; a frame on the very edge of a clip may count or not.
    expect(artifacts[0]!.durationSeconds).toBeGreaterThanOrEqual(0.8);
    expect(artifacts[0]!.durationSeconds).toBeLessThanOrEqual(1.05);
    const shown = await pictures(contents[0]!, model);
    // WebP merges nearly equal frames into one that lasts longer.
    const least = model === 'gif' ? 5 : 1;
    expect(shown.filter((n) => n >= 9 && n <= 15).length).toBeGreaterThanOrEqual(least);
    expect(shown.filter((n) => n >= 33 && n <= 39).length).toBeGreaterThanOrEqual(least);
    expect(shown.filter((n) => n < 8 || n > 40 || (n > 16 && n < 32))).toEqual([]);
    expect(units).toBeLessThanOrEqual(quote.plan[0]!.price.unitsMax);
  });

  it.for(FORMATS)('shows the whole of a video that is shorter than its clips: %s', async (model) => {
    const source = await film(`short-${model}.mp4`, { pictures: 10, picturesPerSecond: 10 });
    const { artifacts } = await run(av, { tool, input: { model, clips: 4, clipSeconds: 2 }, source });
    expect(Math.abs(artifacts[0]!.durationSeconds! - 1)).toBeLessThanOrEqual(0.11);
    const still = await film(`still-${model}.mp4`, { pictures: 1, picturesPerSecond: 10, soundSeconds: 1 });
    const one = await run(av, { tool, input: { model }, source: still });
    expect(one.artifacts).toMatchObject([{ mimeType: `image/${model}`, width: 64, height: 48 }]);
  });

  it.for(FORMATS)('shows one frame of each part if clips are shorter than a frame: %s', async (model) => {
    const source = await film(`brief-${model}.mp4`, { pictures: 12, picturesPerSecond: 12 });
    const input = { model, clips: 4, clipSeconds: 0.2, framesPerSecond: 4 };
    const { artifacts, contents } = await run(av, { tool, input, source });
    expect(artifacts).toMatchObject([{ mimeType: `image/${model}`, width: 64, height: 48, durationSeconds: 1 }]);
    expect((await pictures(contents[0]!, model)).length).toBeGreaterThanOrEqual(2);
  });

  it.for(FORMATS)('fits into its box, gives the same bytes twice, and has no metadata: %s', async (model) => {
    const args = ['-metadata', 'title=secret location'];
    const source = await film(`same-${model}.mp4`, { pictures: 20, picturesPerSecond: 10, args });
    const request = { tool, input: { model, width: 33, height: 40 }, source };
    const [one, other] = [await run(av, request), await run(av, request)];
    expect(one.artifacts).toMatchObject([{ width: 33, height: 25 }]);
    expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
    expect(one.contents[0]!.includes('secret location')).toBe(false);
  });

  it.for(catalog.tools.flatMap(({ name, models }) => (name === tool ? models : [])))(
    'runs the example of $name unchanged',
    async ({ name, example }) => {
      const { source: reference, ...input } = example as { source: { fileId: string } };
      const source = await sourceOf(SAMPLES.get(reference.fileId)!.path, 'video/mp4');
      const { artifacts, units, quote } = await run(av, { tool, input, source });
      expect(artifacts).toMatchObject([{ mimeType: `image/${name}`, width: 320, height: 180 }]);
      expect(units).toBe(quote.plan[0]!.price.unitsMax);
    },
  );
});
