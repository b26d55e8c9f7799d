/** Dominant colours: k-means over a colour histogram, with deterministic seeds, so that equal images give equal results. */
import type { Raster } from '../image/engine.ts';

export interface DominantColor {
  /** #rrggbb in sRGB. */
  readonly hex: string;
  /** Share of the visible pixels, 0 to 1, to four decimals. */
  readonly share: number;
}

interface Weighted {
  readonly color: readonly [number, number, number];
  readonly weight: number;
}

/** Bits per channel that distinguish two histogram bins. */
const BIN_BITS = 4;
const ROUNDS = 10;
/** Squared distance in sRGB within which two colours count as one: 24 steps of 255. */
const ALIKE = 24 ** 2;
/** Pixels with a lower alpha count as invisible. */
const VISIBLE_ALPHA = 128;

/**
 * @param raster four channels. @returns the most frequent first; fewer than `count` if the image has fewer; none if
 * nothing is visible.
 */
export function dominantColorsOf(raster: Raster, count: number): DominantColor[] {
  const bins = histogram(raster);
  const visible = bins.reduce((sum, { weight }) => sum + weight, 0);
  let clusters = seeds(bins, count);
  for (let round = 0; round < ROUNDS; round++) clusters = regroup(bins, clusters);
  return clusters
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ color, weight }) => ({ hex: hexOf(color), share: Math.round((weight / visible) * 10_000) / 10_000 }));
}

function histogram({ data }: Raster): Weighted[] {
  const sums = new Map<number, [number, number, number, number]>();
  for (let index = 0; index < data.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(index, index + 4);
    if (alpha < VISIBLE_ALPHA) continue;
    const shift = 8 - BIN_BITS;
    const bin = ((red >> shift) << (2 * BIN_BITS)) | ((green >> shift) << BIN_BITS) | (blue >> shift);
    const [r, g, b, n] = sums.get(bin) ?? [0, 0, 0, 0];
    sums.set(bin, [r + red, g + green, b + blue, n + 1]);
  }
  return [...sums.values()].map(mean);
}

const mean = ([red, green, blue, weight]: readonly [number, number, number, number]): Weighted => ({
  color: [red / weight, green / weight, blue / weight],
  weight,
});

/**
 * Begins with the most frequent bin, then repeatedly adds the bin with the highest product of frequency and distance
 * to those chosen.
 */
function seeds(bins: readonly Weighted[], count: number): Weighted[] {
  const chosen: Weighted[] = [];
  while (chosen.length < count) {
    const [best] = bins
      .map((bin) => ({ bin, distance: nearest(bin, chosen).distance }))
      .filter(({ distance }) => distance > ALIKE)
      .toSorted((a, b) => score(b) - score(a));
    if (best === undefined) break;
    chosen.push(best.bin);
  }
  return chosen;
}

const score = ({ bin, distance }: { bin: Weighted; distance: number }): number =>
  bin.weight * Math.min(distance, Number.MAX_SAFE_INTEGER);

/** One round of Lloyd's algorithm: every bin joins its nearest cluster, every cluster moves to the mean of its bins. */
function regroup(bins: readonly Weighted[], clusters: readonly Weighted[]): Weighted[] {
  const sums = clusters.map((): [number, number, number, number] => [0, 0, 0, 0]);
  for (const bin of bins) {
    const sum = sums[nearest(bin, clusters).index];
    if (sum === undefined) continue;
    for (const channel of [0, 1, 2] as const) sum[channel] += bin.color[channel] * bin.weight;
    sum[3] += bin.weight;
  }
  return sums.filter(([, , , weight]) => weight > 0).map(mean);
}

function nearest({ color }: Weighted, clusters: readonly Weighted[]): { index: number; distance: number } {
  let best = { index: -1, distance: Number.POSITIVE_INFINITY };
  for (const [index, cluster] of clusters.entries()) {
    const distance = squaredDistance(color, cluster.color);
    if (distance < best.distance) best = { index, distance };
  }
  return best;
}

const squaredDistance = (a: Weighted['color'], b: Weighted['color']): number =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

const hexOf = (color: Weighted['color']): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
