/** video-thumbnails results, read by another program: the right frame, its size, and nothing else. Needs ffmpeg. */
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '@farebox/files';
import { openFixture } from './testing/fixture.ts';
import { countedFilm, numbersIn, turned } from './testing/counted-films.ts';
import { catalog, FFMPEG, run, sourceOf } from './testing/media.ts';

const tool = 'video-thumbnails';

describe.skipIf(FFMPEG === null)('video-thumbnails', () => {
  const { av, at } = openFixture();
  const film = async (name: string, counted: Parameters<typeof countedFilm>[1]) =>
    sourceOf(countedFilm(at(name), counted), 'video/mp4');
  const number = (bytes: Buffer): number => numbersIn(bytes)[0]![0]!;

  it('takes the frame on the screen at each time, in the requested order', async () => {
    const source = await film('times.mp4', { pictures: 40, picturesPerSecond: 10, soundSeconds: 4 });
    const times = [3.05, 0, 1.2, 1.299, 3.999];
    const input = { times, format: 'png' };
    const { contents, result, artifacts, probed } = await run(av, { tool, input, source });
    expect(contents.map(number)).toEqual([30, 0, 12, 12, 39]);
    expect(result).toEqual({ seconds: times });
    expect(artifacts).toMatchObject(times.map(() => ({ mimeType: 'image/png', width: 64, height: 48 })));
    expect(probed.map(({ codec, streams, tags }) => ({ codec, streams, tags }))).toEqual(
      times.map(() => ({ codec: 'png', streams: 1, tags: {} })),
    );
  });

  it('takes a number of frames at even distances, or one at a single time', async () => {
    const source = await film('count.mp4', { pictures: 40, picturesPerSecond: 10 });
    const four = await run(av, { tool, input: { count: 4 }, source });
    expect(four.contents.map(number)).toEqual([5, 15, 25, 35]);
    expect(four.result).toEqual({ seconds: [0.5, 1.5, 2.5, 3.5] });
    const one = await run(av, { tool, input: { times: [3.45], format: 'png' }, source });
    expect(one.contents.map(number)).toEqual([34]);
  });

  it('shows the last frame after the end of the frames, and the first one before their beginning', async () => {
    const source = await film('short.mp4', { pictures: 20, picturesPerSecond: 10, soundSeconds: 5 });
    const behind = await run(av, { tool, input: { times: [4.9, 0.5, 3], format: 'png' }, source });
    expect(behind.contents.map(number)).toEqual([19, 5, 19]);
    const still = await film('still.mp4', { pictures: 1, picturesPerSecond: 10, soundSeconds: 2 });
    const { contents } = await run(av, { tool, input: { times: [0, 1.5], format: 'png' }, source: still });
    expect(contents.map(number)).toEqual([0, 0]);
  });

  const FITS = [
    ['inside', { width: 32, height: 32 }, [32, 24]],
    ['inside', { width: 4000, height: 4000 }, [64, 48]],
    ['cover', { width: 40, height: 40 }, [40, 40]],
    ['contain', { width: 101, height: 33 }, [101, 33]],
  ] as const;
  it.for(FITS)('fits a width and a height: %s %o', async ([fit, box, size]) => {
    const source = await film(`fit-${fit}.mp4`, { pictures: 10, picturesPerSecond: 10 });
    const { artifacts, contents, units, quote } = await run(av, { tool, input: { times: [0.9], fit, ...box }, source });
    expect(artifacts).toMatchObject([{ mimeType: 'image/jpeg', width: size[0], height: size[1] }]);
    expect(number(contents[0]!)).toBe(9);
    expect(units).toBeLessThanOrEqual(quote.plan[0]!.price.unitsMax);
  });

  it('is upright for a rotated video, and has square pixels for a video that has not', async () => {
    const size = { width: 100, height: 100 };
    const wide = await film('wide.mp4', { pictures: 3, picturesPerSecond: 10, args: ['-aspect', '8:3'] });
    expect((await run(av, { tool, input: { times: [0], ...size }, source: wide })).artifacts).toMatchObject([
      { width: 100, height: 38 },
    ]);
    const lying = countedFilm(at('turned.mp4'), { pictures: 12, picturesPerSecond: 10 });
    const source = await sourceOf(turned(lying), 'video/mp4');
    const { artifacts, contents } = await run(av, { tool, input: { times: [1.1], ...size }, source });
    expect(artifacts).toMatchObject([{ width: 48, height: 64 }]);
    expect(number(contents[0]!)).toBe(11);
  });

  it('gives the same bytes for the same video twice, without its metadata', async () => {
    const tagged = ['-metadata', 'title=secret location', '-metadata', 'location=+48.1+011.5/'];
    const source = await film('tagged.mp4', { pictures: 20, picturesPerSecond: 10, args: tagged });
    const request = { tool, input: { count: 3 }, source };
    const [one, other] = [await run(av, request), await run(av, request)];
    expect(one.contents.map((each, n) => each.equals(other.contents[n]!))).toEqual([true, true, true]);
    const told = one.contents.filter((each) => each.includes('secret location') || each.includes('+48.1'));
    expect(told).toEqual([]);
  });

  it('runs its example unchanged', async () => {
    const { example } = catalog.tools.find(({ name }) => name === tool)!;
    const { source: reference, ...input } = example as { source: { fileId: string } };
    const sample = SAMPLES.get(reference.fileId)!;
    const source = { ...(await sourceOf(sample.path, 'video/mp4')), fileId: 'file_a' };
    const { artifacts, units, quote } = await run(av, { tool, input, source });
    expect(artifacts).toMatchObject([{ width: 480 }, { height: 270 }, { mimeType: 'image/jpeg' }]);
    expect(units).toBe(quote.plan[0]!.price.unitsMax);
  });
});
