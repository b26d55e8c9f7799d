/** video-analyze finds the cuts, black parts and frozen parts with which a video was generated. Needs ffmpeg. */
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '@farebox/files';
import { openFixture } from './testing/fixture.ts';
import { partedFilm } from './testing/counted-films.ts';
import { catalog, FFMPEG, run, sourceOf } from './testing/media.ts';

const tool = 'video-analyze';

describe.skipIf(FFMPEG === null)('video-analyze', () => {
  const { av, at } = openFixture();
  interface Part {
    readonly startSeconds: number;
    readonly endSeconds: number;
  }
  interface Result {
    readonly scenes: readonly Part[];
    readonly blackParts: readonly Part[];
    readonly frozenParts: readonly Part[];
  }
  const FRAME_SECONDS = 0.1;
  const isNear = (part: Part | undefined, [start, end]: readonly [number, number]): boolean =>
    part !== undefined &&
    Math.abs(part.startSeconds - start) <= FRAME_SECONDS + 1e-6 &&
    Math.abs(part.endSeconds - end) <= FRAME_SECONDS + 1e-6;

  it('finds cuts, black parts and frozen parts, also at the end', async () => {
    // 2 s that move, 1.5 s of black, 2 s that move, 3 s of one frame.
    const source = await sourceOf(partedFilm(at('parts.mp4')), 'video/mp4');
    const { result, artifacts, units, quote } = await run(av, { tool, input: { frozenSeconds: 2 }, source });
    const found = result as unknown as Result;
    expect(artifacts).toEqual([]);
    expect(found).toMatchObject({
      width: 320,
      height: 240,
      framesPerSecond: 10,
      frames: 85,
      streams: [
        { kind: 'video', codec: 'h264' },
        { kind: 'audio', codec: 'aac' },
      ],
      sceneCount: found.scenes.length,
      blackPartCount: 1,
      frozenPartCount: 1,
    });
    expect(found.blackParts.map((part) => isNear(part, [2, 3.5]))).toEqual([true]);
    expect(found.frozenParts.map((part) => isNear(part, [5.5, 8.5]))).toEqual([true]);
    expect(found.scenes[0]!.startSeconds).toBe(0);
    expect(found.scenes.slice(1).map(({ startSeconds }, n) => startSeconds === found.scenes[n]!.endSeconds)).toEqual(
      found.scenes.slice(1).map(() => true),
    );
    for (const cut of [2, 3.5, 5.5])
      expect(found.scenes.some(({ startSeconds }) => Math.abs(startSeconds - cut) <= FRAME_SECONDS + 1e-6)).toBe(true);
    expect(units).toBe(quote.plan[0]!.price.unitsMax);
  });

  it('lists only parts of at least the minimum length', async () => {
    const source = await sourceOf(partedFilm(at('least.mp4')), 'video/mp4');
    const input = { blackSeconds: 2, frozenSeconds: 5 };
    expect((await run(av, { tool, input, source })).result).toMatchObject({ blackParts: [], frozenParts: [] });
  });

  it('finds the two scenes of its example, and the same result twice', async () => {
    const { example } = catalog.tools.find(({ name }) => name === tool)!;
    const { source: reference, ...input } = example as { source: { fileId: string } };
    const source = await sourceOf(SAMPLES.get(reference.fileId)!.path, 'video/mp4');
    const [one, other] = [await run(av, { tool, input, source }), await run(av, { tool, input, source })];
    expect(one.result).toMatchObject({
      width: 640,
      height: 360,
      frames: 120,
      framesPerSecond: 24,
      scenes: [{ startSeconds: 0, endSeconds: 2.5 }, { startSeconds: 2.5 }],
      sceneCount: 2,
      blackPartCount: 0,
    });
    expect(other.result).toEqual(one.result);
    expect(one.shares.at(-1)).toBeGreaterThan(0.9);
  });
});
