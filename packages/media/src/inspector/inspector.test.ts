import { afterEach, expect, test } from 'vitest';
import type { UploadMimeType } from '@farebox/contract';
import { inspect } from '../inspect/inspect.ts';
import { drawn, RECORDED } from '../inspect/samples.ts';
import { createInspector, type Inspector, type InspectorOptions } from './inspector.ts';

const BROKEN: InspectorOptions = { program: new URL('../testing/broken-thread.ts', import.meta.url) };

let inspector: Inspector;
const given = (options?: InspectorOptions): Inspector => (inspector = createInspector(options));
afterEach(async () => await inspector.close());

const inspectIn = (declared: UploadMimeType, organizationId = 'o', bytes = Buffer.alloc(9, 1)) =>
  inspector.inspect({ bytes, declared, tenant: [organizationId, 'p'] });

test('an inspection on the thread gives the same result as a direct one, and returns the same bytes, whatever memory they were in', async () => {
  given();
  for (const { bytes, mimeType, found } of [...RECORDED, ...(await drawn())]) {
    const larger = Buffer.allocUnsafeSlow(bytes.length + 100);
    bytes.copy(larger, 7);
    const pooled = Buffer.from('abc'.repeat(30));
    for (const copy of [Buffer.from(bytes), larger.subarray(7, 7 + bytes.length)]) {
      const inspected = await inspectIn(mimeType, 'p', copy);
      expect(inspected.found).toEqual(found);
      expect(inspected.bytes.equals(bytes)).toBe(true);
    }
    const refused = await inspectIn(mimeType, 'p', pooled);
    expect(refused.found).toEqual(inspect(Buffer.from('abc'.repeat(30)), mimeType));
    expect(pooled.toString()).toBe('abc'.repeat(30)); // a pooled buffer shares its memory with others, so its bytes were copied
  }
});

test('organizations take turns, however many projects of one wait', async () => {
  given();
  const order: string[] = [];
  const asked = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(async (name) => {
    const tenant = [name.slice(0, 1), name] as const;
    await inspector.inspect({ bytes: Buffer.alloc(9, 1), declared: 'image/png', tenant });
    order.push(name);
  });
  await Promise.all(asked);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

const BREAKS = [
  ['throws', 'audio/wav'],
  ['never replies', 'audio/mpeg'],
  ['uses up its memory', 'video/mp4'],
] as const;

test.for(BREAKS)('an inspection that %s fails alone, and the next ones succeed', async ([, declared]) => {
  given({ ...BROKEN, limitMs: declared === 'audio/mpeg' ? 2_000 : 60_000 });
  let ends: readonly unknown[] = [];
  void Promise.allSettled([inspectIn(declared), inspectIn('image/png', 'other')]).then((both) => (ends = both));
  await expect
    .poll(() => ends, { timeout: 60_000 })
    .toMatchObject([
      { status: 'rejected', reason: { message: 'a file could not be inspected' } },
      { status: 'fulfilled', value: { found: { ok: true } } },
    ]);
});

test('closing ends the running inspection and the waiting ones', async () => {
  given({ ...BROKEN, limitMs: 60_000 });
  const ends = Promise.allSettled([inspectIn('audio/mpeg'), inspectIn('image/png'), inspectIn('image/png', 'other')]);
  await inspector.close();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
