/**
 * Seeded damage, the same on every machine. Damage that must pass the upload check of one format is in that format's
 * tests.
 */

export type Random = () => number;
export type Damage = (bytes: Buffer, random: Random) => Buffer;

/** A random generator that returns the same numbers for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const within = (random: Random, limit: number): number => Math.floor(random() * limit);

export const oneOf = <T>(all: readonly [T, ...T[]], random: Random): T => all[within(random, all.length)] ?? all[0];

const WORST = [0, 1, 0x7f, 0x80, 0xfe, 0xff] as const;

/** Changes a few bytes, and sometimes removes or duplicates some. */
export const anywhere: Damage = (bytes, random) => {
  const copy = Buffer.from(bytes);
  for (let count = 1 + within(random, 6); count > 0; count--) {
    copy[within(random, copy.length)] = random() < 0.5 ? oneOf(WORST, random) : within(random, 256);
  }
  if (random() < 0.6) return copy;
  const [from, to] = [within(random, copy.length), within(random, copy.length)];
  return Buffer.concat([copy.subarray(0, Math.max(from, to)), copy.subarray(Math.min(from, to))]);
};
