/**
 * `analyze`: facts about an image as JSON; no artifact. The source is decoded once; every measurement uses a reduced
 * copy.
 */
import { rgbaToThumbHash } from 'thumbhash';
import type { Sharp } from 'sharp';
import { dominantColorsOf } from './analysis/dominant-colors.ts';
import { luminanceOf } from './analysis/luminance.ts';
import { HASH_SIDE, perceptualHashOf } from './analysis/perceptual-hash.ts';
import { sharpnessOf } from './analysis/sharpness.ts';
import { type Raster, openRaster, rasterOf } from './image/engine.ts';
import { onSource } from './image/source.ts';
import type { ChildContext, ChildOutput } from './operation.ts';

/** The longer side at which sharpness is measured, so that images of any resolution are comparable. */
const SHARPNESS_SIDE = 1024;
const COLORS_SIDE = 128;
/** The longest side that thumbhash accepts. */
const THUMBHASH_SIDE = 100;

export function analyze(context: ChildContext<'analyze'>): Promise<ChildOutput> {
  const { colors } = context.parameters;
  return onSource(context, async ({ image, width, height, format, hasAlpha }) => {
    const raster = await rgbaOf(image.resize(within(SHARPNESS_SIDE)));
    const thumbnail = await rgbaOf(openRaster(raster).resize(within(THUMBHASH_SIDE)));
    const square = { width: HASH_SIDE, height: HASH_SIDE, fit: 'fill' } as const;
    return {
      artifacts: [],
      pixels: width * height,
      result: {
        width,
        height,
        format,
        hasAlpha,
        dominantColors: dominantColorsOf(await rgbaOf(openRaster(raster).resize(within(COLORS_SIDE))), colors).map(
          (color) => ({ ...color }),
        ),
        sharpness: sharpnessOf(luminanceOf(raster)),
        perceptualHash: perceptualHashOf(luminanceOf(await rgbaOf(openRaster(raster).resize(square)))),
        thumbhash: Buffer.from(rgbaToThumbHash(thumbnail.width, thumbnail.height, thumbnail.data)).toString('base64'),
      },
    };
  });
}

const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

const rgbaOf = (image: Sharp): Promise<Raster> => rasterOf(image.ensureAlpha());
