/**
 * Shared by the tools that make pictures of a video: the box of a picture, its fit, its format, and the units of all
 * pictures together.
 */
import { Type } from 'typebox';
import type { SizeBounds } from '../files/bounds.ts';
import { IMAGE_PIXELS_MAX } from '../image/source.ts';
import { type Size, pixelsOf, startedMegapixelSeconds } from '../units.ts';

/** Formats of still pictures from a video. */
export const PICTURE_FORMATS = ['jpeg', 'png'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** How a frame is fitted to a width and a height. */
export const PICTURE_FITS = ['inside', 'cover', 'contain'] as const;
export type PictureFit = (typeof PICTURE_FITS)[number];

/** How a frame fills a cell of a contact sheet. All cells have the same size. */
export const SHEET_FITS = ['contain', 'cover'] as const;

/** Formats of animations, for pages that cannot play video. */
export const PREVIEW_FORMATS = ['webp', 'gif'] as const;
export type PreviewFormat = (typeof PREVIEW_FORMATS)[number];

/** The size of a fitted picture: exact, or anything within the box. */
export const fittedSize = (fit: PictureFit, box: Size): SizeBounds => ({
  least: fit === 'inside' ? { width: 1, height: 1 } : box,
  most: box,
});

export const boxSide = (title: string, { most, preset }: { most: number; preset: number }) =>
  Type.Integer({ title, minimum: 16, maximum: most, default: preset, description: `${title} in pixels.` });

export const pictureFormatArgument = Type.Enum([...PICTURE_FORMATS], {
  title: 'Format',
  default: 'jpeg',
  description: 'Format of the result: jpeg, or png, which is lossless.',
});

export const pictureQualityArgument = Type.Integer({
  title: 'Quality',
  minimum: 1,
  maximum: 100,
  description: 'Quality of a JPEG; 85 by default. PNG is lossless and has none.',
});

/** An option that the chosen format does not support is refused, not ignored: a form hides it. */
export const noQualityOf = (field: 'format' | 'model', value: string) => ({
  if: { properties: { [field]: { title: 'Format', const: value } }, required: [field] },
  then: { properties: { quality: false } },
});

/** A picture takes as much work as one second of video of its size. */
export const PICTURE_SECONDS = 1;

interface Amount {
  readonly pixels: number;
  readonly seconds: number;
}

/** Units of the video or of all its pictures, whichever is more; for plan and worker alike. */
export const picturedUnits = (source: Amount, result: Amount): number =>
  Math.max(
    startedMegapixelSeconds(source.pixels, source.seconds),
    startedMegapixelSeconds(result.pixels, result.seconds),
  );

/** Null if all pictures together have no more pixels than one image may have. */
export function tooManyPixels(box: Size, count: number): string | null {
  const pixels = pixelsOf(box) * count;
  return pixels > IMAGE_PIXELS_MAX ? `makes up to ${pixels} pixels in total; the limit is 40 megapixels` : null;
}
