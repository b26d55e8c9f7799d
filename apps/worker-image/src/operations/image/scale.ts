/** Scales an image to the size of its target. */
import type { Sharp } from 'sharp';
import type { Size, Target } from './geometry.ts';
import type { Format } from './source.ts';

export interface Scaling extends Target {
  /** The result of resultSize for the target. */
  readonly size: Size;
  readonly format: Format;
  /** #rrggbb of the padding. */
  readonly background?: string;
}

export const scaled = (image: Sharp, { size, format, background, ...target }: Scaling): Sharp =>
  image.resize({
    ...size,
    fit: exactFit(target),
    withoutEnlargement: !target.allowEnlargement,
    background: background ?? (format === 'jpeg' ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 }),
  });

/** If the size already follows the aspect ratio, it is used exactly. */
const exactFit = ({ width, height, fit }: Target): 'cover' | 'contain' | 'fill' =>
  width === undefined || height === undefined || fit === 'inside' || fit === 'outside' ? 'fill' : fit;
