/** Pictures keep their times: variable frame rates, edit lists, and a last picture that lasts. Needs ffmpeg. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { countedFilm, numbersIn } from './testing/counted-films.ts';
import { FFMPEG, make, run, sourceOf } from './testing/media.ts';
import { editedFilm, lastingFilm, timesIn, unevenFilm } from './testing/timing.ts';
import { probeVideo } from './testing/video.ts';

const ENCODERS = [
  ...['h264-fast', 'h264-quality', 'vp9', 'av1'].map((model) => ['video-transcode', { model }] as const),
  ['video-resize', { width: 80 }],
] as const;
/** The clock of the result, and the rounding of the source. */
const CLOSE = 3;

describe.skipIf(FFMPEG === null)('the pictures of a video', () => {
  const { av, at } = openFixture();

  async function made(tool: string, input: Readonly<Record<string, number | string>>, path: string) {
    const { contents } = await run(av, { tool, input, source: await sourceOf(path, 'video/mp4') });
    const result = at('made.mp4');
    const { video } = probeVideo(contents[0]!, result);
    return { seconds: video.seconds, times: timesIn(result) };
  }

  const expectTimes = (found: readonly number[], expected: readonly number[]): void => {
    expect(found.length).toBe(expected.length);
    for (const [n, time] of expected.entries()) expect(found[n], `picture ${n}`).toBeCloseTo(time, CLOSE);
  };

  it.for(ENCODERS)('keep their times if they come at a variable rate: %s %j', async ([tool, input]) => {
    const path = unevenFilm(at('uneven.mp4'));
    const { times, seconds } = await made(tool, input, path);
    expectTimes(times, timesIn(path));
    expect(seconds).toBeCloseTo(probeVideo(readFileSync(path), at('probed.mp4')).video.seconds, 2);
  });

  it('are all in a clip of their part, which begins with the one on the screen', async () => {
    const path = unevenFilm(at('uneven.mp4'));
    const fast = await made('video-clip', { endSeconds: 1 }, path);
    expectTimes(
      fast.times,
      timesIn(path).filter((time) => time < 1),
    );
    expect(fast.seconds).toBeCloseTo(1, 2);
    const slow = await made('video-clip', { startSeconds: 0.9, endSeconds: 2.2 }, path);
    expectTimes(slow.times, [
      0,
      ...timesIn(path)
        .filter((time) => time > 0.9 && time < 2.2)
        .map((time) => time - 0.9),
    ]);
    expect(slow.seconds).toBeCloseTo(1.3, 2);
  });

  it('lose only those above the requested rate, and last until the same end', async () => {
    const path = unevenFilm(at('uneven.mp4'));
    const { times, seconds } = await made('video-transcode', { model: 'h264-fast', picturesPerSecondMax: 10 }, path);
    expect(times.filter((time) => time < 1).length).toBe(10);
    expectTimes(
      times.filter((time) => time > 1.1),
      timesIn(path).filter((time) => time > 1.1),
    );
    expect(seconds).toBeCloseTo(4, 1);
    const brief = countedFilm(at('brief.mp4'), { pictures: 10, picturesPerSecond: 25 });
    const one = await made('video-transcode', { model: 'h264-fast', picturesPerSecondMax: 1 }, brief);
    expectTimes(one.times, [0]);
    expect(one.seconds).toBeCloseTo(0.4, 2);
  });

  it.for([...ENCODERS, ['video-clip', { startSeconds: 0 }]] as const)(
    'are shown for as long as before at the end: %s %j',
    async ([tool, input]) => {
      const { times, seconds } = await made(tool, input, lastingFilm(at('lasting.mp4')));
      expect(times.length).toBe(10);
      expect(seconds).toBeCloseTo(4, 2);
    },
  );

  it('are all in a join, if they come at a variable rate', async () => {
    const path = countedFilm(at('counted.mp4'), { pictures: 50, picturesPerSecond: 25 });
    const some = ['-vf', "select='lt(n,10)+not(mod(n,10))'", '-fps_mode', 'vfr'];
    const uneven = make(at('some.mp4'), ['-i', path, ...some, '-c:v', 'libx264', '-bf', '0', '-crf', '4']);
    const files = [await sourceOf(uneven, 'video/mp4', 'file_0'), await sourceOf(path, 'video/mp4', 'file_1')];
    const sources = files.map(({ fileId }) => ({ fileId }));
    const { contents } = await run(av, { tool: 'video-concat', input: { sources }, files });
    const numbers = numbersIn(contents[0]!).map(([number]) => number!);
    expect(new Set(numbers.slice(0, 50))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40]));
  });

  it('that an edit list leaves out are in no result, and make none longer', async () => {
    const path = editedFilm(at('edited.mp4'));
    const shown = timesIn(path).length;
    for (const [tool, input] of [
      ['video-transcode', { model: 'h264-fast' }],
      ['video-clip', { startSeconds: 0 }],
    ] as const) {
      const { times, seconds } = await made(tool, input, path);
      expect(times.length, tool).toBe(shown);
      expect(Math.abs(seconds - shown / 25), tool).toBeLessThanOrEqual(0.05);
    }
    const { result } = await run(av, { tool: 'video-analyze', input: {}, source: await sourceOf(path, 'video/mp4') });
    const { scenes } = result as { scenes: readonly { endSeconds: number }[] };
    expect(scenes.at(-1)!.endSeconds).toBeCloseTo(shown / 25, 1);
  });
});
