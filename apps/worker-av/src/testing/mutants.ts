/** Test support: damaged sound, the same for the same seed on every machine. Half of the damage is made to get past the walkers of uploads. */
import { readFileSync } from 'node:fs';
import type { SoundType } from '@tollgate/kernel';

export interface Mutant {
  readonly name: string;
  readonly mimeType: SoundType;
  readonly bytes: Buffer;
}

export interface Whole {
  readonly mimeType: SoundType;
  readonly bytes: Buffer;
}

type Random = () => number;

/** mulberry32. */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const within = (random: Random, limit: number): number => Math.floor(random() * limit);

/** A few bytes are others; sometimes some are missing, or there twice. */
function anywhere(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let count = 1 + within(random, 6); count > 0; count--) copy[within(random, copy.length)] = within(random, 256);
  if (random() < 0.6) return copy;
  const [from, to] = [within(random, copy.length), within(random, copy.length)];
  return Buffer.concat([copy.subarray(0, Math.max(from, to)), copy.subarray(Math.min(from, to))]);
}

/** Behind the headers, where the sound itself is. */
function inside(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const start = copy.length >> 2;
  for (let count = 1 + within(random, 60); count > 0; count--) {
    const at = start + within(random, copy.length - start);
    if (copy[at] !== 0xff && copy[at - 1] !== 0xff) copy[at] = within(random, 255);
  }
  return copy;
}

export function mutants(wholes: readonly Whole[], { each, seed }: { each: number; seed: number }): readonly Mutant[] {
  const random = randomOf(seed);
  return wholes.flatMap(({ mimeType, bytes }) =>
    Array.from({ length: each }, (_, n) => {
      const damage = n % 2 === 0 ? inside : anywhere;
      return { name: `${mimeType} ${n}`, mimeType, bytes: damage(bytes, random) };
    }),
  );
}

/** Of packages/media. */
export const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../packages/media/fixtures/${name}`, import.meta.url));
