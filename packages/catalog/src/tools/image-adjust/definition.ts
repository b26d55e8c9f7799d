/** image-adjust: rotates, mirrors, trims, blurs, sharpens or recolours an image. */
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import type { BoundsOf, SizeBounds } from '../../files/bounds.ts';
import { IMAGE_PIXELS_MAX, resultTypes, sourceSizes, sourceUses } from '../../image/source.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { pixelsOf, startedMegapixels } from '../../units.ts';
import { isTooLarge, withinLimits } from '../image-resize/size.ts';
import { type AdjustArguments, adjustSchema } from './schema.ts';
import { adjustedBounds } from './size.ts';

export const imageAdjust = defineTool<AdjustArguments>({
  name: 'image-adjust',
  title: 'Adjust an image',
  description:
    'Makes one image artifact with every given adjustment, always in this order: trim, rotate, flip, flop, blur, sharpen, then brightness, saturation and hue, then grayscale. ' +
    'For another order, chain several steps in a pipeline. EXIF orientation is applied first, colours are converted to sRGB, all metadata is removed. For an animation, the first frame is used.',
  category: 'image',
  inputSchema: adjustSchema,
  example: { source: EXAMPLE_PHOTO, rotate: 90, sharpen: 1, saturation: 1.2 },
  models: [],
  maxRuntimeSeconds: 180,
  modelOf: () => null,
  fileUses: sourceUses,
  plan: planAdjust,
});

function planAdjust(input: AdjustArguments, boundsOf: BoundsOf): Planned {
  const sources = sourceSizes(input, boundsOf);
  const results = sources.map((each) => adjustedBounds(each, input));
  const { least } = results[0] as SizeBounds;
  if (isTooLarge(least)) {
    const reason = `makes a result of ${least.width} × ${least.height} pixels or more; the limit is 40 megapixels and 16383 pixels a side`;
    return { ok: false, message: 'invalid_arguments', fields: { '/rotate': reason } };
  }
  const { source, ...parameters } = input;
  return oneStep({
    name: 'adjust',
    operation: 'adjust',
    parameters,
    inputs: { source },
    description: 'Image adjustment',
    unitsMax: startedMegapixels(pixelsMax([...sources, ...results])),
    outputs: [{ mimeTypes: resultTypes(input.format, boundsOf(source)), sizes: results.map(withinLimits) }],
  });
}

/** Source or result, whichever is larger. The worker refuses more pixels, so they are never billed. */
const pixelsMax = (sizes: readonly SizeBounds[]): number =>
  Math.min(IMAGE_PIXELS_MAX, Math.max(...sizes.map(({ most }) => pixelsOf(most))));
