/** The source of everything that a seed decides. Each part of a run has its own stream, so that parts do not change each other's draws. */

export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number;
  /** A whole number, including both bounds. */
  readonly between: (min: number, max: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
  /** Picks an item by weight. */
  readonly weighted: <T extends { readonly weight: number }>(items: readonly T[]) => T;
}

export function createRandom(seed: number, stream: string): Random {
  const next = sfc32(seed, hash(stream));
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]) => items[between(0, items.length - 1)] as T,
    weighted<T extends { readonly weight: number }>(items: readonly T[]): T {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      for (const item of items) {
        left -= item.weight;
        if (left < 0) return item;
      }
      return items.at(-1) as T;
    },
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

/** Chris Doty-Humphrey's small fast counting generator, 128 bits of state. */
function sfc32(seed: number, stream: number): () => number {
  let [a, b, c, counter] = [seed >>> 0, stream, Math.floor(seed / 2 ** 32) >>> 0, 1];
  const step = (): number => {
    const mixed = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + mixed) | 0;
    return (mixed >>> 0) / 2 ** 32;
  };
  for (let warm = 0; warm < 16; warm++) step();
  return step;
}
