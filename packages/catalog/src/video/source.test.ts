import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOfFile } from '../files/bounds.ts';
import { fileProblem, type Chainable } from '../files/file.ts';
import { startedMegapixelSeconds } from '../units.ts';
import { VIDEO_PIXELS_MAX, VIDEO_SIDE_MAX } from './limits.ts';
import {
  VIDEO_PICTURES_PER_SECOND_MAX,
  VIDEO_SECONDS_MAX,
  videoArgument,
  videoBounds,
  videoUnits,
  videoUses,
} from './source.ts';

const source = { fileId: 'file_a' };
const input: Chainable<{ source: unknown }> = { source };
const { rule } = videoUses(input)[0]!;
const STORED = { id: 'file_a', mimeType: 'video/mp4', sizeBytes: 9, sha256: '0'.repeat(64) };
const film = (facts: object) => ({ ...STORED, width: 1920, height: 1080, durationSeconds: 10, ...facts });

describe('a video that a tool can use', () => {
  it('has a known size and duration', () => {
    expect(fileProblem(film({}), rule)).toBeNull();
    expect(fileProblem(film({ width: 2176, height: 4096, durationSeconds: VIDEO_SECONDS_MAX }), rule)).toBeNull();
  });

  it.for([
    ['no video', { mimeType: 'image/webp' }, 'is image/webp; it must be video/mp4'],
    ['of no known size', { width: undefined }, 'has no known width and height'],
    ['of no known duration', { durationSeconds: undefined }, 'has no known duration'],
    ['too long', { durationSeconds: VIDEO_SECONDS_MAX + 1 }, 'lasts 3601 seconds; the limit is 3600 seconds'],
    ['too wide', { width: VIDEO_SIDE_MAX + 1, height: 2 }, 'is 4097 × 2 pixels; the limit is 4096 pixels a side'],
    [
      'too large',
      { width: 4096, height: 4096 },
      `is 4096 × 4096 pixels; the limit is ${VIDEO_PIXELS_MAX} pixels in total`,
    ],
  ] as const)('is refused if it is %s', ([, facts, problem]) => {
    expect(fileProblem({ ...film({}), ...facts } as never, rule)).toBe(problem);
  });

  it('has its limits in the description of the argument', () => {
    const { description } = videoArgument as { description?: string };
    expect(description).toContain(`${VIDEO_SIDE_MAX} × ${VIDEO_PIXELS_MAX / VIDEO_SIDE_MAX} pixels`);
    expect(description).toContain(`${VIDEO_PICTURES_PER_SECOND_MAX} frames per second`);
  });

  it('has the sizes of both orientations, because its rotation is unknown before it is opened', () => {
    const { sizes, pixelsMax, secondsMax } = videoBounds(source, () => boundsOfFile(film({})));
    expect(sizes.map(({ most }) => most)).toEqual([
      { width: 1920, height: 1080 },
      { width: 1080, height: 1920 },
    ]);
    expect({ pixelsMax, secondsMax }).toEqual({ pixelsMax: 1920 * 1080, secondsMax: 10 });
  });
});

describe('units of video', () => {
  it.for([
    [1, 0.001, 1],
    [1_000_000, 1, 1],
    [1_000_000, 1.000001, 2],
    [1_000_001, 1, 2],
    [230_400, 5, 2],
    [2_073_600, 60, 125],
    [VIDEO_PIXELS_MAX, VIDEO_SECONDS_MAX, 32_087],
  ])('%i pixels for %d seconds are %i', ([pixels, seconds, units]) => {
    expect(startedMegapixelSeconds(pixels!, seconds!)).toBe(units);
    expect(videoUnits({ source: pixels!, result: 1 }, seconds!)).toBe(units);
    expect(videoUnits({ source: 1, result: pixels! }, seconds!)).toBe(units);
  });

  it('never fall as a video grows or lasts longer: a bound gives a ceiling', () => {
    const pixels = fc.integer({ min: 1, max: VIDEO_PIXELS_MAX });
    const seconds = fc.double({ min: 0, max: VIDEO_SECONDS_MAX, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(pixels, pixels), fc.tuple(seconds, seconds), (sizes, spans) => {
        const least = startedMegapixelSeconds(Math.min(...sizes), Math.min(...spans));
        expect(least).toBeGreaterThanOrEqual(1);
        expect(startedMegapixelSeconds(Math.max(...sizes), Math.max(...spans))).toBeGreaterThanOrEqual(least);
      }),
    );
  });
});
