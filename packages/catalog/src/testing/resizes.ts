/** Arbitrary resizes and their real results, computed independently of the code under test. For tests only. */
import fc from 'fast-check';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '../image/source.ts';
import type { Size } from '../units.ts';

export interface Target {
  width?: number;
  height?: number;
  fit?: 'inside' | 'outside' | 'cover' | 'contain' | 'fill';
  allowEnlargement?: boolean;
  format?: 'source' | 'jpeg' | 'png' | 'webp' | 'avif';
}

export const anySize = fc
  .record({ width: fc.integer({ min: 1, max: IMAGE_SIDE_MAX }), height: fc.integer({ min: 1, max: IMAGE_SIDE_MAX }) })
  .filter(({ width, height }) => width * height <= IMAGE_PIXELS_MAX);

const side = fc.integer({ min: 1, max: 8192 });
export const anyTarget: fc.Arbitrary<Target> = fc
  .record(
    {
      width: side,
      height: side,
      fit: fc.constantFrom('inside', 'outside', 'cover', 'contain', 'fill'),
      allowEnlargement: fc.boolean(),
      format: fc.constantFrom('source', 'jpeg', 'png', 'webp', 'avif'),
    },
    { requiredKeys: [] },
  )
  .filter(({ width, height }) => width !== undefined || height !== undefined);

/** Rounds to the nearest pixel, like libvips. */
export function resizedReally(from: Size, { width, height, fit = 'inside', allowEnlargement = false }: Target): Size {
  if (width !== undefined && height !== undefined && fit !== 'inside' && fit !== 'outside') {
    return fit === 'contain' || allowEnlargement
      ? { width, height }
      : { width: Math.min(width, from.width), height: Math.min(height, from.height) };
  }
  const ratios = [width && width / from.width, height && height / from.height].filter((each) => each !== undefined);
  const asked = fit === 'outside' ? Math.max(...ratios) : Math.min(...ratios);
  const scale = allowEnlargement ? asked : Math.min(1, asked);
  return { width: Math.max(1, Math.round(from.width * scale)), height: Math.max(1, Math.round(from.height * scale)) };
}
