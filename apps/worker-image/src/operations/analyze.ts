/** `analyze`: facts about a picture as JSON; no artifact. The source is decoded once; everything is seen in small. */
import { rgbaToThumbHash } from 'thumbhash';
import type { Sharp } from 'sharp';
import { dominantColorsOf } from './analysis/dominant-colors.ts';
import { luminanceOf } from './analysis/luminance.ts';
import { HASH_SIDE, perceptualHashOf } from './analysis/perceptual-hash.ts';
import { sharpnessOf } from './analysis/sharpness.ts';
import { type Raster, openRaster, rasterOf } from './image/engine.ts';
import { onSource } from './image/source.ts';
import type { ChildContext, ChildOutput } from './operation.ts';

/** Longer side that sharpness is measured at, so that pictures of any resolution compare. */
const SHARPNESS_SIDE = 1024;
const COLORS_SIDE = 128;
/** The most that a thumbhash takes. */
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
