/** video-replace-audio results, read by another program: the frames, the audio and the duration. Needs ffmpeg. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, make, run, sourceOf, tone } from './testing/media.ts';
import { loudest, samplesOf } from './testing/samples.ts';
import { makeTurned, makeVideo, probeVideo } from './testing/video.ts';

const tool = 'video-replace-audio';
/** Tolerance for the edges of a decoder. */
const EDGE_SECONDS = 0.05;

/** The checksum of every decoded frame, in order. */
const picturesOf = (path: string): string =>
  execFileSync('ffmpeg', ['-loglevel', 'error', '-i', path, '-map', '0:v', '-f', 'framemd5', '-'], {
    encoding: 'utf8',
  });

describe.skipIf(FFMPEG === null)('video-replace-audio', () => {
  const { av, at } = openFixture();
  const replaced = async (video: string, sound: string, soundType: 'audio/wav' | 'video/mp4' = 'audio/wav') => {
    const source = await sourceOf(video, 'video/mp4');
    const files = [source, await sourceOf(sound, soundType, 'file_b')];
    const ran = await run(av, { tool, input: { sound: { fileId: 'file_b' } }, source, files });
    return { ...ran, path: at('replaced.mp4'), found: probeVideo(ran.contents[0]!, at('replaced.mp4')) };
  };

  it.for([
    ['longer', 5, 2],
    ['shorter', 0.8, 0.8],
  ] as const)('keeps every frame, and cuts or extends %s audio to their duration', async ([name, seconds, heard]) => {
    const tags = ['-metadata', 'title=secret', '-metadata:s:v', 'handler_name=secret'];
    const video = makeVideo(at(`${name}.mp4`), { seconds: 2, args: tags });
    const { found, path, contents, units, quote } = await replaced(video, make(at(`${name}.wav`), tone(seconds)));
    expect(picturesOf(path)).toBe(picturesOf(video));
    expect(found).toMatchObject({ streams: 2, tags: [], sound: { codec: 'aac', channels: 2 } });
    expect(Math.abs(found.video.seconds - 2)).toBeLessThanOrEqual(1 / 25);
    expect(Math.abs(found.sound!.seconds - 2)).toBeLessThanOrEqual(EDGE_SECONDS);
    const samples = samplesOf(path);
    expect(loudest(samples, { from: 0.1, to: heard - EDGE_SECONDS })).toBeCloseTo(0.3, 1);
    expect(loudest(samples, { from: heard + EDGE_SECONDS, to: 2 })).toBeLessThan(0.01);
    expect(contents[0]!.includes('secret')).toBe(false);
    expect(units).toBe(quote.plan[0]!.price.unitsMax);
  });

  it('adds audio to a video without any, and accepts that of another video', async () => {
    const silent = makeVideo(at('silent.mp4'), { seconds: 1, sound: false });
    const other = makeVideo(at('other.mp4'), { seconds: 1, size: '64x48' });
    const { found, path } = await replaced(silent, other, 'video/mp4');
    expect(picturesOf(path)).toBe(picturesOf(silent));
    expect(found.streams).toBe(2);
    expect(loudest(samplesOf(path), { from: 0.1, to: 0.9 })).toBeGreaterThan(0.05);
  });

  it('keeps the rotation of a video, and gives the same bytes twice', async () => {
    const turned = makeTurned(makeVideo(at('turned.mp4'), { seconds: 1 }));
    const sound = make(at('turned.wav'), tone(1));
    const [one, other] = [await replaced(turned, sound), await replaced(turned, sound)];
    expect(Math.abs(one.found.video.turn)).toBe(90);
    expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
  });

  it('fails with the right reason if the audio file has no audio, or is not of its type', async () => {
    const video = makeVideo(at('whole.mp4'), { seconds: 1 });
    const silent = makeVideo(at('mute.mp4'), { seconds: 1, sound: false });
    await expect(replaced(video, silent, 'video/mp4')).rejects.toMatchObject({ reason: 'source_has_no_sound' });
    const source = await sourceOf(video, 'video/mp4');
    const damaged = await sourceOf(video, 'audio/wav', 'file_b');
    const request = { tool, input: { sound: { fileId: 'file_b' } }, source, files: [source, damaged] };
    await expect(run(av, request)).rejects.toMatchObject({ reason: 'source_not_readable' });
  });
});
