/**
 * Damaged images sent through the API. Each is refused at the upload, or its execution fails at once for a reason that
 * names the input, at no charge. No worker dies, nothing is reported as a defect of ours, no money stays held, and
 * another tenant is served all the time. `MEDIA_MUTANTS=5000 MEDIA_SEED=7 npm run vitest -- run
 * apps/worker-image/src/mutants.test.ts` makes that many of each format.
 */
import { endsOf, openPayingSystem, type PayingSystem } from '@farebox/testing/hostile';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mutants } from './testing/mutants.ts';
import { waves } from './testing/samples.ts';

const EACH = Number(process.env['MEDIA_MUTANTS'] ?? 500);
const SEED = Number(process.env['MEDIA_SEED'] ?? 1);
/** The only reasons that blame the input. */
const BLAMED = ['source_not_readable', 'source_too_large', 'memory_limit_exceeded', 'time_limit_exceeded'];

let system: PayingSystem;
beforeAll(async () => {
  system = await openPayingSystem({ imageWorkers: 1 });
});
afterAll(() => system?.[Symbol.asyncDispose]());

/** Returns the refusal of the upload, or the outcome of a resize. */
async function resized(customer: PayingSystem['attacker'], mimeType: string, bytes: Buffer): Promise<string> {
  const uploaded = await customer.upload(mimeType, bytes);
  if ('refused' in uploaded) return uploaded.refused;
  return customer.buy({ tool: 'image-resize', arguments: { source: { fileId: uploaded.id }, width: 8 } });
}

const ALLOWED = new Set([
  'succeeded',
  '400 file_content_mismatch',
  '400 invalid_request',
  ...BLAMED.map((reason) => `failed ${reason} at attempt 1`),
]);

test(`${EACH} mutants of each format end with a permitted outcome`, { timeout: 120_000 + EACH * 600 }, async () => {
  const { attacker, neighbour, workerPids } = system;
  const waiting = await mutants({ each: EACH, seed: SEED });
  const { fates, wrong, served } = await endsOf({
    waiting,
    fateOf: ({ mimeType, bytes }) => resized(attacker, mimeType, bytes),
    isAllowed: (fate) => ALLOWED.has(fate),
    describe: ({ format, bytes }) => `${format}: ${bytes.toString('base64').slice(0, 4000)}`,
    sing: async (note) => {
      const picture = waves(40 + (note % 200), 30 + note).png();
      return resized(neighbour, 'image/png', await picture.toBuffer());
    },
  });
  expect(wrong).toEqual([]);
  expect([...fates.values()].reduce((sum, count) => sum + count, 0)).toBe(waiting.length);
  // Both outcomes occur: refused by the upload, and found only by a decoder.
  expect(fates.get('400 file_content_mismatch')).toBeGreaterThan(EACH / 2);
  expect(fates.get('failed source_not_readable at attempt 1')).toBeGreaterThan(EACH / 20);
  expect([...served]).toEqual(['succeeded']);
  for (const pid of workerPids) expect(() => process.kill(pid, 0)).not.toThrow();
  const { told, charged, held } = await attacker.books();
  expect({ charged, held }).toEqual({ charged: told, held: 0 });
});
