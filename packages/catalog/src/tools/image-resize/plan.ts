/** The plan of image-resize, and the most that it can measure. */
import type { BoundsOf, SizeBounds } from '../../files/bounds.ts';
import { IMAGE_PIXELS_MAX, resultTypes, sourceSizes } from '../../image/source.ts';
import { type Planned, oneStep } from '../../tool.ts';
import { pixelsOf, startedMegapixels } from '../../units.ts';
import type { ResizeArguments } from './schema.ts';
import { isTooLarge, resizedBounds, tooLarge, withinLimits } from './size.ts';

export function planResize(input: ResizeArguments, boundsOf: BoundsOf): Planned {
  const sources = sourceSizes(input, boundsOf);
  const results = sources.map((source) => resizedBounds(source, input));
  const { least } = results[0] as SizeBounds;
  if (isTooLarge(least)) return { ok: false, message: 'invalid_arguments', fields: tooLarge('', input, least) };
  const { source, ...parameters } = input;
  return oneStep({
    name: 'resize',
    operation: 'resize',
    parameters,
    inputs: { source },
    description: 'Image resize',
    unitsMax: startedMegapixels(pixelsMax([...sources, ...results])),
    outputs: [{ mimeTypes: resultTypes(input.format, boundsOf(source)), sizes: results.map(withinLimits) }],
  });
}

/** Source or result, whichever is larger. The worker refuses more pixels, so they are never billed. */
const pixelsMax = (sizes: readonly SizeBounds[]): number =>
  Math.min(IMAGE_PIXELS_MAX, Math.max(...sizes.map(({ most }) => pixelsOf(most))));
