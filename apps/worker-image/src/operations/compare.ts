/** `compare`: the differences of two images, as numbers and as a picture. */
import type { Sharp } from 'sharp';
import { differenceOf } from './analysis/difference.ts';
import { lumaOf, similarityOf } from './analysis/similarity.ts';
import { encode } from './image/encode.ts';
import { openRaster, type Raster, rasterOf } from './image/engine.ts';
import { onSources, type Source } from './image/source.ts';
import type { ChildContext, ChildOutput } from './operation.ts';

export function compare(context: ChildContext<'compare'>): Promise<ChildOutput> {
  const { tolerance, diff } = context.parameters;
  return onSources(context, async ({ source, other }) => {
    const { width, height } = source;
    const resized = other.width !== width || other.height !== height;
    const [one, two] = [
      await rgbaOf(source.image),
      await rgbaOf(resized ? stretched(other.image, source) : other.image),
    ];
    const [luma, otherLuma] = [await lumaOf(openRaster(one)), await lumaOf(openRaster(two))];
    const { changedPixels, meanSquare, identical, picture } = differenceOf(one, two, {
      tolerance,
      luma: diff ? luma : null,
    });
    return {
      artifacts: picture === null ? [] : [await encode(openRaster(picture), { format: 'png' }, context.directory)],
      pixels: Math.max(width * height, other.width * other.height),
      result: {
        width,
        height,
        otherWidth: other.width,
        otherHeight: other.height,
        resized,
        identical,
        changedPixels,
        changedShare: changedPixels / (width * height),
        ssim: floored(similarityOf(luma, otherLuma)),
        psnrDb: meanSquare === 0 ? null : Math.round(100 * 10 * Math.log10(255 ** 2 / meanSquare)) / 100,
      },
    };
  });
}

const rgbaOf = (image: Sharp): Promise<Raster> => rasterOf(image.clone().ensureAlpha());

const stretched = (image: Sharp, { width, height }: Source): Sharp =>
  image.clone().resize({ width, height, fit: 'fill' });

const DIGITS = 1e4;
/** Rounded down, so that only equal images reach 1. */
const floored = (similarity: number): number => Math.floor(similarity * DIGITS) / DIGITS;
