import { expect, test } from 'vitest';
import { createArrivals } from './arrivals.ts';

const MIB = 1024 * 1024;
const file = { runner: 'acme-draw', tenant: ['acme', 'shop'], bytesMax: MIB } as const;
/** Each of an organization of its own, so that organizations limit nothing. */
const from = (n: number, runner = `draw-${n}`, bytesMax = MIB) => ({
  runner,
  tenant: [`organization-${n}`, `project-${n}`] as const,
  bytesMax,
});

test('files that arrive at once never take more than the room, and the next one enters when a file has left', async () => {
  const arrivals = createArrivals({ roomBytes: 2000 * MIB, waitMs: 20 });
  const large = (n: number) => arrivals.take(from(n, `draw-${n}`, 500 * MIB));
  const held = await Promise.all([1, 2, 3, 4].map(large));
  expect(held).not.toContain(null);
  expect(await large(5)).toBeNull();
  held[0]!();
  expect(await large(5)).not.toBeNull();
});

test('a file larger than the room is refused, and one as large as the room is not', async () => {
  const arrivals = createArrivals({ roomBytes: 6 * MIB, waitMs: 20 });
  expect(await arrivals.take({ ...file, bytesMax: 6 * MIB + 1 })).toBeNull();
  expect(await arrivals.take({ ...file, bytesMax: 6 * MIB })).not.toBeNull();
});

test('the runner of one tool leaves places for others, whatever organizations its runs are of', async () => {
  const arrivals = createArrivals({ roomBytes: 4000 * MIB, waitMs: 20 });
  const one = (n: number) => arrivals.take(from(n, 'acme-draw'));
  expect(await Promise.all([1, 2, 3, 4].map(one))).not.toContain(null);
  expect(await one(5)).toBeNull();
  expect(await Promise.all([6, 7, 8, 9].map((n) => arrivals.take(from(n))))).not.toContain(null);
});

test('the runner of one tool leaves room for others', async () => {
  const arrivals = createArrivals({ roomBytes: 2000 * MIB, waitMs: 20 });
  const one = (n: number) => arrivals.take(from(n, 'acme-draw', 500 * MIB));
  expect(await Promise.all([1, 2].map(one))).not.toContain(null);
  expect(await one(3)).toBeNull();
  expect(await arrivals.take(from(4, 'other-draw', 1000 * MIB))).not.toBeNull();
});

test('a refused file leaves the places and the room that it had taken', async () => {
  const arrivals = createArrivals({ roomBytes: 4000 * MIB, waitMs: 20 });
  for (let n = 0; n < 10; n++) expect(await arrivals.take({ ...file, bytesMax: 4001 * MIB })).toBeNull();
  expect(await arrivals.take(file)).not.toBeNull();
});
