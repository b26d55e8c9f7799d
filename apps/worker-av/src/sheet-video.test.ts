/** video-contact-sheet results, read by another program: the frame in each cell, and the size. Needs ffmpeg. */
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '@farebox/files';
import { openFixture } from './testing/fixture.ts';
import { countedFilm, numbersIn } from './testing/counted-films.ts';
import { catalog, FFMPEG, run, sourceOf } from './testing/media.ts';

const tool = 'video-contact-sheet';

describe.skipIf(FFMPEG === null)('video-contact-sheet', () => {
  const { av, at } = openFixture();
  const film = async (name: string, counted: Parameters<typeof countedFilm>[1]) =>
    sourceOf(countedFilm(at(name), counted), 'video/mp4');
  const CELLS = { cellWidth: 64, cellHeight: 48 };

  const FILMS = [
    ['the middles of as many equal parts', { pictures: 45, picturesPerSecond: 12 }, [3, 11, 18, 26, 33, 41]],
    ['fewer frames than cells', { pictures: 3, picturesPerSecond: 1 }, [0, 0, 1, 1, 2, 2]],
    ['one frame, and audio', { pictures: 1, picturesPerSecond: 5, soundSeconds: 3 }, [0, 0, 0, 0, 0, 0]],
  ] as const;
  it.for(FILMS)('shows row by row: %s', async ([title, counted, numbers]) => {
    const source = await film(`${title.slice(0, 5)}.mp4`, counted);
    const input = { columns: 3, rows: 2, ...CELLS, gap: 0, format: 'png' };
    const { artifacts, contents, probed } = await run(av, { tool, input, source });
    expect(artifacts).toMatchObject([{ mimeType: 'image/png', width: 192, height: 96 }]);
    expect(probed).toMatchObject([{ codec: 'png', streams: 1, tags: {} }]);
    expect(numbersIn(contents[0]!, { columns: 3, rows: 2 })).toEqual([numbers]);
  });

  it('has the size of its cells and gaps, and reports the time of each frame', async () => {
    const source = await film('gaps.mp4', { pictures: 20, picturesPerSecond: 10 });
    const input = { columns: 2, rows: 2, cellWidth: 51, cellHeight: 77, gap: 5, fit: 'cover', background: '#ff8000' };
    const { artifacts, result, units, quote } = await run(av, { tool, input, source });
    expect(artifacts).toMatchObject([{ mimeType: 'image/jpeg', width: 117, height: 169 }]);
    expect(result).toEqual({ seconds: [0.25, 0.75, 1.25, 1.75] });
    expect(units).toBe(quote.plan[0]!.price.unitsMax);
  });

  it('gives the same bytes for the same video twice, without its metadata', async () => {
    const args = ['-metadata', 'title=secret location'];
    const source = await film('same.mp4', { pictures: 20, picturesPerSecond: 10, args });
    const request = { tool, input: { columns: 2, rows: 2 }, source };
    const [one, other] = [await run(av, request), await run(av, request)];
    expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
    expect(one.contents[0]!.includes('secret location')).toBe(false);
  });

  it('runs its example unchanged', async () => {
    const { example } = catalog.tools.find(({ name }) => name === tool)!;
    const { source: reference, ...input } = example as { source: { fileId: string } };
    const source = await sourceOf(SAMPLES.get(reference.fileId)!.path, 'video/mp4');
    const { artifacts, units, quote } = await run(av, { tool, input, source });
    expect(artifacts).toMatchObject([{ mimeType: 'image/jpeg', width: 992, height: 384 }]);
    expect(units).toBe(quote.plan[0]!.price.unitsMax);
  });
});
