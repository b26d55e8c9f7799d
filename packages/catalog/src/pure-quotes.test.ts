/**
 * A quote follows from arguments, file facts and prices alone, for every tool, including external ones, whose units
 * are computed from the arguments. It is the same for every client at any time. The `quotes.test.ts` of the workers
 * show that local tools stay within it.
 */
import { AUDIO_FORMAT_NAMES, VIDEO_FORMAT_NAMES, sumMicros } from '@farebox/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCatalog } from './catalog.ts';
import type { FileFacts } from './files/file.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { PIPELINE } from './pipeline/description.ts';
import { film, photo, recording } from './testing/samples.ts';
import { anyArguments, promisedOf } from './testing/uses.ts';

const RUNS = 100;
const SKIPS_MAX = 10_000;

const open = () =>
  createCatalog({
    rehearsal: true,
    audioFormats: new Set(AUDIO_FORMAT_NAMES),
    videoFormats: new Set(VIDEO_FORMAT_NAMES),
  });
const [catalog, another] = [open(), open()];

const FILES: readonly FileFacts[] = [
  photo('file_photo', { width: 1001, height: 1000 }),
  photo('file_dot', { width: 1, height: 1 }),
  recording('file_recording', 61.2),
  recording('file_click', 0.01),
  film('file_film'),
];
const stored = new Map(FILES.map((file) => [file.id, file]));
/** The same images and audio with other bytes. */
const storedAgain = new Map(
  FILES.map((file) => [file.id, { ...file, sha256: 'f'.repeat(64), sizeBytes: file.sizeBytes + 1 }]),
);

/** The same value with its fields in another order. */
function reordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toReversed();
  return Object.fromEntries(fields.map(([name, field]) => [name, reordered(field)]));
}

const SINGLE = catalog.tools.filter(({ name }) => name !== PIPELINE);

test.for(SINGLE.map((tool) => [tool.name, tool] as const))(
  'every quote of the same input is the same: %s',
  ([name, { inputSchema }]) => {
    fc.assert(
      fc.property(anyArguments(inputSchema, [...stored.keys()]), (input) => {
        const promised = promisedOf(catalog, { tool: name, arguments: input }, stored);
        fc.pre(promised !== null);
        const { quote } = promised;
        for (const files of [stored, storedAgain]) {
          const again = promisedOf(another, { tool: name, arguments: reordered(input) as JsonObject }, files);
          expect(again).toEqual(promised);
        }
        const [line, minimum] = quote.breakdown;
        expect(line?.quantity).toBe(quote.plan[0]?.price.unitsMax);
        expect(sumMicros(quote.breakdown.map(({ amountMicros }) => amountMicros))).toBe(quote.maximumMicros);
        expect(quote.maximumMicros > quote.minimumMicros && minimum !== undefined).toBe(false);
      }),
      { seed: 1, numRuns: RUNS, maxSkipsPerRun: SKIPS_MAX },
    );
  },
);
