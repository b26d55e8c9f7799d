import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import type { FileFacts } from '../../files/file.ts';
import { startedMegapixelSeconds } from '../../units.ts';

const catalog = createCatalog({ rehearsal: false, videoFormats: new Set(['h264'] as const) });
const STORED = { mimeType: 'video/mp4', sizeBytes: 9, sha256: '0'.repeat(64) };
const film = (id: string, [width, height]: readonly [number, number], durationSeconds: number): FileFacts => ({
  ...STORED,
  id,
  width,
  height,
  durationSeconds,
});
const FILMS = [
  film('file_4k', [4096, 2176], 1),
  film('file_hd', [1920, 1080], 10),
  film('file_small', [640, 360], 5),
  film('file_long', [640, 360], 3595),
];
const quote = (tool: string, input: Readonly<Record<string, unknown>>, films: readonly FileFacts[] = FILMS) => {
  const prepared = catalog.prepare({ tool, arguments: input });
  return prepared.ok ? catalog.quote(prepared, new Map(films.map((each) => [each.id, each]))) : prepared;
};
const refs = (...ids: readonly string[]) => ids.map((fileId) => ({ fileId }));

describe('video-concat', () => {
  it('costs, for each source, its pixels or those of the result, whichever is more', () => {
    expect(quote('video-concat', { sources: refs('file_hd', 'file_small') })).toMatchObject({
      plan: [{ operation: 'concat-video', price: { unitsMax: 21 + 11 } }],
    });
    expect(quote('video-concat', { sources: refs('file_small', 'file_hd') })).toMatchObject({
      plan: [{ price: { unitsMax: 2 + 21 } }],
    });
  });

  it.each([
    [['file_hd'], 'invalid_arguments', '/sources'],
    [Array.from({ length: 9 }, () => 'file_hd'), 'invalid_arguments', '/sources'],
    [['file_long', 'file_small', 'file_small'], 'invalid_arguments', '/sources'],
    [['file_4k', 'file_4k', 'file_small'], 'invalid_arguments', '/sources'],
    [['file_hd', 'file_none'], 'file_not_usable', '/sources/1/fileId'],
  ])('refuses %j as %s, and names %s', (ids, message, pointer) => {
    const found = quote('video-concat', { sources: refs(...ids) });
    expect(found).toMatchObject({ message, fields: { [pointer]: expect.any(String) } });
  });

  it('gives later steps the total length', () => {
    const steps = [
      { tool: 'video-concat', arguments: { sources: refs('file_small', 'file_small') } },
      { tool: 'video-clip', arguments: { source: { step: 0, artifact: 0 }, startSeconds: 9 } },
    ];
    const units = startedMegapixelSeconds(640 * 360, 10.5);
    expect(quote('pipeline', { steps })).toMatchObject({ plan: [{}, { price: { unitsMax: units } }] });
  });

  it('is quoted exactly what it can measure, for any videos', () => {
    const side = fc.integer({ min: 2, max: 1490 });
    const one = fc.tuple(side, side, fc.double({ min: 0, max: 400, noNaN: true }));
    fc.assert(
      fc.property(fc.array(one, { minLength: 2, maxLength: 8 }), (all) => {
        const films = all.map(([width, height, seconds], n) => film(`file_${n}`, [width, height], seconds));
        const [first] = all as [(typeof all)[number], ...typeof all];
        const result = Math.max(2, first[0] & ~1) * Math.max(2, first[1] & ~1);
        const units = all.map(([width, height, seconds]) =>
          startedMegapixelSeconds(Math.max(width * height, result), seconds),
        );
        expect(quote('video-concat', { sources: refs(...films.map(({ id }) => id)) }, films)).toMatchObject({
          plan: [{ price: { unitsMax: units.reduce((sum, each) => sum + each, 0) } }],
        });
      }),
      { numRuns: 100 },
    );
  });
});
