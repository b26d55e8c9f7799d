/**
 * video-transcode results, read by another program: codecs, sides, duration, frame rate, and nothing but video and
 * audio. Needs ffmpeg.
 */
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, run, sourceOf } from './testing/media.ts';
import { likeness, makeTurned, makeVideo, probeVideo } from './testing/video.ts';

const TOOL = 'video-transcode';
const CODECS = { 'h264-fast': 'h264', 'h264-quality': 'h264', vp9: 'vp9', av1: 'av1' } as const;
const UPRIGHT = { width: 90, height: 160, format: 'yuv420p', turn: 0 };
const MODELS = Object.keys(CODECS) as (keyof typeof CODECS)[];

describe.skipIf(FFMPEG === null)('video-transcode', () => {
  const { av, at } = openFixture();
  const video = async (name: string, options: Parameters<typeof makeVideo>[1] = {}) =>
    sourceOf(makeVideo(at(name), options), 'video/mp4');

  it.for(MODELS)('makes %s of the same size and duration, with nothing else in it', async (model) => {
    const source = await video(`for-${model}.mp4`, {
      args: ['-metadata', 'title=secret', '-metadata', 'location=+48/'],
    });
    const { contents, units, quote, artifacts, shares } = await run(av, { tool: TOOL, input: { model }, source });
    const { video: pictures, sound, streams, tags } = probeVideo(contents[0]!, at(`made-${model}.mp4`));
    expect(streams).toBe(2);
    expect(pictures).toMatchObject({ codec: CODECS[model], width: 160, height: 90, format: 'yuv420p' });
    expect(Math.abs(pictures.pictures - 50)).toBeLessThanOrEqual(1);
    expect(Math.abs(pictures.seconds - 2)).toBeLessThanOrEqual(1 / 25);
    expect(sound).toMatchObject({ codec: 'aac', channels: 1 });
    expect(tags).toEqual([]);
    expect(contents[0]!.includes('secret')).toBe(false);
    expect(artifacts[0]).toMatchObject({ mimeType: 'video/mp4', width: 160, height: 90 });
    expect(units).toBe(quote.plan[0]!.price.unitsMax);
    expect(shares.at(-1)).toBeGreaterThan(0.5);
    expect(likeness(source.path, at(`made-${model}.mp4`))).toBeGreaterThan(0.9);
  });

  it.for(MODELS)('gives the same bytes for the same source twice: %s', async (model) => {
    const input = { tool: TOOL, input: { model }, source: await video(`same-${model}.mp4`, { seconds: 1 }) };
    const [one, other] = [await run(av, input), await run(av, input)];
    expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
  });

  it('gives larger files at a higher quality', async () => {
    const source = await video('qualities.mp4', { seconds: 1 });
    for (const model of MODELS) {
      const bytes: number[] = [];
      for (const quality of ['low', 'medium', 'high', 'highest'])
        bytes.push(
          (await run(av, { tool: TOOL, input: { model, quality, sound: false }, source })).contents[0]!.length,
        );
      expect(bytes, model).toEqual(bytes.toSorted((one, other) => one - other));
    }
  });

  it('drops the audio on request, and needs none', async () => {
    const [loud, silent] = [await video('loud.mp4'), await video('silent.mp4', { sound: false })];
    for (const [source, sound] of [
      [loud, false],
      [silent, true],
    ] as const) {
      const { contents } = await run(av, { tool: TOOL, input: { model: 'h264-fast', sound }, source });
      expect(probeVideo(contents[0]!, at('quiet.mp4'))).toMatchObject({ streams: 1, sound: null });
    }
  });

  it('has no more frames per second than requested, and at most 60', async () => {
    const source = await video('fast.mp4', { rate: 100, seconds: 1 });
    for (const [options, pictures] of [
      [{}, 60],
      [{ picturesPerSecondMax: 10 }, 10],
    ] as const) {
      const { contents } = await run(av, { tool: TOOL, input: { model: 'h264-fast', ...options }, source });
      expect(Math.abs(probeVideo(contents[0]!, at('slow.mp4')).video.pictures - pictures)).toBeLessThanOrEqual(1);
    }
  });

  it('is upright, has even sides, and uses a widely supported pixel format', async () => {
    const odd = ['-vf', 'format=yuv444p,scale=161:91', '-pix_fmt', 'yuv444p'];
    const source = await sourceOf(makeTurned(makeVideo(at('odd.mp4'), { args: odd })), 'video/mp4');
    const { contents, artifacts } = await run(av, { tool: TOOL, input: { model: 'h264-fast' }, source });
    expect(artifacts[0]).toMatchObject({ width: 90, height: 160 });
    expect(probeVideo(contents[0]!, at('even.mp4')).video).toMatchObject(UPRIGHT);
  });

  it('has the duration of a source with distant frames, and ends with the last one', async () => {
    const source = await video('rare.mp4', { rate: '1/4', seconds: 12, sound: false });
    for (const model of MODELS) {
      const { artifacts, contents } = await run(av, { tool: TOOL, input: { model }, source });
      expect(Math.abs(artifacts[0]!.durationSeconds! - 12), model).toBeLessThanOrEqual(0.5);
      expect(probeVideo(contents[0]!, at(`rare-${model}.mp4`)).video.pictures, model).toBe(3);
    }
  });

  it.for([
    ['the whole movie', 'mvhd', { width: 90, height: 160 }],
    ['a track', 'tkhd', { width: 90, height: 160 }],
    ['both, which is half a turn in total', 'both', { width: 160, height: 90 }],
  ] as const)('applies the rotation of %s as a player does', async ([, header, size]) => {
    const path = makeVideo(at(`turned-${header}.mp4`), { seconds: 1, sound: false });
    for (const each of header === 'both' ? (['mvhd', 'tkhd'] as const) : [header]) makeTurned(path, each);
    const source = await sourceOf(path, 'video/mp4');
    const { contents, artifacts } = await run(av, { tool: TOOL, input: { model: 'h264-fast' }, source });
    expect(artifacts[0]).toMatchObject(size);
    expect(probeVideo(contents[0]!, at(`upright-${header}.mp4`)).video).toMatchObject({ ...size, turn: 0 });
    // ffmpeg rotates both videos itself before it compares them; a distorted frame would not be similar.
    expect(likeness(path, at(`upright-${header}.mp4`))).toBeGreaterThan(0.9);
  });

  it('fails with source_too_large if the source has too many frames', async () => {
    const source = await video('dense.mp4', { rate: 150, seconds: 2, sound: false });
    await expect(run(av, { tool: TOOL, input: { model: 'h264-fast' }, source })).rejects.toMatchObject({
      name: 'OperationFailure',
      reason: 'source_too_large',
    });
  });
});
