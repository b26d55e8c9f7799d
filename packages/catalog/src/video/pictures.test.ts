import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../catalog.ts';
import type { FileFacts } from '../files/file.ts';
import { film } from '../testing/samples.ts';
import { startedMegapixelSeconds } from '../units.ts';

const catalog = createCatalog({
  rehearsal: false,
  audioFormats: new Set(['wav'] as const),
  videoFormats: new Set(['webp', 'gif'] as const),
});
const source = { fileId: 'file_a' };
const FILM = film('file_a', { width: 640, height: 360 });
function quote(tool: string, input: object, facts: Partial<FileFacts> = {}) {
  const prepared = catalog.prepare({ tool, arguments: { source, ...input } });
  return prepared.ok ? catalog.quote(prepared, new Map([['file_a', { ...FILM, ...facts }]])) : prepared;
}
const unitsOf = (quoted: ReturnType<typeof quote>): number | undefined =>
  quoted.ok ? quoted.plan[0]?.price.unitsMax : undefined;

describe('an impossible result is refused by the quote of a video tool, with the field:', () => {
  const NO_QUALITY = 'does not apply here';
  it.for([
    ['video-thumbnails', {}, { '': 'needs times or count' }],
    ['video-thumbnails', { times: [1], count: 2 }, { '/count': 'does not apply here' }],
    ['video-thumbnails', { times: [1, 10.5] }, { '/times/1': 'is after the end: the video lasts 10 seconds' }],
    ['video-thumbnails', { times: [-1] }, { '/times/0': 'must be >= 0' }],
    ['video-thumbnails', { count: 17 }, { '/count': 'must be <= 16' }],
    ['video-thumbnails', { count: 1, format: 'png', quality: 9 }, { '/quality': NO_QUALITY }],
    [
      'video-thumbnails',
      { count: 16, width: 4096, height: 4096 },
      { '/width': 'makes up to 268435456 pixels in total; the limit is 40 megapixels' },
    ],
    [
      'video-contact-sheet',
      { columns: 10, rows: 10, cellWidth: 2048, cellHeight: 1000, gap: 0 },
      { '/cellWidth': 'makes a result of 20480 × 10000 pixels; the limit is 40 megapixels and 16383 pixels a side' },
    ],
    ['video-preview', { model: 'gif', quality: 50 }, { '/quality': NO_QUALITY }],
    ['video-preview', { model: 'avif' }, { '/model': 'must be one of webp, gif' }],
    [
      'video-preview',
      { model: 'webp', clips: 12, clipSeconds: 10, width: 1280, height: 1280 },
      { '/width': expect.stringContaining('the limit is 40 megapixels') },
    ],
    ['video-analyze', { sceneThreshold: 0 }, { '/sceneThreshold': 'must be >= 1' }],
  ] as const)('%s %o', ([tool, input, fields]) => {
    expect(quote(tool, input)).toEqual({ ok: false, message: 'invalid_arguments', fields });
  });

  it.for([
    ['sound', { mimeType: 'audio/wav' }],
    ['a video of more pixels', { width: 8000, height: 100 }],
    ['a longer video', { durationSeconds: 3601 }],
  ] as const)('%s', ([, facts]) => {
    expect(quote('video-analyze', {}, facts)).toMatchObject({ ok: false, message: 'file_not_usable' });
  });
});

describe('the price of a tool that makes pictures of a video', () => {
  it('follows the pixels and seconds of the video, or those of its pictures if they are more', () => {
    const long = { width: 1920, height: 1080, durationSeconds: 30 };
    const units = startedMegapixelSeconds(1920 * 1080, 30);
    expect(unitsOf(quote('video-thumbnails', { count: 4 }, long))).toBe(units);
    expect(unitsOf(quote('video-contact-sheet', {}, long))).toBe(units);
    expect(unitsOf(quote('video-preview', { model: 'webp' }, long))).toBe(units);
    expect(unitsOf(quote('video-analyze', {}, long))).toBe(units);
    const short = { durationSeconds: 0.1 };
    expect(unitsOf(quote('video-thumbnails', { count: 4, width: 1000, height: 1000 }, short))).toBe(4);
    expect(
      unitsOf(quote('video-contact-sheet', { columns: 2, rows: 2, cellWidth: 1000, cellHeight: 1000 }, short)),
    ).toBe(5);
    expect(unitsOf(quote('video-analyze', {}, short))).toBe(1);
  });

  it('is never less than the most that a worker can measure', () => {
    const box = fc.record({ width: fc.integer({ min: 16, max: 1600 }), height: fc.integer({ min: 16, max: 1600 }) });
    const seconds = fc.double({ min: 0, max: 3600, noNaN: true });
    fc.assert(
      fc.property(box, fc.integer({ min: 1, max: 16 }), seconds, (size, count, durationSeconds) => {
        const units = unitsOf(quote('video-thumbnails', { count, ...size }, { durationSeconds }));
        if (units === undefined) return;
        expect(units).toBeGreaterThanOrEqual(startedMegapixelSeconds(640 * 360, durationSeconds));
        expect(units).toBeGreaterThanOrEqual(startedMegapixelSeconds(size.width * size.height * count, 1));
      }),
    );
  });
});

it('a video tool is offered if the ffmpeg of the deployment can make its result', () => {
  const few = createCatalog({
    rehearsal: false,
    audioFormats: new Set(['wav'] as const),
    videoFormats: new Set(['gif'] as const),
  });
  expect(few.availability('video-preview', 'gif').available).toBe(true);
  expect(few.availability('video-preview', 'webp').available).toBe(false);
  expect(few.availability('video-analyze', null).available).toBe(true);
  expect(createCatalog({ rehearsal: false }).availability('video-analyze', null).available).toBe(false);
});

it('video-thumbnails can be a step of a pipeline, whose later steps are priced by the bounds of its pictures', () => {
  const steps = [
    { tool: 'video-thumbnails', arguments: { source, times: [1, 2], width: 2000, height: 1000, fit: 'cover' } },
    { tool: 'image-crop', arguments: { source: { step: 0, artifact: 1 }, window: { width: 1500, height: 900 } } },
  ];
  const prepared = catalog.prepare({ tool: 'pipeline', arguments: { steps } });
  const quoted = prepared.ok ? catalog.quote(prepared, new Map([['file_a', FILM]])) : prepared;
  expect(quoted.ok && quoted.plan.map(({ engine, price }) => [engine, price.unitsMax])).toEqual([
    ['av', 4],
    ['image', 2],
  ]);
});
