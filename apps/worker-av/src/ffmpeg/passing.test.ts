/** A job that makes one picture from a whole video reports progress for each second. Needs ffmpeg. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openFixture } from '../testing/fixture.ts';
import { FFMPEG } from '../testing/media.ts';
import { makeVideo } from '../testing/video.ts';
import { jobCommand } from './arguments.ts';
import { filter } from './filters.ts';
import { passing } from './passing.ts';
import { pictureOutput } from './pictures.ts';
import { createProgress } from './progress.ts';

const SECONDS = 12;

describe.skipIf(FFMPEG === null)('a picture from a whole video', () => {
  const { at } = openFixture();

  it.for([25, '1/3'])('reports progress at %s frames per second', (rate) => {
    const path = makeVideo(at('film.mp4'), { rate, seconds: SECONDS, sound: false });
    const job = {
      inputs: [{ path, mimeType: 'video/mp4' as const }],
      graph: [
        ...passing('all'),
        { from: ['all'], filters: [filter('tpad', { stop: 1 }), filter('trim', { start: 11 })] as const, to: ['last'] },
      ],
      outputs: [pictureOutput({ file: 'last.png', format: 'png', pad: 'last', take: 'first' })],
      seconds: SECONDS,
    };
    const [command, ...args] = jobCommand(FFMPEG!, job, at);
    const progress = createProgress();
    const read = progress.begin(SECONDS);
    const shares = new Set<number>();
    for (const line of execFileSync(command, args, { encoding: 'utf8' }).split('\n')) {
      read(`${line}\n`);
      shares.add(progress.share());
    }
    const told = [...shares];
    expect(told.length).toBeGreaterThanOrEqual(9);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(told[0]).toBe(0);
    expect(told.at(-1)).toBeGreaterThan(0.7);
    expect(told.at(-1)).toBeLessThanOrEqual(1);
  });
});
