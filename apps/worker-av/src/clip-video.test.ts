/** video-clip results, read by another program: exact length, the right frames, and audio in sync. Needs ffmpeg. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { FFMPEG, make, run, sourceOf } from './testing/media.ts';
import { likeness, makeVideo, probeVideo } from './testing/video.ts';

const TOOL = 'video-clip';

describe.skipIf(FFMPEG === null)('video-clip', () => {
  const { av, at } = openFixture();
  const clipped = async (path: string, input: { [field: string]: number }) => {
    const ran = await run(av, { tool: TOOL, input, source: await sourceOf(path, 'video/mp4') });
    return { ...ran, path: at('clip.mp4'), found: probeVideo(ran.contents[0]!, at('clip.mp4')) };
  };

  it.for([
    [{ startSeconds: 1, endSeconds: 2.4 }, 1.4],
    [{ startSeconds: 0.5 }, 2.5],
    [{ endSeconds: 0.2 }, 0.2],
    [{ startSeconds: 2.9, endSeconds: 100 }, 0.1],
  ] as const)('with %j has exactly that duration, to the frame', async ([input, seconds]) => {
    const source = makeVideo(at('source.mp4'), { seconds: 3, args: ['-metadata', 'title=secret'] });
    const { found, units, quote, artifacts, contents } = await clipped(source, input);
    expect(Math.abs(found.video.seconds - seconds)).toBeLessThanOrEqual(1 / 25 + 1e-6);
    expect(found).toMatchObject({
      streams: 2,
      video: { codec: 'h264', width: 160, height: 90 },
      sound: { codec: 'aac' },
    });
    expect(found.tags).toEqual([]);
    expect(contents[0]!.includes('secret')).toBe(false);
    expect(artifacts[0]!.durationSeconds).toBeLessThanOrEqual(seconds + 0.5);
    expect(units).toBe(quote.plan[0]!.price.unitsMax);
  });

  it('shows the frames of that part', async () => {
    const source = makeVideo(at('whole.mp4'), { seconds: 3, sound: false });
    const { path } = await clipped(source, { startSeconds: 1, endSeconds: 2 });
    const args = ['-ss', '1', '-i', source, '-t', '1', '-c:v', 'libx264', '-qp', '0'];
    expect(likeness(make(at('expected.mp4'), args), path)).toBeGreaterThan(0.9);
    expect(likeness(make(at('other.mp4'), ['-i', source, '-t', '1', '-c:v', 'libx264']), path)).toBeLessThan(0.9);
  });

  it('has the audio of that part, in sync with its frames', async () => {
    const tone = ['-f', 'lavfi', '-i', 'aevalsrc=if(gte(t\\,2)\\,sin(2764*t)\\,0):d=3', '-c:a', 'aac'];
    const source = makeVideo(at('late.mp4'), { seconds: 3, sound: false });
    const loud = make(at('loud.mp4'), ['-i', source, ...tone, '-c:v', 'copy']);
    const { path } = await clipped(loud, { startSeconds: 1.5, endSeconds: 2.5 });
    const { stderr } = spawnSync('ffmpeg', ['-i', path, '-af', 'silencedetect=n=-30dB:d=0.1', '-f', 'null', '-'], {
      encoding: 'utf8',
    });
    const silence = Number(/silence_end: ([\d.]+)/.exec(stderr)?.[1]);
    expect(Math.abs(silence - 0.5)).toBeLessThanOrEqual(0.05);
  });

  it('has frames even between distant frames of the source, and after its last one', async () => {
    const rare = makeVideo(at('rare.mp4'), { rate: '1/4', seconds: 8, sound: false });
    expect((await clipped(rare, { startSeconds: 1, endSeconds: 2 })).found.video.seconds).toBeCloseTo(1, 1);
    const short = makeVideo(at('short.mp4'), { seconds: 1, sound: false });
    const tone = ['-f', 'lavfi', '-i', 'sine=d=3', '-c:a', 'aac', '-c:v', 'copy'];
    const outlasted = make(at('outlasted.mp4'), ['-i', short, ...tone]);
    const { found } = await clipped(outlasted, { startSeconds: 2, endSeconds: 2.5 });
    expect(found.video.seconds).toBeCloseTo(0.5, 1);
    expect(found.sound!.seconds).toBeCloseTo(0.5, 1);
  });

  it('gives the same bytes for the same source twice', async () => {
    const source = makeVideo(at('same.mp4'), { seconds: 1 });
    const [one, other] = [await clipped(source, { endSeconds: 0.5 }), await clipped(source, { endSeconds: 0.5 })];
    expect(one.contents[0]!.equals(other.contents[0]!)).toBe(true);
  });

  it('fails with source_too_short if the source ends before the part, as after another step', async () => {
    const source = await sourceOf(makeVideo(at('brief.mp4'), { seconds: 1 }), 'video/mp4');
    const running = av.operations['clip-video']!({
      projectId: 'project-one',
      organizationId: 'org-one',
      parameters: { startSeconds: 5, quality: 'medium' },
      inputs: { source },
      directory: at('.'),
      signal: new AbortController().signal,
      usedCpu: () => {},
      onProgress: () => {},
    });
    await expect(running).rejects.toMatchObject({ name: 'OperationFailure', reason: 'source_too_short' });
  });
});
