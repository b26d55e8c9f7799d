/** Scales frames to an exact size. The arithmetic is done here, so that a graph contains only numbers. */
import { encodedSize, type Size } from '@farebox/catalog';
import { type Colours, sharedTags } from '../colour/colours.ts';
import { inRgb, inVideo, videoOfRgb } from '../colour/convert.ts';
import { filter } from '../ffmpeg/filters.ts';
import { type Filters, scaled } from './encode.ts';

interface Target {
  readonly width?: number;
  readonly height?: number;
  readonly fit: 'inside' | 'outside' | 'cover' | 'contain' | 'fill';
  readonly allowEnlargement: boolean;
  /** `#rrggbb`. */
  readonly background: string;
  /** The colours of the source. */
  readonly colours: Colours;
}

/** @param size of the result, by `resizedVideoSize`. */
export function fitted(source: Size, size: Size, target: Target): Filters {
  const { width, height, fit, colours } = target;
  const converted = inVideo(colours, sharedTags([colours]));
  const isBoxed = width !== undefined && height !== undefined;
  if (!isBoxed || fit === 'inside' || fit === 'outside') return [scaled(size), ...converted];
  switch (fit) {
    case 'fill':
      return [scaled(size), filter('setsar', { sar: 1 }), ...converted];
    case 'cover':
      return [scaled(covering(source, size)), filter('crop', { out_w: size.width, out_h: size.height }), ...converted];
    case 'contain':
      return contained(source, size, target);
  }
}

/** A size that covers the box: one side exactly, the other at least. */
function covering(source: Size, { width, height }: Size): Size {
  const scale = Math.max(width / source.width, height / source.height);
  const around = encodedSize({
    width: Math.ceil(source.width * scale) + 1,
    height: Math.ceil(source.height * scale) + 1,
  });
  return { width: Math.max(width, around.width), height: Math.max(height, around.height) };
}

function contained(source: Size, { width, height }: Size, { allowEnlargement, background, colours }: Target): Filters {
  const scale = Math.min(width / source.width, height / source.height, allowEnlargement ? Infinity : 1);
  const inner = encodedSize({
    width: Math.min(width, Math.round(source.width * scale)),
    height: Math.min(height, Math.round(source.height * scale)),
  });
  const [x, y] = [half(width - inner.width), half(height - inner.height)];
  // Padded as RGB, because ffmpeg paints a colour in the matrix of BT.601 into any video.
  const padded = filter('pad', { width, height, x, y, color: colourWord(background) });
  return [scaled(inner), ...inRgb(colours), padded, ...videoOfRgb(sharedTags([colours]))];
}

/** Chroma is stored for blocks of two by two pixels, so offsets are even. */
const half = (room: number): number => Math.floor(room / 4) * 2;

/** `#rrggbb` converted through its number, so that no client text enters a graph. */
const colourWord = (background: string): string =>
  `0x${Number.parseInt(background.slice(1), 16).toString(16).padStart(6, '0')}`;
