/**
 * Videos with one specific defect fail with the right reason in the tools that decode frames. Random damage is in
 * mutants.test.ts. Needs ffmpeg.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { OperationFailure } from '@farebox/worker';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';
import { countedFilm } from './testing/counted-films.ts';
import { FFMPEG, make, run, sourceOf } from './testing/media.ts';
import { fixture } from './testing/mutants.ts';

const TOOLS = [
  ['video-thumbnails', { times: [0.4] }],
  ['video-contact-sheet', { columns: 2, rows: 2 }],
  ['video-preview', { model: 'gif' }],
  ['video-analyze', {}],
] as const;

describe.skipIf(FFMPEG === null)('a hostile video', () => {
  const { av, at } = openFixture();

  async function outcome(tool: string, input: object, bytes: Buffer): Promise<string> {
    writeFileSync(at('film.mp4'), bytes);
    const source = await sourceOf(at('film.mp4'), 'video/mp4');
    return run(av, { tool, input: { ...input }, source }).then(
      () => 'done',
      (error: unknown) => (error instanceof OperationFailure ? error.reason : String(error)),
    );
  }

  it('is not readable if hardly any frame decodes, even if its audio does', async () => {
    const film = Buffer.from(fixture('vp9-opus.mp4'));
    // Damages the first frame, on which all others depend, after the data that defines its size.
    const first = film.indexOf(Buffer.from([0x49, 0x83, 0x42])) - 1;
    film.fill(0xff, first + 16, first + 20);
    for (const [tool, input] of TOOLS) expect(await outcome(tool, input, film), tool).toBe('source_not_readable');
  });

  it('is refused above the highest frame rate', async () => {
    const picture = ['-f', 'lavfi', '-i', 'color=black:s=64x48:r=1000:d=0.3', '-c:v', 'libx264'];
    const fast = make(at('fast.mp4'), [...picture, '-pix_fmt', 'yuv420p', '-video_track_timescale', '90000']);
    for (const [tool, input] of TOOLS)
      expect(
        await outcome(tool, { ...input, ...(tool === 'video-thumbnails' ? { times: [0.1] } : {}) }, readFileSync(fast)),
      ).toBe('source_too_large');
  });

  it('is processed even if its frames end long before its audio, or begin late', async () => {
    const film = countedFilm(at('late.mp4'), { pictures: 2, picturesPerSecond: 10, soundSeconds: 600 });
    for (const [tool, input] of TOOLS) expect(await outcome(tool, input, readFileSync(film))).toBe('done');
  });
});
