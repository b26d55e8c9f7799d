/** video-resize results, read by another program: sides, cropping, padding and duration. Needs ffmpeg. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, run, sourceOf } from './testing/media.ts';
import { makeTurned, makeVideo, probeVideo } from './testing/video.ts';

const TOOL = 'video-resize';

/** The colours of the first frame at some positions. */
function coloursOf(path: string, size: { width: number; height: number }, at: readonly (readonly [number, number])[]) {
  const args = '-v error -frames:v 1 -f rawvideo -pix_fmt rgb24 -'.split(' ');
  const pixels = execFileSync('ffmpeg', ['-i', path, ...args]);
  return at.map(([x, y]) => {
    const index = (y * size.width + x) * 3;
    return pixels.subarray(index, index + 3);
  });
}

describe.skipIf(FFMPEG === null)('video-resize', () => {
  const { av, at } = openFixture();
  const resized = async (name: string, input: { [field: string]: number | string | boolean }, source: string) => {
    const ran = await run(av, { tool: TOOL, input, source: await sourceOf(source, 'video/mp4') });
    return { ...ran, path: at(name), found: probeVideo(ran.contents[0]!, at(name)) };
  };

  it.for([
    ['inside', { width: 80, height: 80 }, [80, 44]],
    ['outside', { width: 80, height: 80 }, [142, 80]],
    ['cover', { width: 80, height: 80 }, [80, 80]],
    ['contain', { width: 80, height: 80 }, [80, 80]],
    ['fill', { width: 81, height: 80 }, [80, 80]],
    ['one side alone', { width: 50 }, [50, 28]],
    ['no enlargement', { width: 320 }, [160, 90]],
    ['an enlargement', { width: 320, allowEnlargement: true }, [320, 180]],
  ] as const)('makes exactly the quoted size: %s', async ([name, input, [width, height]]) => {
    const fit = ['inside', 'outside', 'cover', 'contain', 'fill'].includes(name) ? { fit: name } : {};
    const source = makeVideo(at('source.mp4'), { seconds: 1 });
    const { found, artifacts, units, quote } = await resized('result.mp4', { ...input, ...fit }, source);
    expect(found.video).toMatchObject({ codec: 'h264', width, height });
    expect(artifacts[0]).toMatchObject({ mimeType: 'video/mp4', width, height });
    expect(Math.abs(found.video.seconds - 1)).toBeLessThanOrEqual(1 / 25);
    expect(found.sound).toMatchObject({ codec: 'aac' });
    expect(found.tags).toEqual([]);
    expect(units).toBeLessThanOrEqual(quote.plan[0]!.price.unitsMax);
  });

  it('gives the same bytes for the same source twice', async () => {
    const source = makeVideo(at('same.mp4'), { seconds: 1 });
    const input = { width: 64, height: 64, fit: 'cover' };
    const [one, other] = [await resized('one.mp4', input, source), await resized('other.mp4', input, source)];
    expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
  });

  it('contains no metadata of the video, least of all where it was recorded', async () => {
    const location = ['-metadata', 'location=+48.1374+011.5755/', '-movflags', 'use_metadata_tags'];
    const told = ['-metadata', 'title=secret location', ...location];
    const source = makeVideo(at('told.mp4'), { seconds: 1, args: told });
    expect(readFileSync(source).includes('+48.1374')).toBe(true);
    const { found, contents } = await resized('untold.mp4', { width: 80 }, source);
    expect(found.tags).toEqual([]);
    for (const secret of ['secret location', '+48.1', 'loci']) expect(contents[0]!.includes(secret)).toBe(false);
  });

  it('pads with the colour, with the video centred', async () => {
    const red = ['-vf', 'drawbox=color=red:t=fill'];
    const source = makeVideo(at('red.mp4'), { seconds: 1, args: red });
    const input = { width: 90, height: 90, fit: 'contain', background: '#0000ff' };
    const { path } = await resized('padded.mp4', input, source);
    const [above, middle, below] = coloursOf(path, { width: 90, height: 90 }, [
      [45, 4],
      [45, 45],
      [45, 85],
    ]);
    for (const [r, , b] of [above!, below!]) expect(b! - r!).toBeGreaterThan(150);
    expect(middle![0]! - middle![2]!).toBeGreaterThan(150);
  });

  it('crops around the centre', async () => {
    const sides = [
      '-vf',
      'drawbox=color=red:t=fill,drawbox=x=0:w=30:color=blue:t=fill,drawbox=x=130:w=30:color=blue:t=fill',
    ];
    const source = makeVideo(at('sides.mp4'), { seconds: 1, args: sides });
    const { path } = await resized('cropped.mp4', { width: 60, height: 60, fit: 'cover' }, source);
    for (const [r, , b] of coloursOf(path, { width: 60, height: 60 }, [
      [4, 30],
      [30, 30],
      [55, 30],
    ]))
      expect(r! - b!).toBeGreaterThan(150);
  });

  it('rotates upright before it measures the sides', async () => {
    const source = makeTurned(makeVideo(at('turned.mp4'), { seconds: 1 }));
    expect((await resized('upright.mp4', { height: 80 }, source)).found.video).toMatchObject({ width: 44, height: 80 });
  });

  it('fails with result_too_large if only the rotated size is too large', async () => {
    const source = makeTurned(makeVideo(at('wide.mp4'), { size: '16x4', seconds: 1, sound: false }));
    const input = { width: 2000, allowEnlargement: true };
    await expect(resized('huge.mp4', input, source)).rejects.toMatchObject({ reason: 'result_too_large' });
  });
});
