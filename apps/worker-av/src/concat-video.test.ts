/** video-concat results, read by another program: the order of frames and audio, and the size. Needs ffmpeg. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, make, run, sourceOf } from './testing/media.ts';
import { loudest, samplesOf } from './testing/samples.ts';
import { likeness, makeTurned, makeVideo, probeVideo } from './testing/video.ts';

const tool = 'video-concat';

describe.skipIf(FFMPEG === null)('video-concat', () => {
  const { av, at } = openFixture();
  const joined = async (...paths: readonly string[]) => {
    const files = await Promise.all(paths.map((path, n) => sourceOf(path, 'video/mp4', `file_${n}`)));
    const ran = await run(av, { tool, input: { sources: files.map(({ fileId }) => ({ fileId })) }, files });
    return { ...ran, path: at('joined.mp4'), found: probeVideo(ran.contents[0]!, at('joined.mp4')) };
  };
  /** A part of a video from a given time. */
  const cut = (path: string, name: string, [from, seconds]: readonly [number, number]) =>
    make(at(name), ['-ss', `${from}`, '-i', path, '-t', `${seconds}`, '-an', '-c:v', 'libx264', '-qp', '0']);

  it('shows all videos in the size of the first, silent while one has no audio', async () => {
    const args = ['-metadata', 'title=secret'];
    const first = makeVideo(at('first.mp4'), { seconds: 1, args });
    const mute = makeVideo(at('mute.mp4'), { seconds: 1, size: '320x180', sound: false, rate: 10 });
    const { found, path, contents, units, quote } = await joined(first, mute, first);
    expect(found).toMatchObject({
      streams: 2,
      tags: [],
      video: { codec: 'h264', width: 160, height: 90 },
      sound: { codec: 'aac', channels: 2 },
    });
    expect(Math.abs(found.video.seconds - 3)).toBeLessThanOrEqual(1 / 25);
    expect(found.video.pictures).toBe(75);
    expect(likeness(cut(path, 'begin.mp4', [0, 1]), cut(first, 'whole.mp4', [0, 1]))).toBeGreaterThan(0.9);
    expect(likeness(cut(path, 'end.mp4', [2, 1]), cut(first, 'again.mp4', [0, 1]))).toBeGreaterThan(0.9);
    const samples = samplesOf(path);
    expect(loudest(samples, { from: 0.1, to: 0.9 })).toBeGreaterThan(0.05);
    expect(loudest(samples, { from: 1.1, to: 1.9 })).toBeLessThan(0.01);
    expect(loudest(samples, { from: 2.1, to: 2.9 })).toBeGreaterThan(0.05);
    expect(contents[0]!.includes('secret')).toBe(false);
    expect(units).toBe(quote.plan[0]!.price.unitsMax);
  });

  it('fits other videos whole, on black, and rotated ones upright', async () => {
    const wide = makeVideo(at('wide.mp4'), { seconds: 1, sound: false });
    const turned = makeTurned(makeVideo(at('turned.mp4'), { seconds: 1, sound: false }));
    const { found, path } = await joined(wide, turned);
    expect(found).toMatchObject({ sound: null, video: { width: 160, height: 90, turn: 0 } });
    const pad = ['-vf', 'scale=51:90,setsar=1,pad=160:90:54:0:black,format=yuv420p', '-c:v', 'libx264', '-qp', '0'];
    const expected = make(at('expected.mp4'), ['-i', turned, '-an', ...pad]);
    expect(likeness(cut(path, 'upright.mp4', [1, 1]), expected)).toBeGreaterThan(0.9);
  });

  it.for(['30000/1001', '30', '24000/1001', '50'])(
    'has every frame of many videos of %s frames per second, with audio in sync',
    async (rate) => {
      const odd = makeVideo(at('odd.mp4'), { seconds: 0.51, rate });
      const { found, units, quote } = await joined(...Array.from({ length: 8 }, () => odd));
      expect(Math.abs(found.video.seconds - found.sound!.seconds)).toBeLessThanOrEqual(0.1);
      const { pictures } = probeVideo(readFileSync(odd), at('probed.mp4')).video;
      expect(found.video.pictures).toBe(8 * pictures);
      expect(units).toBe(quote.plan[0]!.price.unitsMax);
    },
  );

  it('accepts a video shorter than a frame, and gives the same bytes twice', async () => {
    const brief = makeVideo(at('brief.mp4'), { seconds: 0.04, sound: false });
    const [one, other] = [await joined(brief, brief), await joined(brief, brief)];
    expect(one.found.video.seconds).toBeGreaterThan(0.1);
    expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
  });

  it('reports one damaged source, and charges nothing', async () => {
    const whole = await sourceOf(makeVideo(at('good.mp4'), { seconds: 1 }), 'video/mp4', 'file_0');
    const damaged = { ...(await sourceOf(whole.path, 'audio/wav', 'file_1')) };
    const request = {
      projectId: 'project-one',
      organizationId: 'org-one',
      parameters: { quality: 'medium' },
      inputs: { 'sources/0': whole, 'sources/1': damaged },
      directory: at('.'),
      signal: new AbortController().signal,
      usedCpu: () => {},
      onProgress: () => {},
    };
    const running = av.operations['concat-video']!(request);
    await expect(running).rejects.toMatchObject({ name: 'OperationFailure', reason: 'source_not_readable' });
  });
});
